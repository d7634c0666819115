/* sd-event.c - systemd's event loop, of libsystemd, through backend.h. Our words, and what it has
 * for them:
 *
 *   timer          sd_event_add_time_relative(), on CLOCK_MONOTONIC, with an accuracy of 1 us:
 *                  the default lets a timer be late by a quarter of a second
 *   idle           sd_event_add_defer() that is SD_EVENT_ON
 *   prepare        sd_event_source_set_prepare() of a timer that never elapses
 *   poll           sd_event_add_io()
 *   signal         sd_event_add_signal(); the signal is blocked while the loop is open, as its
 *                  page asks
 *   child          posix_spawnp() and sd_event_add_child(); SIGCHLD is blocked likewise
 *   soon           sd_event_add_defer(), which is SD_EVENT_ONESHOT at first
 *   post, at-exit  sd_event_add_post(), sd_event_add_exit()
 *   prefer, defer  sd_event_source_set_priority(), a level is as far as SD_EVENT_PRIORITY_NORMAL
 *                  is from SD_EVENT_PRIORITY_IMPORTANT and _IDLE
 *   run default    sd_event_loop()      once, nowait  sd_event_run()
 *   stop loop      sd_event_exit(), after which the loop serves no purpose any more
 *   now            sd_event_now()       turns  sd_event_get_iteration()
 *
 * Not in sd-event: an end (it runs until it is told to exit), so nothing can be alive or
 * unreferenced; check callbacks; timers that repeat by themselves; a clock that can be refreshed;
 * a wake-up from another thread; a close that calls back; a call that starts a process. This adapter
 * does not cover its watched files. */
#include <systemd/sd-event.h>
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "interface/backend.h"

struct loop {
    sd_event *event;
    sigset_t blocked; /* by signal_start() */
};

struct loop_handle {
    struct loop *loop;
    enum loop_kind kind;
    int fd;
    int rank;
    sd_event_source *source; /* NULL while stopped */
    loop_callback *callback;
    void *arg;
};

/* ---- signals ---- */

/* A signal is watched by a signalfd, which takes only signals that are blocked. */
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
    return LIBSYSTEMD_VERSION; /* of the development files: the library does not say */
}

static struct loop *open_loop(const struct loop_config *config, char *error, size_t size)
{
    struct loop *loop = calloc(1, sizeof *loop);
    (void)config;
    int status = loop ? sd_event_new(&loop->event) : -ENOMEM;
    if (status < 0) {
        snprintf(error, size, "sd_event_new: error %d", -status);
        free(loop);
        return NULL;
    }
    sigemptyset(&loop->blocked);
    return loop;
}

static int close_loop(struct loop *loop)
{
    sd_event_unref(loop->event);
    unblock(loop);
    free(loop);
    return 0;
}

static int run(struct loop *loop, enum loop_mode mode)
{
    int status = mode == LOOP_DEFAULT
                     ? sd_event_loop(loop->event)
                     : sd_event_run(loop->event, mode == LOOP_ONCE ? UINT64_MAX : 0);
    return status < 0 ? status : 1; /* it never ends by itself */
}

static void stop(struct loop *loop)
{
    sd_event_exit(loop->event, 0);
}

static uint64_t now(struct loop *loop)
{
    uint64_t us = 0;
    sd_event_now(loop->event, CLOCK_MONOTONIC, &us);
    return us / 1000;
}

static uint64_t turns(struct loop *loop)
{
    uint64_t count = 0;
    sd_event_get_iteration(loop->event, &count);
    return count;
}

/* ---- sources ---- */

static int called(void *arg)
{
    struct loop_handle *h = arg;
    if (h->callback)
        h->callback(h->arg, 0);
    return 0;
}

static int on_time(sd_event_source *source, uint64_t due_us, void *arg)
{
    (void)source;
    (void)due_us;
    return called(arg);
}

static int on_static(sd_event_source *source, void *arg)
{
    (void)source;
    return called(arg);
}

static int on_descriptor(sd_event_source *source, int fd, uint32_t events, void *arg)
{
    (void)source;
    (void)fd;
    (void)events;
    return called(arg);
}

static int on_signal(sd_event_source *source, const struct signalfd_siginfo *info, void *arg)
{
    (void)source;
    (void)info;
    return called(arg);
}

static struct loop_handle *handle_new(struct loop *loop, enum loop_kind kind, int fd,
                                      loop_callback *callback, void *arg)
{
    struct loop_handle *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    *h = (struct loop_handle){
        .loop = loop, .kind = kind, .fd = fd, .callback = callback, .arg = arg
    };
    return h;
}

static int handle_stop(struct loop_handle *h)
{
    h->source = sd_event_source_disable_unref(h->source);
    return 0;
}

static int set_priority(const struct loop_handle *h)
{
    return sd_event_source_set_priority(h->source, (int64_t)-h->rank * SD_EVENT_PRIORITY_IDLE);
}

/* After a successful start the new source gets the handle's priority. */
static int started(const struct loop_handle *h, int status)
{
    if (status >= 0 && h->rank != 0)
        status = set_priority(h);
    return status < 0 ? status : 0;
}

static int timer_start(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms)
{
    if (repeat_ms > 0)
        return -ENOTSUP;
    if (after_ms > UINT64_MAX / 1000)
        return -EOVERFLOW;
    handle_stop(h);
    return started(h,
                   sd_event_add_time_relative(h->loop->event, &h->source, CLOCK_MONOTONIC,
                                              after_ms * 1000, 1, h->callback ? on_time : NULL, h));
}

