/* interpose_file.c - the calls by which a loop asks for the status of a file. They are passed on.
 * But such a job takes an unknown time, so the rules leave open which of several jobs ends first:
 * each call is a choice point at which others may overtake. */
#include "world/sched.h"

#include <stdarg.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "world/inside.h"
#include "world/real.h"
#include "world/world.h"

static void linger(void)
{
    if (sched_governs())
        sched_linger();
}

int stat(const char *restrict path, struct stat *restrict out)
{
    linger();
    return real()->stat(path, out);
}

/* libuv calls statx() this way, since the C library may not have it. */
long syscall(long number, ...)
{
    long arg[6];
    va_list args;
    va_start(args, number);
    for (int i = 0; i < 6; i++)
        arg[i] = va_arg(args, long);
    va_end(args);
    long result;
    if (world_refuses_call(number, arg))
        return -1;
    if (world_makes_call(number, arg, &result))
        return result;
    if (number == SYS_statx)
        linger();
    /* Of a libuv before 1.35. */
    if (number == SYS_inotify_init1)
        return inotify_init1((int)arg[0]);
    if (number == SYS_inotify_add_watch)
        return inotify_add_watch((int)arg[0], (const char *)arg[1], (uint32_t)arg[2]);
    return real()->syscall(number, arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]);
}
