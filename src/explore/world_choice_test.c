/* Where the rules leave the order open, the world takes the usual way unless a schedule says
 * otherwise, and each other way can be scheduled. */
#include "world/world.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

#include "base/mem.h"
#include "explore/schedule.h"
#include "tap/tap.h"
#include "world/fixture_test.h"

/* ---- bodies ---- */

static int watch(struct world_fd *a, struct world_fd *b)
{
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event ev = { .events = EPOLLIN, .data.u32 = 'a' };
    epoll_ctl(epoll, EPOLL_CTL_ADD, world_fd_number(a), &ev);
    ev.data.u32 = 'b';
    epoll_ctl(epoll, EPOLL_CTL_ADD, world_fd_number(b), &ev);
    return epoll;
}

static void take(struct record *r, int epoll, int timeout)
{
    struct epoll_event ev[4];
    char label[8] = "";
    int n = epoll_wait(epoll, ev, 4, timeout);
    for (int i = 0; i < n; i++)
        label[i] = (char)ev[i].data.u32;
    note(r, n > 0 ? label : "none");
}

static void two_descriptors(struct record *r)
{
    struct world_fd *a = world_fd_open(WORLD_FD_READABLE), *b = world_fd_open(WORLD_FD_READABLE);
    int epoll = watch(a, b);
    world_fd_ready_after(a, WORLD_FD_READABLE, 5 * MS);
    world_fd_ready_after(b, WORLD_FD_READABLE, 5 * MS);
    take(r, epoll, -1);
}

/* Made ready one after the other, they keep that order (POLL-12). */
static void two_steps(struct record *r)
{
    struct world_fd *a = world_fd_open(WORLD_FD_READABLE), *b = world_fd_open(WORLD_FD_READABLE);
    int epoll = watch(a, b);
    world_fd_ready(b, WORLD_FD_READABLE);
    world_fd_ready(a, WORLD_FD_READABLE);
    take(r, epoll, -1);
}

static void one_descriptor_twice(struct record *r)
{
    struct world_fd *a = world_fd_open(WORLD_FD_READABLE), *b = world_fd_open(WORLD_FD_READABLE);
    int epoll = watch(a, b);
    world_fd_ready_after(a, WORLD_FD_READABLE, 5 * MS);
    world_fd_ready_after(a, WORLD_FD_READABLE, 5 * MS);
    world_busy(6 * MS);
    take(r, epoll, -1);
}

static void descriptor_and_timeout(struct record *r)
{
    struct world_fd *a = world_fd_open(WORLD_FD_READABLE), *b = world_fd_open(WORLD_FD_READABLE);
    int epoll = watch(a, b);
    world_fd_ready_after(a, WORLD_FD_READABLE, 5 * MS);
    take(r, epoll, 5);
    take(r, epoll, 0);
}

struct job {
    struct record *record;
    const char *label;
    uint64_t ns;
};

static void *do_job(void *arg)
{
    struct job *job = arg;
    struct stat info;
    if (job->ns > 0)
        world_busy(job->ns);
    else
        stat("/", &info);
    note(job->record, job->label);
    return NULL;
}

static void do_jobs(struct record *r, uint64_t ns)
{
    pthread_t id[3];
    struct job job[3] = { { r, "x", ns }, { r, "y", ns }, { r, "z", ns } };
    for (int i = 0; i < 3; i++)
        pthread_create(&id[i], NULL, do_job, &job[i]);
    world_busy(9 * MS);
    for (int i = 0; i < 3; i++)
        pthread_join(id[i], NULL);
}

static void three_jobs(struct record *r)
{
    do_jobs(r, 5 * MS);
}

static void three_file_calls(struct record *r)
{
    do_jobs(r, 0);
}

static void job_and_look(struct record *r)
{
    pthread_t id;
    struct job job = { r, "job", 0 };
    struct pollfd none = { -1, 0, 0 };
    pthread_create(&id, NULL, do_job, &job);
    poll(&none, 1, 0);
    note(r, "looked");
    pthread_join(id, NULL);
}

static void job_and_wait(struct record *r)
{
    pthread_t id;
    struct job job = { r, "job", 0 };
    struct pollfd none = { -1, 0, 0 };
    pthread_create(&id, NULL, do_job, &job);
    poll(&none, 1, 3);
    note(r, "waited");
    pthread_join(id, NULL);
}

