/* cases.c - the time and memory of cases, run as `loopspec run` does: server, process, trace,
 * verdict. */
#include "runner/bench/measure.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "runner/judge/judge.h"

#define HEAD "title \"bench\"\nrules BENCH-1\n"

enum {
    CASES = 25, /* in a stretch */
    STRETCHES = 12,
    TRIALS = 3, /* of each case of the suite */
    CALLBACKS_FEW = 1000 * 1000,
    CALLBACKS_MANY = 10 * 1000 * 1000,
};

/* A case and the server that it runs on. */
struct fixture {
    struct target target;
    struct suite_case c;
};

/* Takes both texts. */
static int fixture_open(struct fixture *s, char *program, char *expected, struct diag *d)
{
    const struct options o = { .timeout_ms = 10 * 60 * 1000 };
    s->c = (struct suite_case){ .name = (char *)"bench",
                                .path = (char *)"bench.loop",
                                .expect_path = (char *)"bench.trace",
                                .source = program,
                                .length = strlen(program),
                                .expect_source = expected,
                                .expect_length = strlen(expected) };
    if (scenario_parse(&s->c.scenario, s->c.path, program, s->c.length, d) < 0)
        return -1;
    s->c.expect = expect_parse(s->c.expect_path, expected, s->c.expect_length, d);
    if (!s->c.expect)
        return -1;
    return target_open(&s->target, "libuv", &o, NULL, d);
}

static void fixture_close(struct fixture *s)
{
    target_close(&s->target);
    expect_free(s->c.expect);
    scenario_release(&s->c.scenario);
    free(s->c.source);
    free(s->c.expect_source);
}

/* Run and judge the case. Fails if it does not pass: its time would mean nothing. */
static int fixture_judge(const struct fixture *s, struct diag *d)
{
    struct server_outcome end;
    struct result r;
    if (target_run(&s->target, &s->c, &end, d) < 0)
        return -1;
    judge(&s->target, NULL, &s->c, &end, &r);
    bool passed = r.verdict == VERDICT_PASS;
    if (!passed)
        diag_system(d, NULL, "the case did not pass: %s", r.reason);
    result_release(&r);
    return passed ? 0 : -1;
}

/* ---- a small case, repeated ---- */

struct cases {
    const struct fixture *fixture;
    struct diag *diag;
};

static int run_cases(void *arg)
{
    const struct cases *cases = arg;
    const struct fixture *s = cases->fixture;
    struct server_outcome end;
    struct server *server;
    for (unsigned i = 0; i < CASES; i++) {
        if (target_start(&s->target, &s->c, &server, cases->diag) < 0)
            return -1;
        server_finish(server, &end);
        if (end.end != SERVER_DONE)
            return diag_system(cases->diag, NULL, "the case did not come to its end");
    }
    return 0;
}

static int time_cases(double *ns, struct diag *d)
{
    struct fixture s;
    struct cases cases = { &s, d };
    char *program = xstrdup(HEAD "\ntimer 1ms { log t }\n");
    if (fixture_open(&s, program, xstrdup("t 1ms\n"), d) < 0 || fixture_judge(&s, d) < 0)
        return -1;
    *ns = bench_least_ns(STRETCHES, run_cases, &cases) / CASES;
    fixture_close(&s);
    return *ns < 0 ? -1 : 0;
}

static int leave_at_once(void *arg)
{
    (void)arg;
    return 0;
}

/* Start a process that copies nothing: it uses the memory of its parent, which waits (vfork). */
static pid_t clone_empty(void)
{
    _Alignas(64) char stack[16 * 1024];
    return clone(leave_at_once, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, NULL);
}

struct children {
    pid_t (*make)(void);
};

static int make_children(void *arg)
{
    const struct children *children = arg;
    for (int i = 0; i < CASES; i++) {
        pid_t pid = children->make();
        if (pid < 0 || waitpid(pid, NULL, 0) < 0)
            return -1;
    }
    return 0;
}

static int time_children(enum bench_side side, double *ns, struct diag *d)
{
    struct children children = { side == BENCH_PEER ? bench_fork_empty : clone_empty };
    *ns = bench_least_ns(STRETCHES, make_children, &children) / CASES;
    return *ns < 0 ? diag_system(d, NULL, "cannot fork: %s", strerror(errno)) : 0;
}

static int turn_case(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    return side == BENCH_OURS ? time_cases(&figure[0], d) : time_children(side, &figure[0], d);
}

const struct bench_measure bench_case = { "case", turn_case };

