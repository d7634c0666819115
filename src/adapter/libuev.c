/* libuev.c - libuEv through backend.h. Our words, and what libuEv has for them:
 *
 *   timer          uev_timer_init(), uev_timer_set(); not of 0 ms, which disarms a timer
 *   repeat         its period; the document has it equal to the first delay, so that a start with
 *                  a different one is refused
 *   poll           uev_io_init(), uev_io_set()
 *   async          uev_event_init(), uev_event_post()
 *   signal         uev_signal_init(), uev_signal_set()
 *   run default    uev_run(UEV_NONE)    once  UEV_ONCE    nowait  UEV_ONCE | UEV_NONBLOCK
 *   stop loop      uev_exit(), which stops every watcher: it is the end of the context, too
 *
 * Not in libuEv: idle, prepare and check callbacks; references and priorities; a clock of the loop;
 * a close that calls back; a way to ask whether it is alive. */
#include <uev/uev.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "interface/backend.h"

struct loop {
    uev_ctx_t context;
    struct loop_handle *closed; /* see handle_close() */
    sigset_t blocked;           /* by signal_start() */
};

/* The watcher comes first, so that libuEv's pointer is also ours. */
struct loop_handle {
    uev_t watcher;
    struct loop *loop;
    struct loop_handle *next; /* in the loop's list of the closed */
    enum loop_kind kind;
    bool known; /* to libuEv: the watcher was initialised */
    int fd;
    loop_callback *callback;
    void *arg;
};

/* ---- signals ---- */

/* libuEv blocks a signal that it watches and never unblocks it. To be able to undo that, we block
 * it first. */
static void block(struct loop *loop, int signal)
{
    sigset_t blocked;
    pthread_sigmask(SIG_BLOCK, NULL, &blocked);
    if (sigismember(&blocked, signal))
        return;
    sigaddset(&loop->blocked, signal);
    pthread_sigmask(SIG_BLOCK, &loop->blocked, NULL);
}

/* Fetch a pending signal first: it would end the process as soon as it is unblocked. */
static void unblock(struct loop *loop)
{
    const struct timespec at_once = { 0 };
    while (sigtimedwait(&loop->blocked, NULL, &at_once) > 0)
        continue;
    pthread_sigmask(SIG_UNBLOCK, &loop->blocked, NULL);
}

/* ---- the loop ---- */

static const char *version(void)
{
    return LIBUEV_VERSION; /* of the development files: the library does not say */
}

static struct loop *open_loop(const struct loop_config *config, char *error, size_t size)
{
    struct loop *loop = calloc(1, sizeof *loop);
    (void)config;
    if (!loop || uev_init(&loop->context) != 0) {
        snprintf(error, size, "uev_init: errno %d", errno);
        free(loop);
        return NULL;
    }
    sigemptyset(&loop->blocked);
    return loop;
}

static int close_loop(struct loop *loop)
{
    uev_exit(&loop->context);
    for (struct loop_handle *h = loop->closed, *next; h; h = next) {
        next = h->next;
        free(h);
    }
    unblock(loop);
    free(loop);
    return 0;
}

/* After a single round libuEv does not report whether anything is left. */
static int run(struct loop *loop, enum loop_mode mode)
{
    static const int flags[] = {
        [LOOP_DEFAULT] = UEV_NONE,
        [LOOP_ONCE] = UEV_ONCE,
        [LOOP_NOWAIT] = UEV_ONCE | UEV_NONBLOCK,
    };
    if (uev_run(&loop->context, flags[mode]) != 0)
        return -errno;
    return mode != LOOP_DEFAULT;
}

static void stop(struct loop *loop)
{
    uev_exit(&loop->context);
}

/* ---- watchers ---- */

static void called(uev_t *watcher, void *arg, int events)
{
    struct loop_handle *h = arg;
    (void)watcher;
    if (h->callback)
        h->callback(h->arg, events == UEV_ERROR ? -EIO : 0);
}

