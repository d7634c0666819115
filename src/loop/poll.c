/* Descriptors and the wait. A descriptor is registered with the kernel only when the loop is about
 * to wait (POLL-10); it is level-triggered (POLL-11). Callbacks come in the order in which the
 * kernel reports events (POLL-12). What becomes ready while they run is reported by the next wait
 * (STARVE-15). */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/mem.h"
#include "loop/inside.h"

enum {
    POLL_BATCH_MAX = 1024, /* events of one wait (POLL-16) */
    POLL_WAITS_MAX = 48,   /* waits of one poll while batches are full (POLL-16) */
};

static struct descriptor *watching(const struct loop *loop, int fd)
{
    return (size_t)fd < loop->by_fd_room ? loop->by_fd[fd] : NULL;
}

static void watch(struct loop *loop, struct descriptor *d)
{
    const size_t old = loop->by_fd_room, fd = (size_t)d->fd;

    if (fd >= old) {
        loop->by_fd_room = 2 * fd + 16;
        loop->by_fd = xrealloc(loop->by_fd, loop->by_fd_room, sizeof *loop->by_fd);
        memset(loop->by_fd + old, 0, (loop->by_fd_room - old) * sizeof *loop->by_fd);
    }
    loop->by_fd[fd] = d;
}

void descriptor_start(struct loop *loop, struct descriptor *d, uint32_t events)
{
    assert(d->fd >= 0);
    assert(!watching(loop, d->fd) || watching(loop, d->fd) == d);
    d->wanted |= events;
    if (d->wanted == d->registered)
        return;
    if (list_is_empty(&d->link))
        list_append(&loop->unregistered, &d->link);
    watch(loop, d);
}

static void batch_discard(struct loop *loop, int fd)
{
    for (size_t i = 0; i < loop->batch_count; i++) {
        if (loop->batch[i].data.fd == fd)
            loop->batch[i].data.fd = -1;
    }
}

/* Its events in the current batch are discarded, too (POLL-13), even if it is started again at
 * once: they are about the time before. */
void descriptor_stop(struct loop *loop, struct descriptor *d)
{
    struct epoll_event none = { 0 };

    if (d->wanted == 0)
        return;
    assert(watching(loop, d->fd) == d);
    d->wanted = 0;
    list_remove(&d->link);
    loop->by_fd[d->fd] = NULL;
    batch_discard(loop, d->fd);
    if (d->registered != 0) /* may fail: its owner may have closed the descriptor */
        epoll_ctl(loop->epoll_fd, EPOLL_CTL_DEL, d->fd, &none);
    d->registered = 0;
}

/* A descriptor without wanted events stays registered until the kernel reports it: if it is wanted
 * again before that, it keeps its place among the ready ones (POLL-12). One with wanted events is
 * registered anew, even if nothing was dropped. */
void descriptor_drop(struct loop *loop, struct descriptor *d, uint32_t events)
{
    if (d->wanted == 0)
        return;
    d->wanted &= ~events;
    if (d->wanted != 0) {
        if (list_is_empty(&d->link))
            list_append(&loop->unregistered, &d->link);
        return;
    }
    list_remove(&d->link);
    loop->by_fd[d->fd] = NULL;
    d->registered = 0;
}

/* The kernel may reuse the number at once, so forget it everywhere. */
void descriptor_close(struct loop *loop, struct descriptor *d)
{
    struct epoll_event none = { 0 };

    if (d->fd < 0)
        return;
    descriptor_stop(loop, d);
    batch_discard(loop, d->fd);
    /* Fails if it is not registered, which is fine. */
    epoll_ctl(loop->epoll_fd, EPOLL_CTL_DEL, d->fd, &none);
    close(d->fd);
    d->fd = -1;
}

/* Events of a poll handle, and epoll's names for them. */
static const struct {
    enum loop_event event;
    uint32_t kernels;
} poll_events[] = {
    { LOOP_READABLE, EPOLLIN },
    { LOOP_WRITABLE, EPOLLOUT },
    { LOOP_DISCONNECT, EPOLLRDHUP },
    { LOOP_PRIORITIZED, EPOLLPRI },
};

