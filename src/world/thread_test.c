/* Several threads in the world, ours and those of an unmodified libuv's pool: each waits without
 * keeping the turn, and the order never varies. */
#include "world/world.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

#include "base/mem.h"
#include "tap/tap.h"
#include "world/fixture_test.h"

/* ---- plain calls ---- */

struct meeting {
    struct record *r;
    pthread_mutex_t mutex;
    pthread_cond_t cond;
    sem_t sem;
    bool open;
};

static void *opens_at_20(void *arg)
{
    struct meeting *m = arg;
    world_busy(20 * MS);
    pthread_mutex_lock(&m->mutex);
    m->open = true;
    note(m->r, "signal");
    pthread_cond_signal(&m->cond);
    pthread_mutex_unlock(&m->mutex);
    world_busy(5 * MS);
    note(m->r, "post");
    sem_post(&m->sem);
    return arg;
}

static void threads(struct record *r)
{
    struct meeting m = { r, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, { { 0 } }, false };
    sem_init(&m.sem, 0, 0);
    pthread_t id;
    void *result;
    struct timespec ts;
    pthread_create(&id, NULL, opens_at_20, &m);
    pthread_mutex_lock(&m.mutex);
    clock_gettime(CLOCK_REALTIME, &ts);
    ts.tv_nsec += 10 * MS;
    note(r, pthread_cond_timedwait(&m.cond, &m.mutex, &ts) == ETIMEDOUT ? "timedout" : "wrong");
    while (!m.open)
        pthread_cond_wait(&m.cond, &m.mutex);
    pthread_mutex_unlock(&m.mutex);
    note(r, "opened");
    sem_wait(&m.sem);
    note(r, "semaphore");
    pthread_join(id, &result);
    note(r, result == &m ? "joined" : "wrong");
}

static void *sleeps_then_notes(void *arg)
{
    usleep(10000);
    note(arg, "thread");
    return NULL;
}

static void busy_parks_its_own_thread(struct record *r)
{
    pthread_t id;
    pthread_create(&id, NULL, sleeps_then_notes, r);
    world_busy(15 * MS);
    note(r, "main");
    pthread_join(id, NULL);
}

static void *ends_at_once(void *arg)
{
    return arg;
}

static void counts_threads(struct record *r)
{
    pthread_t own, other[2];
    unsigned before = world_threads();
    world_thread_start(&own, ends_at_once, NULL);
    note(r, world_threads() == before ? "own" : "wrong");
    for (int i = 0; i < 2; i++) {
        pthread_create(&other[i], NULL, ends_at_once, NULL);
        pthread_join(other[i], NULL);
    }
    pthread_join(own, NULL);
    note(r, world_threads() == before + 2 ? "two" : "wrong");
}

static void takes_five(void)
{
    world_busy(5 * MS);
}

static void *does_it_once(void *arg)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, takes_five);
    note(arg, "done");
    return NULL;
}

/* The second thread must not keep the turn that the first one needs. */
static void once_in_two_threads(struct record *r)
{
    pthread_t id;
    pthread_create(&id, NULL, does_it_once, r);
    does_it_once(r);
    does_it_once(r);
    pthread_join(id, NULL);
}

struct lookup {
    struct record *r;
    struct world_name *name;
    const char *label;
};

static void *looks_up(void *arg)
{
    const struct lookup *l = arg;
    struct addrinfo *found = NULL, hints = { .ai_family = AF_INET, .ai_socktype = SOCK_STREAM };
    int error = getaddrinfo(world_name_text(l->name), "80", &hints, &found);
    const struct sockaddr_in *a = found ? (struct sockaddr_in *)found->ai_addr : NULL;
    bool right = error == 0 && a && a->sin_addr.s_addr == htonl(INADDR_LOOPBACK) &&
                 a->sin_port == htons(80) && !found->ai_next;
    note(l->r, right ? l->label : "wrong");
    if (found)
        freeaddrinfo(found);
    return NULL;
}

static void names(struct record *r)
{
    pthread_t id;
    struct lookup slow = { r, world_name_open(20 * MS, NULL), "slow" };
    struct lookup fast = { r, world_name_open(8 * MS, NULL), "fast" };
    pthread_create(&id, NULL, looks_up, &slow);
    looks_up(&fast);
    note(r, world_name_done_ns(slow.name) == UINT64_MAX ? "not-yet" : "wrong");
    pthread_join(id, NULL);
    note(r, world_name_done_ns(slow.name) == 20 * MS ? "known" : "wrong");
    struct addrinfo *found;
    note(r, getaddrinfo("127.0.0.1", NULL, NULL, &found) == 0 ? "others" : "wrong");
    freeaddrinfo(found);
    world_name_close(slow.name);
    world_name_close(fast.name);
}

static void *measures_its_stack(void *arg)
{
    pthread_attr_t attr;
    pthread_getattr_np(pthread_self(), &attr);
    pthread_attr_getstacksize(&attr, arg);
    pthread_attr_destroy(&attr);
    return NULL;
}

static size_t stack_with(const pthread_attr_t *attr)
{
    pthread_t id;
    size_t size = 0;
    pthread_create(&id, attr, measures_its_stack, &size);
    pthread_join(id, NULL);
    return size;
}

