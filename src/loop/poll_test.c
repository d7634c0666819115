/* Descriptors: the kernel's order, level-triggered, no event of a stopped one. */
#include <errno.h>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>
#include "loop/fixture_test.h"
#include "tap/tap.h"

static struct role *poll_handle(struct fixture *s, const char *name, int fd)
{
    struct role *r = fixture_role(s, name);
    r->handle = loop_handle_new(s->loop, LOOP_POLL, fd, role_called, r);
    return r;
}

static void fd_raise(int fd)
{
    const uint64_t one = 1;
    const ssize_t n = write(fd, &one, sizeof one);
    assert(n == sizeof one);
}

struct trio {
    struct fixture story;
    int fd[3];
    struct role *role[3];
};

static void trio_open(struct trio *t)
{
    static const char *const names[] = { "p0", "p1", "p2" };

    fixture_open(&t->story, "1.44.2");
    for (size_t i = 0; i < 3; i++) {
        t->fd[i] = eventfd(0, EFD_NONBLOCK);
        t->role[i] = poll_handle(&t->story, names[i], t->fd[i]);
        loop_poll_start(t->role[i]->handle, LOOP_READABLE);
    }
    loop_run(t->story.loop, LOOP_NOWAIT);
    fd_raise(t->fd[2]);
    fd_raise(t->fd[1]);
    fd_raise(t->fd[0]);
}

static void trio_close(struct trio *t)
{
    fixture_close(&t->story);
    for (size_t i = 0; i < 3; i++)
        close(t->fd[i]);
}

/* POLL-11, POLL-12. */
static void test_order(void)
{
    struct trio t;

    trio_open(&t);
    loop_run(t.story.loop, LOOP_NOWAIT);
    is(t.story.text, "p2 p1 p0", "in the order of becoming ready");
    loop_run(t.story.loop, LOOP_NOWAIT);
    is(t.story.text, "p2 p1 p0 p2 p1 p0", "and again while unread");
    trio_close(&t);
}

static void act_restart_other(struct role *r)
{
    loop_poll_start(r->other->handle, LOOP_READABLE);
}

/* POLL-13: stopped, closed or started anew, the old event is gone. */
static void test_discarded(void)
{
    static void (*const acts[])(struct role *) = { act_stop_other, act_close_other,
                                                   act_restart_other };
    static const char *const expected[] = { "p2 p0", "p2 p0 xp1", "p2 p0" };
    struct trio t;

    for (size_t i = 0; i < 3; i++) {
        trio_open(&t);
        t.role[2]->other = t.role[1];
        t.role[2]->act = acts[i];
        loop_run(t.story.loop, LOOP_NOWAIT);
        is(t.story.text, expected[i], "act %zu", i);
        trio_close(&t);
    }
}

static void test_refusals(void)
{
    struct fixture s;
    const int fd = eventfd(0, 0), file = open("/proc/self/exe", O_RDONLY);

    fixture_open(&s, "1.44.2");
    struct role *a = poll_handle(&s, "a", fd), *b = poll_handle(&s, "b", fd);
    is_int(loop_poll_start(a->handle, LOOP_READABLE), 0, "the first on a descriptor");
    is_int(loop_poll_start(b->handle, LOOP_READABLE), -EEXIST, "a second is refused");
    loop_handle_stop(a->handle);
    is_int(loop_poll_start(b->handle, LOOP_WRITABLE), 0, "unless the first has stopped");
    loop_run(s.loop, LOOP_NOWAIT);
    is(s.text, "b", "a writable descriptor");
    errno = 0;
    ok(!loop_handle_new(s.loop, LOOP_POLL, file, role_called, NULL), "no regular file");
    is_int(errno, EPERM, "says why");
    fixture_close(&s);
    close(fd);
    close(file);
}

static void count_call(void *arg, int status)
{
    size_t *calls = arg;
    (void)status;
    (*calls)++;
}

/* POLL-16, POLL-17: callbacks of one poll with so many descriptors always ready. */
static void test_batches(size_t count, size_t expected)
{
    struct fixture s;
    size_t calls = 0;
    struct loop_handle *h[1100];
    int fd[1100];

    fixture_open(&s, "1.44.2");
    for (size_t i = 0; i < count; i++) {
        fd[i] = eventfd(1, EFD_NONBLOCK);
        h[i] = loop_handle_new(s.loop, LOOP_POLL, fd[i], count_call, &calls);
        loop_poll_start(h[i], LOOP_READABLE);
    }
    loop_run(s.loop, LOOP_NOWAIT);
    is_int(calls, expected, "%zu ready descriptors", count);
    for (size_t i = 0; i < count; i++)
        loop_handle_close(h[i], NULL);
    fixture_close(&s);
    for (size_t i = 0; i < count; i++)
        close(fd[i]);
}

int main(void)
{
    struct rlimit files;

    test_order();
    test_discarded();
    test_refusals();
    test_batches(1000, 1000);
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max < 4096 ? files.rlim_max : 4096;
    setrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur > 1200)
        test_batches(1100, 49152);
    else
        skip(1, "needs 1200 descriptors");
    return done_testing();
}
