/* sleeper.c - jobs that take as long as they are told, on the ticking clock. A program that
 * wants one of its threads to be occupied for a while has it open a file which somebody else
 * opens late. Another process would do that in real time; here it is the world.
 *
 * The environment names a folder that only open() knows (files.c), LOOPSPEC_SLEEPER. To open
 *   SECONDS      in it takes so long. What is opened is empty.
 *   SECONDS/FD   takes no time. So much later a byte is written to that descriptor. */
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
    (void)n; /* it was closed meanwhile: nobody is told */
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
    struct order order = { .fd = -1 };
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
