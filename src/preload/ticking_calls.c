/* ticking_calls.c - the calls that read the time and wait, on the ticking clock. Each has the C
 * library's signature; calls that are not here pass. */
#include "preload/ticking.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "world/clock.h"

enum { NS = 1000000000, NS_PER_MS = 1000000, SLICE_NS = 2 * NS_PER_MS };

static uint64_t as_ns(const struct timespec *ts)
{
    return (uint64_t)ts->tv_sec * NS + (uint64_t)ts->tv_nsec;
}

static uint64_t after(uint64_t ns)
{
    uint64_t now = ticking_now();
    return ns > TICKING_NEVER - now ? TICKING_NEVER : now + ns;
}

/* The end of a time-out; NULL: never. */
static uint64_t after_span(const struct timespec *ts)
{
    return ts ? after(as_ns(ts)) : TICKING_NEVER;
}

/* The instant at which a clock shows `ts`. */
static uint64_t when(clockid_t clock, const struct timespec *ts)
{
    uint64_t origin = ticking_origin(clock), ns = as_ns(ts);
    return ns > origin ? ns - origin : 0;
}

/* ---- clocks ---- */

/* Processor time is not the program's time: those clocks stay the kernel's. */
static bool is_ours(clockid_t id)
{
    return id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE || id == CLOCK_TAI ||
           id == CLOCK_MONOTONIC || id == CLOCK_MONOTONIC_COARSE || id == CLOCK_MONOTONIC_RAW ||
           id == CLOCK_BOOTTIME;
}

static int ticking_clock_gettime(clockid_t id, struct timespec *ts)
{
    if (!is_ours(id))
        return ticking_libc()->clock_gettime(id, ts);
    *ts = clock_timespec(ticking_origin(id) + ticking_read());
    return 0;
}

/* ---- descriptors ---- */

/* A wait for descriptors includes one more descriptor, by which the keeper ends it. */
struct doorbell {
    struct ticking_wait wait;
    int fd;
};

static void ring(struct ticking_wait *w)
{
    const struct doorbell *bell = (const struct doorbell *)w;
    eventfd_write(bell->fd, 1);
}

/* Wait for these descriptors, of which the last is the bell's: > 0 if any of the others is ready, 0
 * at the deadline, -1 with errno. */
static int wait_until(struct pollfd *fds, nfds_t count, uint64_t until, const sigset_t *mask)
{
    struct doorbell bell = { { .until_ns = until, .wake = ring }, eventfd(0, EFD_CLOEXEC) };
    if (bell.fd < 0)
        return -1;
    fds[count - 1] = (struct pollfd){ bell.fd, POLLIN, 0 };
    ticking_wait_begin(&bell.wait);
    int n = ticking_libc()->ppoll(fds, count, NULL, mask);
    int why = errno;
    ticking_wait_end(&bell.wait);
    close(bell.fd);
    errno = why;
    return n > 0 && fds[count - 1].revents ? n - 1 : n;
}

static int wait_epoll(int fd, struct epoll_event *events, int max, uint64_t until,
                      const sigset_t *mask)
{
    ticking_await_rest();
    int n = ticking_libc()->epoll_pwait(fd, events, max, 0, mask);
    if (n != 0 || until <= ticking_now())
        return n;
    struct pollfd fds[2] = { { fd, POLLIN, 0 } };
    n = wait_until(fds, 2, until, mask);
    ticking_await_rest(); /* so that all that comes at this instant is seen at once */
    return n > 0 ? ticking_libc()->epoll_pwait(fd, events, max, 0, mask) : n;
}

static int ticking_epoll_pwait(int fd, struct epoll_event *events, int max, int timeout,
                               const sigset_t *mask)
{
    return wait_epoll(fd, events, max,
                      timeout < 0 ? TICKING_NEVER : after((uint64_t)timeout * NS_PER_MS), mask);
}

static int ticking_epoll_pwait2(int fd, struct epoll_event *events, int max,
                                const struct timespec *timeout, const sigset_t *mask)
{
    return wait_epoll(fd, events, max, after_span(timeout), mask);
}

static int wait_poll(struct pollfd *fds, nfds_t count, uint64_t until, const sigset_t *mask)
{
    static const struct timespec zero;
    int n = ticking_libc()->ppoll(fds, count, &zero, mask);
    if (n != 0 || until <= ticking_now())
        return n;
    struct pollfd *more = calloc(count + 1, sizeof *more);
    if (!more) {
        errno = ENOMEM;
        return -1;
    }
    if (count > 0)
        memcpy(more, fds, count * sizeof *more);
    n = wait_until(more, count + 1, until, mask);
    if (count > 0)
        memcpy(fds, more, count * sizeof *more);
    free(more);
    return n;
}

