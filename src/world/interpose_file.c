/* interpose_file.c - the calls by which a loop makes descriptors and asks for the status of a file.
 * They are passed on.
 *
 * When the machine has no more descriptors, a loop may wait for ever, abort, or not call back, and
 * whoever judges that must know the reason: so the failure is reported. Not interposed for this:
 * open() and fcntl(), of which no scenario makes so many. accept() is in interpose_io.c.
 *
 * A job that asks for a file's status takes an unknown time, so the rules leave open which of
 * several jobs ends first: each call is a choice point at which others may overtake. */
#include "world/sched.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "world/inside.h"
#include "world/real.h"
#include "world/world.h"

/* ---- descriptors ---- */

static int report_failure(int result, const char *call)
{
    if (result < 0)
        world_report_shortage("descriptors", call, errno);
    return result;
}

#define MAKES_DESCRIPTORS(name, parameters, arguments)        \
    int name parameters                                       \
    {                                                         \
        return report_failure(real()->name arguments, #name); \
    }

int socket(int domain, int type, int protocol)
{
    world_has_net |= domain != AF_UNIX;
    return report_failure(real()->socket(domain, type, protocol), "socket");
}

MAKES_DESCRIPTORS(socketpair, (int domain, int type, int protocol, int end[2]),
                  (domain, type, protocol, end))
MAKES_DESCRIPTORS(epoll_create, (int size), (size))
MAKES_DESCRIPTORS(epoll_create1, (int flags), (flags))
MAKES_DESCRIPTORS(eventfd, (unsigned count, int flags), (count, flags))
MAKES_DESCRIPTORS(signalfd, (int fd, const sigset_t *mask, int flags), (fd, mask, flags))
MAKES_DESCRIPTORS(inotify_init, (void), ())
MAKES_DESCRIPTORS(inotify_init1, (int flags), (flags))
/* It makes no descriptor, but a user has only so many of them too. */
int inotify_add_watch(int fd, const char *path, uint32_t mask)
{
    int result = real()->inotify_add_watch(fd, path, mask);
    if (result < 0)
        world_report_shortage("watches", "inotify_add_watch", errno);
    return result;
}

MAKES_DESCRIPTORS(pipe, (int end[2]), (end))
MAKES_DESCRIPTORS(pipe2, (int end[2], int flags), (end, flags))

/* ---- files ---- */

static void linger(void)
{
    if (sched_governs())
        sched_offer_overtaking();
}

int stat(const char *restrict path, struct stat *restrict out)
{
    linger();
    return real()->stat(path, out);
}

/* libuv calls statx() this way, since the C library may not have it. As in the C library, six arguments
 * are passed on, however many there are; the address sanitizer would object. */
__attribute__((no_sanitize("address"))) long syscall(long number, ...)
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
