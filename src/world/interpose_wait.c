/* interpose_wait.c - waits for descriptors and signals. Each is the real call with a time-out of
 * zero, tried whenever something may have changed; between the tries the scheduler has the
 * thread. */
#include "world/sched.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "world/clock.h"
#include "world/time_page.h"
#include "world/inside.h"
#include "world/real.h"
#include "world/world.h"

enum { NS_PER_MS = 1000000, US_PER_S = 1000000 };

/* One wait: the call with time-out zero (`try`), and a check that consumes nothing (`peek`). */
struct attempt {
    int (*try)(struct attempt *a); /* as the call: > 0 found, 0 nothing, -1 with errno */
    bool (*peek)(void *a);
    bool (*is_outside)(void *a); /* see sched_wait */
    const char *what;
    int fd; /* epoll */
    struct epoll_event *events;
    int events_max;
    struct pollfd *fds; /* poll */
    nfds_t nfds;
    fd_set *set[3], wanted[3]; /* select */
    int set_size;
    const sigset_t *mask;    /* the thread's signal mask during the wait; NULL: unchanged */
    const sigset_t *awaited; /* sigtimedwait */
    siginfo_t *info;
};

/* How often waits came back. */
static struct {
    unsigned
        vain;     /* waits in a row that found something and led to nothing, at whatever instants */
    bool is_told; /* the host reports each callback, so a wait without one is known to be in vain */
    uint64_t wakeups;
} waits;

atomic_bool world_was_active;
bool world_has_net;
uint64_t world_changes;

enum {
    QUIET_LOOKS = 2
}; /* the first look may only have registered with the kernel what the loop waits for */

/* The latest looks in a row that found nothing, with no event between them. */
static struct {
    int fd; /* epoll */
    const struct thread *thread;
    uint64_t at_ns, news, changes;
    unsigned count;
} quiet;

static bool is_still_quiet(const struct attempt *a)
{
    return quiet.fd == a->fd && quiet.thread == sched_self() && quiet.at_ns == sched_now() &&
           quiet.news == world_news() && quiet.changes == world_changes;
}

/* False if something outside may act: another process, a child, the network. */
static bool is_alone(void)
{
    return (waits.is_told || world_was_active) && !sched_has_outside() && !time_page_is_on() &&
           !world_has_net && !child_is_outside() && !rings_are_busy();
}

static void note_quiet(const struct attempt *a)
{
    quiet.count = is_still_quiet(a) ? quiet.count + 1 : 1;
    if (quiet.count == QUIET_LOOKS && !is_alone())
        quiet.count = 0;
    quiet.fd = a->fd;
    quiet.thread = sched_self();
    quiet.at_ns = sched_now();
    quiet.news = world_news();
    quiet.changes = world_changes;
}

/* After looks that found nothing, another look finds nothing unless something has happened. */
static bool is_in_vain(const struct attempt *a)
{
    return quiet.count >= QUIET_LOOKS && !a->mask && is_still_quiet(a);
}

void wakeups_begin(void)
{
    quiet.count = 0;
    waits.wakeups = 0;
    waits.vain = 0;
    waits.is_told = false;
    world_was_active = false;
}

/* Some loops leave the descriptors to a thread of theirs and wait for that. */
void wakeups_note(void)
{
    waits.wakeups += sched_self() == &sched.thread[0];
}

uint64_t world_wakeups(void)
{
    return waits.wakeups;
}

/* A wait found something. If nothing was called since the wait before, that one was in vain: it
 * reported something that nobody handles, and will report it again. */
static void note_found(bool took_time)
{
    bool was_active = world_was_active;
    waits.is_told |= was_active;
    world_was_active = false;
    if (was_active || took_time || !waits.is_told) {
        spin_found();
        waits.vain = 0;
        return;
    }
    spin_try();
    if (++waits.vain == WORLD_VAIN_MAX)
        world_report_spin(waits.vain);
}

static int wait_unmasked(struct attempt *a, uint64_t until)
{
    struct sched_wait wait = { .until_ns = until,
                               .peek = a->peek,
                               .arg = a,
                               .what = a->what,
                               .interruptible = true,
                               .has_peeked = true,
                               .is_outside = a->is_outside };
    spin_wait();
    sched_yield_turn(&wait);
    for (;;) {
        int n = a->try(a);
        if (n != 0)
            return n;
        if (signals_deliver(a->mask)) {
            errno = EINTR;
            return -1;
        }
        if (until <= sched_now())
            return 0;
        if (sched_park(&wait) == SCHED_INTERRUPTED) {
            errno = EINTR;
            return -1;
        }
    }
}

/* Signals that the wait's mask blocks come when the wait is over. Signals that it unblocks are
 * delivered by the tries. */
