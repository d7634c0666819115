/* libev.c - libev 4 through backend.h. Our words, and what libev has for them:
 *
 *   timer          ev_timer; its times are seconds from ev_now()
 *   again, repeat  ev_timer_again() and the watcher's `repeat`
 *   due            ev_timer_remaining()
 *   idle           ev_idle     prepare  ev_prepare     check  ev_check
 *   poll           ev_io
 *   async          ev_async, started when it is made: only a started one can be sent
 *   signal         ev_signal
 *   child          posix_spawnp() and ev_child, which only libev's default loop has: so that is the loop
 *   unref          ev_unref() while the watcher is active, paired with ev_ref(), see ev(3)
 *   prefer, defer  ev_set_priority() above or below the usual, from EV_MINPRI to EV_MAXPRI
 *   run default    ev_run(0)   once  EVRUN_ONCE        nowait EVRUN_NOWAIT
 *   stop loop      ev_break(EVBREAK_ONE)
 *   now, update    ev_now(), ev_now_update()
 *   turns          ev_iteration()
 *
 * Not in libev: a close that calls back, a pool of threads, sockets of its own, a way to ask
 * whether it is alive or how long it would wait, a call that starts a process. */
#include <ev.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "interface/backend.h"

struct loop {
    struct ev_loop *ev;
};

/* The watcher comes first, so that libev's pointer is also ours. */
struct loop_handle {
    union {
        ev_watcher any;
        ev_timer timer;
        ev_idle idle;
        ev_prepare prepare;
        ev_check check;
        ev_io io;
        ev_async async;
        ev_signal signal;
        ev_child child;
    } ev;
    struct ev_loop *loop;
    enum loop_kind kind;
    bool referenced;
    bool unpaid; /* ev_unref() was called and ev_ref() not yet */
    int fd;
    loop_callback *callback;
    void *arg;
};

/* ---- the loop ---- */

static const char *version(void)
{
    static char text[16];
    snprintf(text, sizeof text, "%d.%02d", ev_version_major(), ev_version_minor());
    return text;
}

static struct loop *open_loop(const struct loop_config *config, char *error, size_t size)
{
    struct loop *loop = calloc(1, sizeof *loop);
    (void)config;
    if (loop)
        loop->ev = ev_default_loop(EVFLAG_AUTO | EVFLAG_NOENV);
    if (!loop || !loop->ev) {
        snprintf(error, size, "ev_default_loop: no usable backend");
        free(loop);
        return NULL;
    }
    return loop;
}

static int close_loop(struct loop *loop)
{
    ev_loop_destroy(loop->ev);
    free(loop);
    return 0;
}

static int run(struct loop *loop, enum loop_mode mode)
{
    static const int flags[] = {
        [LOOP_DEFAULT] = 0,
        [LOOP_ONCE] = EVRUN_ONCE,
        [LOOP_NOWAIT] = EVRUN_NOWAIT,
    };
    return ev_run(loop->ev, flags[mode]) != 0;
}

static void stop(struct loop *loop)
{
    ev_break(loop->ev, EVBREAK_ONE);
}

/* Seconds in a double are off by less than a microsecond: round to microseconds, then cut to ms. */
static uint64_t ms_of(ev_tstamp seconds)
{
    const double far = 1e12; /* beyond that, microseconds do not matter */
    if (seconds <= 0)
        return 0;
    if (seconds < far)
        return (uint64_t)llround(seconds * 1e6) / 1000;
    return seconds * 1e3 < (double)UINT64_MAX ? (uint64_t)(seconds * 1e3) : UINT64_MAX;
}

static uint64_t now(struct loop *loop)
{
    return ms_of(ev_now(loop->ev));
}

static void update_time(struct loop *loop)
{
    ev_now_update(loop->ev);
}

static uint64_t turns(struct loop *loop)
{
    return ev_iteration(loop->ev);
}

/* ---- references ---- */

/* ev(3): call ev_unref() after starting a watcher that must not keep the loop alive, and ev_ref()
 * before stopping it. `unpaid` keeps the two paired. */
static void pair_reference(struct loop_handle *h)
{
    bool wanted = !h->referenced && ev_is_active(&h->ev.any);
    if (wanted && !h->unpaid)
        ev_unref(h->loop);
    else if (!wanted && h->unpaid)
        ev_ref(h->loop);
    h->unpaid = wanted;
}

