/* interpose_time.c - the C library's clocks and sleeps, as the world has them. */
#include "world/sched.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "world/inside.h"
#include "world/real.h"

enum { NS = 1000000000, TIMERS_MAX = 64 };

static struct timespec clock_at(uint64_t ns)
{
    ns += SCHED_EPOCH_NS;
    return (struct timespec){ (time_t)(ns / NS), (long)(ns % NS) };
}

static uint64_t span(const struct timespec *ts)
{
    uint64_t ns;
    if (__builtin_mul_overflow((uint64_t)ts->tv_sec, NS, &ns))
        return SCHED_NEVER;
    return ns > SCHED_NEVER - NS ? SCHED_NEVER : ns + (uint64_t)ts->tv_nsec;
}

static bool is_span(const struct timespec *ts)
{
    return ts->tv_sec >= 0 && ts->tv_nsec >= 0 && ts->tv_nsec < NS;
}

/* How far a ticking clock is ahead of the instant. Never by a millisecond: who counts in
 * those sees nothing of it. */
enum { TICKS_MAX = 999999 };
static struct {
    bool on;
    uint32_t ahead_ns;
} ticks;

void clock_begin(bool is_ticking)
{
    ticks.on = is_ticking;
    ticks.ahead_ns = 0;
}

static struct timespec read_clock(void)
{
    if (ticks.on && ticks.ahead_ns < TICKS_MAX)
        ticks.ahead_ns++;
    return clock_at(sched_now() + ticks.ahead_ns);
}

/* Processor time is not the scenario's time: those clocks stay the kernel's. */
static bool is_ours(clockid_t id)
{
    switch (id) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_BOOTTIME:
    case CLOCK_TAI: return sched_governs();
    default: return false;
    }
}

int clock_gettime(clockid_t id, struct timespec *ts)
{
    if (!is_ours(id))
        return real()->clock_gettime(id, ts);
    *ts = read_clock();
    return 0;
}

int clock_getres(clockid_t id, struct timespec *ts)
{
    if (!is_ours(id))
        return real()->clock_getres(id, ts);
    if (ts)
        *ts = (struct timespec){ 0, 1 };
    return 0;
}

int gettimeofday(struct timeval *restrict tv, void *restrict zone)
{
    if (!sched_governs())
        return real()->gettimeofday(tv, zone);
    struct timespec ts = read_clock();
    *tv = (struct timeval){ ts.tv_sec, ts.tv_nsec / 1000 };
    return 0;
}

time_t time(time_t *out)
{
    if (!sched_governs())
        return real()->time(out);
    time_t now = read_clock().tv_sec;
    if (out)
        *out = now;
    return now;
}

/* ---- sleeps ---- */

/* 0, or EINTR with what was left. */
static int sleep_until(uint64_t until, struct timespec *left)
{
    struct sched_wait wait = { .until_ns = until, .what = "a sleep", .interruptible = true };
    if (sched_park(&wait) != SCHED_INTERRUPTED)
        return 0;
    if (left) {
        uint64_t ns = until > sched_now() ? until - sched_now() : 0;
        *left = (struct timespec){ (time_t)(ns / NS), (long)(ns % NS) };
    }
    return EINTR;
}

int clock_nanosleep(clockid_t id, int flags, const struct timespec *ts, struct timespec *left)
{
    if (!is_ours(id))
        return real()->clock_nanosleep(id, flags, ts, left);
    if (!is_span(ts))
        return EINVAL;
    if (!(flags & TIMER_ABSTIME))
        return sleep_until(sched_after(span(ts)), left);
    uint64_t until = span(ts) > SCHED_EPOCH_NS ? span(ts) - SCHED_EPOCH_NS : 0;
    return sleep_until(until, NULL);
}

int nanosleep(const struct timespec *ts, struct timespec *left)
{
    if (!sched_governs())
        return real()->nanosleep(ts, left);
    int error = clock_nanosleep(CLOCK_MONOTONIC, 0, ts, left);
    if (error == 0)
        return 0;
    errno = error;
    return -1;
}

int usleep(useconds_t us)
{
    if (!sched_governs())
        return real()->usleep(us);
    return nanosleep(&(struct timespec){ us / 1000000, (long)(us % 1000000) * 1000 }, NULL);
}

unsigned sleep(unsigned seconds)
{
    if (!sched_governs())
        return real()->sleep(seconds);
    struct timespec left = { 0 };
    if (nanosleep(&(struct timespec){ (time_t)seconds, 0 }, &left) == 0)
        return 0;
    return (unsigned)left.tv_sec + (left.tv_nsec > 0);
}

/* ---- timer descriptors: an eventfd counts expirations just as a timerfd does ---- */

struct timer {
    bool used;
    int fd;
    int own; /* a second descriptor of the same: `fd` may be closed, and be somebody else's */
    uint64_t due_ns, every_ns; /* due_ns: SCHED_NEVER when disarmed */
};

static struct timer timers[TIMERS_MAX];

