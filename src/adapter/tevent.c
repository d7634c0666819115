/* tevent.c - Samba's event loop through backend.h. Our words, and what tevent has for them:
 *
 *   timer          tevent_add_timer(), with the time of the clock plus the delay; each start is a
 *                  new one, since tevent frees a timer that has been called
 *   poll           tevent_add_fd()
 *   async          an immediate, by tevent_threaded_schedule_immediate(); one that is scheduled
 *                  must not be scheduled again, so that wake-ups until its call are one
 *   soon           tevent_schedule_immediate()
 *   signal         tevent_add_signal()
 *   run default    tevent_loop_wait()    once  tevent_loop_once()
 *
 * Not in tevent: a way to stop a run, and a run that does not wait; idle, prepare and check
 * callbacks; timers that repeat; references and priorities; a clock of the loop; a close that calls
 * back; a way to ask whether it is alive. */
#include <tevent.h>
#include <talloc.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "interface/backend.h"

struct loop {
    struct tevent_context *event;
};

struct loop_handle {
    struct loop *loop;
    enum loop_kind kind;
    int fd;
    void *source; /* what talloc_free() cancels; NULL while stopped */
    loop_callback *callback;
    void *arg;
    /* of an async */
    struct tevent_threaded_context *threaded_context;
    struct tevent_immediate *immediate;
    atomic_bool sent;
};

/* ---- the loop ---- */

static const char *version(void)
{
    return TEVENT_VERSION; /* of the development files: the library does not say */
}

static struct loop *open_loop(const struct loop_config *config, char *error, size_t size)
{
    struct loop *loop = calloc(1, sizeof *loop);
    (void)config;
    if (loop)
        loop->event = tevent_context_init(NULL);
    if (!loop || !loop->event) {
        snprintf(error, size, "tevent_context_init returned NULL");
        free(loop);
        return NULL;
    }
    return loop;
}

static int close_loop(struct loop *loop)
{
    talloc_free(loop->event);
    free(loop);
    return 0;
}

/* After a single pass tevent does not report whether anything is left; after tevent_loop_wait()
 * nothing is. */
static int run(struct loop *loop, enum loop_mode mode)
{
    int status = mode == LOOP_DEFAULT ? tevent_loop_wait(loop->event)
                                      : tevent_loop_once(loop->event);
    if (status != 0)
        return errno > 0 ? -errno : -EIO;
    return mode != LOOP_DEFAULT;
}

/* ---- handles ---- */

static void call(struct loop_handle *h)
{
    if (h->callback)
        h->callback(h->arg, 0);
}

/* tevent frees the timer after this; the callback may start another one. */
static void on_timer(struct tevent_context *event, struct tevent_timer *timer,
                     struct timeval current, void *arg)
{
    struct loop_handle *h = arg;
    (void)event;
    (void)timer;
    (void)current;
    h->source = NULL;
    call(h);
}

static void on_descriptor(struct tevent_context *event, struct tevent_fd *fde, uint16_t flags,
                          void *arg)
{
    (void)event;
    (void)fde;
    (void)flags;
    call(arg);
}

static void on_immediate(struct tevent_context *event, struct tevent_immediate *immediate,
                         void *arg)
{
    struct loop_handle *h = arg;
    (void)event;
    (void)immediate;
    atomic_store(&h->sent, false);
    call(h);
}

static void on_signal(struct tevent_context *event, struct tevent_signal *source, int signal,
                      int count, void *info, void *arg)
{
    (void)event;
    (void)source;
    (void)signal;
    (void)count;
    (void)info;
    call(arg);
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
    if (kind == LOOP_ASYNC) {
        h->threaded_context = tevent_threaded_context_create(loop->event, loop->event);
        h->immediate = tevent_create_immediate(loop->event);
    }
    return h;
}

static int handle_stop(struct loop_handle *h)
{
    talloc_free(h->source);
    h->source = NULL;
    return 0;
}

static int timer_start(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms)
{
    if (repeat_ms > 0)
        return -ENOTSUP;
    if (after_ms / 1000 > UINT32_MAX)
        return -ERANGE;
    handle_stop(h);
    h->source = tevent_add_timer(
        h->loop->event, h->loop->event,
        tevent_timeval_current_ofs((uint32_t)(after_ms / 1000), (uint32_t)(after_ms % 1000) * 1000),
        on_timer, h);
    return h->source ? 0 : -ENOMEM;
}

static void on_soon(struct tevent_context *event, struct tevent_immediate *immediate, void *arg)
{
    struct loop_handle *h = arg;
    (void)event;
    (void)immediate;
    handle_stop(h);
    call(h);
}

static int watch_start(struct loop_handle *h)
{
    if (h->kind != LOOP_SOON)
        return -EINVAL;
    handle_stop(h);
    struct tevent_immediate *immediate = tevent_create_immediate(h->loop->event);
    if (!immediate)
        return -ENOMEM;
    tevent_schedule_immediate(immediate, h->loop->event, on_soon, h);
    h->source = immediate;
    return 0;
}

static int poll_start(struct loop_handle *h, unsigned events)
{
    uint16_t flags = (uint16_t)((events & LOOP_READABLE ? TEVENT_FD_READ : 0) |
                                (events & LOOP_WRITABLE ? TEVENT_FD_WRITE : 0));
    handle_stop(h);
    h->source = tevent_add_fd(h->loop->event, h->loop->event, h->fd, flags, on_descriptor, h);
    return h->source ? 0 : -ENOMEM;
}

static int signal_start(struct loop_handle *h, int signal)
{
    handle_stop(h);
    h->source = tevent_add_signal(h->loop->event, h->loop->event, signal, 0, on_signal, h);
    return h->source ? 0 : -ENOMEM;
}

static int async_send(struct loop_handle *h)
{
    if (!atomic_exchange(&h->sent, true))
        tevent_threaded_schedule_immediate(h->threaded_context, h->immediate, on_immediate, h);
    return 0;
}

static unsigned handle_state(struct loop_handle *h)
{
    return (h->source || h->immediate ? LOOP_IS_ACTIVE : 0u) | LOOP_IS_REFERENCED;
}

static void handle_close(struct loop_handle *h, loop_callback *closed)
{
    (void)closed;
    handle_stop(h);
    talloc_free(h->threaded_context);
    talloc_free(h->immediate);
    free(h);
}

const struct loop_backend loopspec_backend = {
    .abi = LOOP_BACKEND_ABI,
    .can = LOOP_CAN_TIMER | LOOP_CAN_POLL | LOOP_CAN_ASYNC | LOOP_CAN_SIGNAL | LOOP_CAN_SOON |
           LOOP_CAN_ONCE | LOOP_CAN_ENDS | LOOP_CAN_VIRTUAL_CLOCK,
    .name = "tevent",
    .version = version,
    .open = open_loop,
    .close = close_loop,
    .run = run,
    .handle_new = handle_new,
    .timer_start = timer_start,
    .watch_start = watch_start,
    .poll_start = poll_start,
    .async_send = async_send,
    .signal_start = signal_start,
    .handle_stop = handle_stop,
    .handle_state = handle_state,
    .handle_close = handle_close,
};
