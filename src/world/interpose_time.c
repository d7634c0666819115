/* interpose_time.c - the C library's clocks and sleeps. */
#include "world/sched.h"

#include <errno.h>
#include <stdint.h>
#include <sys/syscall.h>

#include "world/clock.h"
#include "world/time_page.h"
#include "world/inside.h"
#include "world/real.h"

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
    case CLOCK_REALTIME_ALARM:
    case CLOCK_BOOTTIME_ALARM:
    case CLOCK_TAI: return sched_governs();
    default: return false;
    }
}

/* Where the time stamp counter may be trapped, by a system call: see real_clock(). */
static int read_kernels(clockid_t id, struct timespec *ts)
{
    return time_page_is_on() ? (int)real()->syscall(SYS_clock_gettime, id, ts)
                             : real()->clock_gettime(id, ts);
}

int clock_gettime(clockid_t id, struct timespec *ts)
{
    if (!is_ours(id))
        return read_kernels(id, ts);
    spin_read();
    sched_catch_up();
    *ts = clock_read(id);
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

/* Several calls do the same thing. As in the C library, one of each group does it and the others
 * call that one, with or without a world. */

int gettimeofday(struct timeval *restrict tv, void *restrict zone)
{
    struct timespec ts;
    clock_gettime(CLOCK_REALTIME, &ts);
    *tv = (struct timeval){ ts.tv_sec, ts.tv_nsec / 1000 };
    if (zone)
        *(struct timezone *)zone = (struct timezone){ 0 };
    return 0;
}

int timespec_get(struct timespec *ts, int base)
{
    if (base != TIME_UTC)
        return real()->timespec_get(ts, base);
    clock_gettime(CLOCK_REALTIME, ts);
    return base;
}

time_t time(time_t *out)
{
    struct timespec ts;
    clock_gettime(CLOCK_REALTIME, &ts);
    if (out)
        *out = ts.tv_sec;
    return ts.tv_sec;
}

/* ---- sleeps ---- */

/* 0, or EINTR with the rest in `*left`. */
static int sleep_until(uint64_t until, struct timespec *left)
{
    struct sched_wait wait = { .until_ns = until, .what = "a sleep", .interruptible = true };
    const bool is_over = until <= sched_now();
    spin_wait();
    if (sched_park(&wait) != SCHED_INTERRUPTED) {
        if (is_over && sched_has_outside())
            spin_try(); /* a program that waits by sleeping for no time */
        return 0;
    }
    if (left)
        *left = clock_timespec(until > sched_now() ? until - sched_now() : 0);
    return EINTR;
}

int clock_nanosleep(clockid_t id, int flags, const struct timespec *ts, struct timespec *left)
{
    if (!is_ours(id))
        return real()->clock_nanosleep(id, flags, ts, left);
    if (!clock_is_span(ts))
        return EINVAL;
    if (!(flags & TIMER_ABSTIME))
        return sleep_until(sched_after(clock_span(ts)), left);
    return sleep_until(clock_until(ts), NULL);
}

int nanosleep(const struct timespec *ts, struct timespec *left)
{
    int error = clock_nanosleep(CLOCK_MONOTONIC, 0, ts, left);
    if (error == 0)
        return 0;
    errno = error;
    return -1;
}

int usleep(useconds_t us)
{
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

/* A thread that waits by yielding lets the others run, and time pass. */
int sched_yield(void)
{
    if (!sched_has_turn())
        return real()->sched_yield();
    sched_yield_turn(&(struct sched_wait){ .until_ns = sched_now(), .what = "sched_yield" });
    spin_try();
    return 0;
}
