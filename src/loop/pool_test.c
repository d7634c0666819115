/* The pool: its size, its share for lookups; of one worker: jobs in order, cancelling,
 * file requests. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/mem.h"
#include "loop/fixture_test.h"
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
    fixture_write(r->story, mark, r->name);
}

/* POOL-5, POOL-8: the only worker is held, so everything else stays queued. */
static void test_cancel(void)
{
    struct gate gate = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, false };
    struct fixture s;

    fixture_open(&s, "1.44.2");
    struct loop_request *held = loop_work(s.loop, gate_job, NULL, &gate);
    gate_await(&gate);
    loop_work(s.loop, do_nothing, write_status, fixture_role(&s, "1"));
    struct loop_request *second = loop_work(s.loop, do_nothing, write_status,
                                            fixture_role(&s, "2"));
    struct loop_request *third = loop_stat(s.loop, "/", write_status, fixture_role(&s, "3"));
    is_int(loop_cancel(held), -EBUSY, "a running job cannot be cancelled");
    is_int(loop_cancel(second), 0, "a queued one can");
    is_int(loop_cancel(third), 0, "so can a file request");
    is_int(loop_close(s.loop), -EBUSY, "requests keep the loop from closing");
    is_int(loop_run(s.loop, LOOP_NOWAIT), 1, "and alive");
    is(s.text, "!2 !3", "cancelled ones are reported at once");
    gate_open(&gate);
    is_int(loop_run(s.loop, LOOP_DEFAULT), 0, "until all have been reported");
    is(s.text, "!2 !3 1", "the rest when they have run");
    is_int(fixture_close(&s), 0, "then it closes");
}

/* POLL-27, POOL-6: in poll, before check, in the order of finishing. */
static void test_order(void)
{
    struct fixture s;

    fixture_open(&s, "1.50.0");
    setenv("UV_USE_IO_URING", "0", 1);
    loop_stat(s.loop, "/", write_status, fixture_role(&s, "root"));
    loop_stat(s.loop, "/no/such/file", write_status, fixture_role(&s, "none"));
    loop_work(s.loop, do_nothing, write_status, fixture_role(&s, "job"));
    ok(!loop_work(s.loop, NULL, write_status, NULL), "no job, no request");
    is(s.text, "", "nothing is reported from inside the call");
    loop_run(s.loop, LOOP_DEFAULT);
    is(s.text, "root ?none job", "one worker finishes in order");
    fixture_close(&s);
}

/* POOL-11: with the worker held, a file request gets past it only where a ring
 * takes it. */
static void test_ring(const char *version, const char *asked, const char *expected)
{
    struct gate gate = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, false };
    struct fixture s;

    if (asked)
        setenv("UV_USE_IO_URING", asked, 1);
    else
        unsetenv("UV_USE_IO_URING");
    fixture_open(&s, version);
    loop_work(s.loop, gate_job, NULL, &gate);
    gate_await(&gate);
    loop_stat(s.loop, "/", write_status, fixture_role(&s, "stat"));
    loop_run(s.loop, LOOP_NOWAIT);
    is(s.text, expected, "%s with %s", version, asked ? asked : "nothing asked for");
    gate_open(&gate);
    loop_run(s.loop, LOOP_DEFAULT);
    is(s.text, "stat", "%s: reported once", version);
    fixture_close(&s);
}

static int threads_now(void)
{
    DIR *tasks = opendir("/proc/self/task");
    int count = 0;

    while (tasks && readdir(tasks))
        count++;
    if (tasks)
        closedir(tasks);
    return count - 2; /* "." and ".." */
}

/* A process has one pool, so each test of it runs in a process of its own, whose exit status says
 * whether it passed. */
static void in_a_process(bool (*is_so)(const char *workers, int size), const char *workers,
                         int size, const char *name)
{
    int status = -1;
    const pid_t pid = fork();

    if (pid == 0)
        _exit(is_so(workers, size) ? 0 : 1);
    waitpid(pid, &status, 0);
    is_int(status, 0, "%s: \"%s\" makes %d", name, workers ? workers : "(unset)", size);
}

static void *thread_nothing(void *arg)
{
    return arg;
}

/* The address space of this process, in bytes. */
static rlim_t address_space(void)
{
    unsigned long long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");

    if (!f || fscanf(f, "%llu", &pages) != 1)
        abort();
    fclose(f);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* A sanitizer may add a thread of its own to the first one that is made. */
static void first_thread(void)
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, thread_nothing, NULL) == 0)
        pthread_join(thread, NULL);
}

/* POOL-3, POOL-4. */
static bool has_size(const char *workers, int size)
{
    const uint32_t version[3] = { 1, 29, 1 }; /* at most 128 */
    const struct loop_policy policy = policy_of_version(version);
    struct loop *loop = loop_open(&policy, workers);

    first_thread();
    const int before = threads_now();

    if (!loop || !loop_work(loop, do_nothing, NULL, NULL))
        return false;
    const bool is_so = threads_now() - before == size;
    loop_run(loop, LOOP_DEFAULT);
    return loop_close(loop) == 0 && is_so;
}

