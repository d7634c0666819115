/* A process that runs several programs, one after the other, leaves the same traces as one that
 * runs each alone, however the programs before ended. It leaks nothing: no descriptors and, where
 * the address sanitizer looks, no memory. */
#include "host/host.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

#include "backend/builtin.h"
#include "base/mem.h"
#include "host/sample_test.h"
#include "tap/tap.h"

static const struct row {
    const char *property, *program;
    enum trace_outcome outcome;
} rows[] = {
    { "an end", "timer 1ms { log a }\ntimer 1500ms { log b; observe now }", OUTCOME_FINISHED },
    { "half a millisecond is left over", "busy 500us\ntimer 1ms { log a; busy 700us }",
      OUTCOME_FINISHED },
    { "which the next does not see", "timer 1ms { log a; observe now }", OUTCOME_FINISHED },
    { "nothing wakes it", "poll readable { log p }\ntimer 5ms { log t }", OUTCOME_STUCK },
    { "the budget is used up", "budget 7\nidle { log i }\nc = check { log c }", OUTCOME_BUDGET },
    { "a spin takes its time", "budget 1700\nidle { }\ntimer 1ms { log t }", OUTCOME_BUDGET },
    { "and the next one's takes as long", "i = idle { }\ntimer 1ms { log t; observe now; stop i }",
      OUTCOME_FINISHED },
    { "to the end of time", "timer forever { log never }", OUTCOME_STUCK },
    { "which is not the next one's", "timer 4294967301ms { log t; observe now }",
      OUTCOME_FINISHED },
    { "a step makes no sense", "t = timer 1ms { log a; close t { repeat 2 { stop t } } }",
      OUTCOME_ERROR },
    { "not even the first", "t = timer 1ms { log a }\nclose t\nclose t", OUTCOME_ERROR },
    { "a stop that was not honoured", "timer 1ms { log a }\nstop loop\nrun nowait\nstop loop",
      OUTCOME_FINISHED },
    { "a pool", "work 5ms { log a; busy 1ms }\nwork 5ms { log b }\nwork 2ms { log c }",
      OUTCOME_FINISHED },
    { "a full pool, cut", "budget 2\nrepeat 6 { work 5ms { log a } }\nwork 3ms { log b }",
      OUTCOME_BUDGET },
    { "the threads of the pool are in their order again",
      "work 5ms { log a }\nwork 5ms { log b }\nwork 5ms { log c }\nwork 5ms { log d }",
      OUTCOME_FINISHED },
    { "lookups and files", "lookup 2ms { log l }\nlookup 2ms { log m }\nstat { log s }",
      OUTCOME_FINISHED },
    { "threads of its own", "e = async { log e; close e }\nthread { busy 3ms; send e }",
      OUTCOME_FINISHED },
    { "streams",
      "a = stream\nb = peer a\nread b { observe status }\nwrite a 3 { log w }\n"
      "timer 1ms { close a; close b }",
      OUTCOME_FINISHED },
    { "a poll that is ready and one that will be",
      "budget 4\np = poll readable after 1ms { log p }\npoll readable after 9s { log q }",
      OUTCOME_BUDGET },
    { "feeds that do not come any more",
      "a = stream\nread a { log r }\nfeed a 3 after 9s\nu = datagram { log d }\nfeed u 1 after 9s\n"
      "timer 1ms { close a; close u }",
      OUTCOME_FINISHED },
    { "interruptions that do not either", "interrupt after 9s times 3\ntimer 1ms { log t }",
      OUTCOME_FINISHED },
    { "the loop is closed", "timer 1ms { log a }\nrun default\nclose loop\nobserve result",
      OUTCOME_FINISHED },
    { "an order of phases",
      "i = idle { log i; stop i }\nc = check { log c; stop c }\np = prepare { log p; stop p }\n"
      "timer 1ms { log t }",
      OUTCOME_FINISHED },
    { "ticks without end", "layer node\nbudget 9\nk = tick { log k; again k }", OUTCOME_BUDGET },
    { "promises without end",
      "layer node\nbudget 9\nm = microtask { log m; again m }\ntimeout 1ms { log t }",
      OUTCOME_BUDGET },
    { "a flow in a run that is cut",
      "layer node\nbudget 2\nflow { log a; await; log b; await; log c; await; log d }",
      OUTCOME_BUDGET },
    { "an exit in a flow in a flow",
      "layer node\non exit { log x }\nflow { log a; await; flow { log b; exit } }",
      OUTCOME_FINISHED },
    { "node's queues",
      "layer node\ntimeout 1ms { log t; tick { log k } }\nimmediate { log i }\n"
      "promise { log p } then { log q }\ninterval 3ms { first 2 { log v } else { exit } }",
      OUTCOME_FINISHED },
    { "an exit in the main program", "layer node\non exit { log x; exit }\nlog a\nexit",
      OUTCOME_FINISHED },
    { "an error that nobody catches",
      "layer node\non exit { log x; observe code }\ntimeout 1ms { log t; throw }\n"
      "timeout 1ms { log never }\nimmediate { log i }",
      OUTCOME_FINISHED },
    { "one in the main program", "layer node\non exit { log x }\ntimeout 1ms { log never }\nthrow",
      OUTCOME_FINISHED },
    { "one in a handler of errors",
      "layer node\non uncaught { log u; throw }\nimmediate { throw }\nimmediate { log never }",
      OUTCOME_FINISHED },
    { "a rejection that nobody handles", "layer node\non exit { log x }\npromise { log p; throw }",
      OUTCOME_FINISHED },
    { "an error that somebody catches",
      "layer node\non uncaught { log u }\ntimeout 1ms { throw }\ntimeout 1ms { log t }",
      OUTCOME_FINISHED },
    { "immediates, cut", "layer node\nbudget 5\nj = immediate { log j; again j }", OUTCOME_BUDGET },
    { "a page, cut", "layer browser\nbudget 6\ninterval 0ms { log v }\nframe { log f }",
      OUTCOME_BUDGET },
    { "a page with a rejection that is not told any more",
      "layer browser\nbudget 2\npromise { throw }\nmicrotask { flow { promise { log p } } }",
      OUTCOME_BUDGET },
    { "a page", "layer browser\ntimeout 2ms { log t; microtask { log m } }\nframe { log f }",
      OUTCOME_FINISHED },
};

