#include "base/patient.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/mem.h"
#include "base/now.h"

enum {
    LOOK_MS = 50,     /* how often to look for an interrupt */
    MOMENT_MS = 1000, /* for a read or write in progress when an interrupt comes */
};

/* 0 once `fd` is ready (or would report an error when used); -1 with EINTR. */
static int await(int fd, short events)
{
    struct pollfd pfd = { fd, events, 0 };
    uint64_t began_ns = 0;
    int look_ms = interrupt_is_caught() ? LOOK_MS : -1;
    while (poll(&pfd, 1, look_ms) <= 0) {
        if (!interrupt_is_pending())
            continue;
        if (began_ns == 0)
            began_ns = now_ns();
        if (now_ns() - began_ns < MOMENT_MS * 1000000ull)
            continue;
        errno = EINTR;
        return -1;
    }
    return 0;
}

static bool is_fifo(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISFIFO(st.st_mode);
}

/* O_NONBLOCK opens a FIFO for reading at once (the first read waits), and for writing only if it
 * has a reader. Of other files it changes nothing that patient_read() would notice. */
int patient_open(const char *path, int flags)
{
    if ((flags & O_ACCMODE) == O_RDONLY)
        return open(path, flags | O_CLOEXEC | O_NONBLOCK);
    if (!is_fifo(path))
        return open(path, flags | O_CLOEXEC, 0666);
    for (;;) {
        int fd = open(path, flags | O_CLOEXEC | O_NONBLOCK, 0666);
        if (fd >= 0 || errno != ENXIO)
            return fd;
        if (interrupt_is_pending()) {
            errno = EINTR;
            return -1;
        }
        poll(NULL, 0, LOOK_MS);
    }
}

static bool is_not_yet(int error)
{
    return error == EAGAIN || error == EINTR;
}

ssize_t patient_read(int fd, void *to, size_t size)
{
    for (;;) {
        if (await(fd, POLLIN) < 0)
            return -1;
        ssize_t n = read(fd, to, size);
        if (n >= 0 || !is_not_yet(errno))
            return n;
    }
}

/* Writes no more at once than a pipe with room accepts without blocking. */
int patient_write(int fd, const void *from, size_t size)
{
    const char *at = from;
    while (size > 0) {
        if (await(fd, POLLOUT) < 0)
            return -1;
        ssize_t n = write(fd, at, size < PIPE_BUF ? size : PIPE_BUF);
        if (n < 0 && !is_not_yet(errno))
            return -1;
        at += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return 0;
}

/* ---- a stream ---- */

struct stream {
    int fd;
    bool owns;
    int error; /* of the wait that an interrupt ended; 0: none */
};

static ssize_t put(void *cookie, const char *bytes, size_t count)
{
    struct stream *s = cookie;
    errno = s->error;
    if (s->error || patient_write(s->fd, bytes, count) < 0) {
        s->error = errno == EINTR ? EINTR : 0;
        return 0;
    }
    return (ssize_t)count;
}

static int end(void *cookie)
{
    struct stream *s = cookie;
    int result = s->owns ? close(s->fd) : 0;
    free(s);
    return result;
}

FILE *patient_stream(int fd, bool owns)
{
    static const cookie_io_functions_t calls = { .write = put, .close = end };
    struct stream *s = xmalloc(sizeof *s);
    *s = (struct stream){ .fd = fd, .owns = owns };
    return mem_of(fopencookie(s, "w", calls));
}
