/* kernel.c - what the kernel still does for this process while all of its threads wait. Time must
 * not move before that is done. */
#include "world/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "world/real.h"
#include "world/sched.h"

/* ---- io_uring ---- */

enum { RINGS_MAX = 64, RING_NAP_NS = 20000, RING_NAPS_MAX = 50000 };

/* The thread that has the turn owns this. */
static struct {
    struct ring {
        int fd;
        bool is_polled;     /* a thread of the kernel's takes what is in the queue */
        bool is_done;       /* nothing was submitted since a look that found nothing left to do */
        unsigned completed; /* at the last look */
    } ring[RINGS_MAX];
    size_t count;
    unsigned naps; /* since a ring last had nothing to do */
} rings;

void rings_note(int fd, bool is_polled)
{
    size_t i = 0;
    while (i < rings.count && rings.ring[i].fd != fd)
        i++;
    if (fd < 0 || i == RINGS_MAX)
        return;
    /* A former one of that number was closed. */
    rings.ring[i] = (struct ring){ .fd = fd, .is_polled = is_polled };
    rings.count += i == rings.count;
}

void rings_submit(int fd)
{
    for (size_t i = 0; i < rings.count; i++)
        if (rings.ring[i].fd == fd)
            rings.ring[i].is_done = false;
}

static unsigned number_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    return at ? (unsigned)strtoul(at + strlen(key), NULL, 10) : 0;
}

static unsigned count_of(const char *text, const char *what)
{
    unsigned n = 0;
    for (const char *at = strstr(text, what); at; at = strstr(at + 1, what))
        n++;
    return n;
}

enum business { DONE, NEWS, AT_WORK };

/* "SqHead:\t4 ... SqTail:\t5 ... CqTail:\t3 ... PollList:\n  op=6, ...". Unless a thread of the
 * kernel's takes what is in the queue, only what the program has submitted counts. Whether there is
 * such a thread, the kernel does not always say: not while it works ("SqThread:\t-1"). */
static enum business business_of(struct ring *ring, const char *text)
{
    const char *polls = strstr(text, "PollList:");
    unsigned submitted = number_after(text, ring->is_polled ? "SqTail:" : "SqHead:");
    unsigned before = ring->completed, waiting = polls ? count_of(polls, "op=") : 0;
    ring->completed = number_after(text, "CqTail:");
    if ((int)(submitted - ring->completed - waiting) > 0)
        return AT_WORK;
    ring->is_done = !ring->is_polled && waiting == 0;
    /* Whoever waits for the ring may not have seen yet what was completed since the last look. */
    return ring->completed != before ? NEWS : DONE;
}

static bool is_ring(int fd)
{
    char path[64], target[32] = "";
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return readlink(path, target, sizeof target - 1) > 0 && strstr(target, "io_uring");
}

/* Read what the kernel says of the ring. That is nothing while the kernel works at it, or if it is
 * no ring any more. */
static bool read_ring(int fd, char *text, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fdinfo/%d", fd);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = file < 0 ? -1 : real()->read(file, text, size - 1);
    if (file >= 0)
        close(file);
    text[n > 0 ? n : 0] = '\0';
    return strstr(text, "SqTail:");
}

/* The most that any of them has to do. */
static enum business look_at_rings(void)
{
    char text[8192];
    enum business most = DONE;
    for (size_t i = 0; i < rings.count;) {
        struct ring *ring = &rings.ring[i];
        if (ring->is_done) {
            i++;
            continue;
        }
        bool is_known = read_ring(ring->fd, text, sizeof text);
        if (!is_known && !is_ring(ring->fd)) {
            *ring = rings.ring[--rings.count];
            continue;
        }
        enum business now = is_known ? business_of(ring, text) : AT_WORK;
        most = now > most ? now : most;
        i++;
    }
    return most;
}

bool rings_are_busy(void)
{
    static const struct timespec nap = { 0, RING_NAP_NS };
    enum business most = look_at_rings();
    if (most == DONE || rings.naps >= RING_NAPS_MAX) {
        rings.naps = most == DONE ? 0 : rings.naps;
        return false;
    }
    rings.naps++;
    if (most == AT_WORK)
        real()->nanosleep(&nap, NULL);
    return true;
}

static bool has_completion(void *arg)
{
    struct pollfd p = { *(const int *)arg, POLLIN, 0 };
    return real()->poll(&p, 1, 0) != 0;
}

void rings_await(int fd)
{
    if (sched_has_turn() && !has_completion(&fd))
        sched_park(&(struct sched_wait){ .until_ns = SCHED_NEVER,
                                         .peek = has_completion,
                                         .arg = &fd,
                                         .what = "io_uring",
                                         .interruptible = true });
}