static int wait_for(struct attempt *a, uint64_t until)
{
    sigset_t before;

    if (!a->mask)
        return wait_unmasked(a, until);
    pthread_sigmask(SIG_BLOCK, a->mask, &before);
    const int n = wait_unmasked(a, until), error = errno;
    signals_unmask(&before);
    errno = error;
    return n;
}

static int wait_timed(struct attempt *a, uint64_t timeout_ns)
{
    uint64_t began_ns = sched_now();
    int n = wait_for(a, sched_after(timeout_ns)), error = errno;
    bool took_time = sched_now() != began_ns;
    waits.wakeups++;
    if (n != 0)
        note_found(took_time);
    else if (timeout_ns == 0)
        spin_try();
    errno = error;
    return n;
}

static uint64_t of_ms(int ms)
{
    return ms < 0 ? SCHED_NEVER : (uint64_t)ms * NS_PER_MS;
}

static uint64_t of_timespec(const struct timespec *ts)
{
    return ts ? clock_span(ts) : SCHED_NEVER;
}

/* Would the kernel reject this time-out, say as negative? Sets errno. */
static bool is_refused(const struct timespec *ts)
{
    if (!ts || clock_is_span(ts))
        return false;
    errno = EINVAL;
    return true;
}

/* ---- epoll ---- */

static int try_epoll(struct attempt *a)
{
    if (is_in_vain(a))
        return 0;
    terminals_carry();
    int n = real()->epoll_pwait(a->fd, a->events, a->events_max, 0, a->mask);
    if (n == 0)
        note_quiet(a);
    return n;
}

/* An epoll descriptor is itself readable when it has an event to report. */
static bool peek_epoll(void *arg)
{
    const struct attempt *a = arg;
    struct pollfd pfd = { a->fd, POLLIN, 0 };
    terminals_carry();
    return real()->poll(&pfd, 1, 0) != 0 || signals_are_deliverable(a->mask);
}

static bool is_epoll_outside(void *arg)
{
    return outside_holds(((const struct attempt *)arg)->fd);
}

static int wait_epoll(int fd, struct epoll_event *events, int max, uint64_t timeout_ns,
                      const sigset_t *mask)
{
    struct attempt a = { .try = try_epoll,
                         .peek = peek_epoll,
                         .is_outside = is_epoll_outside,
                         .what = "epoll",
                         .fd = fd,
                         .events = events,
                         .events_max = max,
                         .mask = mask };
    return wait_timed(&a, timeout_ns);
}

int epoll_wait(int fd, struct epoll_event *events, int max, int timeout)
{
    return epoll_pwait(fd, events, max, timeout, NULL);
}

INTERPOSE(int, epoll_pwait,
          (int fd, struct epoll_event *events, int max, int timeout, const sigset_t *mask),
          (fd, events, max, timeout, mask), wait_epoll(fd, events, max, of_ms(timeout), mask))
INTERPOSE(int, epoll_pwait2,
          (int fd, struct epoll_event *events, int max, const struct timespec *timeout,
           const sigset_t *mask),
          (fd, events, max, timeout, mask),
          is_refused(timeout) ? -1 : wait_epoll(fd, events, max, of_timespec(timeout), mask))

/* ---- poll ---- */

static int try_poll(struct attempt *a)
{
    static const struct timespec zero;
    return real()->ppoll(a->fds, a->nfds, &zero, a->mask);
}

/* poll() has no side effect, so a peek can be the call itself. */
static bool peek_poll(void *arg)
{
    const struct attempt *a = arg;
    return real()->poll(a->fds, a->nfds, 0) != 0 || signals_are_deliverable(a->mask);
}

static bool is_poll_outside(void *arg)
{
    const struct attempt *a = arg;
    return outside_holds_any(a->fds, a->nfds);
}

static int wait_poll(struct pollfd *fds, nfds_t n, uint64_t timeout_ns, const sigset_t *mask)
{
    struct attempt a = { .try = try_poll,
                         .peek = peek_poll,
                         .is_outside = is_poll_outside,
                         .what = "poll",
                         .fds = fds,
                         .nfds = n,
                         .mask = mask };
    return wait_timed(&a, timeout_ns);
}

int poll(struct pollfd *fds, nfds_t n, int timeout)
{
    struct timespec ts = { timeout / 1000, timeout % 1000 * NS_PER_MS };
    return ppoll(fds, n, timeout < 0 ? NULL : &ts, NULL);
}

INTERPOSE(int, ppoll,
          (struct pollfd * fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask),
          (fds, n, timeout, mask),
          is_refused(timeout) ? -1 : wait_poll(fds, n, of_timespec(timeout), mask))

/* What a library that was built with _FORTIFY_SOURCE calls instead. */
int __poll_chk(struct pollfd *fds, nfds_t n, int timeout, size_t room);
int __ppoll_chk(struct pollfd *fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask,
                size_t room);