static int reported_events(uint32_t kernels)
{
    int reported = 0;

    for (size_t i = 0; i < ARRAY_SIZE(poll_events); i++)
        reported |= kernels & poll_events[i].kernels ? (int)poll_events[i].event : 0;
    return reported;
}

static void handle_is_ready(struct loop *loop, struct descriptor *d, uint32_t events)
{
    struct loop_handle *h = LIST_ENTRY(d, struct loop_handle, poll);
    int status = 0;

    h->reported = reported_events(events);
    if ((events & EPOLLERR) && !(events & EPOLLPRI)) {
        /* libuv does not remove it from the kernel's set: the kernel reports the error once more,
         * but no callback gets it. */
        descriptor_drop(loop, d, d->wanted);
        handle_deactivate(h);
        status = -EBADF;
        h->reported = 0;
    }
    if (h->callback)
        h->callback(h->arg, status);
}

/* Regular files and closed descriptors are refused here: they are registered only before the wait,
 * where no call could report the error. */
int poll_init(struct loop_handle *h, int fd)
{
    const int epoll_fd = h->loop->epoll_fd;
    struct epoll_event probe = { .events = EPOLLIN, .data.fd = -1 };

    if (watching(h->loop, fd))
        return -EEXIST;
    if (epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &probe) != 0)
        return -errno;
    if (epoll_ctl(epoll_fd, EPOLL_CTL_DEL, fd, &probe) != 0)
        return -errno;
    h->poll.fd = fd;
    h->poll.ready = handle_is_ready;
    list_init(&h->poll.link);
    return 0;
}

int loop_poll_start(struct loop_handle *h, unsigned events)
{
    assert(h->kind == LOOP_POLL);
    const struct descriptor *other = watching(h->loop, h->poll.fd);
    uint32_t wanted = 0;

    if (h->state & LOOP_IS_CLOSING)
        return -EINVAL;
    if (other && other != &h->poll)
        return -EEXIST;
    poll_stop(h);
    for (size_t i = 0; i < ARRAY_SIZE(poll_events); i++)
        wanted |= events & poll_events[i].event ? poll_events[i].kernels : 0;
    if (wanted == 0)
        return 0;
    h->callback = h->given;
    descriptor_start(h->loop, &h->poll, wanted);
    handle_activate(h);
    return 0;
}

/* As libuv does: whatever has this number by now is removed from epoll. So a handle that was
 * stopped before its descriptor was closed must not be stopped or closed after another descriptor
 * got the number. */
int poll_stop(struct loop_handle *h)
{
    assert(h->kind == LOOP_POLL);
    struct epoll_event none = { 0 };

    descriptor_stop(h->loop, &h->poll);
    batch_discard(h->loop, h->poll.fd);
    /* Fails if it is not registered, which is fine. */
    epoll_ctl(h->loop->epoll_fd, EPOLL_CTL_DEL, h->poll.fd, &none);
    handle_deactivate(h);
    return 0;
}

static void register_all(struct loop *loop)
{
    while (!list_is_empty(&loop->unregistered)) {
        struct descriptor *d = LIST_ENTRY(loop->unregistered.next, struct descriptor, link);
        struct epoll_event e = { .events = d->wanted, .data.fd = d->fd };
        const int op = d->registered == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;

        list_remove(&d->link);
        int status = epoll_ctl(loop->epoll_fd, op, d->fd, &e);
        if (status != 0 && errno == EEXIST) /* it was dropped and is wanted again */
            status = epoll_ctl(loop->epoll_fd, EPOLL_CTL_MOD, d->fd, &e);
        if (status != 0)
            /* Its owner closed it while it was watched: what it waits for would never come. */
            abort();
        d->registered = d->wanted;
    }
}

int descriptors_renew(struct loop *loop)
{
    close(loop->epoll_fd);
    loop->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    if (loop->epoll_fd < 0 || wakeups_renew(loop) < 0 || signals_renew(loop) < 0)
        return -errno;
    for (size_t fd = 0; fd < loop->by_fd_room; fd++) {
        struct descriptor *d = loop->by_fd[fd];
        if (!d || !list_is_empty(&d->link))
            continue;
        d->registered = 0;
        list_append(&loop->unregistered, &d->link);
    }
    return 0;
}

