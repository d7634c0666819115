/* A ring of io_uring is busy from a submission until somebody can have seen its completion; a request
 * that waits for a descriptor does not count. */
#include <linux/io_uring.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tap/tap.h"
#include "world/inside.h"

struct ring {
    int fd;
    struct io_uring_params p;
    char *sq;
    struct io_uring_sqe *sqe;
};

enum { ENTRIES = 4 };

static bool open_ring(struct ring *r)
{
    *r = (struct ring){ .fd = -1 };
    r->fd = (int)syscall(SYS_io_uring_setup, ENTRIES, &r->p);
    if (r->fd < 0)
        return false;
    r->sq = mmap(NULL, r->p.sq_off.array + ENTRIES * sizeof(unsigned), PROT_READ | PROT_WRITE,
                 MAP_SHARED, r->fd, IORING_OFF_SQ_RING);
    r->sqe = mmap(NULL, ENTRIES * sizeof *r->sqe, PROT_READ | PROT_WRITE, MAP_SHARED, r->fd,
                  IORING_OFF_SQES);
    return r->sq != MAP_FAILED && r->sqe != MAP_FAILED;
}

static long submit(struct ring *r, uint8_t operation, int fd)
{
    static char byte;
    atomic_uint *tail = (atomic_uint *)(void *)(r->sq + r->p.sq_off.tail);
    unsigned i = *tail % ENTRIES;
    r->sqe[i] = (struct io_uring_sqe){
        .opcode = operation, .fd = fd, .addr = (uintptr_t)&byte, .len = 1, .off = (uint64_t)-1
    };
    ((unsigned *)(void *)(r->sq + r->p.sq_off.array))[i] = i;
    (*tail)++;
    return syscall(SYS_io_uring_enter, r->fd, 1, 0, 0, NULL, 0);
}

/* Asked until it rests, as the scheduler asks. */
static bool comes_to_rest(void)
{
    enum { LOOKS = 10000 };
    for (int i = 0; i < LOOKS; i++)
        if (!rings_are_busy())
            return true;
    return false;
}

static void test_ring(struct ring *r)
{
    int ends[2];
    if (pipe(ends) < 0)
        abort();
    rings_note(r->fd, false);
    ok(!rings_are_busy(), "a new ring rests");
    is_int((int)submit(r, IORING_OP_WRITE, ends[1]), 1, "a write is submitted");
    ok(rings_are_busy(), "its completion has not been seen");
    ok(comes_to_rest(), "then the ring rests");
    char byte;
    is_int((int)read(ends[0], &byte, 1), 1, "the write was made");
    submit(r, IORING_OP_READ, ends[0]);
    ok(comes_to_rest(), "a read that waits for a pipe is no work");
    is_int((int)write(ends[1], "x", 1), 1, "until something comes");
    ok(comes_to_rest(), "and is over then");
    close(r->fd);
    ok(!rings_are_busy(), "a ring that was closed is forgotten");
}

int main(void)
{
    struct ring r;
    rings_note(-1, false);
    ok(!rings_are_busy(), "a ring that could not be made is none");
    if (open_ring(&r))
        test_ring(&r);
    else
        skip(1, "no io_uring here");
    return done_testing();
}
