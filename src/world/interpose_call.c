/* interpose_call.c - system calls that a program makes with the C library's syscall(): those that
 * wait, and those that the world must know of. The libraries that export syscall() call this. */
#include <errno.h>
#include <poll.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>

#include "world/clock.h"
#include "world/inside.h"
#include "world/real.h"
#include "world/sched.h"
#include "world/world.h"

/* ---- futexes ---- */

struct futex {
    const uint32_t *word;
    uint32_t value;
};

static bool has_changed(void *arg)
{
    const struct futex *f = arg;
    return __atomic_load_n(f->word, __ATOMIC_ACQUIRE) != f->value;
}

static uint64_t deadline(const long a[])
{
    const struct timespec *ts = (const struct timespec *)a[3];
    if (!ts)
        return SCHED_NEVER;
    return (a[1] & FUTEX_CMD_MASK) == FUTEX_WAIT ? sched_after(clock_span(ts)) : clock_until(ts);
}

/* The word may have changed without anybody being woken: such a wake-up is spurious, and waiters
 * must expect those. But nobody may be woken by a time-out when another thread can still run. */
static long wait_futex(const long a[])
{
    struct futex f = { (const uint32_t *)a[0], (uint32_t)a[2] };
    if (has_changed(&f)) {
        errno = EAGAIN;
        return -1;
    }
    enum sched_wake woke = sched_park(&(struct sched_wait){ .until_ns = deadline(a),
                                                            .peek = has_changed,
                                                            .arg = &f,
                                                            .object = f.word,
                                                            .what = "a futex",
                                                            .interruptible = true,
                                                            .restarts = true });
    if (woke == SCHED_READY)
        return 0;
    errno = woke == SCHED_TIMED_OUT ? ETIMEDOUT : EINTR;
    return -1;
}

/* The waiters may be threads of this process, which the world has parked, or others. */
static long wake_futex(const long a[])
{
    long woken = 0;
    while (woken < a[2] && sched_signal_one((const void *)a[0]))
        woken++;
    long others = real()->syscall(SYS_futex, a[0], a[1], a[2] - woken, a[3], a[4], a[5]);
    return others < 0 ? others : woken + others;
}

static bool call_futex(const long a[], long *result)
{
    switch (a[1] & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET: *result = wait_futex(a); return true;
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET: *result = wake_futex(a); return true;
    case FUTEX_REQUEUE:
    case FUTEX_CMP_REQUEUE: sched_signal((const void *)a[0], true); return false;
    default: return false;
    }
}

/* ---- all of them ---- */

#ifndef IORING_ENTER_GETEVENTS
#define IORING_ENTER_GETEVENTS 1
#endif

/* How struct io_uring_params begins; older systems have no header for it. */
struct ring_params {
    uint32_t sq_entries, cq_entries, flags;
};

#ifndef IORING_SETUP_SQPOLL
#define IORING_SETUP_SQPOLL 2u
#endif

static bool has_poller(const struct ring_params *params)
{
    return params && params->flags & IORING_SETUP_SQPOLL;
}

/* Submit, then wait: the thread that waits gives up the turn. */
static long enter_ring(const long a[])
{
    if (!(a[3] & IORING_ENTER_GETEVENTS) || a[2] == 0)
        return real()->syscall(SYS_io_uring_enter, a[0], a[1], a[2], a[3], a[4], a[5]);
    long submitted = 0;
    if (a[1] > 0)
        submitted = real()->syscall(SYS_io_uring_enter, a[0], a[1], 0L, 0L, NULL, 0L);
    if (submitted < 0)
        return submitted;
    rings_await((int)a[0]);
    long waited = real()->syscall(SYS_io_uring_enter, a[0], 0L, a[2], a[3], a[4], a[5]);
    return waited < 0 && submitted == 0 ? waited : submitted;
}

/* Of a program, the calls by which it may ask for the time or sleep without the C library's functions
 * for that. The kernel's signal masks are how the C library's begin. */
static bool make_programs_call(long number, const long a[], long *result)
{
    switch (number) {
    case SYS_clock_gettime: *result = clock_gettime((clockid_t)a[0], (void *)a[1]); return true;
    case SYS_gettimeofday: *result = gettimeofday((void *)a[0], (void *)a[1]); return true;
    case SYS_nanosleep: *result = nanosleep((void *)a[0], (void *)a[1]); return true;
    case SYS_clock_nanosleep:
        errno = clock_nanosleep((clockid_t)a[0], (int)a[1], (void *)a[2], (void *)a[3]);
        *result = errno ? -1 : 0;
        return true;
    case SYS_epoll_pwait:
        *result = epoll_pwait((int)a[0], (void *)a[1], (int)a[2], (int)a[3], (void *)a[4]);
        return true;
    case SYS_ppoll:
        *result = ppoll((void *)a[0], (nfds_t)a[1], (void *)a[2], (void *)a[3]);
        return true;
    default: return false;
    }
}

bool world_makes_call(long number, const long arg[], long *result)
{
    if (number == SYS_io_uring_enter)
        rings_submit((int)arg[0]);
    if (!sched_has_turn())
        return false;
    switch (number) {
    case SYS_futex: return call_futex(arg, result);
    case SYS_io_uring_setup:
        *result = real()->syscall(number, arg[0], arg[1]);
        rings_note((int)*result, has_poller((const struct ring_params *)arg[1]));
        return true;
    case SYS_io_uring_enter: *result = enter_ring(arg); return true;
    default: return sched_has_outside() && make_programs_call(number, arg, result);
    }
}
