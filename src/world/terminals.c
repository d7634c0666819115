/* terminals.c - bytes on their way through a pseudo-terminal.
 *
 * What is written to one end comes to the other when a thread of the kernel has carried it there. A
 * poll() of that end makes the kernel carry it at once. A wait of epoll does not: it looks only at
 * what was reported to it. So before such a wait looks, the known terminals are polled: those that
 * were given to epoll, and those that the program asked about, since libuv gives them to epoll by
 * way of io_uring. */
#include "world/inside.h"

#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "world/real.h"
#include "world/sched.h"

enum { TERMINALS_MAX = 64 };

/* The thread that has the turn owns this. */
static struct {
    struct pollfd fd[TERMINALS_MAX];
    nfds_t count;
} terminals;

/* Some may have been closed, and others may have their numbers. */
static void forget_others(int fd)
{
    nfds_t kept = 0;
    for (nfds_t i = 0; i < terminals.count; i++)
        if (terminals.fd[i].fd != fd && real()->isatty(terminals.fd[i].fd))
            terminals.fd[kept++] = terminals.fd[i];
    terminals.count = kept;
}

static void note(int fd)
{
    forget_others(fd);
    if (terminals.count < TERMINALS_MAX)
        terminals.fd[terminals.count++] = (struct pollfd){ .fd = fd, .events = POLLIN };
}

void terminals_carry(void)
{
    if (terminals.count > 0)
        real()->poll(terminals.fd, terminals.count, 0);
}

int epoll_ctl(int epoll, int operation, int fd, struct epoll_event *event)
{
    const int result = real()->epoll_ctl(epoll, operation, fd, event), error = errno;
    if (result == 0 && operation == EPOLL_CTL_ADD && sched_has_turn() && real()->isatty(fd))
        note(fd);
    errno = error;
    return result;
}

int isatty(int fd)
{
    const int is = real()->isatty(fd), error = errno;
    if (is && sched_has_turn())
        note(fd);
    errno = error;
    return is;
}
