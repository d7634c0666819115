/* timerfd.c - a loop whose timers are timer descriptors, written from src/backend/README.md. It
 * tells time in nanoseconds, computes deadlines from what it has read, and arms the descriptors with
 * them: one for each timer, or with `-b ./timerfd.so:single` one for all. */
#include <loopspec/backend.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_S  1000000000ull
#define NS_PER_MS 1000000ull

struct loop_handle {
    struct loop *loop;
    struct loop_handle *next;
    enum loop_kind kind;
    int fd; /* a timer's own, an async's, or the one that is watched */
    int active, referenced, closing;
    unsigned events;
    uint64_t due_ns, repeat_ns, started;
    loop_callback *callback, *closed;
    void *arg;
};

struct loop {
    int epoll, timer; /* timer: -1 if each has its own */
    int stopping;
    uint64_t starts; /* of timers */
    struct loop_handle *handles;
};

/* ---- time ---- */

static uint64_t clock_ns(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (uint64_t)ts.tv_sec * NS_PER_S + (uint64_t)ts.tv_nsec;
}

/* Saturated: so late is never. */
static uint64_t later(uint64_t ms)
{
    uint64_t now = clock_ns();
    return ms > (UINT64_MAX - now) / NS_PER_MS ? UINT64_MAX : now + ms * NS_PER_MS;
}

static void arm(int fd, uint64_t due_ns)
{
    struct itimerspec at = { .it_value = { (time_t)(due_ns / NS_PER_S),
                                           (long)(due_ns % NS_PER_S) } };
    if (timerfd_settime(fd, TFD_TIMER_ABSTIME, &at, NULL) < 0)
        abort();
}

static struct loop_handle *first_timer(const struct loop *loop)
{
    struct loop_handle *first = NULL;
    for (struct loop_handle *h = loop->handles; h; h = h->next)
        if (h->kind == LOOP_TIMER && h->active &&
            (!first || h->due_ns < first->due_ns ||
             (h->due_ns == first->due_ns && h->started < first->started)))
            first = h;
    return first;
}

/* Zero disarms. */
static void arm_single(const struct loop *loop)
{
    const struct loop_handle *first = first_timer(loop);
    if (loop->timer >= 0)
        arm(loop->timer, first ? first->due_ns : 0);
}

/* ---- the loop ---- */

static const char *version(void)
{
    return "0.4";
}

static void watch(const struct loop *loop, int fd, unsigned events, struct loop_handle *h)
{
    struct epoll_event event = { .events = events, .data.ptr = h };
    if (epoll_ctl(loop->epoll, EPOLL_CTL_ADD, fd, &event) < 0)
        abort();
}

static struct loop *open_loop(const struct loop_config *config, char *error, size_t size)
{
    int single = strcmp(config->args, "single") == 0;
    if (!single && *config->args) {
        snprintf(error, size, "'%s' is not 'single'", config->args);
        return NULL;
    }
    struct loop *loop = calloc(1, sizeof *loop);
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    loop->timer = single ? timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK) : -1;
    if (single)
        watch(loop, loop->timer, EPOLLIN, NULL);
    return loop;
}

static int close_loop(struct loop *loop)
{
    if (loop->handles)
        return -EBUSY;
    if (loop->timer >= 0)
        close(loop->timer);
    close(loop->epoll);
    free(loop);
    return 0;
}

static int alive(struct loop *loop)
{
    for (const struct loop_handle *h = loop->handles; h; h = h->next)
        if (h->closing || (h->active && h->referenced))
            return 1;
    return 0;
}

static void stop(struct loop *loop)
{
    loop->stopping = 1;
}

/* ---- handles ---- */

static struct loop_handle *handle_new(struct loop *loop, enum loop_kind kind, int fd,
                                      loop_callback *callback, void *arg)
{
    struct loop_handle *h = calloc(1, sizeof *h);
    *h = (struct loop_handle){ .loop = loop,
                               .next = loop->handles,
                               .kind = kind,
                               .fd = fd,
                               .referenced = 1,
                               .callback = callback,
                               .arg = arg };
    if (kind == LOOP_TIMER)
        h->fd = loop->timer < 0 ? timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK) : -1;
    if (kind == LOOP_ASYNC)
        h->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (kind != LOOP_POLL && h->fd >= 0)
        watch(loop, h->fd, EPOLLIN, h);
    h->active = kind == LOOP_ASYNC;
    loop->handles = h;
    return h;
}

static void start_at(struct loop_handle *h, uint64_t due_ns)
{
    h->due_ns = due_ns;
    h->started = ++h->loop->starts;
    h->active = 1;
    if (h->fd >= 0)
        arm(h->fd, due_ns);
    else
        arm_single(h->loop);
}

static int timer_start(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms)
{
    h->repeat_ns = repeat_ms * NS_PER_MS;
    start_at(h, later(after_ms));
    return 0;
}

