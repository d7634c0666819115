/* endless.c - a loop around epoll that never ends, written from backend.h: run() returns when it
 * is told to, whatever is left. It has what the hosts of Node and of a page are built of.
 * `-b ./endless.so:ARGS` makes it one of others, by words with a comma between them:
 *
 *     minute     never waits longer than a minute, as libev does
 *     spins      never waits
 *     no-zero    has no timers of 0 ms: refuses them, as loops do where 0 means none
 *     one-delay  a repeating timer has no first delay of its own: others are refused
 *     counts     a wake-up that is sent thrice is called thrice
 *     shy        a once run may return before its timer is due
 *     deaf       does not stop */
#include <loopspec/backend.h>

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

struct loop_handle {
    struct loop *loop;
    enum loop_kind kind;
    int fd;
    bool active, unreferenced, closing;
    uint64_t due_ms, repeat_ms, order;
    atomic_uint sent; /* of an async */
    loop_callback *callback, *closed;
    void *arg;
    struct loop_handle *next;
};

struct loop {
    int epoll, wake;
    uint64_t now_ms, starts;
    bool stopping;
    bool minute, spins, no_zero, one_delay, counts, shy, deaf;
    struct loop_handle *handles; /* oldest first */
};

static const char *version(void)
{
    return "0.9";
}

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

static struct loop *open_loop(const struct loop_config *config, char *error, size_t size)
{
    struct loop *loop = calloc(1, sizeof *loop);
    struct epoll_event event = { .events = EPOLLIN };
    (void)error;
    (void)size;
    loop->minute = strstr(config->args, "minute");
    loop->spins = strstr(config->args, "spins");
    loop->no_zero = strstr(config->args, "no-zero");
    loop->one_delay = strstr(config->args, "one-delay");
    loop->counts = strstr(config->args, "counts");
    loop->shy = strstr(config->args, "shy");
    loop->deaf = strstr(config->args, "deaf");
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    loop->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
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
    struct loop_handle **end = &loop->handles, *h = calloc(1, sizeof *h);
    while (*end)
        end = &(*end)->next;
    *end = h;
    h->loop = loop;
    h->kind = kind;
    h->fd = fd;
    h->active = kind == LOOP_ASYNC;
    h->callback = callback;
    h->arg = arg;
    return h;
}

static int timer_start(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms)
{
    if (!h->callback || h->closing || (h->loop->no_zero && after_ms == 0))
        return -EINVAL;
    if (h->loop->one_delay && repeat_ms > 0 && repeat_ms != after_ms)
        return -ENOTSUP;
    h->due_ms = after_ms > UINT64_MAX - h->loop->now_ms ? UINT64_MAX : h->loop->now_ms + after_ms;
    h->repeat_ms = repeat_ms;
    h->order = ++h->loop->starts;
    h->active = true;
    return 0;
}

static int timer_again(struct loop_handle *h)
{
    return h->repeat_ms > 0 ? timer_start(h, h->repeat_ms, h->repeat_ms) : 0;
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
    event.events = (events & LOOP_READABLE ? EPOLLIN : 0u) |
                   (events & LOOP_WRITABLE ? EPOLLOUT : 0u);
    if (epoll_ctl(h->loop->epoll, h->active ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, h->fd, &event) < 0)
        return -errno;
    h->active = true;
    return 0;
}

static int async_send(struct loop_handle *h)
{
    const uint64_t one = 1;
    if (h->loop->counts)
        h->sent++;
    else
        h->sent = 1;
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
    h->unreferenced = !referenced;
}

static unsigned handle_state(struct loop_handle *h)
{
    return (h->active ? LOOP_IS_ACTIVE : 0u) | (h->unreferenced ? 0u : LOOP_IS_REFERENCED) |
           (h->closing ? LOOP_IS_CLOSING : 0u);
}

static void handle_close(struct loop_handle *h, loop_callback *closed)
{
    handle_stop(h);
    h->closing = true;
    h->closed = closed;
}

/* ---- an iteration ---- */

static void call_all(struct loop *loop, enum loop_kind kind)
{
    for (struct loop_handle *h = loop->handles; h; h = h->next)
        if (h->kind == kind && h->active)
            h->callback(h->arg, 0);
}

static struct loop_handle *first_timer(const struct loop *loop)
{
    struct loop_handle *first = NULL;
    for (struct loop_handle *h = loop->handles; h; h = h->next)
        if (h->kind == LOOP_TIMER && h->active &&
            (!first || h->due_ms < first->due_ms ||
             (h->due_ms == first->due_ms && h->order < first->order)))
            first = h;
    return first;
}