static void handle_ref(struct loop_handle *h, int referenced)
{
    h->referenced = referenced;
    pair_reference(h);
}

/* ---- handles ---- */

static void called(struct loop_handle *h)
{
    pair_reference(h); /* libev has stopped a timer that does not repeat */
    if (h->callback)
        h->callback(h->arg, 0);
}

#define ON(kind)                                                                    \
    static void on_##kind(struct ev_loop *loop, struct ev_##kind *watcher, int why) \
    {                                                                               \
        (void)loop;                                                                 \
        (void)why;                                                                  \
        called((struct loop_handle *)watcher);                                      \
    }
ON(timer)
ON(idle)
ON(prepare)
ON(check)
ON(io)
ON(async)
ON(signal)
#undef ON

/* ev(3): the watcher must be stopped, it stays active. */
static void on_child(struct ev_loop *loop, struct ev_child *watcher, int why)
{
    struct loop_handle *h = (struct loop_handle *)watcher;
    (void)why;
    ev_child_stop(loop, watcher);
    pair_reference(h);
    if (h->callback)
        h->callback(h->arg, WIFEXITED(watcher->rstatus) ? WEXITSTATUS(watcher->rstatus) : 0);
}

static struct loop_handle *handle_new(struct loop *loop, enum loop_kind kind, int fd,
                                      loop_callback *callback, void *arg)
{
    struct loop_handle *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    *h = (struct loop_handle){ .loop = loop->ev,
                               .kind = kind,
                               .referenced = true,
                               .fd = fd,
                               .callback = callback,
                               .arg = arg };
    switch (kind) {
    case LOOP_TIMER: ev_timer_init(&h->ev.timer, on_timer, 0., 0.); break;
    case LOOP_IDLE: ev_idle_init(&h->ev.idle, on_idle); break;
    case LOOP_PREPARE: ev_prepare_init(&h->ev.prepare, on_prepare); break;
    case LOOP_CHECK: ev_check_init(&h->ev.check, on_check); break;
    case LOOP_POLL: ev_io_init(&h->ev.io, on_io, fd, EV_READ); break;
    case LOOP_ASYNC:
        ev_async_init(&h->ev.async, on_async);
        ev_async_start(h->loop, &h->ev.async);
        break;
    case LOOP_SIGNAL: ev_signal_init(&h->ev.signal, on_signal, SIGUSR1); break;
    case LOOP_CHILD: ev_child_init(&h->ev.child, on_child, 0, 0); break;
    default: free(h); return NULL;
    }
    return h;
}

static int handle_stop(struct loop_handle *h)
{
    if (h->unpaid)
        ev_ref(h->loop);
    h->unpaid = false;
    switch (h->kind) {
    case LOOP_TIMER: ev_timer_stop(h->loop, &h->ev.timer); break;
    case LOOP_IDLE: ev_idle_stop(h->loop, &h->ev.idle); break;
    case LOOP_PREPARE: ev_prepare_stop(h->loop, &h->ev.prepare); break;
    case LOOP_CHECK: ev_check_stop(h->loop, &h->ev.check); break;
    case LOOP_POLL: ev_io_stop(h->loop, &h->ev.io); break;
    case LOOP_SIGNAL: ev_signal_stop(h->loop, &h->ev.signal); break;
    case LOOP_CHILD: ev_child_stop(h->loop, &h->ev.child); break;
    default: ev_async_stop(h->loop, &h->ev.async); break;
    }
    return 0;
}

static int timer_start(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms)
{
    handle_stop(h);
    ev_timer_set(&h->ev.timer, (double)after_ms / 1000, (double)repeat_ms / 1000);
    ev_timer_start(h->loop, &h->ev.timer);
    pair_reference(h);
    return 0;
}

static int timer_again(struct loop_handle *h)
{
    ev_timer_again(h->loop, &h->ev.timer);
    pair_reference(h);
    return 0;
}

static void timer_set_repeat(struct loop_handle *h, uint64_t repeat_ms)
{
    h->ev.timer.repeat = (double)repeat_ms / 1000;
}

static uint64_t timer_due_in(struct loop_handle *h)
{
    return ms_of(ev_timer_remaining(h->loop, &h->ev.timer));
}

