/* futex.c - system calls that a runtime makes with syscall(). A futex wait has a deadline on our
 * clock: absl and Rust build their locks on it. Calls that would set the machine's clock are
 * refused. All others pass. */
#include "preload/ticking.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "world/world.h"

enum { NS = 1000000000, ARGUMENTS = 6 };

typedef long call_function(long number, ...);

static call_function *call_behind(void)
{
    static call_function *found;
    if (!found) {
        void *address = dlsym(RTLD_NEXT, "syscall");
        memcpy(&found, &address, sizeof found);
    }
    return found;
}

struct futex {
    struct ticking_wait wait;
    long word;
    int private;
};

/* A spurious wake-up: waiters must expect one. Their next call finds that the time is over. */
static void nudge(struct ticking_wait *w)
{
    const struct futex *f = (const struct futex *)w;
    call_behind()(SYS_futex, f->word, FUTEX_WAKE | f->private, INT_MAX, NULL, NULL, 0);
}

static bool is_timed_wait(long number, const long a[ARGUMENTS])
{
    long command = a[1] & FUTEX_CMD_MASK;
    return number == SYS_futex && a[3] != 0 &&
           (command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET);
}

static uint64_t deadline(const long a[ARGUMENTS])
{
    const struct timespec *ts = (const struct timespec *)a[3];
    uint64_t ns = (uint64_t)ts->tv_sec * NS + (uint64_t)ts->tv_nsec;
    if ((a[1] & FUTEX_CMD_MASK) == FUTEX_WAIT)
        return ticking_now() + ns;
    uint64_t origin = ticking_origin(a[1] & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME
                                                                 : CLOCK_MONOTONIC);
    return ns > origin ? ns - origin : 0;
}

static long wait_futex(const long a[ARGUMENTS])
{
    static const struct timespec past;
    struct futex f = { { .until_ns = deadline(a), .wake = nudge },
                       a[0],
                       (int)a[1] & FUTEX_PRIVATE_FLAG };
    long operation = FUTEX_WAIT_BITSET | f.private;
    long mask = (a[1] & FUTEX_CMD_MASK) == FUTEX_WAIT ? (long)FUTEX_BITSET_MATCH_ANY : a[5];
    if (f.wait.until_ns <= ticking_now())
        return call_behind()(SYS_futex, a[0], operation, a[2], &past, NULL, mask);
    ticking_wait_begin(&f.wait);
    long answer = call_behind()(SYS_futex, a[0], operation, a[2], NULL, NULL, mask);
    int why = errno;
    ticking_wait_end(&f.wait);
    errno = why;
    return answer;
}

/* Takes six arguments, the most that a system call has: like the C library, it does not know how
 * many it was given. */
long syscall(long number, ...)
{
    long a[ARGUMENTS];
    va_list args;
    va_start(args, number);
    for (size_t i = 0; i < ARGUMENTS; i++)
        a[i] = va_arg(args, long);
    va_end(args);
    long result;
    if (world_refuses_call(number, a))
        return -1;
    if (world_makes_call(number, a, &result))
        return result;
    if (ticking_is_on() && is_timed_wait(number, a))
        return wait_futex(a);
    return call_behind()(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
