/* Jobs on worker threads.
 *
 * The way of a job: loop_work() queues it, a worker takes it (POOL-5), runs it, puts
 * it on its loop's list of done ones and raises the loop's wake-up; the loop reports
 * it in poll (POOL-6, POLL-27). A cancelled job skips the two middle steps. A file
 * request is such a job, unless the policy sends it past the pool.
 *
 * Locks: the pool's guards its queue and the stage of a request; a loop's done_lock
 * guards its done list. No two are held at once, and none while a job runs or a
 * thread is made. */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include "base/mem.h"
#include "loop/inside.h"

enum { POOL_SIZE_DEFAULT = 4 }; /* POOL-1 */

enum stage {
    STAGE_QUEUED,
    STAGE_TAKEN,     /* running, or done: too late to cancel */
    STAGE_CANCELLED, /* and not yet reported */
};

struct loop_request {
    struct loop *loop;
    struct list link; /* in the pool's queue, then in loop->done */
    enum stage stage;
    int status; /* what stat(2) said; 0 for a job */
    loop_job *job;
    loop_callback *done;
    void *arg;
    char *path; /* of a file request; NULL for a job */
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t added;
    struct list queue;
    bool is_started; /* somebody has made the threads, or is about to */
};

/* The one mutable thing outside of a loop: all loops of a process share one pool
 * (POOL-11, POOL-12), and its threads outlive them. */
static struct pool pool = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .added = PTHREAD_COND_INITIALIZER,
    .queue = { &pool.queue, &pool.queue },
};

static void request_execute(struct loop_request *r)
{
    struct stat info;

    if (r->path)
        r->status = stat(r->path, &info) == 0 ? 0 : -errno;
    else
        r->job(r->arg);
}

/* Raised under the lock: once the loop has seen the request it may be gone, and
 * the loop with it. */
static void request_finish(struct loop_request *r)
{
    struct loop *loop = r->loop;

    pthread_mutex_lock(&loop->done_lock);
    list_append(&loop->done, &r->link);
    wakeup_send(loop, &loop->jobs_done);
    pthread_mutex_unlock(&loop->done_lock);
}

static struct loop_request *pool_take(void)
{
    struct loop_request *r;

    pthread_mutex_lock(&pool.lock);
    while (list_is_empty(&pool.queue))
        pthread_cond_wait(&pool.added, &pool.lock);
    r = LIST_ENTRY(pool.queue.next, struct loop_request, link);
    list_remove(&r->link);
    r->stage = STAGE_TAKEN;
    pthread_mutex_unlock(&pool.lock);
    return r;
}

static void *work_for_ever(void *unused)
{
    (void)unused;
    for (;;) {
        struct loop_request *r = pool_take();
        request_execute(r);
        request_finish(r);
    }
    return NULL;
}

/* Fewer threads than asked for will do; none will not. */
static int threads_create(size_t count)
{
    for (size_t i = 0; i < count; i++) {
        pthread_t thread;
        const int error = pthread_create(&thread, NULL, work_for_ever, NULL);
        if (error != 0)
            return i > 0 ? 0 : -error;
        pthread_detach(thread);
    }
    return 0;
}

/* POOL-3, POOL-4: all threads, at the first submission, as this loop wants them. */
static int pool_start(const struct loop *loop)
{
    const uint32_t wanted = loop->workers > 0 ? loop->workers : POOL_SIZE_DEFAULT;
    const uint32_t most = loop->policy.pool_max;
    bool is_first;

    pthread_mutex_lock(&pool.lock);
    is_first = !pool.is_started;
    pool.is_started = true;
    pthread_mutex_unlock(&pool.lock);
    if (!is_first)
        return 0;

    const int status = threads_create(wanted < most ? wanted : most);
    if (status < 0) {
        pthread_mutex_lock(&pool.lock);
        pool.is_started = false;
        pthread_mutex_unlock(&pool.lock);
    }
    return status;
}

static void pool_submit(struct loop_request *r)
{
    pthread_mutex_lock(&pool.lock);
    list_append(&pool.queue, &r->link);
    pthread_cond_signal(&pool.added);
    pthread_mutex_unlock(&pool.lock);
}

/* POOL-10: it keeps the loop alive from here until it is reported. */
static struct loop_request *request_new(struct loop *loop, loop_callback *done, void *arg)
{
    struct loop_request *r = xcalloc(1, sizeof *r);

    r->loop = loop;
    r->done = done;
    r->arg = arg;
    list_init(&r->link);
    loop->active_requests++;
    return r;
}

struct loop_request *loop_work(struct loop *loop, loop_job *job, loop_callback *done, void *arg)
{
    const int status = job ? pool_start(loop) : -EINVAL;

    if (status < 0) {
        errno = -status;
        return NULL;
    }
    struct loop_request *r = request_new(loop, done, arg);
    r->job = job;
    pool_submit(r);
    return r;
}

/* POOL-11: where file calls have a ring of their own, the environment has the last
 * word. */
static bool files_pass_the_pool(const struct loop *loop)
{
    const char *asked = getenv("UV_USE_IO_URING");

    switch ((enum policy_file_calls)loop->policy.file_calls) {
    case FILE_CALLS_RING: return !asked || atoi(asked) != 0;
    case FILE_CALLS_RING_ASKED: return asked && atoi(asked) > 0;
    case FILE_CALLS_POOL: break;
    }
    return false;
}

struct loop_request *loop_stat(struct loop *loop, const char *path, loop_callback *done, void *arg)
{
    const bool at_once = files_pass_the_pool(loop);
    const int status = at_once ? 0 : pool_start(loop);

    if (status < 0) {
        errno = -status;
        return NULL;
    }
    struct loop_request *r = request_new(loop, done, arg);
    r->path = xstrdup(path);
    if (at_once) {
        r->stage = STAGE_TAKEN;
        request_execute(r);
        request_finish(r);
    } else {
        pool_submit(r);
    }
    return r;
}

/* POOL-8: it is reported like one that has finished now. One that is cancelled
 * twice goes to the end of the done ones. */
int loop_cancel(struct loop_request *r)
{
    struct loop *loop = r->loop;
    bool is_early;

    pthread_mutex_lock(&pool.lock);
    is_early = r->stage != STAGE_TAKEN;
    if (r->stage == STAGE_QUEUED) {
        list_remove(&r->link);
        r->stage = STAGE_CANCELLED;
    }
    pthread_mutex_unlock(&pool.lock);
    if (!is_early)
        return -EBUSY;

    pthread_mutex_lock(&loop->done_lock);
    list_remove(&r->link);
    pthread_mutex_unlock(&loop->done_lock);
    request_finish(r);
    return 0;
}

static void request_report(struct loop *loop, struct loop_request *r)
{
    const int status = r->stage == STAGE_CANCELLED ? -ECANCELED : r->status;

    r->stage = STAGE_TAKEN; /* nobody else knows of it any more */
    loop->active_requests--;
    if (r->done)
        r->done(r->arg, status);
    free(r->path);
    free(r);
}

/* POOL-6, POOL-7: in finishing order; what finishes meanwhile raises the wake-up
 * again, for a later poll. */
void requests_report(struct loop *loop, struct wakeup *w)
{
    struct list pass;

    (void)w;
    pthread_mutex_lock(&loop->done_lock);
    list_move(&loop->done, &pass);
    pthread_mutex_unlock(&loop->done_lock);
    while (!list_is_empty(&pass)) {
        struct loop_request *r = LIST_ENTRY(pass.next, struct loop_request, link);
        list_remove(&r->link);
        request_report(loop, r);
    }
}
