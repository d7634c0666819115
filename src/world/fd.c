#include "world/world.h"

#include <assert.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/mem.h"
#include "world/inside.h"
#include "world/sched.h"

enum { LOOP_END, OUR_END };

/* The readable kind is one eventfd that serves as both ends: a case with a thousand descriptors
 * then needs a thousand, not two thousand. */
struct world_fd {
    enum world_fd_kind kind;
    int end[2];
    atomic_uint_fast64_t ready_ns; /* atomic: on the real clock another thread makes it ready */
    atomic_uint planned;           /* calls of make_ready() that are still to come */
};

/* The writable kind is not ready while its own send buffer is full. */
static void fill(int fd)
{
    static const char bytes[4096];
    while (write(fd, bytes, sizeof bytes) > 0)
        continue;
    while (write(fd, bytes, 1) > 0)
        continue;
}

static void empty(int fd)
{
    char bytes[4096];
    while (read(fd, bytes, sizeof bytes) > 0)
        continue;
}

static int open_ends(enum world_fd_kind kind, int end[2])
{
    if (kind == WORLD_FD_WRITABLE)
        return socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, end);
    end[LOOP_END] = end[OUR_END] = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return end[OUR_END];
}

struct world_fd *world_fd_open(enum world_fd_kind kind)
{
    int end[2];
    if (open_ends(kind, end) < 0)
        return NULL;
    struct world_fd *f = xcalloc(1, sizeof *f);
    f->kind = kind;
    f->end[LOOP_END] = end[0];
    f->end[OUR_END] = end[1];
    atomic_init(&f->ready_ns, UINT64_MAX);
    if (kind == WORLD_FD_WRITABLE) {
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

void world_fd_ready(struct world_fd *f)
{
    /* Recorded first: on the real clock the loop may see the descriptor before write() returns
     * here. */
    uint_fast64_t never = UINT64_MAX;
    atomic_compare_exchange_strong(&f->ready_ns, &never, world_now_ns());
    if (f->kind == WORLD_FD_WRITABLE)
        empty(f->end[OUR_END]);
    else
        (void)!write(f->end[OUR_END], &(uint64_t){ 1 },
                     sizeof(uint64_t)); /* a full counter is readable, too */
}

static void make_ready(void *arg)
{
    struct world_fd *f = arg;
    assert(f->planned > 0);
    world_fd_ready(f);
    f->planned--; /* last: from here on `f` may be freed */
}

void world_fd_ready_after(struct world_fd *f, uint64_t after_ns)
{
    f->planned++;
    world_after(after_ns, f, make_ready, f);
}

void world_fd_drain(struct world_fd *f)
{
    if (f->kind == WORLD_FD_WRITABLE)
        fill(f->end[LOOP_END]);
    else
        empty(f->end[LOOP_END]);
    f->ready_ns = UINT64_MAX;
}

uint64_t world_fd_ready_ns(const struct world_fd *f)
{
    return f->ready_ns;
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
    close(f->end[LOOP_END]);
    if (f->kind == WORLD_FD_WRITABLE)
        close(f->end[OUR_END]);
    free(f);
}