static int ticking_ppoll(struct pollfd *fds, nfds_t count, const struct timespec *timeout,
                         const sigset_t *mask)
{
    return wait_poll(fds, count, after_span(timeout), mask);
}

/* ---- sleeps ---- */

/* 0, or EINTR with the rest in `*left`. */
static int sleep_until(uint64_t until, struct timespec *left)
{
    struct pollfd bell[1];
    while (until > ticking_now() && wait_until(bell, 1, until, NULL) < 0) {
        uint64_t now = ticking_now();
        if (errno == EINTR) {
            if (left)
                *left = clock_timespec(until > now ? until - now : 0);
            return EINTR;
        }
    }
    return 0;
}

static int ticking_clock_nanosleep(clockid_t id, int flags, const struct timespec *ts,
                                   struct timespec *left)
{
    if (!is_ours(id) || ts->tv_sec < 0 || ts->tv_nsec < 0 || ts->tv_nsec >= NS)
        return ticking_libc()->clock_nanosleep(id, flags, ts, left);
    if (!(flags & TIMER_ABSTIME))
        return sleep_until(after(as_ns(ts)), left);
    return sleep_until(when(id, ts), NULL);
}

static unsigned ticking_sleep(unsigned seconds)
{
    struct timespec left = { 0 };
    const struct timespec span = { (time_t)seconds, 0 };
    if (ticking_clock_nanosleep(CLOCK_MONOTONIC, 0, &span, &left) == 0)
        return 0;
    return (unsigned)left.tv_sec + (left.tv_nsec > 0);
}

/* ---- condition variables ---- */

struct condition {
    struct ticking_wait wait;
    pthread_cond_t *cond;
};

/* Waiters must expect a spurious wake-up. */
static void nudge(struct ticking_wait *w)
{
    const struct condition *c = (const struct condition *)w;
    ticking_libc()->pthread_cond_broadcast(c->cond);
}

/* A condition variable does not reveal its clock. But the two clocks are decades apart. */
static clockid_t clock_of(const struct timespec *until)
{
    return until->tv_sec < 1000000000 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

static int ticking_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
                                  const struct timespec *until)
{
    struct condition c = { { .until_ns = when(clock_of(until), until), .wake = nudge }, cond };
    if (c.wait.until_ns <= ticking_now())
        return ETIMEDOUT;
    ticking_wait_begin(&c.wait);
    int answer = ticking_libc()->pthread_cond_wait(cond, mutex);
    ticking_wait_end(&c.wait);
    return answer == 0 && c.wait.until_ns <= ticking_now() ? ETIMEDOUT : answer;
}

static int ticking_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock,
                                  const struct timespec *until)
{
    (void)clock;
    return ticking_cond_timedwait(cond, mutex, until);
}

static int ticking_cond_signal(pthread_cond_t *cond)
{
    ticking_note_wake();
    return ticking_libc()->pthread_cond_signal(cond);
}

/* ---- semaphores ---- */

static void let_be(struct ticking_wait *w)
{
    (void)w; /* it checks the clock itself */
}

/* Only a post ends a wait for a semaphore, so this one wakes up again and again to check. */
static int ticking_sem_clockwait(sem_t *sem, clockid_t clock, const struct timespec *until)
{
    struct ticking_wait wait = { .until_ns = when(clock, until), .wake = let_be };
    int answer;
    ticking_wait_begin(&wait);
    do {
        struct timespec soon;
        ticking_libc()->clock_gettime(CLOCK_REALTIME, &soon);
        soon = clock_timespec(as_ns(&soon) + SLICE_NS);
        answer = ticking_libc()->sem_timedwait(sem, &soon);
    } while (answer < 0 && errno == ETIMEDOUT && wait.until_ns > ticking_now());
    int why = errno;
    ticking_wait_end(&wait);
    errno = why;
    return answer;
}

static int ticking_sem_timedwait(sem_t *sem, const struct timespec *until)
{
    return ticking_sem_clockwait(sem, CLOCK_REALTIME, until);
}

void ticking_calls(struct real *table)
{
    table->clock_gettime = ticking_clock_gettime;
    table->epoll_pwait = ticking_epoll_pwait;
    table->epoll_pwait2 = ticking_epoll_pwait2;
    table->ppoll = ticking_ppoll;
    table->clock_nanosleep = ticking_clock_nanosleep;
    table->sleep = ticking_sleep;
    table->pthread_cond_timedwait = ticking_cond_timedwait;
    table->pthread_cond_clockwait = ticking_cond_clockwait;
    table->pthread_cond_signal = ticking_cond_signal;
    table->sem_timedwait = ticking_sem_timedwait;
    table->sem_clockwait = ticking_sem_clockwait;
}