/* ---- every case of the suite, on every backend ---- */

/* One case, from its text to its result. */
struct trial {
    const struct target *target;
    const struct suite *suite;
    const struct suite_case *c;
    struct diag *diag;
};

static int run_trial(void *arg)
{
    const struct trial *t = arg;
    struct server_outcome end;
    struct result r;
    if (target_run(t->target, t->c, &end, t->diag) < 0)
        return -1;
    judge(t->target, t->suite->catalogue, t->c, &end, &r);
    result_release(&r);
    return 0;
}

/* The sum over all cases that the backend can run; skipped cases do not count. Each case counts with
 * its fastest trial: a whole run takes so long that other programs would disturb it. */
static int time_suite(const struct suite *suite, const char *backend, double *ns, size_t *ran,
                      struct diag *d)
{
    const struct options o = { .timeout_ms = 60 * 1000 };
    struct target target;
    int result = target_open(&target, backend, &o, NULL, d);
    if (result < 0)
        return result;
    for (size_t i = 0; result == 0 && i < suite->count; i++) {
        struct trial trial = { &target, suite, &suite->item[i], d };
        if (!target_takes(&target, &trial.c->scenario))
            continue;
        double least = bench_least_ns(TRIALS, run_trial, &trial);
        result = least < 0 ? -1 : 0;
        *ns += least;
        ++*ran;
    }
    target_close(&target);
    return result;
}

static int load_suite(void *arg)
{
    const struct options o = { .level = LEVEL_MAY };
    struct suite *suite;
    int answer = suite_open(&o, &suite, arg);
    suite_close(suite);
    return answer == 0 ? 0 : -1;
}

static int turn_suite(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    static const char *const backends[] = { "reference", "libuv" };
    const struct options o = { .level = LEVEL_MAY };
    struct suite *suite;
    size_t ran = 0;
    if (side != BENCH_OURS)
        return time_children(side, &figure[0], d);
    double ns = bench_least_ns(TRIALS, load_suite, d);
    int result = ns < 0 || suite_open(&o, &suite, d) != 0 ? -1 : 0;
    for (size_t i = 0; result == 0 && i < ARRAY_SIZE(backends); i++)
        result = time_suite(suite, backends[i], &ns, &ran, d);
    if (result < 0)
        return result;
    suite_close(suite);
    figure[0] = ns / (double)ran;
    return 0;
}

const struct bench_measure bench_suite = { "suite", turn_suite };

/* ---- a large case ---- */

/* An idle handle keeps the loop from blocking. Every callback logs, and every log is matched. */
static int fixture_open_long(struct fixture *s, unsigned callbacks, struct diag *d)
{
    return fixture_open(s, xasprintf(HEAD "budget %u\n\nidle { log i }\n", callbacks),
                        xasprintf("i * %u\n", callbacks), d);
}

static int time_long_case(unsigned callbacks, double *ns, struct diag *d)
{
    struct fixture s;
    if (fixture_open_long(&s, callbacks, d) < 0)
        return -1;
    double began = bench_now_ns();
    int result = fixture_judge(&s, d);
    *ns = (bench_now_ns() - began) / callbacks;
    fixture_close(&s);
    return result;
}

static int turn_long(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    if (side == BENCH_BARE) {
        figure[0] = bench_bare_wait_ns();
        return 0;
    }
    return time_long_case(side == BENCH_OURS ? CALLBACKS_MANY : CALLBACKS_FEW, &figure[0], d);
}

const struct bench_measure bench_long = { "long", turn_long };

/* ---- judging alone ---- */

enum { EVENTS_FEW = 3 * CALLBACKS_FEW, EVENTS_MANY = CALLBACKS_MANY, JUDGEMENTS = 3 };

/* A trace that was recorded, and the case it is of. */
struct recorded {
    const struct fixture *fixture;
    const struct server_outcome *end;
    uint64_t sum; /* of the words read; nobody asks for it, but reading must not be left out */
};

static int judge_recorded(void *arg)
{
    const struct recorded *r = arg;
    struct result result;
    judge(&r->fixture->target, NULL, &r->fixture->c, r->end, &result);
    bool passed = result.verdict == VERDICT_PASS;
    result_release(&result);
    return passed ? 0 : -1;
}