static int timer_again(struct loop_handle *h)
{
    if (h->repeat_ns)
        start_at(h, later(h->repeat_ns / NS_PER_MS));
    return 0;
}

static void timer_set_repeat(struct loop_handle *h, uint64_t repeat_ms)
{
    h->repeat_ns = repeat_ms * NS_PER_MS;
}

static int poll_start(struct loop_handle *h, unsigned events)
{
    h->events = (events & LOOP_READABLE ? EPOLLIN : 0u) | (events & LOOP_WRITABLE ? EPOLLOUT : 0u);
    if (h->active)
        epoll_ctl(h->loop->epoll, EPOLL_CTL_DEL, h->fd, NULL);
    watch(h->loop, h->fd, h->events, h);
    h->active = 1;
    return 0;
}

static int async_send(struct loop_handle *h)
{
    return eventfd_write(h->fd, 1) < 0 ? -errno : 0;
}

static int handle_stop(struct loop_handle *h)
{
    int was = h->active;
    h->active = 0;
    if (h->kind == LOOP_POLL && was)
        epoll_ctl(h->loop->epoll, EPOLL_CTL_DEL, h->fd, NULL);
    if (h->kind == LOOP_TIMER && h->fd >= 0)
        arm(h->fd, 0);
    if (h->kind == LOOP_TIMER)
        arm_single(h->loop);
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

static void handle_close(struct loop_handle *h, loop_callback *closed)
{
    if (h->kind != LOOP_ASYNC)
        handle_stop(h);
    h->active = 0;
    h->closing = 1;
    h->closed = closed;
    if (h->kind != LOOP_POLL && h->fd >= 0)
        close(h->fd);
}

/* ---- an iteration ---- */

/* Those that its clock says are due, by deadline; not those that they start. */
static void run_timers(struct loop *loop)
{
    uint64_t now = clock_ns(), limit = loop->starts;
    for (struct loop_handle *h; (h = first_timer(loop));) {
        if (h->due_ns > now || h->started > limit)
            break;
        h->active = 0;
        if (h->repeat_ns)
            timer_again(h);
        else
            arm_single(loop);
        h->callback(h->arg, 0);
    }
}

/* A level-triggered descriptor must be read. */
static void empty(int fd)
{
    uint64_t count;
    if (read(fd, &count, sizeof count) < 0 && errno != EAGAIN)
        abort();
}

static void tell(struct loop_handle *h)
{
    if (h->kind == LOOP_POLL && h->active)
        h->callback(h->arg, 0);
    if (h->kind == LOOP_ASYNC && h->active) {
        empty(h->fd);
        h->callback(h->arg, 0);
    }
}

static void finish_closing(struct loop *loop)
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

static int has_closing(const struct loop *loop)
{
    for (const struct loop_handle *h = loop->handles; h; h = h->next)
        if (h->closing)
            return 1;
    return 0;
}

static void iterate(struct loop *loop, int wait)
{
    enum { EVENTS = 64 };
    struct epoll_event event[EVENTS];
    int n = epoll_wait(loop->epoll, event, EVENTS, wait && !has_closing(loop) ? -1 : 0);
    int timers = 0;
    for (int i = 0; i < n; i++) {
        struct loop_handle *h = event[i].data.ptr;
        if (h && h->kind != LOOP_TIMER)
            continue;
        empty(h ? h->fd : loop->timer);
        timers++;
    }
    if (timers > 0)
        run_timers(loop);
    for (int i = 0; i < n; i++) {
        struct loop_handle *h = event[i].data.ptr;
        if (h)
            tell(h);
    }
    finish_closing(loop);
}

static int run(struct loop *loop, enum loop_mode mode)
{
    while (alive(loop) && !loop->stopping) {
        iterate(loop, mode != LOOP_NOWAIT);
        if (mode != LOOP_DEFAULT)
            break;
    }
    loop->stopping = 0;
    return alive(loop);
}

const struct loop_backend loopspec_backend = {
    .abi = LOOP_BACKEND_ABI,
    .can = LOOP_CAN_TIMER | LOOP_CAN_REPEAT | LOOP_CAN_POLL | LOOP_CAN_ASYNC | LOOP_CAN_CLOSE |
           LOOP_CAN_REF | LOOP_CAN_ONCE | LOOP_CAN_NOWAIT | LOOP_CAN_STOP | LOOP_CAN_ALIVE |
           LOOP_CAN_ENDS | LOOP_CAN_VIRTUAL_CLOCK,
    .name = "timerfd",
    .version = version,
    .open = open_loop,
    .close = close_loop,
    .run = run,
    .stop = stop,
    .alive = alive,
    .handle_new = handle_new,
    .timer_start = timer_start,
    .timer_again = timer_again,
    .timer_set_repeat = timer_set_repeat,
    .poll_start = poll_start,
    .async_send = async_send,
    .handle_stop = handle_stop,
    .handle_ref = handle_ref,
    .handle_state = handle_state,
    .handle_close = handle_close,
};