static int answer(struct loop_handle *h, int status)
{
    h->known = h->known || status == 0;
    return status == 0 ? 0 : -errno;
}

static struct loop_handle *handle_new(struct loop *loop, enum loop_kind kind, int fd,
                                      loop_callback *callback, void *arg)
{
    struct loop_handle *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->loop = loop;
    h->kind = kind;
    h->fd = fd;
    h->callback = callback;
    h->arg = arg;
    if (kind == LOOP_ASYNC)
        answer(h, uev_event_init(&loop->context, &h->watcher, called, h));
    return h;
}

static int timer_start(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms)
{
    if (after_ms == 0)
        return -EINVAL;
    if (repeat_ms > 0 && repeat_ms != after_ms)
        return -ENOTSUP;
    if (after_ms > INT_MAX)
        return -ERANGE;
    int after = (int)after_ms, every = (int)repeat_ms;
    return answer(h, h->known
                         ? uev_timer_set(&h->watcher, after, every)
                         : uev_timer_init(&h->loop->context, &h->watcher, called, h, after, every));
}

static int poll_start(struct loop_handle *h, unsigned events)
{
    int mask = (events & LOOP_READABLE ? UEV_READ : 0) | (events & LOOP_WRITABLE ? UEV_WRITE : 0) |
               (events & LOOP_DISCONNECT ? UEV_RDHUP : 0) |
               (events & LOOP_PRIORITIZED ? UEV_PRI : 0);
    return answer(h, h->known
                         ? uev_io_set(&h->watcher, h->fd, mask)
                         : uev_io_init(&h->loop->context, &h->watcher, called, h, h->fd, mask));
}

static int signal_start(struct loop_handle *h, int signal)
{
    block(h->loop, signal);
    return answer(h, h->known ? uev_signal_set(&h->watcher, signal)
                              : uev_signal_init(&h->loop->context, &h->watcher, called, h, signal));
}

static int async_send(struct loop_handle *h)
{
    return uev_event_post(&h->watcher) == 0 ? 0 : -errno;
}

static int handle_stop(struct loop_handle *h)
{
    if (!h->known)
        return 0;
    switch (h->kind) {
    case LOOP_TIMER: return answer(h, uev_timer_stop(&h->watcher));
    case LOOP_POLL: return answer(h, uev_io_stop(&h->watcher));
    case LOOP_SIGNAL: return answer(h, uev_signal_stop(&h->watcher));
    default: return answer(h, uev_event_stop(&h->watcher));
    }
}

static unsigned handle_state(struct loop_handle *h)
{
    return (h->known && _uev_watcher_active(&h->watcher) ? LOOP_IS_ACTIVE : 0u) |
           LOOP_IS_REFERENCED;
}

/* uev_init1() says that the loop may still hold the address of a watcher that a callback has
 * stopped, and asks for a list of those to free later. */
static void handle_close(struct loop_handle *h, loop_callback *closed)
{
    (void)closed;
    handle_stop(h);
    h->next = h->loop->closed;
    h->loop->closed = h;
}

const struct loop_backend loopspec_backend = {
    .abi = LOOP_BACKEND_ABI,
    .can = LOOP_CAN_TIMER | LOOP_CAN_REPEAT | LOOP_CAN_POLL | LOOP_CAN_POLL_EVENTS |
           LOOP_CAN_ASYNC | LOOP_CAN_SIGNAL | LOOP_CAN_ONCE | LOOP_CAN_NOWAIT | LOOP_CAN_STOP |
           LOOP_CAN_ENDS | LOOP_CAN_FINAL | LOOP_CAN_VIRTUAL_CLOCK,
    .name = "libuev",
    .version = version,
    .open = open_loop,
    .close = close_loop,
    .run = run,
    .stop = stop,
    .handle_new = handle_new,
    .timer_start = timer_start,
    .poll_start = poll_start,
    .async_send = async_send,
    .signal_start = signal_start,
    .handle_stop = handle_stop,
    .handle_state = handle_state,
    .handle_close = handle_close,
};
