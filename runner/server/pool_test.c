/* Jobs are reported in order, whatever order they end in. As many are under way as allowed, on as
 * many servers. However a pool ends, each job that has begun is reported exactly once. */
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "runner/server/pool.h"
#include "scenario/program.h"
#include "tap/tap.h"

enum { JOBS = 12, NEVER = JOBS };

struct trial {
    struct pool pool;
    struct server *server; /* the first */
    struct labels labels;
    const char *text;
    uint64_t stop_at, fail_at, extend; /* numbers of jobs, or NEVER */
    /* what happened */
    unsigned under_way, most; /* jobs, on servers */
    const struct server *used[JOBS];
    unsigned servers;    /* of these */
    unsigned runs[JOBS]; /* that ended */
    unsigned reported[JOBS];
    uint64_t last;       /* number of the job reported last, plus 1 */
    bool in_order, done; /* so far, for all that were reported */
};

/* The first job takes longer than all others together; the second needs no server. */
static unsigned runs_of(uint64_t number)
{
    return number == 0 ? 3 * JOBS : number == 1 ? 0 : 1;
}

static void note_server(struct trial *t, const struct server *s)
{
    unsigned i = 0;
    while (i < t->servers && t->used[i] != s)
        i++;
    t->used[i] = s;
    t->servers += i == t->servers;
}

static int step(void *arg, struct pool_job *job, struct diag *d)
{
    struct trial *t = arg;
    unsigned *ran = job->state;
    if (job->server) {
        struct server_outcome end;
        server_finish(job->server, &end);
        t->under_way--;
        t->runs[job->number] += end.end == SERVER_DONE && end.trace->outcome == OUTCOME_FINISHED;
        ++*ran;
    }
    if (job->number == t->fail_at)
        return diag_system(d, NULL, "job %u", (unsigned)job->number);
    if (*ran >= runs_of(job->number))
        return 0;
    job->server = server_idle(t->server, d);
    note_server(t, job->server);
    if (++t->under_way > t->most)
        t->most = t->under_way;
    const struct server_job work = { .file = "pool.loop",
                                     .source = t->text,
                                     .length = strlen(t->text),
                                     .labels = &t->labels,
                                     .profile = profile_newest(),
                                     .timeout_ms = 60 * 1000 };
    return job->server && server_start(job->server, &work, d) == 0 ? 1 : -1;
}

static int report(void *arg, struct pool_job *job, struct diag *d)
{
    struct trial *t = arg;
    unsigned *ran = job->state;
    (void)d;
    t->reported[job->number]++;
    t->done &= job->done;
    if (job->number == t->extend && t->reported[job->number] < 3) {
        *ran = 0;
        return 1;
    }
    t->in_order &= job->number == t->last;
    t->last = job->number + 1;
    t->pool.stopping |= job->number == t->stop_at;
    return 0;
}

static struct trial begin(struct server *server, const struct program *p, const char *text)
{
    return (struct trial){ .pool = { .jobs = 3,
                                     .signals = -1,
                                     .count = JOBS,
                                     .state_size = sizeof(unsigned),
                                     .step = step,
                                     .report = report },
                           .server = server,
                           .labels = program_labels(p),
                           .text = text,
                           .stop_at = NEVER,
                           .fail_at = NEVER,
                           .extend = NEVER,
                           .in_order = true,
                           .done = true };
}

/* Whether each of the first `count` jobs was reported once, and no other job. */
static bool reported_once(const struct trial *t, uint64_t count)
{
    for (uint64_t i = 0; i < JOBS; i++)
        if (t->reported[i] != (i < count))
            return false;
    return true;
}

static int run(struct trial *t, struct diag *d)
{
    t->pool.arg = t;
    return pool_run(&t->pool, d);
}

static void test_all(struct server *server, const struct program *p, const char *text)
{
    struct diag d;
    struct trial t = begin(server, p, text);
    is_int(run(&t, &d), 0, "a pool runs its jobs");
    ok(reported_once(&t, JOBS) && t.done, "each is reported once, and is done");
    ok(t.in_order, "in order, though the first ends last");
    is_int(t.runs[0], 3 * JOBS, "a job has as many runs as it wants");
    is_int(t.runs[1], 0, "even none");
    is_int(t.most, 3, "three are under way at a time");
    is_int(t.servers, 3, "on three servers");

    t = begin(server, p, text);
    t.pool.jobs = 1;
    ok(run(&t, &d) == 0 && reported_once(&t, JOBS) && t.in_order, "one at a time");
    is_int(t.most, 1, "is one at a time");
    is_int(t.servers, 1, "on one server");
}

static void test_ways_out(struct server *server, const struct program *p, const char *text)
{
    struct diag d;
    struct trial t = begin(server, p, text);
    t.stop_at = 4;
    t.pool.jobs = 1;
    ok(run(&t, &d) == 0 && reported_once(&t, 5) && t.done, "after `stopping` no more jobs begin");
    is_int(t.pool.begun, 5, "the others have not begun");

    t = begin(server, p, text);
    t.fail_at = 5;
    is_int(run(&t, &d), -1, "a job that fails ends it");
    is(d.message, "job 5", "with what it says");
    ok(reported_once(&t, t.pool.begun) && !t.done, "and all jobs that have begun are reported");
    ok(t.pool.begun >= 6 && t.pool.begun < JOBS, "but not all have begun");

    t = begin(server, p, text);
    t.pool.signals = eventfd(1, EFD_CLOEXEC);
    ok(run(&t, &d) == 0 && t.pool.interrupted, "an interrupt ends it");
    ok(reported_once(&t, 0), "an interrupt before the start: no job begins");
    close(t.pool.signals);
}

static void test_going_on(struct server *server, const struct program *p, const char *text)
{
    struct diag d;
    struct trial t = begin(server, p, text);
    t.extend = 2;
    is_int(run(&t, &d), 0, "a job that was reported may go on");
    is_int(t.reported[2], 3, "and is reported again");
    is_int(t.runs[2], 3, "after another run");
    ok(t.in_order, "before the jobs after it");
}

int main(int argc, char **argv)
{
    static const char text[] = "title \"a timer\"\ntimer 1ms { log a }\n";
    if (argc > 1 && strcmp(argv[1], "--server") == 0)
        return server_main(argc, argv);
    struct diag d;
    struct program *p = program_parse("pool.loop", text, strlen(text), &d);
    struct server *server = p ? server_open("reference", &d) : NULL;
    if (!server) {
        diag_print(&d, stderr);
        return 1;
    }
    test_all(server, p, text);
    test_going_on(server, p, text);
    test_ways_out(server, p, text);
    server_close(server);
    program_free(p);
    return done_testing();
}
