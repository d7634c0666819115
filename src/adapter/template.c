/* template.c - a complete event loop in one file, to begin from. It passes the rules for every
 * loop.
 *
 *     cc -shared -fPIC $(pkg-config --cflags loopspec) -o my-loop.so template.c
 *     loopspec smoke -b ./my-loop.so
 *     loopspec run -b ./my-loop.so
 *
 * To test your own loop, keep the table at the end and make each function call your loop. If your
 * loop does not have something, leave out the function and its LOOP_CAN_ bit. Do not emulate it: a
 * missing capability is a skip, an emulated one hides how your loop behaves.
 *
 * This loop has an iteration of seven steps, see run_iteration(). It reads the time and waits
 * through the C library, clock_gettime() and epoll_wait(), so it runs in virtual time without
 * further work. */
#include <loopspec/backend.h>

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

/* What backend.h leaves to us: a loop, and one struct for all kinds of handles. */
struct loop {
    int epoll;
    int wake;                    /* an eventfd by which other threads end the wait */
    uint64_t now_ms;             /* cached: within a callback the time stands still */
    uint64_t pass;               /* counts passes over timers */
    bool stopping;               /* stop() was called */
    struct loop_handle *handles; /* all that are not freed, newest first */
};

struct loop_handle {
    struct loop *loop;
    struct loop_handle *next;
    enum loop_kind kind;
    loop_callback *callback, *closed;
    void *arg;
    int fd;
    bool active, referenced, closing;
    uint64_t due_ms, repeat_ms; /* of a timer */
    uint64_t started_in;        /* the pass: a timer started in one waits for the next */
    atomic_bool sent;           /* of an async; any thread may set it */
};

/* ---- time ---- */

static void update_time(struct loop *loop)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    loop->now_ms = (uint64_t)ts.tv_sec * 1000 + (uint64_t)ts.tv_nsec / 1000000;
}

static uint64_t now(struct loop *loop)
{
    return loop->now_ms;
}

/* ---- opening and closing ---- */

static const char *version(void)
{
    return "1.0"; /* version of your loop, not of this file */
}

/* config->args is the text after the path: -b ./my-loop.so:ARGS. config->world has now_ns() and
 * wait(), for loops that make their own system calls. */
static struct loop *open_loop(const struct loop_config *config, char *error, size_t error_size)
{
    struct loop *loop = calloc(1, sizeof *loop);
    if (!loop || config->args[0] != '\0') {
        snprintf(error, error_size, loop ? "it takes no arguments" : "no memory");
        free(loop);
        return NULL;
    }
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    loop->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    struct epoll_event event = { .events = EPOLLIN }; /* no handle: it is the wake-up */
    epoll_ctl(loop->epoll, EPOLL_CTL_ADD, loop->wake, &event);
    update_time(loop);
    return loop;
}

static int close_loop(struct loop *loop)
{
    if (loop->handles)
        return -EBUSY;
    close(loop->wake);
    close(loop->epoll);
    free(loop);
    return 0;
}

/* ---- handles ---- */

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
    h->referenced = true;
    h->active = kind == LOOP_ASYNC; /* an async can be sent from the beginning */
    h->next = loop->handles;        /* at the front: a pass in progress does not see it */
    loop->handles = h;
    return h;
}

static int timer_start(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms)
{
    if (!h->callback || h->closing)
        return -EINVAL;
    h->due_ms = after_ms > UINT64_MAX - h->loop->now_ms ? UINT64_MAX : h->loop->now_ms + after_ms;
    h->repeat_ms = repeat_ms;
    h->started_in = h->loop->pass;
    h->active = true;
    return 0;
}

static int timer_again(struct loop_handle *h)
{
    return h->repeat_ms ? timer_start(h, h->repeat_ms, h->repeat_ms) : 0;
}

static void timer_set_repeat(struct loop_handle *h, uint64_t repeat_ms)
{
    h->repeat_ms = repeat_ms;
}

static int watch_start(struct loop_handle *h)
{
    if (!h->callback)
        return -EINVAL;
    h->active = true;
    return 0;
}

static int poll_start(struct loop_handle *h, unsigned events)
{
    struct epoll_event event = { .data.ptr = h };
    if (events & LOOP_READABLE)
        event.events |= EPOLLIN;
    if (events & LOOP_WRITABLE)
        event.events |= EPOLLOUT;
    if (epoll_ctl(h->loop->epoll, h->active ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, h->fd, &event) < 0)
        return -errno;
    h->active = true;
    return 0;
}

/* The only function that other threads call. */
static int async_send(struct loop_handle *h)
{
    const uint64_t one = 1;
    atomic_store(&h->sent, true);
    return write(h->loop->wake, &one, sizeof one) < 0 && errno != EAGAIN ? -errno : 0;
}

static int handle_stop(struct loop_handle *h)
{
    if (h->kind == LOOP_POLL && h->active)
        epoll_ctl(h->loop->epoll, EPOLL_CTL_DEL, h->fd, NULL);
    h->active = false;
    return 0;
}

static void handle_ref(struct loop_handle *h, int referenced)
{
    h->referenced = referenced;
}

static unsigned handle_state(struct loop_handle *h)
{
    return (h->active ? LOOP_IS_ACTIVE : 0u) | (h->referenced ? LOOP_IS_REFERENCED : 0u) |
           (h->closing ? LOOP_IS_CLOSING : 0u);
}