static int read_recorded(void *arg)
{
    struct recorded *r = arg;
    const struct trace *trace = r->end->trace;
    for (uint64_t i = 0; i < trace->count; i++) {
        uint64_t word[sizeof trace->event[0] / sizeof(uint64_t)];
        memcpy(word, &trace->event[i], sizeof word);
        for (size_t k = 0; k < ARRAY_SIZE(word); k++)
            r->sum += word[k];
    }
    return r->sum == 0 ? -1 : 0;
}

/* One word of each event. */
static int touch_recorded(void *arg)
{
    struct recorded *r = arg;
    const struct trace *trace = r->end->trace;
    for (uint64_t i = 0; i < trace->count; i++)
        r->sum += trace->event[i].at_ns;
    return 0;
}

/* The trace that such a case would record. A run of it would take longer than all the rest. */
static struct trace *make_trace(uint32_t callbacks, uint32_t label)
{
    int fd = trace_create();
    struct trace *trace = fd < 0 ? NULL : trace_map(fd);
    for (uint32_t i = 0; trace && i < callbacks; i++) {
        struct trace_event event = {
            .due_ns = TRACE_NO_DUE, .iteration = 1 + i, .kind = TRACE_IDLE, .phase = PHASE_IDLE
        };
        trace->event[2 * i] = event;
        event.kind = TRACE_LOG;
        event.label = label;
        event.cause = 2 * i + 1;
        trace->event[2 * i + 1] = event;
    }
    if (!trace)
        return NULL;
    trace->count = 2ull * callbacks;
    trace->callbacks = callbacks;
    trace->phases = 1;
    trace->outcome = OUTCOME_BUDGET;
    return trace;
}

/* Nanoseconds an event. */
static int time_recorded(uint32_t events, int (*stretch)(void *arg), double *ns, struct diag *d)
{
    struct fixture s;
    struct server_outcome end = { .end = SERVER_DONE };
    struct recorded r = { &s, &end, 1 };
    if (fixture_open_long(&s, events / 2, d) < 0)
        return -1;
    end.labels = s.c.scenario.labels;
    end.trace = make_trace(events / 2, labels_find(end.labels, "i"));
    if (!end.trace)
        return diag_system(d, NULL, "no memory for a trace: %s", strerror(errno));
    *ns = bench_least_ns(JUDGEMENTS, stretch, &r) / (double)events;
    fixture_close(&s);
    return *ns < 0 ? diag_system(d, NULL, "the case did not pass") : 0;
}

static int turn_judge(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    static int (*const stretch[])(void *arg) = {
        [BENCH_OURS] = judge_recorded, [BENCH_PEER] = read_recorded, [BENCH_BARE] = touch_recorded
    };
    return time_recorded(EVENTS_MANY, stretch[side], &figure[0], d);
}

static int turn_judge_growth(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    if (side == BENCH_BARE)
        return turn_judge(side, figure, d);
    return time_recorded(side == BENCH_OURS ? EVENTS_MANY : EVENTS_FEW, judge_recorded, &figure[0],
                         d);
}

const struct bench_measure bench_judge = { "judge", turn_judge };
const struct bench_measure bench_judge_growth = { "judge-growth", turn_judge_growth };

/* ---- memory ---- */

/* Resident shared memory of this process, which is the trace. */
static double shared_bytes(void)
{
    unsigned long kib = 0;
    char line[128];
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "RssShmem: %lu kB", &kib) == 1)
            break;
    if (f)
        fclose(f);
    return (double)kib * 1024;
}

static double peak_bytes(int who)
{
    struct rusage usage = { 0 };
    getrusage(who, &usage);
    return (double)usage.ru_maxrss * 1024;
}

/* The case's process is our grandchild. Its peak, which includes the whole trace, is known here once
 * the server was waited for. The trace's pages in the runner are the same pages, so they are
 * subtracted from the runner's peak. The server's pages are those of the case, too, by fork. */
static int weigh_long_case(double *bytes, struct diag *d)
{
    struct fixture s;
    if (fixture_open_long(&s, CALLBACKS_MANY, d) < 0)
        return -1;
    int result = fixture_judge(&s, d);
    double seen_twice = shared_bytes();
    fixture_close(&s);
    *bytes = peak_bytes(RUSAGE_CHILDREN) + peak_bytes(RUSAGE_SELF) - seen_twice;
    return result;
}

static int turn_memory(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    const double events = 2.0 * CALLBACKS_MANY; /* a callback and a log each */
    if (side == BENCH_OURS)
        return weigh_long_case(&figure[0], d);
    figure[0] = events * sizeof(struct trace_event);
    return 0;
}

const struct bench_measure bench_memory = { "memory", turn_memory };