static struct timer *timer_of(int fd)
{
    for (size_t i = 0; i < TIMERS_MAX; i++)
        if (timers[i].used && timers[i].fd == fd)
            return &timers[i];
    return NULL;
}

static void expire(void *arg)
{
    struct timer *t = arg;
    uint64_t one = 1;
    if (write(t->own, &one, sizeof one) < 0)
        t->every_ns = 0; /* nobody reads it any more */
    t->due_ns = t->every_ns ? sched_after(t->every_ns) : SCHED_NEVER;
    if (t->every_ns)
        sched_at(t->due_ns, t, expire, t);
}

int timerfd_create(int clock, int flags)
{
    if (!sched_governs())
        return real()->timerfd_create(clock, flags);
    int fd = eventfd(0, flags & (TFD_NONBLOCK | TFD_CLOEXEC));
    if (fd < 0)
        return -1;
    /* A number that comes back belongs to a timer that was closed. */
    struct timer *t = timer_of(fd);
    for (size_t i = 0; !t && i < TIMERS_MAX; i++)
        if (!timers[i].used)
            t = &timers[i];
    int own = t ? fcntl(fd, F_DUPFD_CLOEXEC, 0) : -1;
    if (own < 0) {
        close(fd);
        errno = EMFILE;
        world_lacks("descriptors", "timerfd_create", errno);
        return -1;
    }
    if (t->used)
        close(t->own);
    sched_cancel(t);
    *t = (struct timer){ true, fd, own, SCHED_NEVER, 0 };
    return fd;
}

int timerfd_gettime(int fd, struct itimerspec *out)
{
    const struct timer *t = sched_governs() ? timer_of(fd) : NULL;
    if (!t)
        return real()->timerfd_gettime(fd, out);
    uint64_t left = t->due_ns == SCHED_NEVER ? 0 : t->due_ns - sched_now();
    out->it_value = (struct timespec){ (time_t)(left / NS), (long)(left % NS) };
    out->it_interval = (struct timespec){ (time_t)(t->every_ns / NS), (long)(t->every_ns % NS) };
    return 0;
}

int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old)
{
    struct timer *t = sched_governs() ? timer_of(fd) : NULL;
    if (!t)
        return real()->timerfd_settime(fd, flags, new, old);
    if (!is_span(&new->it_value) || !is_span(&new->it_interval)) {
        errno = EINVAL;
        return -1;
    }
    if (old)
        timerfd_gettime(fd, old);
    sched_cancel(t);
    uint64_t count;
    struct pollfd unread = { fd, POLLIN, 0 };
    if (real()->poll(&unread, 1, 0) == 1 && read(fd, &count, sizeof count) < 0)
        return -1;
    uint64_t value = span(&new->it_value);
    t->every_ns = span(&new->it_interval);
    t->due_ns = SCHED_NEVER;
    if (value == 0)
        return 0;
    if (flags & TFD_TIMER_ABSTIME)
        value = value > SCHED_EPOCH_NS + sched_now() ? value - SCHED_EPOCH_NS - sched_now() : 0;
    t->due_ns = sched_after(value);
    sched_at(t->due_ns, t, expire, t);
    return 0;
}

/* ---- the interval timer: a signal, and the wait that it interrupts ---- */

static struct {
    uint64_t due_ns, every_ns;
} alarm_clock = { SCHED_NEVER, 0 };

static void ring(void *arg)
{
    (void)arg;
    alarm_clock.due_ns = alarm_clock.every_ns ? sched_after(alarm_clock.every_ns) : SCHED_NEVER;
    if (alarm_clock.every_ns)
        sched_at(alarm_clock.due_ns, &alarm_clock, ring, NULL);
    raise(SIGALRM);
    sched_interrupt(NULL);
}

static struct timeval as_timeval(uint64_t ns)
{
    return (struct timeval){ (time_t)(ns / NS), (suseconds_t)(ns % NS / 1000) };
}

static uint64_t of_timeval(const struct timeval *tv)
{
    return (uint64_t)tv->tv_sec * NS + (uint64_t)tv->tv_usec * 1000;
}

int getitimer(__itimer_which_t which, struct itimerval *out)
{
    if (!sched_governs() || which != ITIMER_REAL)
        return real()->getitimer((int)which, out);
    uint64_t due = alarm_clock.due_ns;
    out->it_value = as_timeval(due == SCHED_NEVER ? 0 : due - sched_now());
    out->it_interval = as_timeval(alarm_clock.every_ns);
    return 0;
}

int setitimer(__itimer_which_t which, const struct itimerval *restrict new,
              struct itimerval *restrict old)
{
    if (!sched_governs() || which != ITIMER_REAL)
        return real()->setitimer((int)which, new, old);
    if (old)
        getitimer(which, old);
    sched_cancel(&alarm_clock);
    uint64_t value = of_timeval(&new->it_value);
    alarm_clock.every_ns = of_timeval(&new->it_interval);
    alarm_clock.due_ns = value ? sched_after(value) : SCHED_NEVER;
    if (value)
        sched_at(alarm_clock.due_ns, &alarm_clock, ring, NULL);
    return 0;
}
