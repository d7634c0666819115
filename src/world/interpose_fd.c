/* interpose_fd.c - the calls by which a loop makes descriptors. They are passed on. When the
 * machine has no more descriptors, a loop may wait for ever, abort, or not call back, and whoever
 * judges that must know the reason: so the failure is reported. Not interposed for this: open() and
 * fcntl(), of which no scenario makes so many. accept() is in interpose_io.c. */
#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "world/inside.h"
#include "world/real.h"

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

MAKES_DESCRIPTORS(socket, (int domain, int type, int protocol), (domain, type, protocol))
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