static int start_prepare(struct loop_handle *h)
{
    int status = sd_event_add_time(h->loop->event, &h->source, CLOCK_MONOTONIC, UINT64_MAX, 1,
                                   on_time, h);
    return started(h, status < 0 ? status : sd_event_source_set_prepare(h->source, on_static));
}

static int start_static(struct loop_handle *h)
{
    int (*const add)(sd_event *, sd_event_source **, sd_event_handler_t,
                     void *) = h->kind == LOOP_SOON   ? sd_event_add_defer
                               : h->kind == LOOP_POST ? sd_event_add_post
                                                      : sd_event_add_exit;
    handle_stop(h);
    return started(h, add(h->loop->event, &h->source, on_static, h));
}

static int watch_start(struct loop_handle *h)
{
    if (h->kind == LOOP_SOON || h->kind == LOOP_POST || h->kind == LOOP_AT_EXIT)
        return start_static(h);
    if (h->source)
        return 0;
    if (h->kind == LOOP_PREPARE)
        return start_prepare(h);
    int status = sd_event_add_defer(h->loop->event, &h->source, h->callback ? on_static : NULL, h);
    return started(h, status < 0 ? status : sd_event_source_set_enabled(h->source, SD_EVENT_ON));
}

static int poll_start(struct loop_handle *h, unsigned events)
{
    uint32_t mask = (events & LOOP_READABLE ? EPOLLIN : 0u) |
                    (events & LOOP_WRITABLE ? EPOLLOUT : 0u);
    handle_stop(h);
    return started(h, sd_event_add_io(h->loop->event, &h->source, h->fd, mask, on_descriptor, h));
}

static int signal_start(struct loop_handle *h, int signal)
{
    block(h->loop, signal);
    handle_stop(h);
    int status = sd_event_add_signal(h->loop->event, &h->source, signal, on_signal, h);
    if (status == -EBUSY)
        return -ENOTSUP; /* its page: a signal has a single handler */
    return started(h, status);
}

static int on_child(sd_event_source *source, const siginfo_t *info, void *arg)
{
    struct loop_handle *h = arg;
    (void)source;
    if (h->callback)
        h->callback(h->arg, info->si_code == CLD_EXITED ? info->si_status : 0);
    return 0;
}

/* The child must not inherit that SIGCHLD is blocked. */
static int start_process(char *const argv[], const sigset_t *mask, int *pid)
{
    posix_spawnattr_t how;
    posix_spawnattr_init(&how);
    posix_spawnattr_setsigmask(&how, mask);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK);
    int error = posix_spawnp(pid, argv[0], NULL, &how, argv, environ);
    posix_spawnattr_destroy(&how);
    return error;
}

static struct loop_handle *spawn(struct loop *loop, char *const argv[], loop_callback *exited,
                                 void *arg, int *pid)
{
    sigset_t mask;
    struct loop_handle *h = handle_new(loop, LOOP_CHILD, -1, exited, arg);
    pthread_sigmask(SIG_BLOCK, NULL, &mask);
    block(loop, SIGCHLD);
    int status = h ? -start_process(argv, &mask, pid) : -ENOMEM;
    if (status == 0)
        status = started(h,
                         sd_event_add_child(loop->event, &h->source, *pid, WEXITED, on_child, h));
    if (status < 0) {
        free(h);
        errno = -status;
        return NULL;
    }
    return h;
}

static int handle_priority(struct loop_handle *h, int rank)
{
    h->rank = rank;
    return h->source ? set_priority(h) : 0;
}

/* A one-shot source that was dispatched still exists, but is disabled. */
static unsigned handle_state(struct loop_handle *h)
{
    return (sd_event_source_get_enabled(h->source, NULL) > 0 ? LOOP_IS_ACTIVE : 0u) |
           LOOP_IS_REFERENCED;
}

static void handle_close(struct loop_handle *h, loop_callback *closed)
{
    (void)closed;
    handle_stop(h);
    free(h);
}

const struct loop_backend loopspec_backend = {
    .abi = LOOP_BACKEND_ABI,
    .can = LOOP_CAN_TIMER | LOOP_CAN_IDLE | LOOP_CAN_PREPARE | LOOP_CAN_POLL | LOOP_CAN_SIGNAL |
           LOOP_CAN_CHILD | LOOP_CAN_ONCE | LOOP_CAN_NOWAIT | LOOP_CAN_STOP | LOOP_CAN_NOW |
           LOOP_CAN_METRICS | LOOP_CAN_PRIORITY | LOOP_CAN_SOON | LOOP_CAN_POST | LOOP_CAN_AT_EXIT |
           LOOP_CAN_FINAL | LOOP_CAN_VIRTUAL_CLOCK,
    .name = "sd-event",
    .version = version,
    .open = open_loop,
    .close = close_loop,
    .run = run,
    .stop = stop,
    .now = now,
    .turns = turns,
    .handle_new = handle_new,
    .timer_start = timer_start,
    .watch_start = watch_start,
    .poll_start = poll_start,
    .signal_start = signal_start,
    .spawn = spawn,
    .handle_stop = handle_stop,
    .handle_state = handle_state,
    .handle_close = handle_close,
    .handle_priority = handle_priority,
};