/* The events that are still wanted; 0 if none. */
static uint32_t wanted_of(const struct descriptor *d, uint32_t events)
{
    events &= d->wanted | EPOLLERR | EPOLLHUP;
    if (events == EPOLLERR || events == EPOLLHUP)
        /* After an error or hangup the kernel may leave out EPOLLIN and EPOLLOUT. */
        events |= d->wanted;
    return events;
}

/* Call back for each event of the batch, except signals. Returns how many were still wanted. */
static size_t report(struct loop *loop, bool *has_signals)
{
    struct epoll_event none = { 0 };
    size_t reported = 0;

    for (size_t i = 0; i < loop->batch_count; i++) {
        const struct epoll_event *e = &loop->batch[i];
        if (e->data.fd < 0)
            continue;
        struct descriptor *d = watching(loop, e->data.fd);
        if (!d) {
            epoll_ctl(loop->epoll_fd, EPOLL_CTL_DEL, e->data.fd, &none);
            continue;
        }
        const uint32_t events = wanted_of(d, e->events);
        if (events == 0)
            continue;
        if (d == &loop->signals) {
            *has_signals = true;
        } else {
            metrics_wait_ends(loop);
            d->ready(loop, d, events);
        }
        reported++;
    }
    return reported;
}

/* LOOP-4: a signal that is raised during the wait stays pending until it is over. */
static int wait_masked(struct loop *loop, struct epoll_event *batch, int timeout_ms)
{
    sigset_t profiling;

    sigemptyset(&profiling);
    sigaddset(&profiling, SIGPROF);
    return epoll_pwait(loop->epoll_fd, batch, POLL_BATCH_MAX, timeout_ms,
                       loop->blocks_profiling ? &profiling : NULL);
}

/* One wait and its callbacks. Returns 0 if there were none, else the size of the batch, or less if
 * poll must end. The clock is read after every wait (TIMER-20). Signals are reported after
 * everything else in the batch (POLL-14), and poll ends with them (POLL-15). */
static size_t wait_once(struct loop *loop, int timeout_ms, bool probes)
{
    struct epoll_event batch[POLL_BATCH_MAX];
    bool has_signals = false;
    size_t reported;

    metrics_wait_begins(loop, timeout_ms);
    const int n = wait_masked(loop, batch, timeout_ms);
    if (n < 0 && errno != EINTR)
        abort(); /* epoll is our own descriptor: only an interruption is possible */
    loop_update_time(loop);
    if (n <= 0)
        return 0;
    loop->batch = batch;
    loop->batch_count = (size_t)n;
    reported = report(loop, &has_signals);
    metrics_count(loop, reported, probes);
    if (has_signals) {
        metrics_wait_ends(loop);
        loop->signals.ready(loop, &loop->signals, EPOLLIN);
    }
    loop->batch = NULL;
    loop->batch_count = 0;
    if (has_signals)
        return 1;
    return reported > 0 ? (size_t)n : 0;
}

/* POLL-16, POLL-17: after a full batch comes another wait, which does not block. POLL-26, RUN-8:
 * after an interruption, the time since poll began is subtracted from the time that was left. This
 * is done after each interruption, so a second one subtracts the first one's share twice, and poll
 * may end early. */
void poll_wait(struct loop *loop, int timeout_ms)
{
    const uint64_t base = loop->now_ms;
    int64_t left_ms = timeout_ms;
    unsigned waits = 0;
    bool probes = loop->metrics.counts_idle_time;

    register_all(loop);
    for (;;) {
        const size_t n = wait_once(loop, probes ? 0 : timeout_ms, probes);
        probes = false;
        if (n > 0) {
            if (n < POLL_BATCH_MAX || ++waits == POLL_WAITS_MAX)
                return;
            timeout_ms = 0;
            continue;
        }
        if (timeout_ms < 0)
            continue;
        left_ms -= (int64_t)(loop->now_ms - base);
        if (timeout_ms == 0 || left_ms <= 0)
            return;
        timeout_ms = (int)left_ms;
    }
}