int __poll_chk(struct pollfd *fds, nfds_t n, int timeout, size_t room)
{
    if (room / sizeof *fds < n)
        abort();
    return poll(fds, n, timeout);
}

int __ppoll_chk(struct pollfd *fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask,
                size_t room)
{
    if (room / sizeof *fds < n)
        abort();
    return ppoll(fds, n, timeout, mask);
}

/* ---- select ---- */

static int try_select(struct attempt *a)
{
    static const struct timespec zero;
    fd_set *set[3];
    for (size_t i = 0; i < 3; i++) {
        set[i] = a->set[i];
        if (set[i])
            *set[i] = a->wanted[i];
    }
    return real()->pselect(a->set_size, set[0], set[1], set[2], &zero, a->mask);
}

/* Without the mask: another thread may run this peek, and would then take the signal. */
static bool peek_select(void *arg)
{
    struct attempt look = *(const struct attempt *)arg;
    look.mask = NULL;
    return try_select(&look) != 0 || signals_are_deliverable(((const struct attempt *)arg)->mask);
}

static bool is_select_outside(void *arg)
{
    const struct attempt *a = arg;
    for (int fd = 0; fd < a->set_size; fd++)
        for (size_t i = 0; i < 3; i++)
            if (a->set[i] && FD_ISSET(fd, &a->wanted[i]) && outside_holds(fd))
                return true;
    return false;
}

static int wait_select(int n, fd_set *sets[3], uint64_t timeout_ns, const sigset_t *mask)
{
    struct attempt a = { .try = try_select,
                         .peek = peek_select,
                         .is_outside = is_select_outside,
                         .what = "select",
                         .set_size = n,
                         .mask = mask };
    for (size_t i = 0; i < 3; i++) {
        a.set[i] = sets[i];
        if (sets[i])
            a.wanted[i] = *sets[i];
    }
    const int found = wait_timed(&a, timeout_ns);
    for (size_t i = 0; i < 3 && found < 0; i++) /* the caller may go on with them after a signal */
        if (sets[i])
            *sets[i] = a.wanted[i];
    return found;
}

int select(int n, fd_set *restrict r, fd_set *restrict w, fd_set *restrict e,
           struct timeval *restrict timeout)
{
    if (!sched_governs())
        return real()->select(n, r, w, e, timeout);
    if (!timeout)
        return pselect(n, r, w, e, NULL, NULL);
    /* Unlike the others, select() accepts a second and more in microseconds. */
    struct timespec ts = { timeout->tv_sec + timeout->tv_usec / US_PER_S,
                           timeout->tv_usec % US_PER_S * 1000 };
    return pselect(n, r, w, e, &ts, NULL);
}

INTERPOSE(int, pselect,
          (int n, fd_set *restrict r, fd_set *restrict w, fd_set *restrict e,
           const struct timespec *restrict timeout, const sigset_t *restrict mask),
          (n, r, w, e, timeout, mask),
          is_refused(timeout) ? -1
                              : wait_select(n, (fd_set *[]){ r, w, e }, of_timespec(timeout), mask))

/* ---- signals ---- */

static int try_signal(struct attempt *a)
{
    static const struct timespec zero;
    int n = real()->sigtimedwait(a->awaited, a->info, &zero);
    return n < 0 && errno == EAGAIN ? 0 : n;
}

static bool peek_signal(void *arg)
{
    const struct attempt *a = arg;
    sigset_t pending;
    sigpending(&pending);
    for (int s = 1; s < NSIG; s++)
        if (sigismember(a->awaited, s) == 1 && sigismember(&pending, s) == 1)
            return true;
    return false;
}

int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info,
                 const struct timespec *restrict timeout)
{
    if (!sched_governs()) {
        signals_awaited(set, 1);
        int found = real()->sigtimedwait(set, info, timeout);
        signals_awaited(set, -1);
        return found;
    }
    if (is_refused(timeout))
        return -1;
    struct attempt a = {
        .try = try_signal, .peek = peek_signal, .what = "sigtimedwait", .awaited = set, .info = info
    };
    int n = wait_for(&a, sched_after(of_timespec(timeout)));
    if (n != 0)
        return n;
    errno = EAGAIN;
    return -1;
}

int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info)
{
    return sigtimedwait(set, info, NULL);
}

int sigwait(const sigset_t *restrict set, int *restrict sig)
{
    int found;
    do
        found = sigwaitinfo(set, NULL);
    while (found < 0 && errno == EINTR);
    if (found < 0)
        return errno;
    *sig = found;
    return 0;
}

INTERPOSE(int, sigsuspend, (const sigset_t *mask), (mask), wait_poll(NULL, 0, SCHED_NEVER, mask))
INTERPOSE(int, pause, (void), (), wait_poll(NULL, 0, SCHED_NEVER, NULL))