/* What the world needs of a stack comes on top of what the program asked for. */
static void stacks(struct record *r)
{
    enum { SMALL = 32 * 1024 };
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    note(r, stack_with(&attr) >= stack_with(NULL) ? "default" : "wrong");
    pthread_attr_setstacksize(&attr, SMALL);
    note(r, stack_with(&attr) > SMALL ? "more" : "wrong");
    pthread_attr_destroy(&attr);
}

/* The C library reuses the id of a detached thread that has ended. */
static void joins_a_reused_id(struct record *r)
{
    pthread_t first, second;
    do {
        pthread_create(&first, NULL, ends_at_once, NULL);
        pthread_detach(first);
        usleep(1000);
        pthread_create(&second, NULL, ends_at_once, NULL);
        pthread_join(second, NULL);
    } while (world_now_ns() < 50 * MS);
    note(r, "joined");
}

/* ---- libuv ---- */

struct job {
    uv_work_t request;
    struct record *r;
    const char *label;
    uint64_t lasts_ms, then_ms;
};

static void do_job(uv_work_t *w)
{
    world_busy(((struct job *)w->data)->lasts_ms * MS);
}

static void after_job(uv_work_t *w, int status)
{
    struct job *j = w->data;
    (void)status;
    note(j->r, j->label);
    world_busy(j->then_ms * MS);
}

static void queue_jobs(uv_loop_t *loop, struct record *r, struct job *job, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        job[i].r = r;
        job[i].request.data = &job[i];
        uv_queue_work(loop, &job[i].request, do_job, after_job);
    }
}

static void on_timer(uv_timer_t *t)
{
    note(t->data, "T");
}

static void six_jobs(struct record *r)
{
    static struct job jobs[6] = {
        { .label = "j1", .lasts_ms = 95, .then_ms = 10 },
        { .label = "j2", .lasts_ms = 200, .then_ms = 10 },
        { .label = "j3", .lasts_ms = 200, .then_ms = 10 },
        { .label = "j4", .lasts_ms = 200, .then_ms = 10 },
        { .label = "j5", .lasts_ms = 200, .then_ms = 10 },
        { .label = "j6", .lasts_ms = 200, .then_ms = 10 },
    };
    uv_loop_t loop;
    uv_timer_t timer = { .data = r };
    uv_loop_init(&loop);
    uv_timer_init(&loop, &timer);
    uv_timer_start(&timer, on_timer, 100, 0);
    queue_jobs(&loop, r, jobs, 6);
    uv_run(&loop, UV_RUN_DEFAULT);
}

static void two_workers(struct record *r)
{
    static struct job jobs[4] = {
        { .label = "a", .lasts_ms = 95, .then_ms = 10 },
        { .label = "b", .lasts_ms = 100 },
        { .label = "c", .lasts_ms = 50 },
        { .label = "d", .lasts_ms = 50 },
    };
    uv_loop_t loop;
    setenv("UV_THREADPOOL_SIZE", "2", 1);
    uv_loop_init(&loop);
    queue_jobs(&loop, r, jobs, 4);
    uv_run(&loop, UV_RUN_DEFAULT);
}

static void on_stat(uv_fs_t *req)
{
    note(req->data, req->result == 0 ? "stat" : "failed");
    uv_fs_req_cleanup(req);
}

static void stat_beside_timer(struct record *r)
{
    uv_loop_t loop;
    uv_timer_t timer = { .data = r };
    uv_fs_t req = { .data = r };
    uv_loop_init(&loop);
    uv_timer_init(&loop, &timer);
    uv_timer_start(&timer, on_timer, 60000, 0);
    uv_fs_stat(&loop, &req, "/", on_stat);
    uv_run(&loop, UV_RUN_DEFAULT);
}

static const struct stage_row rows[] = {
    { "threads of others are counted, our own are not", counts_threads, "own@0 two@0", 1 },
    { "what is done once is waited for without the turn", once_in_two_threads,
      "done@5 done@5 done@5", 1 },
    { "a name of ours takes its time, any other is the C library's", names,
      "fast@8 not-yet@8 slow@20 known@20 others@20", 1 },
    { "threads meet by conditions, semaphores and joins", threads,
      "timedout@10 signal@20 opened@20 post@25 semaphore@25 joined@25", 1 },
    { "busy parks only its own thread", busy_parks_its_own_thread, "thread@10 main@15", 1 },
    { "a thread is joined whose id was another's before", joins_a_reused_id, "joined@50", 1 },
    { "a stack is as large as the default or as was asked, and more", stacks, "default@0 more@0",
      1 },
    { "libuv: six jobs on four workers beside a timer", six_jobs,
      "j1@95 T@105 j2@200 j3@210 j4@220 j5@295 j6@400", 50 },
    { "libuv: four jobs on two workers", two_workers, "a@95 b@105 c@145 d@150", 50 },
    { "libuv: a stat comes before a timer of a minute", stat_beside_timer, "stat@0 T@60000", 50 },
};

int main(void)
{
    plan(ARRAY_SIZE(rows));
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        run_row(&rows[i]);
    return done_testing();
}
