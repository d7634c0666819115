#include "world/world.h"

#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/mem.h"
#include "world/inside.h"
#include "world/real.h"
#include "world/sched.h"

enum { LOOP_END, OUR_END, SETTLE_MS = 5000 };

/* A descriptor that only becomes readable is an eventfd, both ends in one. So a case with a
 * thousand descriptors needs a thousand, not a pair of sockets for each. */
struct world_fd {
    unsigned states;               /* that it can be in */
    int end[2];                    /* -1 once closed */
    atomic_uint_fast64_t ready_ns; /* on the real clock another thread makes it ready */
    atomic_uint planned;           /* calls of do_planned() that are still to come */
};

static bool is_counter(const struct world_fd *f)
{
    return f->states == WORLD_FD_READABLE;
}

/* What can be made writable is not ready while its own buffer is full. */
static void fill(int fd)
{
    static const char bytes[4096];
    while (send(fd, bytes, sizeof bytes, MSG_NOSIGNAL) > 0)
        continue;
    while (send(fd, bytes, 1, MSG_NOSIGNAL) > 0)
        continue;
}

static void empty(int fd)
{
    char bytes[4096];
    while (read(fd, bytes, sizeof bytes) > 0)
        continue;
}

/* Only TCP has urgent bytes. */
static int open_tcp(int end[2])
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
    socklen_t size = sizeof at;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    end[OUR_END] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    end[LOOP_END] = -1;
    if (bind(listener, (struct sockaddr *)&at, size) == 0 && listen(listener, 1) == 0 &&
        getsockname(listener, (struct sockaddr *)&at, &size) == 0 &&
        connect(end[OUR_END], (struct sockaddr *)&at, size) == 0)
        end[LOOP_END] = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    const int error = errno;
    if (listener >= 0)
        close(listener);
    if (end[LOOP_END] < 0 && end[OUR_END] >= 0)
        close(end[OUR_END]);
    errno = error;
    return end[LOOP_END];
}

static int open_ends(unsigned states, int end[2])
{
    if (states & WORLD_FD_URGENT)
        return open_tcp(end);
    if (states != WORLD_FD_READABLE)
        return socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, end);
    end[LOOP_END] = end[OUR_END] = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return end[OUR_END];
}

struct world_fd *world_fd_open(unsigned states)
{
    int end[2];
    if (open_ends(states, end) < 0)
        return NULL;
    struct world_fd *f = xcalloc(1, sizeof *f);
    f->states = states;
    f->end[LOOP_END] = end[0];
    f->end[OUR_END] = end[1];
    atomic_init(&f->ready_ns, UINT64_MAX);
    if (states & WORLD_FD_WRITABLE) {
        int small = 4096; /* quick to fill */
        setsockopt(end[0], SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
        fill(end[0]);
    }
    return f;
}

int world_fd_number(const struct world_fd *f)
{
    return f->end[LOOP_END];
}

/* Over TCP, wait until what was sent has arrived. */
static void await(const struct world_fd *f, short events)
{
    struct pollfd p = { f->end[LOOP_END], events, 0 };
    if (f->states & WORLD_FD_URGENT)
        real()->poll(&p, 1, SETTLE_MS);
}

void world_fd_ready(struct world_fd *f, unsigned states)
{
    /* Recorded first: on the real clock the loop may see the descriptor before write() returns
     * here. */
    uint_fast64_t never = UINT64_MAX;
    atomic_compare_exchange_strong(&f->ready_ns, &never, world_now_ns());
    if (f->end[OUR_END] < 0)
        return;
    if (is_counter(f)) {
        (void)!write(f->end[OUR_END], &(uint64_t){ 1 },
                     sizeof(uint64_t)); /* a full counter is readable, too */
        return;
    }
    if (states & WORLD_FD_READABLE && send(f->end[OUR_END], "", 1, MSG_NOSIGNAL) == 1)
        await(f, POLLIN);
    if (states & WORLD_FD_WRITABLE)
        empty(f->end[OUR_END]);
    if (states & WORLD_FD_URGENT && send(f->end[OUR_END], "", 1, MSG_OOB | MSG_NOSIGNAL) == 1)
        await(f, POLLPRI);
    if (states & WORLD_FD_ENDED && shutdown(f->end[OUR_END], SHUT_WR) == 0)
        await(f, POLLRDHUP);
}

void world_fd_drain(struct world_fd *f, unsigned states)
{
    char byte;
    f->ready_ns = UINT64_MAX;
    if (f->end[LOOP_END] < 0)
        return;
    if (states & WORLD_FD_READABLE)
        empty(f->end[LOOP_END]);
    if (states & WORLD_FD_WRITABLE)
        fill(f->end[LOOP_END]);
    if (states & WORLD_FD_URGENT)
        (void)!recv(f->end[LOOP_END], &byte, 1, MSG_OOB);
}

/* Whoever sends to a peer that closed without reading gets an error from the kernel. */
void world_fd_break(struct world_fd *f)
{
    uint_fast64_t never = UINT64_MAX;
    assert(f->states & WORLD_FD_ENDED);
    atomic_compare_exchange_strong(&f->ready_ns, &never, world_now_ns());
    if (f->end[OUR_END] < 0 || f->end[LOOP_END] < 0)
        return;
    (void)!send(f->end[LOOP_END], "", 1, MSG_NOSIGNAL);
    close(f->end[OUR_END]);
    f->end[OUR_END] = -1;
    await(f, 0); /* an error is always reported */
}

/* ---- at an instant ---- */

struct planned {
    struct world_fd *fd;
    unsigned states; /* 0: it breaks */
};

static void do_planned(void *arg)
{
    struct planned p = *(struct planned *)arg;
    free(arg);
    if (p.states)
        world_fd_ready(p.fd, p.states);
    else
        world_fd_break(p.fd);
    p.fd->planned--; /* last: then it may be freed */
}

static void plan(struct world_fd *f, unsigned states, uint64_t after_ns)
{
    struct planned *p = xmalloc(sizeof *p);
    *p = (struct planned){ f, states };
    f->planned++;
    world_after(after_ns, f, do_planned, p);
}

void world_fd_ready_after(struct world_fd *f, unsigned states, uint64_t after_ns)
{
    plan(f, states, after_ns);
}

void world_fd_break_after(struct world_fd *f, uint64_t after_ns)
{
    plan(f, 0, after_ns);
}

uint64_t world_fd_ready_ns(const struct world_fd *f)
{
    return f->ready_ns;
}

/* ---- the end ---- */

static void close_end(struct world_fd *f, int which)
{
    if (f->end[which] >= 0)
        close(f->end[which]);
    f->end[which] = -1;
}

void world_fd_free(struct world_fd *f)
{
    close_end(f, LOOP_END);
    if (is_counter(f))
        f->end[OUR_END] = -1;
}

void world_fd_close(struct world_fd *f)
{
    if (sched_governs()) {
        sched_cancel(f);
        f->planned = 0;
    }
    if (f->planned >
        0) { /* On the real clock a thread will still use it. So leak it: at most once per case. */
        world_keep_fd(f->end[LOOP_END]);
        world_keep_fd(f->end[OUR_END]);
        return;
    }
    world_fd_free(f);
    close_end(f, OUR_END);
    free(f);
}
