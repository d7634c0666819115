/* poller.c - a loop around poll(2), written from src/backend/README.md: descriptors, timers,
 * wake-ups and the run modes, by the C library. `-b ./poller.so:room=N` is how many handles it
 * has room for. */
#include <loopspec/backend.h>

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ROOM = 64 };

struct loop_handle {
    struct loop *loop;
    enum loop_kind kind;
    int fd[2]; /* of an async: a pipe */
    short events;
    int active, used;
    uint64_t due_ms;
    loop_callback *callback;
    void *arg;
};

struct loop {
    struct loop_handle handle[ROOM];
    int room, stopping;
};

static uint64_t clock_ms(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (uint64_t)ts.tv_sec * 1000 + (uint64_t)ts.tv_nsec / 1000000;
}

static const char *version(void)
{
    return "0.3";
}

static struct loop *open_loop(const struct loop_config *config, char *error, size_t size)
{
    int room = ROOM;
    if (*config->args && (sscanf(config->args, "room=%d", &room) != 1 || room < 1 || room > ROOM)) {
        snprintf(error, size, "'%s' is not room=1 to room=%d", config->args, ROOM);
        return NULL;
    }
    struct loop *loop = calloc(1, sizeof *loop);
    loop->room = room;
    return loop;
}

static int close_loop(struct loop *loop)
{
    for (int i = 0; i < loop->room; i++)
        if (loop->handle[i].used)
            return -EBUSY;
    free(loop);
    return 0;
}

static struct loop_handle *handle_new(struct loop *loop, enum loop_kind kind, int fd,
                                      loop_callback *callback, void *arg)
{
    int i = 0;
    while (i < loop->room && loop->handle[i].used)
        i++;
    if (i == loop->room)
        return NULL;
    struct loop_handle *h = &loop->handle[i];
    *h = (struct loop_handle){
        .loop = loop, .kind = kind, .fd = { fd, -1 }, .used = 1, .callback = callback, .arg = arg
    };
    if (kind == LOOP_ASYNC && pipe(h->fd) < 0)
        return NULL;
    h->active = kind == LOOP_ASYNC;
    h->events = POLLIN;
    return h;
}

static int timer_start(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms)
{
    (void)repeat_ms; /* not declared */
    h->due_ms = clock_ms() + after_ms;
    h->active = 1;
    return 0;
}

static int poll_start(struct loop_handle *h, unsigned events)
{
    h->events = (short)((events & LOOP_READABLE ? POLLIN : 0) |
                        (events & LOOP_WRITABLE ? POLLOUT : 0));
    h->active = 1;
    return 0;
}

static int async_send(struct loop_handle *h)
{
    return write(h->fd[1], "", 1) < 0 ? -errno : 0;
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
    (void)closed; /* not declared */
    if (h->kind == LOOP_ASYNC) {
        close(h->fd[0]);
        close(h->fd[1]);
    }
    h->active = h->used = 0;
}

static int alive(const struct loop *loop)
{
    for (int i = 0; i < loop->room; i++)
        if (loop->handle[i].active)
            return 1;
    return 0;
}

static struct loop_handle *earliest(struct loop *loop)
{
    struct loop_handle *first = NULL;
    for (int i = 0; i < loop->room; i++) {
        struct loop_handle *h = &loop->handle[i];
        if (h->active && h->kind == LOOP_TIMER && (!first || h->due_ms < first->due_ms))
            first = h;
    }
    return first;
}

static int how_long(struct loop *loop, enum loop_mode mode)
{
    const struct loop_handle *first = earliest(loop);
    uint64_t now = clock_ms();
    if (mode == LOOP_NOWAIT)
        return 0;
    return !first ? -1 : first->due_ms > now ? (int)(first->due_ms - now) : 0;
}

static void call_timers(struct loop *loop)
{
    uint64_t now = clock_ms();
    struct loop_handle *h;
    /* As many as there are: one that starts itself with 0 ms has its turn next time. */
    for (int i = 0; i < loop->room && (h = earliest(loop)) && h->due_ms <= now; i++) {
        h->active = 0;
        h->callback(h->arg, 0);
    }
}

static void call_ready(struct loop *loop, int timeout_ms)
{
    struct pollfd pfd[ROOM];
    char bytes[64];
    for (int i = 0; i < loop->room; i++) {
        const struct loop_handle *h = &loop->handle[i];
        pfd[i] = (struct pollfd){ h->active && h->kind != LOOP_TIMER ? h->fd[0] : -1, h->events,
                                  0 };
    }
    if (poll(pfd, (nfds_t)loop->room, timeout_ms) <= 0)
        return;
    for (int i = 0; i < loop->room; i++) {
        struct loop_handle *h = &loop->handle[i];
        if (!pfd[i].revents || !h->active)
            continue;
        if (h->kind == LOOP_ASYNC && read(h->fd[0], bytes, sizeof bytes) < 0)
            continue;
        h->callback(h->arg, 0);
    }
}

static int run(struct loop *loop, enum loop_mode mode)
{
    while (alive(loop) && !loop->stopping) {
        call_ready(loop, how_long(loop, mode));
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
    .can = LOOP_CAN_TIMER | LOOP_CAN_POLL | LOOP_CAN_ASYNC | LOOP_CAN_ONCE | LOOP_CAN_NOWAIT |
           LOOP_CAN_STOP | LOOP_CAN_ENDS | LOOP_CAN_VIRTUAL_CLOCK,
    .name = "poller",
    .version = version,
    .open = open_loop,
    .close = close_loop,
    .run = run,
    .stop = stop,
    .handle_new = handle_new,
    .timer_start = timer_start,
    .poll_start = poll_start,
    .async_send = async_send,
    .handle_stop = handle_stop,
    .handle_state = handle_state,
    .handle_close = handle_close,
};
