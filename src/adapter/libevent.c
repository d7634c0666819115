/* libevent.c - libevent 2.1 through backend.h. Our words, and what libevent has for them:
 *
 *   timer          an event without a descriptor, event_add() with a timeout
 *   repeat         as timer, with EV_PERSIST: its interval is also its first delay, and a start
 *                  with a different one is refused
 *   due            event_pending() returns when the timeout is up
 *   poll           EV_READ or EV_WRITE with EV_PERSIST
 *   async          an event without a descriptor, event_active() on it; it is never pending, so
 *                  it does not keep the loop alive
 *   signal         EV_SIGNAL with EV_PERSIST
 *   prefer, defer  event_priority_set() to the first or the last of three
 *   run default    event_base_loop(0)   once EVLOOP_ONCE   nowait EVLOOP_NONBLOCK
 *   stop loop      event_base_loopexit() without a time: after what is active now
 *   alive          event_base_get_num_events() of events added or active
 *   now, update    event_base_gettimeofday_cached(), event_base_update_cache_time()
 *
 * Not in libevent: idle, prepare and check events (the last two came after 2.1), a first delay that
 * differs from the interval of a persistent timeout, `again`, events that do not keep the loop
 * alive, a close that calls back, a pool of threads, children. Its buffered streams are not streams
 * as backend.h defines them. */
#include <event2/event.h>
#include <event2/event_struct.h>
#include <event2/thread.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "interface/backend.h"

enum { PRIORITIES = 3, USUAL = PRIORITIES / 2 }; /* also libevent's own default */

struct loop {
    struct event_base *base;
};

struct loop_handle {
    struct event event;
    struct event_base *base;
    enum loop_kind kind;
    int fd;
    int rank;
    bool repeats; /* a timer */
    loop_callback *callback;
    void *arg;
};

/* ---- the loop ---- */

/* "2.1.12" of "2.1.12-stable". */
static const char *version(void)
{
    static char text[16];
    snprintf(text, sizeof text, "%.*s", (int)strspn(event_get_version(), "0123456789."),
             event_get_version());
    return text;
}

/* By default libevent reads a coarse clock, which moves only at the kernel's ticks, and so calls
 * timers some milliseconds early. Its documents offer this flag to those who need better. */
static struct event_base *new_base(void)
{
    struct event_config *config = event_config_new();
    struct event_base *base = NULL;
    if (config && event_config_set_flag(config, EVENT_BASE_FLAG_PRECISE_TIMER) == 0)
        base = event_base_new_with_config(config);
    if (config)
        event_config_free(config);
    return base;
}

static struct loop *open_loop(const struct loop_config *config, char *error, size_t size)
{
    struct loop *loop = calloc(1, sizeof *loop);
    (void)config;
    /* Before there is a base: only then can other threads wake it. */
    if (loop && evthread_use_pthreads() == 0)
        loop->base = new_base();
    if (loop && loop->base && event_base_priority_init(loop->base, PRIORITIES) == 0)
        return loop;
    if (!loop || !loop->base)
        snprintf(error, size, "event_base_new_with_config: no usable method");
    else
        snprintf(error, size, "event_base_priority_init");
    free(loop);
    return NULL;
}

static int close_loop(struct loop *loop)
{
    event_base_free(loop->base);
    free(loop);
    return 0;
}

static int alive(struct loop *loop)
{
    return event_base_get_num_events(loop->base, EVENT_BASE_COUNT_ADDED | EVENT_BASE_COUNT_ACTIVE) >
           0;
}

static int run(struct loop *loop, enum loop_mode mode)
{
    static const int flags[] = {
        [LOOP_DEFAULT] = 0,
        [LOOP_ONCE] = EVLOOP_ONCE,
        [LOOP_NOWAIT] = EVLOOP_NONBLOCK,
    };
    if (event_base_loop(loop->base, flags[mode]) < 0)
        return -EIO;
    return alive(loop);
}

static void stop(struct loop *loop)
{
    event_base_loopexit(loop->base, NULL);
}

static uint64_t now(struct loop *loop)
{
    struct timeval tv;
    event_base_gettimeofday_cached(loop->base, &tv);
    return (uint64_t)tv.tv_sec * 1000 + (uint64_t)tv.tv_usec / 1000;
}

static void update_time(struct loop *loop)
{
    event_base_update_cache_time(loop->base);
}

/* ---- handles ---- */

static void on_event(evutil_socket_t fd, short what, void *arg)
{
    struct loop_handle *h = arg;
    (void)fd;
    (void)what;
    if (h->callback)
        h->callback(h->arg, 0);
}

