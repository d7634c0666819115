/* sleeper.c - jobs of a given length, on the ticking clock. To keep one of its threads busy for a
 * while, a program lets it open a FIFO that somebody else opens late. Another process would do that
 * in real time; here the world does it in virtual time.
 *
 * LOOPSPEC_SLEEPER names a folder that only open() knows (files.c). In it, opening
 *   SECONDS      takes that long; the file is empty.
 *   SECONDS/FD   takes no time, and writes a byte to that descriptor SECONDS later.
 *   ready/FD     waits in real time until that descriptor is readable, by somebody outside. */
#include "preload/preload.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "preload/ticking.h"

struct order {
    uint64_t ns;
    int fd;
};

static void *serve(void *arg)
{
    struct order order = *(struct order *)arg;
    free(arg);
    ticking_pass(order.ns);
    ssize_t n = write(order.fd, ".", 1);
    (void)n; /* the descriptor was closed meanwhile: nobody waits for it */
    return NULL;
}

static int serve_later(struct order order)
{
    struct order *own = malloc(sizeof *own);
    if (!own)
        return ENOMEM;
    *own = order;
    int error = ticking_start_thread(serve, own);
    if (error != 0)
        free(own);
    return error;
}

int sleeper_open(const char *rest)
{
    double seconds;
    int awaited;
    struct order order = { .fd = -1 };
    if (sscanf(rest, "/ready/%d", &awaited) == 1) {
        ticking_await_outside(awaited);
        return memfd_create("sleeper", MFD_CLOEXEC);
    }
    if (sscanf(rest, "/%lf/%d", &seconds, &order.fd) < 1 || seconds < 0) {
        errno = ENOENT;
        return -1;
    }
    order.ns = (uint64_t)(seconds * 1e9 + 0.5);
    if (order.fd < 0)
        ticking_pass(order.ns);
    int error = order.fd < 0 ? 0 : serve_later(order);
    if (error == 0)
        return memfd_create("sleeper", MFD_CLOEXEC);
    errno = error;
    return -1;
}

void sleeper_offer(void)
{
    setenv("LOOPSPEC_SLEEPER", SLEEPER_PATH, 1);
}