/* An unmodified libuv offers the same choices. */
static void on_stat(uv_fs_t *req)
{
    note(req->data, req->path[1] ? "second" : "first");
}

static void two_stats_of_libuv(struct record *r)
{
    uv_loop_t loop;
    uv_fs_t a = { .data = r }, b = { .data = r };
    uv_loop_init(&loop);
    uv_fs_stat(&loop, &a, "/", on_stat);
    uv_fs_stat(&loop, &b, "/.", on_stat);
    uv_run(&loop, UV_RUN_DEFAULT);
}

/* ---- rows ---- */

struct choosing {
    struct record record;
    const struct schedule *schedule;
    uint32_t point;
    char ways[40]; /* one digit per point */
};

static unsigned choose(void *arg, enum world_choice kind, unsigned ways, uint64_t alike)
{
    struct choosing *c = arg;
    (void)kind;
    (void)alike;
    size_t n = strlen(c->ways);
    if (n + 1 < sizeof c->ways)
        snprintf(c->ways + n, sizeof c->ways - n, "%u", ways);
    return schedule_way(c->schedule, ++c->point);
}

static void in_chosen_world(void (*body)(struct record *r), const char *schedule, char out[600])
{
    int fds[2];
    struct schedule s = { 0 };
    struct diag d;
    if (pipe(fds) < 0 || (schedule[0] && schedule_parse(schedule, &s, &d) < 0))
        abort();
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        struct choosing c = { .schedule = &s };
        alarm(60);
        world_begin(&(struct world_config){ .arg = &c, .choose = choose });
        body(&c.record);
        dprintf(fds[1], "%s /%s", c.record.text, c.ways);
        _exit(0);
    }
    close(fds[1]);
    ssize_t n = read(fds[0], out, 599);
    out[n > 0 ? n : 0] = '\0';
    close(fds[0]);
    waitpid(pid, NULL, 0);
    schedule_release(&s);
}

static const struct row {
    const char *property;
    void (*body)(struct record *r);
    const char *schedule;
    const char *expected; /* what was noted, and after the '/' how many ways each point had */
} rows[] = {
    { "two descriptors of one instant, as usual", two_descriptors, "", "ab@5 /22" },
    { "and the other way round", two_descriptors, "1", "ba@5 /22" },
    { "and the loop looks between them", two_descriptors, "2", "a@5 /22" },
    { "successive steps keep their order", two_steps, "", "ba@0 /" },
    { "one descriptor is no choice", one_descriptor_twice, "", "a@6 /" },
    { "a descriptor and a timeout of one instant", descriptor_and_timeout, "", "a@5 a@5 /2" },
    { "readiness just after the wait is seen in the next", descriptor_and_timeout, "1",
      "none@5 a@5 /22" },
    { "or in a later one", descriptor_and_timeout, "1,2", "none@5 none@5 /22" },
    { "jobs that end at one instant, as usual", three_jobs, "", "x@5 y@5 z@5 /32" },
    { "another is first", three_jobs, "1", "y@5 x@5 z@5 /32" },
    { "the last is first", three_jobs, "1:2,2", "z@5 y@5 x@5 /32" },
    { "file calls, as usual", three_file_calls, "", "x@0 y@0 z@0 /22" },
    { "a later one is faster", three_file_calls, "1", "y@0 x@0 z@0 /232" },
    { "a job that ends before the loop looks, as usual", job_and_look, "", "job@0 looked@0 /2" },
    { "or after it", job_and_look, "1", "looked@0 job@0 /2" },
    { "where the loop can wait for the job there is no choice", job_and_wait, "",
      "job@0 waited@3 /" },
    { "libuv: two file requests, as usual", two_stats_of_libuv, "", "first@0 second@0 /23" },
    { "libuv: the second is faster", two_stats_of_libuv, "1", "second@0 first@0 /222" },
};

int main(void)
{
    plan(ARRAY_SIZE(rows));
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        char got[600];
        in_chosen_world(rows[i].body, rows[i].schedule, got);
        is(got, rows[i].expected, "%s", rows[i].property);
    }
    return done_testing();
}
