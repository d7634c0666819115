/* The pool of one worker: jobs in order, cancelling, file requests. */
#include <errno.h>
#include <stdlib.h>
#include "loop/story.h"
#include "tap/tap.h"

/* A job that says that it runs and then waits to be let go. */
struct gate {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool is_running, is_open;
};

static void gate_job(void *arg)
{
    struct gate *g = arg;

    pthread_mutex_lock(&g->lock);
    g->is_running = true;
    pthread_cond_signal(&g->changed);
    while (!g->is_open)
        pthread_cond_wait(&g->changed, &g->lock);
    pthread_mutex_unlock(&g->lock);
}

static void gate_await(struct gate *g)
{
    pthread_mutex_lock(&g->lock);
    while (!g->is_running)
        pthread_cond_wait(&g->changed, &g->lock);
    pthread_mutex_unlock(&g->lock);
}

static void gate_open(struct gate *g)
{
    pthread_mutex_lock(&g->lock);
    g->is_open = true;
    pthread_cond_signal(&g->changed);
    pthread_mutex_unlock(&g->lock);
}

static void do_nothing(void *arg)
{
    (void)arg;
}

static void write_status(void *arg, int status)
{
    struct role *r = arg;
    const char *mark = status == 0            ? ""
                       : status == -ECANCELED ? "!"
                       : status == -ENOENT    ? "?"
                                              : "#";
    story_write(r->story, mark, r->name);
}

/* POOL-5, POOL-8: the only worker is held, so everything else stays queued. */
static void test_cancel(void)
{
    struct gate gate = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, false };
    struct story s;

    story_open(&s, "1.44.2");
    struct loop_request *held = loop_work(s.loop, gate_job, NULL, &gate);
    gate_await(&gate);
    loop_work(s.loop, do_nothing, write_status, story_role(&s, "1"));
    struct loop_request *second = loop_work(s.loop, do_nothing, write_status, story_role(&s, "2"));
    struct loop_request *third = loop_stat(s.loop, "/", write_status, story_role(&s, "3"));
    is_int(loop_cancel(held), -EBUSY, "a running job cannot be cancelled");
    is_int(loop_cancel(second), 0, "a queued one can");
    is_int(loop_cancel(third), 0, "so can a file request");
    is_int(loop_close(s.loop), -EBUSY, "requests keep the loop from closing");
    is_int(loop_run(s.loop, LOOP_NOWAIT), 1, "and alive");
    is(s.text, "!2 !3", "cancelled ones are reported at once");
    gate_open(&gate);
    is_int(loop_run(s.loop, LOOP_DEFAULT), 0, "until all have been reported");
    is(s.text, "!2 !3 1", "the rest when they have run");
    is_int(story_close(&s), 0, "then it closes");
}

/* POLL-27, POOL-6: in poll, before check, in the order of finishing. */
static void test_order(void)
{
    struct story s;

    story_open(&s, "1.50.0");
    setenv("UV_USE_IO_URING", "0", 1);
    loop_stat(s.loop, "/", write_status, story_role(&s, "root"));
    loop_stat(s.loop, "/no/such/file", write_status, story_role(&s, "none"));
    loop_work(s.loop, do_nothing, write_status, story_role(&s, "job"));
    ok(!loop_work(s.loop, NULL, write_status, NULL), "no job, no request");
    is(s.text, "", "nothing is reported from inside the call");
    loop_run(s.loop, LOOP_DEFAULT);
    is(s.text, "root ?none job", "one worker finishes in order");
    story_close(&s);
}

/* POOL-11: with the worker held, a file request gets past it only where a ring
 * takes it. */
static void test_ring(const char *version, const char *asked, const char *expected)
{
    struct gate gate = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, false };
    struct story s;

    if (asked)
        setenv("UV_USE_IO_URING", asked, 1);
    else
        unsetenv("UV_USE_IO_URING");
    story_open(&s, version);
    loop_work(s.loop, gate_job, NULL, &gate);
    gate_await(&gate);
    loop_stat(s.loop, "/", write_status, story_role(&s, "stat"));
    loop_run(s.loop, LOOP_NOWAIT);
    is(s.text, expected, "%s with %s", version, asked ? asked : "nothing asked for");
    gate_open(&gate);
    loop_run(s.loop, LOOP_DEFAULT);
    is(s.text, "stat", "%s: reported once", version);
    story_close(&s);
}

int main(void)
{
    test_cancel();
    test_order();
    test_ring("1.44.2", NULL, "");
    test_ring("1.45.0", NULL, "stat");
    test_ring("1.48.0", "0", "");
    test_ring("1.49.0", NULL, "");
    test_ring("1.49.0", "1", "stat");
    return done_testing();
}
