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
    int fd[RINGS_MAX];
    size_t count;
    unsigned naps; /* since a ring last had nothing to do */
} rings;

void rings_note(int fd)
{
    if (fd >= 0 && rings.count < RINGS_MAX)
        rings.fd[rings.count++] = fd;
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

/* "SqHead:\t4 ... SqTail:\t5 ... CqTail:\t3 ... SqThread:\t-1 ... PollList:\n  op=6, ...". A thread of
 * the kernel's takes what is in the queue; without it, only what the program has submitted counts. */
static bool is_busy(const char *text)
{
    const char *polls = strstr(text, "PollList:");
    bool has_thread = strstr(text, "SqThread:") && !strstr(text, "SqThread:\t-1");
    unsigned submitted = number_after(text, has_thread ? "SqTail:" : "SqHead:");
    unsigned completed = number_after(text, "CqTail:");
    unsigned waiting = polls ? count_of(polls, "op=") : 0;
    return (int)(submitted - completed - waiting) > 0;
}

/* False if the descriptor is no ring any more. */
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
        if (!read_ring(rings.fd[i], text, sizeof text)) {
            rings.fd[i] = rings.fd[--rings.count];
            continue;
        }
        any |= is_busy(text);
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