/* POOL-4: there is no room for the last one's stack, so a request is refused, for good. */
static bool has_all_or_none(const char *workers, int size)
{
    const size_t stack = (size_t)1 << 30;
    const rlim_t room = (rlim_t)(atoi(workers) - 1) * stack + address_space();
    struct loop *loop = loop_open(&(struct loop_policy){ .pool_max = 128 }, workers);
    pthread_attr_t attr;

    first_thread();
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, stack);
    if (!loop || pthread_setattr_default_np(&attr) != 0 ||
        setrlimit(RLIMIT_AS, &(struct rlimit){ room, room }) < 0)
        return false;
    errno = 0;
    const bool is_refused = !loop_work(loop, do_nothing, NULL, NULL) && errno == EAGAIN;
    return size == 0 && is_refused && !loop_work(loop, do_nothing, NULL, NULL) &&
           loop_close(loop) == 0;
}

/* What the lookups of a test do: they count themselves and wait to be let go. */
struct crowd {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int inside;
    bool is_open;
};

static void crowd_join(struct loop_request *r)
{
    struct crowd *c = r->arg;

    pthread_mutex_lock(&c->lock);
    c->inside++;
    pthread_cond_broadcast(&c->changed);
    while (!c->is_open)
        pthread_cond_wait(&c->changed, &c->lock);
    pthread_mutex_unlock(&c->lock);
}

/* How many are inside, when at least `count` are. */
static int crowd_await(struct crowd *c, int count)
{
    pthread_mutex_lock(&c->lock);
    while (c->inside < count)
        pthread_cond_wait(&c->changed, &c->lock);
    const int inside = c->inside;
    pthread_mutex_unlock(&c->lock);
    return inside;
}

static void crowd_open(struct crowd *c)
{
    pthread_mutex_lock(&c->lock);
    c->is_open = true;
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
}

static void lookup_add(struct loop *loop, struct crowd *c)
{
    struct loop_request *r = xcalloc(1, sizeof *r);

    *r = (struct loop_request){ .loop = loop, .execute = crowd_join, .is_lookup = true, .arg = c };
    list_init(&r->link);
    loop->active_requests++;
    pool_submit(r);
}

/* POOL-9: six lookups, and jobs that run beside them; then they all come to an end. */
static bool has_half_for_lookups(const char *workers, int half)
{
    struct crowd c = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, false };
    struct fixture s;

    fixture_open(&s, "1.44.2");
    s.loop->workers = workers;
    if (pool_start(s.loop) < 0)
        return false;
    for (int i = 0; i < 6; i++)
        lookup_add(s.loop, &c);
    crowd_await(&c, half);
    loop_work(s.loop, do_nothing, write_status, fixture_role(&s, "1"));
    loop_work(s.loop, do_nothing, write_status, fixture_role(&s, "2"));
    while (strlen(s.text) < 3)
        loop_run(s.loop, LOOP_ONCE);
    const int inside = crowd_await(&c, half);
    crowd_open(&c);
    loop_run(s.loop, LOOP_DEFAULT);
    return inside == half && c.inside == 6 && fixture_close(&s) == 0;
}

static void test_lookup(void)
{
    struct fixture s;

    fixture_open(&s, "1.44.2");
    loop_lookup(s.loop, "127.0.0.1", write_status, fixture_role(&s, "found"));
    loop_run(s.loop, LOOP_DEFAULT);
    is(s.text, "found", "a number is a name");
    is_int(fixture_close(&s), 0, "then it closes");
}

/* POLL-28. */
static void test_inline(void)
{
    struct fixture s;

    fixture_open(&s, "1.44.2");
    is_int(loop_stat_inline(s.loop, "/"), 0, "a file request made at once");
    is_int(loop_stat_inline(s.loop, "/no/such/file"), -ENOENT, "and its error");
    is_int(loop_alive(s.loop), 0, "leave the loop alone");
    is_int(fixture_close(&s), 0, "then it closes");
}

int main(void)
{
    in_a_process(has_size, NULL, 4, "POOL-1");
    in_a_process(has_size, "3", 3, "POOL-4");
    in_a_process(has_size, "", 1, "POOL-3");
    in_a_process(has_size, "0", 1, "POOL-3");
    in_a_process(has_size, "abc", 1, "POOL-3");
    in_a_process(has_size, "129", 128, "POOL-3");
    in_a_process(has_size, "-1", 128, "POOL-3");
    in_a_process(has_all_or_none, "4", 0, "POOL-4, and no room for one of them");
    in_a_process(has_half_for_lookups, "4", 2, "POOL-9");
    in_a_process(has_half_for_lookups, "5", 3, "POOL-9");
    test_lookup();
    test_inline();
    test_cancel();
    test_order();
    test_ring("1.44.2", NULL, "");
    test_ring("1.45.0", NULL, "stat");
    test_ring("1.48.0", "0", "");
    test_ring("1.49.0", NULL, "");
    test_ring("1.49.0", "1", "stat");
    return done_testing();
}