/* ---- bytes on their way through a TCP connection ----
 * The kernel sends when its own timers and the other side's window allow, in real time. While a
 * socket of this process has bytes that have not gone out, nobody in the world may be at work, and
 * yet the program is not idle. Known are sockets that were made through the C library. What does
 * not go out for a while waits for a program that does not read. It need not be long if the other
 * side has said that it has no room: what could still be on its way is that it has room again. */

enum {
    SOCKETS_MAX = 256,
    NAP_NS = 200000,
    PATIENCE_NS = 400000000,
    PATIENCE_FULL_NS = 20000000,
};

/* The thread that has the turn owns this. */
static struct {
    int fd[SOCKETS_MAX];
    size_t count;
    uint64_t state;    /* a hash of which sockets had how many unsent bytes at the last look */
    uint64_t since_ns; /* since when `state` has not changed, in real time */
    bool has_pushed;   /* bytes went out because of the latest look */
} transit;

void transit_note(int fd)
{
    if (fd < 0 || !sched_has_outside() || !sched_has_turn())
        return;
    size_t i = 0;
    while (i < transit.count && transit.fd[i] != fd)
        i++;
    if (i < SOCKETS_MAX)
        transit.fd[i] = fd;
    transit.count += i == transit.count && i < SOCKETS_MAX;
}

static bool has_option(int fd, int option)
{
    int value = 0;
    socklen_t size = sizeof value;
    return getsockopt(fd, IPPROTO_TCP, option, &value, &size) == 0 && value;
}

/* A few bytes wait until the bytes before them are acknowledged (Nagle), and the other side delays
 * that by up to 40 ms of real time. The kernel sends them at once if that waiting is switched off.
 * A program that has corked its socket holds them back itself. */
static void push(int fd)
{
    if (has_option(fd, TCP_NODELAY) || has_option(fd, TCP_CORK))
        return;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){ 1 }, sizeof(int));
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){ 0 }, sizeof(int));
}

static int bytes_unsent(int fd)
{
    int unsent = 0;
    return ioctl(fd, SIOCOUTQNSD, &unsent) < 0 ? -1 : unsent;
}

/* How many bytes have not been sent; -1: it is no TCP socket any more. The last part of what was
 * sent may be acknowledged late; that matters only if more is to follow. */
static int bytes_left(int fd)
{
    struct pollfd p = { fd, POLLOUT, 0 };
    int unsent = bytes_unsent(fd), unacknowledged = 0;
    if (unsent > 0) {
        int before = unsent;
        push(fd);
        unsent = bytes_unsent(fd);
        transit.has_pushed |= unsent >= 0 && unsent < before;
    }
    if (unsent < 0 || ioctl(fd, SIOCOUTQ, &unacknowledged) < 0)
        return -1;
    if (unsent > 0 || unacknowledged == 0)
        return unsent;
    return real()->poll(&p, 1, 0) == 0 ? unacknowledged : 0;
}

/* Has the other side no room for another segment? A timer of the kernel's will send what fits, but
 * to a program that has left bytes unread that makes no difference. */
static bool is_full(int fd)
{
    struct tcp_info info = { .tcpi_snd_wnd = UINT32_MAX }; /* Linux < 5.4 does not say it */
    socklen_t size = sizeof info;
    return getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 && info.tcpi_unacked == 0 &&
           info.tcpi_snd_wnd < info.tcpi_snd_mss;
}

/* The other side may be one of ours. Let each acknowledge at once what it has received: the kernel
 * would delay that by up to 40 ms. */
static void acknowledge_all(void)
{
    for (size_t i = 0; i < transit.count; i++)
        setsockopt(transit.fd[i], IPPROTO_TCP, TCP_QUICKACK, &(int){ 1 }, sizeof(int));
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
    bool are_full = true;
    transit.has_pushed = false;
    for (size_t i = 0; i < transit.count;) {
        int left = bytes_left(transit.fd[i]);
        if (left < 0) {
            transit.fd[i] = transit.fd[--transit.count];
            continue;
        }
        if (left > 0) {
            state = sched_mix(sched_mix(state, (uint64_t)transit.fd[i]), (uint64_t)left);
            are_full = are_full && is_full(transit.fd[i]);
        }
        i++;
    }
    if (state == 0)
        return transit.has_pushed; /* whoever waits for these bytes has to look again */
    acknowledge_all();
    if (state != transit.state)
        transit.since_ns = real_now();
    transit.state = state;
    if (real_now() - transit.since_ns > (are_full ? PATIENCE_FULL_NS : PATIENCE_NS))
        return false;
    real()->nanosleep(&nap, NULL);
    return true;
}

/* ---- bytes on their way through a pseudo-terminal ----
 * What is written to one end comes to the other when a thread of the kernel has carried it there. A
 * poll() of that end makes the kernel carry it at once. A wait of epoll does not: it looks only at
 * what was reported to it. So before such a wait looks, the known terminals are polled: those that
 * were given to epoll, and those that the program asked about, since libuv gives them to epoll by
 * way of io_uring. */

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