static struct loop_handle *handle_new(struct loop *loop, enum loop_kind kind, int fd,
                                      loop_callback *callback, void *arg)
{
    struct loop_handle *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->base = loop->base;
    h->kind = kind;
    h->fd = kind == LOOP_POLL ? fd : -1;
    h->callback = callback;
    h->arg = arg;
    if (event_assign(&h->event, h->base, h->fd, kind == LOOP_POLL ? EV_READ | EV_PERSIST : 0,
                     on_event, h) == 0)
        return h;
    free(h);
    return NULL;
}

static int handle_priority(struct loop_handle *h, int rank)
{
    if (USUAL - rank < 0 || USUAL - rank >= PRIORITIES)
        return -ENOTSUP;
    h->rank = rank;
    return event_priority_set(&h->event, USUAL - rank) < 0 ? -EBUSY : 0;
}

static int handle_stop(struct loop_handle *h)
{
    return event_del(&h->event) < 0 ? -EINVAL : 0;
}

/* EV_PERSIST is part of the event, which must not be assigned again while it is pending. */
static int set_repeats(struct loop_handle *h, bool repeats)
{
    if (h->repeats == repeats)
        return 0;
    h->repeats = repeats;
    event_del(&h->event);
    if (event_assign(&h->event, h->base, -1, repeats ? EV_PERSIST : 0, on_event, h) < 0)
        return -EINVAL;
    return handle_priority(h, h->rank);
}

static int timer_start(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms)
{
    const struct timeval tv = { .tv_sec = (time_t)(after_ms / 1000),
                                .tv_usec = (suseconds_t)(after_ms % 1000 * 1000) };
    if (repeat_ms > 0 && repeat_ms != after_ms)
        return -ENOTSUP;
    if (set_repeats(h, repeat_ms > 0) < 0)
        return -EINVAL;
    return event_add(&h->event, &tv) < 0 ? -EINVAL : 0;
}

static uint64_t timer_due_in(struct loop_handle *h)
{
    struct timeval due, from, left;
    if (!event_pending(&h->event, EV_TIMEOUT, &due))
        return 0;
    event_base_gettimeofday_cached(h->base, &from);
    evutil_timersub(&due, &from, &left);
    if (left.tv_sec < 0)
        return 0;
    return (uint64_t)left.tv_sec * 1000 + ((uint64_t)left.tv_usec + 999) / 1000;
}

static int poll_start(struct loop_handle *h, unsigned events)
{
    short what = EV_PERSIST;
    if (events & LOOP_READABLE)
        what |= EV_READ;
    if (events & LOOP_WRITABLE)
        what |= EV_WRITE;
    event_del(&h->event); /* not to be assigned again while it is pending */
    if (event_assign(&h->event, h->base, h->fd, what, on_event, h) < 0 ||
        handle_priority(h, h->rank) < 0 || event_add(&h->event, NULL) < 0)
        return -EINVAL;
    return 0;
}

static int signal_start(struct loop_handle *h, int signal)
{
    event_del(&h->event);
    if (event_assign(&h->event, h->base, signal, EV_SIGNAL | EV_PERSIST, on_event, h) < 0 ||
        handle_priority(h, h->rank) < 0 || event_add(&h->event, NULL) < 0)
        return -EINVAL;
    return 0;
}

static int async_send(struct loop_handle *h)
{
    event_active(&h->event, EV_READ, 0);
    return 0;
}

static unsigned handle_state(struct loop_handle *h)
{
    bool pending = event_pending(&h->event, EV_TIMEOUT | EV_READ | EV_WRITE | EV_SIGNAL, NULL);
    return (pending ? LOOP_IS_ACTIVE : 0u) | LOOP_IS_REFERENCED;
}

static void handle_close(struct loop_handle *h, loop_callback *closed)
{
    (void)closed;
    event_del(&h->event);
    free(h);
}

const struct loop_backend loopspec_backend = {
    .abi = LOOP_BACKEND_ABI,
    .can = LOOP_CAN_TIMER | LOOP_CAN_REPEAT | LOOP_CAN_DUE_IN | LOOP_CAN_POLL | LOOP_CAN_ASYNC |
           LOOP_CAN_SIGNAL | LOOP_CAN_ONCE | LOOP_CAN_NOWAIT | LOOP_CAN_STOP | LOOP_CAN_ALIVE |
           LOOP_CAN_CLOCK | LOOP_CAN_ENDS | LOOP_CAN_PRIORITY | LOOP_CAN_VIRTUAL_CLOCK,
    .name = "libevent",
    .version = version,
    .open = open_loop,
    .close = close_loop,
    .run = run,
    .stop = stop,
    .alive = alive,
    .now = now,
    .update_time = update_time,
    .handle_new = handle_new,
    .timer_start = timer_start,
    .timer_due_in = timer_due_in,
    .poll_start = poll_start,
    .async_send = async_send,
    .signal_start = signal_start,
    .handle_stop = handle_stop,
    .handle_state = handle_state,
    .handle_close = handle_close,
    .handle_priority = handle_priority,
};