/* Those that a callback starts wait for the next turn. */
static void call_timers(struct loop *loop)
{
    struct loop_handle *h;
    uint64_t last = loop->starts;
    while ((h = first_timer(loop)) && h->due_ms <= loop->now_ms && h->order <= last) {
        h->active = false;
        if (h->repeat_ms > 0)
            timer_start(h, h->repeat_ms, h->repeat_ms);
        h->callback(h->arg, 0);
    }
}

static int how_long(const struct loop *loop, enum loop_mode mode)
{
    const struct loop_handle *first = first_timer(loop);
    if (mode == LOOP_NOWAIT || loop->spins)
        return 0;
    for (const struct loop_handle *h = loop->handles; h; h = h->next)
        if (h->closing || (h->kind == LOOP_IDLE && h->active))
            return 0;
    uint64_t most = loop->minute ? 60000 : 1000000000;
    if (!first)
        return loop->minute ? (int)most : -1;
    uint64_t left = first->due_ms > loop->now_ms ? first->due_ms - loop->now_ms : 0;
    if (loop->shy && mode == LOOP_ONCE && left > 1)
        left /= 2;
    return (int)(left < most ? left : most);
}

static int poll_timeout(struct loop *loop)
{
    return how_long(loop, LOOP_DEFAULT);
}

static void call_async(struct loop *loop)
{
    uint64_t count;
    if (read(loop->wake, &count, sizeof count) < 0)
        return;
    for (struct loop_handle *h = loop->handles; h; h = h->next)
        for (unsigned n = h->kind == LOOP_ASYNC ? atomic_exchange(&h->sent, 0) : 0; n > 0; n--)
            if (h->active)
                h->callback(h->arg, 0);
}

static void call_closed(struct loop *loop)
{
    for (struct loop_handle **link = &loop->handles; *link;) {
        struct loop_handle *h = *link;
        if (!h->closing) {
            link = &h->next;
            continue;
        }
        *link = h->next;
        if (h->closed)
            h->closed(h->arg, 0);
        free(h);
        link = &loop->handles;
    }
}

/* It waits even if it was told to stop by an idle or a prepare callback. */
static void turn(struct loop *loop, enum loop_mode mode)
{
    struct epoll_event event[16];
    call_all(loop, LOOP_IDLE);
    call_all(loop, LOOP_PREPARE);
    update_time(loop);
    int n = epoll_wait(loop->epoll, event, 16, how_long(loop, mode));
    update_time(loop);
    for (int i = 0; i < n; i++) {
        struct loop_handle *h = event[i].data.ptr;
        if (!h)
            call_async(loop);
        else if (h->active)
            h->callback(h->arg, 0);
    }
    call_all(loop, LOOP_CHECK);
    call_timers(loop);
    call_closed(loop);
}

static int run(struct loop *loop, enum loop_mode mode)
{
    do
        turn(loop, mode);
    while (mode == LOOP_DEFAULT && (!loop->stopping || loop->deaf));
    loop->stopping = false;
    return 1;
}

static void stop(struct loop *loop)
{
    loop->stopping = true;
}

static int alive(struct loop *loop)
{
    for (const struct loop_handle *h = loop->handles; h; h = h->next)
        if (h->closing || (h->active && !h->unreferenced))
            return 1;
    return 0;
}

const struct loop_backend loopspec_backend = {
    .abi = LOOP_BACKEND_ABI,
    .can = LOOP_CAN_TIMER | LOOP_CAN_REPEAT | LOOP_CAN_IDLE | LOOP_CAN_PREPARE | LOOP_CAN_CHECK |
           LOOP_CAN_POLL | LOOP_CAN_ASYNC | LOOP_CAN_CLOSE | LOOP_CAN_REF | LOOP_CAN_ONCE |
           LOOP_CAN_NOWAIT | LOOP_CAN_STOP | LOOP_CAN_ALIVE | LOOP_CAN_CLOCK |
           LOOP_CAN_POLL_TIMEOUT | LOOP_CAN_VIRTUAL_CLOCK,
    .name = "endless",
    .version = version,
    .open = open_loop,
    .close = close_loop,
    .run = run,
    .stop = stop,
    .alive = alive,
    .now = now,
    .update_time = update_time,
    .poll_timeout = poll_timeout,
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