struct fixture {
    struct host_config config;
    struct program *program[ARRAY_SIZE(rows)];
    struct trace *alone[ARRAY_SIZE(rows)], *after[ARRAY_SIZE(rows)];
};

static void run_row(const struct fixture *s, size_t i, struct trace *t, struct loop **reuse)
{
    struct host_config config = s->config;
    config.program = s->program[i];
    config.trace = t;
    config.reuse = reuse;
    host_play(&config);
}

/* In one process, from first to last and back again. */
static void run_all(const struct fixture *s)
{
    struct loop *loop = NULL;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        run_row(s, i, s->after[i], &loop);
    for (size_t i = ARRAY_SIZE(rows); i-- > 0;) {
        trace_reset(s->after[i]);
        run_row(s, i, s->after[i], &loop);
    }
    if (loop)
        s->config.backend->close(loop);
}

static int in_process(void (*body)(const struct fixture *s, size_t i), const struct fixture *s,
                      size_t i)
{
    int status = -1;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        alarm(60);
        body(s, i);
        _exit(7);
    }
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void alone(const struct fixture *s, size_t i)
{
    run_row(s, i, s->alone[i], NULL);
}

/* Not at exit(), where libuv would wait for threads that are parked in the world. */
static bool has_leaks(void)
{
#ifdef __SANITIZE_ADDRESS__
    return __lsan_do_recoverable_leak_check();
#else
    return false;
#endif
}

static int count_descriptors(void)
{
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    while (folder && readdir(folder))
        count++;
    if (folder)
        closedir(folder);
    return count;
}

/* The first run may make what is made only once, such as the threads of a pool. */
static void together(const struct fixture *s, size_t i)
{
    (void)i;
    run_all(s);
    int before = count_descriptors();
    for (size_t k = 0; k < ARRAY_SIZE(rows); k++)
        trace_reset(s->after[k]);
    run_all(s);
    _exit(has_leaks() ? 9 : count_descriptors() == before ? 7 : 8);
}

/* The clock goes on from one program to the next, so each begins nearer to the end of time. */
static bool at_end_of_time(const struct trace *t)
{
    return t->end_ns > INT64_MAX / 2;
}

static bool are_same(const struct trace *a, const struct trace *b)
{
    bool end_alike = a->end_ns == b->end_ns || (at_end_of_time(a) && at_end_of_time(b));
    return a->count == b->count && a->outcome == b->outcome && end_alike &&
           memcmp(a->event, b->event, a->count * sizeof a->event[0]) == 0;
}

static void test_backend(struct fixture *s, const struct loop_backend *backend)
{
    s->config.backend = backend;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        trace_reset(s->alone[i]);
        trace_reset(s->after[i]);
        in_process(alone, s, i);
    }
    is_int(in_process(together, s, 0), 7, "%s: every run comes back, and leaves nothing",
           backend->name);
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        is_int(s->alone[i]->outcome, rows[i].outcome, "%s: %s", backend->name, rows[i].property);
        ok(are_same(s->alone[i], s->after[i]), "%s: %s, as it is alone", backend->name,
           rows[i].property);
    }
}

int main(void)
{
    struct fixture s = { .config = { .args = "", .clock = WORLD_VIRTUAL } };
    version_parse(uv_version_string(), &s.config.profile.libuv);
    version_parse("26", &s.config.profile.node);
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        s.program[i] = sample_parse(rows[i].program);
        s.alone[i] = trace_map(trace_create());
        s.after[i] = trace_map(trace_create());
        if (!s.alone[i] || !s.after[i])
            skip_all("no memory file can be made");
    }
    test_backend(&s, backend_libuv(false));
    test_backend(&s, &backend_reference);
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        program_free(s.program[i]);
    return done_testing();
}
