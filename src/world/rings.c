#include "world/inside.h"

#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "world/real.h"
#include "world/sched.h"

enum { RINGS_MAX = 64, NAP_NS = 20000, NAPS_MAX = 50000 };

/* The thread that has the turn owns this. */
static struct {
    struct ring {
        int fd;
        bool is_polled;     /* a thread of the kernel's takes what is in the queue */
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
    rings.ring[i] = (struct ring){ fd, is_polled, 0 }; /* a former one of that number was closed */
    rings.count += i == rings.count;
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

/* "SqHead:\t4 ... SqTail:\t5 ... CqTail:\t3 ... PollList:\n  op=6, ...". Unless a thread of the
 * kernel's takes what is in the queue, only what the program has submitted counts. Whether there is
 * such a thread, the kernel does not always say: not while it works ("SqThread:\t-1"). */
static bool is_busy(struct ring *ring, const char *text)
{
    const char *polls = strstr(text, "PollList:");
    unsigned submitted = number_after(text, ring->is_polled ? "SqTail:" : "SqHead:");
    unsigned before = ring->completed, waiting = polls ? count_of(polls, "op=") : 0;
    ring->completed = number_after(text, "CqTail:");
    /* What has been completed since the last look, whoever waits for the ring may not have seen. */
    return ring->completed != before || (int)(submitted - ring->completed - waiting) > 0;
}

static bool is_ring(int fd)
{
    char path[64], target[32] = "";
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return readlink(path, target, sizeof target - 1) > 0 && strstr(target, "io_uring");
}

/* What the kernel says of it. That is nothing while it works at the ring, and of what is no ring any
 * more. */
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

bool rings_are_busy(void)
{
    static const struct timespec nap = { 0, NAP_NS };
    char text[8192];
    bool any = false;
    for (size_t i = 0; i < rings.count;) {
        struct ring *ring = &rings.ring[i];
        bool is_known = read_ring(ring->fd, text, sizeof text);
        if (!is_known && !is_ring(ring->fd)) {
            *ring = rings.ring[--rings.count];
            continue;
        }
        any |= !is_known || is_busy(ring, text);
        i++;
    }
    if (!any || rings.naps >= NAPS_MAX) {
        rings.naps = any ? rings.naps : 0;
        return false;
    }
    rings.naps++;
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
