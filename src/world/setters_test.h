/* setters_test.h - every way to set the machine's clock, for tests in this program and under the
 * preloaded library. None of them can succeed: the kernel or the C library refuses each value with
 * EINVAL, or the test ends. The world refuses first, with EPERM. */
#ifndef WORLD_SETTERS_TEST_H
#define WORLD_SETTERS_TEST_H
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

static const struct timespec setters_bad_ns = { 0, -1 };
static const struct timeval setters_bad_us = { 0, -1 };
static struct timex setters_bad_tick = { .modes = ADJ_TICK, .tick = 1 };

int stime(const time_t *t); /* headers no longer declare it */
extern __typeof(stime) stime __attribute__((weak));

static inline long set_clock_settime(void)
{
    return clock_settime(CLOCK_REALTIME, &setters_bad_ns);
}

static inline long set_settimeofday(void)
{
    return settimeofday(&setters_bad_us, NULL);
}

/* The C library's version would read an invalid address. */
static inline long set_stime(void)
{
    errno = ENOSYS;
    return stime ? stime(NULL) : -1;
}

static inline long set_adjtime(void)
{
    return adjtime(&(struct timeval){ INT_MAX, 0 }, NULL);
}

static inline long set_adjtimex(void)
{
    return adjtimex(&setters_bad_tick);
}

static inline long set_ntp_adjtime(void)
{
    return ntp_adjtime(&setters_bad_tick);
}

static inline long set_clock_adjtime(void)
{
    return clock_adjtime(CLOCK_REALTIME, &setters_bad_tick);
}

static inline long call_clock_settime(void)
{
    return syscall(SYS_clock_settime, CLOCK_REALTIME, &setters_bad_ns);
}

static inline long call_settimeofday(void)
{
    return syscall(SYS_settimeofday, &setters_bad_us, NULL);
}

static inline long call_adjtimex(void)
{
    return syscall(SYS_adjtimex, &setters_bad_tick);
}

static inline long call_clock_adjtime(void)
{
    return syscall(SYS_clock_adjtime, CLOCK_REALTIME, &setters_bad_tick);
}

/* The first call that is not refused with EPERM, or "all". */
static inline const char *setters_refused(void)
{
    static const struct {
        const char *name;
        long (*call)(void);
    } setters[] = {
        { "clock_settime", set_clock_settime },
        { "settimeofday", set_settimeofday },
        { "stime", set_stime },
        { "adjtime", set_adjtime },
        { "adjtimex", set_adjtimex },
        { "ntp_adjtime", set_ntp_adjtime },
        { "clock_adjtime", set_clock_adjtime },
        { "syscall(clock_settime)", call_clock_settime },
        { "syscall(settimeofday)", call_settimeofday },
        { "syscall(adjtimex)", call_adjtimex },
        { "syscall(clock_adjtime)", call_clock_adjtime },
    };
    for (size_t i = 0; i < sizeof setters / sizeof setters[0]; i++) {
        errno = 0;
        if (setters[i].call() != -1 || errno != EPERM)
            return setters[i].name;
    }
    return "all";
}

/* Queries must be answered, with the time that everybody reads. */
static inline const char *setters_asked(void)
{
    struct timeval left;
    struct timex t = { .modes = 0 }, other = { .modes = 0 };
    struct ntptimeval ntp;
    time_t before = time(NULL);
    if (adjtimex(&t) < 0 || clock_adjtime(CLOCK_REALTIME, &other) < 0 || adjtime(NULL, &left) < 0 ||
        ntp_gettimex(&ntp) < 0)
        return "refused";
    bool agree = t.time.tv_sec - before < 2 && other.time.tv_sec - before < 2 &&
                 ntp.time.tv_sec - before < 2 && t.time.tv_sec >= before;
    return agree ? "answered" : "another-time";
}

/* Does this process, or one that it starts, have the right to set the clock? By capability
 * number. */
static inline const char *setters_right(void)
{
    enum { SYS_TIME = 25 };
    char line[200];
    bool may = false;
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "CapEff:", 7) == 0 || strncmp(line, "CapPrm:", 7) == 0)
            may |= strtoull(line + 7, NULL, 16) >> SYS_TIME & 1;
    if (f)
        fclose(f);
    return may ? "may" : "may-not";
}
#endif
