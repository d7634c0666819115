/* interpose_machine_clock.c - calls that carry time between this process and the machine. A program that
 * sets the machine's clock by the virtual time it reads would change it for everybody. README.md
 * lists which calls are answered here, refused or passed on.
 *
 * The rule is per process, not per thread: a thread that is not under the scheduler may have the
 * time from one that is. */
#include "world/clock.h"

#include <errno.h>
#include <linux/capability.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/timex.h>
#include <unistd.h>

#include "world/inside.h"
#include "world/real.h"
#include "world/world.h"

static int refuse(void)
{
    errno = EPERM;
    return -1;
}

/* ---- the machine's clock ---- */

#define SETS_THE_CLOCK(name, parameters, arguments)                 \
    int name parameters                                             \
    {                                                               \
        return clock_is_ours() ? refuse() : real()->name arguments; \
    }

SETS_THE_CLOCK(clock_settime, (clockid_t clock, const struct timespec *ts), (clock, ts))
SETS_THE_CLOCK(settimeofday, (const struct timeval *tv, const struct timezone *zone), (tv, zone))

/* The C library keeps it for old programs only, without a declaration. */
int stime(const time_t *t);
int stime(const time_t *t)
{
    return clock_is_ours() ? refuse() : settimeofday(&(struct timeval){ *t, 0 }, NULL);
}

/* NULL for `delta` only asks how much of an adjustment is left. */
int adjtime(const struct timeval *delta, struct timeval *left)
{
    return delta && clock_is_ours() ? refuse() : real()->adjtime(delta, left);
}

static bool is_query(const struct timex *t)
{
    return t->modes == 0 || t->modes == ADJ_OFFSET_SS_READ;
}

/* The answer to a query contains the time: replace it with the world's. */
static int with_our_time(int result, struct timex *t)
{
    struct timespec now;
    if (result < 0 || !clock_is_ours() || clock_gettime(CLOCK_REALTIME, &now) < 0)
        return result;
    bool is_fine = t->status & STA_NANO;
    t->time = (struct timeval){ now.tv_sec, is_fine ? now.tv_nsec : now.tv_nsec / 1000 };
    return result;
}

int adjtimex(struct timex *t)
{
    if (clock_is_ours() && !is_query(t))
        return refuse();
    return with_our_time(real()->adjtimex(t), t);
}

int ntp_adjtime(struct timex *t)
{
    return adjtimex(t);
}

int clock_adjtime(clockid_t clock, struct timex *t)
{
    if (clock_is_ours() && !is_query(t))
        return refuse();
    return with_our_time(real()->clock_adjtime(clock, t), t);
}

int ntp_gettimex(struct ntptimeval *t)
{
    struct timex now = { .status = 0 };
    int result = real()->ntp_gettimex(t);
    if (clock_is_ours() && with_our_time(result, &now) >= 0)
        t->time = now.time;
    return result;
}

bool world_refuses_call(long number, const long arg[])
{
    if (!clock_is_ours())
        return false;
    switch (number) {
    case SYS_clock_settime:
    case SYS_settimeofday: return refuse() < 0;
    case SYS_adjtimex: return !is_query((const struct timex *)arg[0]) && refuse() < 0;
    case SYS_clock_adjtime: return !is_query((const struct timex *)arg[1]) && refuse() < 0;
    default: return false;
    }
}

/* Also covers what no interposed call does: system calls made directly, /dev/rtc, and programs that
 * this process starts with a virtual time in their arguments. */
void machine_clock_drop_right(void)
{
    struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];
    const __u32 time = CAP_TO_MASK(CAP_SYS_TIME);
    if (real()->syscall(SYS_capget, &head, data) < 0 || !(data[0].permitted & time))
        return; /* the process never had that right */
    prctl(PR_CAPBSET_DROP, CAP_SYS_TIME);
    data[0].effective &= ~time;
    data[0].permitted &= ~time;
    data[0].inheritable &= ~time;
    real()->syscall(SYS_capset, &head, data);
}

/* ---- time that comes with something else ---- */

/* The processor time it stores stays the kernel's. */
clock_t times(struct tms *used)
{
    struct timespec now;
    clock_t shown = real()->times(used);
    if (!clock_is_ours() || clock_gettime(CLOCK_MONOTONIC, &now) < 0)
        return shown;
    long a_second = sysconf(_SC_CLK_TCK);
    return now.tv_sec * a_second + now.tv_nsec / (1000000000 / a_second);
}

int sysinfo(struct sysinfo *info)
{
    struct timespec now;
    int result = real()->sysinfo(info);
    if (result == 0 && clock_is_ours() && clock_gettime(CLOCK_BOOTTIME, &now) == 0)
        info->uptime = now.tv_sec;
    return result;
}