/* Not freed here: the current iteration may still visit it. */
static void handle_close(struct loop_handle *h, loop_callback *closed)
{
    handle_stop(h);
    h->closing = true;
    h->closed = closed;
}

/* ---- one iteration ---- */

static void call_all(struct loop *loop, enum loop_kind kind)
{
    for (struct loop_handle *h = loop->handles; h; h = h->next)
        if (h->kind == kind && h->active)
            h->callback(h->arg, 0);
}

/* The timer that is due first, if it is due. Not one that was started in this pass: a timer of 0 ms
 * that restarts itself would never let the loop go on. */
static struct loop_handle *due_timer(const struct loop *loop)
{
    struct loop_handle *first = NULL;
    for (struct loop_handle *h = loop->handles; h; h = h->next)
        if (h->kind == LOOP_TIMER && h->active && h->started_in != loop->pass &&
            h->due_ms <= loop->now_ms && (!first || h->due_ms < first->due_ms))
            first = h;
    return first;
}

static void call_timers(struct loop *loop)
{
    struct loop_handle *h;
    loop->pass++;
    while ((h = due_timer(loop))) {
        h->active = false; /* before the callback, which may start it again */
        if (h->repeat_ms)
            timer_start(h, h->repeat_ms, h->repeat_ms);
        h->callback(h->arg, 0);
    }
}

static int alive(struct loop *loop)
{
    for (const struct loop_handle *h = loop->handles; h; h = h->next)
        if (h->closing || (h->active && h->referenced))
            return 1;
    return 0;
}

static int how_long(struct loop *loop, enum loop_mode mode)
{
    uint64_t due_ms = UINT64_MAX;
    if (mode == LOOP_NOWAIT || loop->stopping || !alive(loop))
        return 0;
    for (const struct loop_handle *h = loop->handles; h; h = h->next) {
        if (h->closing || (h->kind == LOOP_IDLE && h->active))
            return 0;
        if (h->kind == LOOP_TIMER && h->active && h->due_ms < due_ms)
            due_ms = h->due_ms;
    }
    if (due_ms == UINT64_MAX)
        return -1;
    uint64_t left_ms = due_ms > loop->now_ms ? due_ms - loop->now_ms : 0;
    return left_ms > 1000000000 ? 1000000000 : (int)left_ms;
}

static void call_async(struct loop *loop)
{
    uint64_t count;
    if (read(loop->wake, &count, sizeof count) < 0)
        return; /* an earlier read took this wake-up, too */
    for (struct loop_handle *h = loop->handles; h; h = h->next)
        if (h->kind == LOOP_ASYNC && h->active && atomic_exchange(&h->sent, false))
            h->callback(h->arg, 0);
}

static void wait_and_call(struct loop *loop, int timeout_ms)
{
    struct epoll_event event[64];
    int n = epoll_wait(loop->epoll, event, 64, timeout_ms); /* -1 if it was interrupted */
    update_time(loop);
    for (int i = 0; i < n; i++) {
        struct loop_handle *h = event[i].data.ptr;
        if (!h)
            call_async(loop);
        else if (h->active) /* an earlier callback may have stopped it */
            h->callback(h->arg, 0);
    }
}

static void call_closed(struct loop *loop)
{
    struct loop_handle **link = &loop->handles;
    while (*link) {
        struct loop_handle *h = *link;
        if (!h->closing) {
            link = &h->next;
            continue;
        }
        *link = h->next;
        if (h->closed)
            h->closed(h->arg, 0);
        free(h);
        link = &loop->handles; /* the callback may have made or closed others */
    }
}

static void run_iteration(struct loop *loop, enum loop_mode mode)
{
    call_all(loop, LOOP_IDLE);
    call_all(loop, LOOP_PREPARE);
    update_time(loop);
    wait_and_call(loop, how_long(loop, mode));
    call_all(loop, LOOP_CHECK);
    call_timers(loop);
    call_closed(loop);
}

static int run(struct loop *loop, enum loop_mode mode)
{
    while (alive(loop) && !loop->stopping) {
        run_iteration(loop, mode);
        if (mode != LOOP_DEFAULT)
            break;
    }
    loop->stopping = false;
    return alive(loop);
}

static void stop(struct loop *loop)
{
    loop->stopping = true;
}

/* ---- the table ---- */

const struct loop_backend loopspec_backend = {
    .abi = LOOP_BACKEND_ABI,
    .can = LOOP_CAN_TIMER | LOOP_CAN_REPEAT | LOOP_CAN_IDLE | LOOP_CAN_PREPARE | LOOP_CAN_CHECK |
           LOOP_CAN_POLL | LOOP_CAN_ASYNC | LOOP_CAN_CLOSE | LOOP_CAN_REF | LOOP_CAN_ONCE |
           LOOP_CAN_NOWAIT | LOOP_CAN_STOP | LOOP_CAN_ALIVE | LOOP_CAN_CLOCK | LOOP_CAN_ENDS |
           LOOP_CAN_VIRTUAL_CLOCK,
    .name = "template",
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
    .timer_again = timer_again,
    .timer_set_repeat = timer_set_repeat,
    .watch_start = watch_start,
    .poll_start = poll_start,
    .async_send = async_send,
    .handle_stop = handle_stop,
    .handle_ref = handle_ref,
    .handle_state = handle_state,
    .handle_close = handle_close,
};