static int watch_start(struct loop_handle *h)
{
    switch (h->kind) {
    case LOOP_IDLE: ev_idle_start(h->loop, &h->ev.idle); break;
    case LOOP_PREPARE: ev_prepare_start(h->loop, &h->ev.prepare); break;
    case LOOP_CHECK: ev_check_start(h->loop, &h->ev.check); break;
    default: return -EINVAL;
    }
    pair_reference(h);
    return 0;
}

static int poll_start(struct loop_handle *h, unsigned events)
{
    handle_stop(h); /* a watcher must not be changed while it is active */
    ev_io_set(&h->ev.io, h->fd,
              (events & LOOP_READABLE ? EV_READ : 0) | (events & LOOP_WRITABLE ? EV_WRITE : 0));
    ev_io_start(h->loop, &h->ev.io);
    pair_reference(h);
    return 0;
}

static int signal_start(struct loop_handle *h, int signal)
{
    handle_stop(h);
    ev_signal_set(&h->ev.signal, signal);
    ev_signal_start(h->loop, &h->ev.signal);
    pair_reference(h);
    return 0;
}

/* The watcher is started before the loop can learn of the child's end: that comes by a signal. */
static struct loop_handle *spawn(struct loop *loop, char *const argv[], loop_callback *exited,
                                 void *arg, int *pid)
{
    struct loop_handle *h = handle_new(loop, LOOP_CHILD, -1, exited, arg);
    int error = h ? posix_spawnp(pid, argv[0], NULL, NULL, argv, environ) : ENOMEM;
    if (error) {
        free(h);
        errno = error;
        return NULL;
    }
    ev_child_set(&h->ev.child, *pid, 0);
    ev_child_start(h->loop, &h->ev.child);
    return h;
}

static int async_send(struct loop_handle *h)
{
    ev_async_send(h->loop, &h->ev.async);
    return 0;
}

static int handle_priority(struct loop_handle *h, int rank)
{
    if (ev_is_active(&h->ev.any) || ev_is_pending(&h->ev.any) || rank < EV_MINPRI ||
        rank > EV_MAXPRI)
        return -ENOTSUP; /* ev(3) forbids it */
    ev_set_priority(&h->ev.any, rank);
    return 0;
}

static unsigned handle_state(struct loop_handle *h)
{
    return (ev_is_active(&h->ev.any) ? LOOP_IS_ACTIVE : 0u) |
           (h->referenced ? LOOP_IS_REFERENCED : 0u);
}

static void handle_close(struct loop_handle *h, loop_callback *closed)
{
    (void)closed;
    handle_stop(h);
    free(h);
}

const struct loop_backend loopspec_backend = {
    .abi = LOOP_BACKEND_ABI,
    .can = LOOP_CAN_TIMER | LOOP_CAN_REPEAT | LOOP_CAN_DUE_IN | LOOP_CAN_IDLE | LOOP_CAN_PREPARE |
           LOOP_CAN_CHECK | LOOP_CAN_POLL | LOOP_CAN_ASYNC | LOOP_CAN_SIGNAL | LOOP_CAN_CHILD |
           LOOP_CAN_REF | LOOP_CAN_ONCE | LOOP_CAN_NOWAIT | LOOP_CAN_STOP | LOOP_CAN_CLOCK |
           LOOP_CAN_METRICS | LOOP_CAN_PHASES | LOOP_CAN_ENDS | LOOP_CAN_PRIORITY |
           LOOP_CAN_VIRTUAL_CLOCK,
    .name = "libev",
    .version = version,
    .open = open_loop,
    .close = close_loop,
    .run = run,
    .stop = stop,
    .now = now,
    .update_time = update_time,
    .turns = turns,
    .handle_new = handle_new,
    .timer_start = timer_start,
    .timer_again = timer_again,
    .timer_set_repeat = timer_set_repeat,
    .timer_due_in = timer_due_in,
    .watch_start = watch_start,
    .poll_start = poll_start,
    .async_send = async_send,
    .signal_start = signal_start,
    .spawn = spawn,
    .handle_stop = handle_stop,
    .handle_ref = handle_ref,
    .handle_state = handle_state,
    .handle_close = handle_close,
    .handle_priority = handle_priority,
};
