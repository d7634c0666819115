/* transit.c - bytes on their way through a TCP connection.
 *
 * The kernel sends when its own timers and the other side's window allow, in real time. While a
 * socket of this process has bytes that have not gone out, nobody in the world may be at work, and
 * yet the program is not idle. Known are sockets that were made through the C library. What does
 * not go out for a while waits for a program that does not read. */
#include "world/sched.h"

#include <linux/sockios.h>
#include <poll.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>

#include "world/real.h"

enum { SOCKETS_MAX = 256, NAP_NS = 200000, PATIENCE_NS = 400000000 };

/* The thread that has the turn owns this. */
static struct {
    int fd[SOCKETS_MAX];
    size_t count;
    uint64_t state;    /* a hash of what had not gone out at the last look, and of where */
    uint64_t since_ns; /* when it came to this, in real time */
} transit;

void transit_note(int fd)
{
    if (fd < 0 || !sched_is_open() || !sched_has_turn())
        return;
    size_t i = 0;
    while (i < transit.count && transit.fd[i] != fd)
        i++;
    if (i < SOCKETS_MAX)
        transit.fd[i] = fd;
    transit.count += i == transit.count && i < SOCKETS_MAX;
}

/* Of what has gone out, the last part may be acknowledged late; that matters to nobody unless it is
 * in the way of more. -1: it is no TCP socket any more. */
static int bytes_left(int fd)
{
    struct pollfd p = { fd, POLLOUT, 0 };
    int unsent = 0, unacknowledged = 0;
    if (ioctl(fd, SIOCOUTQNSD, &unsent) < 0 || ioctl(fd, SIOCOUTQ, &unacknowledged) < 0)
        return -1;
    if (unsent > 0 || unacknowledged == 0)
        return unsent;
    return real()->poll(&p, 1, 0) == 0 ? unacknowledged : 0;
}

static uint64_t real_now(void)
{
    struct timespec ts;
    real_clock(&ts);
    return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

bool transit_is_busy(void)
{
    static const struct timespec nap = { 0, NAP_NS };
    uint64_t state = 0;
    for (size_t i = 0; i < transit.count;) {
        int left = bytes_left(transit.fd[i]);
        if (left < 0) {
            transit.fd[i] = transit.fd[--transit.count];
            continue;
        }
        if (left > 0)
            state = sched_mix(sched_mix(state, (uint64_t)transit.fd[i]), (uint64_t)left);
        i++;
    }
    if (state == 0)
        return false;
    if (state != transit.state)
        transit.since_ns = real_now();
    transit.state = state;
    if (real_now() - transit.since_ns > PATIENCE_NS)
        return false;
    real()->nanosleep(&nap, NULL);
    return true;
}
