/* interpose_beyond.c - calls by which a process takes the time that it reads out into the machine,
 * or the machine's time in. In a world that is another time: a program that sets the clock by
 * it would set everybody's. README.md has what is ours, what is refused and what passes.
 *
 * Who asks does not matter, as long as the time that this process reads is a world's: a thread that
 * the scheduler does not know may have been told it by another. */
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

/* What the C library keeps for old programs, and has no name for. */
int stime(const time_t *t);
int stime(const time_t *t)
{
    return clock_is_ours() ? refuse() : settimeofday(&(struct timeval){ *t, 0 }, NULL);
}

/* What is left of an adjustment may be asked. */
int adjtime(const struct timeval *delta, struct timeval *left)
{
    return delta && clock_is_ours() ? refuse() : real()->adjtime(delta, left);
}

static bool is_query(const struct timex *t)
{
    return t->modes == 0 || t->modes == ADJ_OFFSET_SS_READ;
}

/* An answer has the time in it. */
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

/* For those who ask the kernel by themselves, for the machine's own clock, which is set by a
 * device, and for programs that are started with a time of ours in their arguments. */
void beyond_give_up(void)
{
    struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];
    const __u32 time = CAP_TO_MASK(CAP_SYS_TIME);
    if (real()->syscall(SYS_capget, &head, data) < 0 || !(data[0].permitted & time))
        return; /* it has no such right */
    prctl(PR_CAPBSET_DROP, CAP_SYS_TIME);
    data[0].effective &= ~time;
    data[0].permitted &= ~time;
    data[0].inheritable &= ~time;
    real()->syscall(SYS_capset, &head, data);
}

/* ---- time that comes with something else ---- */

/* Of processor time it is the kernel's that counts. */
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
