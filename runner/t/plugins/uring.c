/* uring.c - a loop around io_uring, written from src/backend/README.md. liburing makes its
 * system calls itself, so time and waiting are the world's: now_ns(), and wait() on the ring's
 * own descriptor, which is readable when something has completed. */
#include <loopspec/backend.h>

#include <errno.h>
#include <liburing.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct loop {
    struct io_uring ring;
    const struct loop_world *world;
    struct loop_handle *handles;
    int stopping;
};

struct loop_handle {
    struct loop *loop;
    struct loop_handle *next;
    enum loop_kind kind;
    int fd, active;
    short events;
    int watched; /* the kernel has a poll request of ours */
    int dead;    /* closed while it has: the completion frees it */
    uint64_t due_ns;
    loop_callback *callback;
    void *arg;
};

static const char *version(void)
{
    return "0.1";
}

static struct loop *open_loop(const struct loop_config *config, char *error, size_t size)
{
    struct loop *loop = calloc(1, sizeof *loop);
    int result = io_uring_queue_init(64, &loop->ring, 0);
    if (result < 0) {
        snprintf(error, size, "io_uring_queue_init: %s", strerror(-result));
        free(loop);
        return NULL;
    }
    loop->world = config->world;
    return loop;
}

static int close_loop(struct loop *loop)
{
    if (loop->handles)
        return -EBUSY;
    io_uring_queue_exit(&loop->ring);
    free(loop);
    return 0;
}

static struct loop_handle *handle_new(struct loop *loop, enum loop_kind kind, int fd,
                                      loop_callback *callback, void *arg)
{
    struct loop_handle *h = calloc(1, sizeof *h);
    *h = (struct loop_handle){ .loop = loop,
                               .next = loop->handles,
                               .kind = kind,
                               .fd = fd,
                               .callback = callback,
                               .arg = arg };
    loop->handles = h;
    return h;
}

static int timer_start(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms)
{
    (void)repeat_ms; /* not declared */
    h->due_ns = h->loop->world->now_ns() + after_ms * 1000000;
    h->active = 1;
    return 0;
}

/* One request at a time; it is made anew after each completion, which is what makes it
 * level-triggered. */
static void watch(struct loop_handle *h)
{
    struct io_uring_sqe *sqe = io_uring_get_sqe(&h->loop->ring);
    io_uring_prep_poll_add(sqe, h->fd, (unsigned)h->events);
    io_uring_sqe_set_data(sqe, h);
    h->watched = 1;
}

static int poll_start(struct loop_handle *h, unsigned events)
{
    h->events = (short)((events & LOOP_READABLE ? POLLIN : 0) |
                        (events & LOOP_WRITABLE ? POLLOUT : 0));
    h->active = 1;
    return 0;
}

static int handle_stop(struct loop_handle *h)
{
    h->active = 0;
    return 0;
}

static unsigned handle_state(struct loop_handle *h)
{
    return (h->active ? LOOP_IS_ACTIVE : 0u) | LOOP_IS_REFERENCED;
}

static void handle_close(struct loop_handle *h, loop_callback *closed)
{
    struct loop_handle **link = &h->loop->handles;
    (void)closed; /* not declared */
    while (*link != h)
        link = &(*link)->next;
    *link = h->next;
    h->active = 0;
    h->dead = 1;
    if (!h->watched)
        free(h);
    else {
        struct io_uring_sqe *sqe = io_uring_get_sqe(&h->loop->ring);
        io_uring_prep_poll_remove(sqe, (uintptr_t)h);
        io_uring_sqe_set_data(sqe, NULL);
        io_uring_submit(&h->loop->ring);
    }
}

static int alive(const struct loop *loop)
{
    for (const struct loop_handle *h = loop->handles; h; h = h->next)
        if (h->active)
            return 1;
    return 0;
}

static struct loop_handle *earliest(const struct loop *loop)
{
    struct loop_handle *first = NULL;
    for (struct loop_handle *h = loop->handles; h; h = h->next)
        if (h->active && h->kind == LOOP_TIMER && (!first || h->due_ns < first->due_ns))
            first = h;
    return first;
}

/* Up to the next whole millisecond: never early. */
static int how_long(const struct loop *loop, enum loop_mode mode)
{
    const struct loop_handle *first = earliest(loop);
    uint64_t now = loop->world->now_ns();
    if (mode == LOOP_NOWAIT)
        return 0;
    return !first ? -1 : first->due_ns > now ? (int)((first->due_ns - now + 999999) / 1000000) : 0;
}

static void call_completed(struct loop *loop)
{
    struct io_uring_cqe *cqe;
    while (io_uring_peek_cqe(&loop->ring, &cqe) == 0) {
        struct loop_handle *h = io_uring_cqe_get_data(cqe);
        int result = cqe->res;
        io_uring_cqe_seen(&loop->ring, cqe);
        if (!h)
            continue;
        h->watched = 0;
        if (h->dead)
            free(h);
        else if (h->active && result > 0)
            h->callback(h->arg, 0);
    }
}

static void call_timers(struct loop *loop)
{
    uint64_t now = loop->world->now_ns();
    struct loop_handle *h;
    for (int i = 0; i < 64 && (h = earliest(loop)) && h->due_ns <= now; i++) {
        h->active = 0;
        h->callback(h->arg, 0);
    }
}

static int run(struct loop *loop, enum loop_mode mode)
{
    while (alive(loop) && !loop->stopping) {
        for (struct loop_handle *h = loop->handles; h; h = h->next)
            if (h->active && h->kind == LOOP_POLL && !h->watched)
                watch(h);
        io_uring_submit(&loop->ring);
        loop->world->wait(loop->ring.ring_fd, how_long(loop, mode));
        call_completed(loop);
        call_timers(loop);
        if (mode != LOOP_DEFAULT)
            break;
    }
    loop->stopping = 0;
    return alive(loop);
}

static void stop(struct loop *loop)
{
    loop->stopping = 1;
}

const struct loop_backend loopspec_backend = {
    .abi = LOOP_BACKEND_ABI,
    .can = LOOP_CAN_TIMER | LOOP_CAN_POLL | LOOP_CAN_ONCE | LOOP_CAN_NOWAIT | LOOP_CAN_STOP |
           LOOP_CAN_ENDS | LOOP_CAN_VIRTUAL_CLOCK,
    .name = "uring",
    .version = version,
    .open = open_loop,
    .close = close_loop,
    .run = run,
    .stop = stop,
    .handle_new = handle_new,
    .timer_start = timer_start,
    .poll_start = poll_start,
    .handle_stop = handle_stop,
    .handle_state = handle_state,
    .handle_close = handle_close,
};
