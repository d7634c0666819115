/* The figures of a trace are what a careful reader would compute by hand from its events, with
 * timers before or after poll. */
#include "figures/figures.h"

#include <stdlib.h>
#include <string.h>

#include "tap/tap.h"

#define MS 1000000ll

/* Names by string id: the letters before the colons below. */
static const char *const names[] = { "", "t", "u", "p", "w", "i" };
enum { NONE, T, U, P, W, I, NAME_COUNT };

struct call {
    enum trace_kind kind;
    uint32_t name, phase, iteration;
    uint64_t at_ms, due_ms, took_ms;
    uint32_t cause;
};
#define NOT_DUE UINT64_MAX

static struct trace *trace_of(const struct call *call, size_t count, uint64_t end_ms)
{
    struct trace *t = xcalloc(1, sizeof *t + count * sizeof t->event[0]);
    for (size_t i = 0; i < count; i++) {
        struct trace_event *ev = &t->event[t->count++];
        ev->kind = (uint32_t)call[i].kind & 31;
        ev->label = call[i].name & 0xffffff;
        ev->phase = call[i].phase & 7;
        ev->iteration = call[i].iteration & 0xffffff;
        ev->at_ns = call[i].at_ms * MS;
        ev->due_ns = call[i].due_ms == NOT_DUE ? TRACE_NO_DUE : call[i].due_ms * MS;
        ev->took_ns = call[i].took_ms * MS & ((1ull << 40) - 1);
        ev->cause = call[i].cause;
    }
    t->end_ns = end_ms * MS;
    t->phases = 1;
    return t;
}

static struct profile profile_of(const char *name)
{
    struct profile p = { 0 };
    struct diag d;
    if (profile_parse(name, &p, &d) < 0)
        diag("%s", d.message);
    return p;
}

static struct figures figures_of(const struct trace *t, const char *profile)
{
    struct figures f;
    struct profile p = profile_of(profile);
    figures_init(&f, t, names, NAME_COUNT, &p);
    return f;
}

/* --- the documents' examples --- */

/* A job ends at 95 ms and computes for 10 ms: the timer due at 100 ms is 5 ms late. */
static void test_poll_delays_timer(void)
{
    static const struct call calls[] = {
        { TRACE_WORK, W, PHASE_POLL, 1, 95, 95, 10, 0 },
        { TRACE_LOG, NONE, PHASE_POLL, 1, 95, 0, 0, 1 },
        { TRACE_TIMER, T, PHASE_TIMERS, 2, 105, 100, 0, 0 },
    };
    struct trace *t = trace_of(calls, ARRAY_SIZE(calls), 105);
    struct figures f = figures_of(t, "libuv-1.44.2");
    is_int(f.handle_count, 2, "two handles were called");
    const struct figures_handle *timer = figures_find(&f, "t"), *work = figures_find(&f, "w");
    is_int(timer->drift_ns, 5 * MS, "the timer drifts by 5 ms");
    is_int(timer->late.max_ns, 5 * MS, "so late is its only call");
    is_int(timer->period.count, 0, "one call has no period");
    is_int(work->late.max_ns, 0, "the job was not late");
    is_int(work->calls, 1, "and called once");
    is_int(f.busy_ns, 10 * MS, "10 ms busy");
    is_int(f.idle_ns, 95 * MS, "95 ms idle");
    is_int(f.starvation_ns, 10 * MS, "10 ms without poll");
    is_int(f.starvation_callbacks, 2, "and two callbacks");
    is_int(f.iterations, 2, "two iterations");
    ok(figures_utilization(&f) > 0.0952 && figures_utilization(&f) < 0.0953, "10 of 105");
    ok(figures_find(&f, "u") == NULL, "what was not called has no figures");
    figures_release(&f);
    free(t);
}

/* Repeat 50 ms, work 17 ms: each call but the first is 17 ms late, the period is 67 ms. */
static void test_period(void)
{
    static const struct call calls[] = {
        { TRACE_TIMER, T, PHASE_TIMERS, 2, 50, 50, 17, 0 },
        { TRACE_TIMER, T, PHASE_TIMERS, 3, 117, 100, 17, 0 },
        { TRACE_TIMER, T, PHASE_TIMERS, 4, 184, 167, 17, 0 },
        { TRACE_CLOSE, T, PHASE_CLOSING, 4, 300, NOT_DUE, 0, 0 },
    };
    struct trace *t = trace_of(calls, ARRAY_SIZE(calls), 300);
    struct figures f = figures_of(t, "libuv-1.44.2");
    const struct figures_handle *h = &f.handle[0];
    is_int(h->calls, 3, "the close callback is no call of the timer");
    is_int(h->period.count, 2, "two periods");
    is_int(h->period.min_ns, 67 * MS, "of 67 ms each");
    is_int(h->period.max_ns, 67 * MS, "no more");
    is_int(h->drift_ns, 34 * MS, "the last call is 34 ms behind 50, 100, 150");
    is_int(h->late.min_ns, 0, "the first call was in time");
    is_int(h->late.mean_ns, 34 * MS / 3, "the mean of 0, 17 and 17");
    is_int(h->late.p50_ns, 17 * MS, "the median");
    is_int(f.starvation_ns, 17 * MS, "a wait lies between two calls");
    figures_release(&f);
    free(t);
}

/* --- spreads --- */

static void test_spread(void)
{
    enum { MANY = 1000 };
    static struct call calls[MANY];
    for (size_t i = 0; i < MANY;
         i++) /* 0 to 999 in a mixed order: 7 and 1000 have no common factor */
        calls[i] = (struct call){
            TRACE_TIMER, T, PHASE_TIMERS, (uint32_t)i, 2000 + i * 7 % MANY, 2000, 0, 0
        };
    struct trace *t = trace_of(calls, MANY, 3000);
    struct figures f = figures_of(t, "libuv-1.44.2");
    const struct figures_spread *s = &f.handle[0].late;
    is_int(s->count, MANY, "as many samples as calls");
    is_int(s->min_ns, 0, "the least");
    is_int(s->p50_ns, 499 * MS, "half of them are not above");
    is_int(s->p99_ns, 989 * MS, "99 of 100 are not above");
    is_int(s->max_ns, 999 * MS, "the most");
    is_int(s->mean_ns, 499500000, "the mean");
    is_int(f.lateness.p99_ns, s->p99_ns, "all timers together are this one");
    is_int(f.latency.count, 0, "no I/O");
    figures_release(&f);
    free(t);
}

static void test_early(void)
{
    static const struct call calls[] = { { TRACE_TIMER, T, PHASE_TIMERS, 1, 9, 10, 0, 0 },
                                         { TRACE_TIMER, NONE, PHASE_TIMERS, 1, 9, 4, 0, 0 },
                                         { TRACE_TIMER, U, PHASE_TIMERS, 1, 9, NOT_DUE, 0, 0 } };
    struct trace *t = trace_of(calls, ARRAY_SIZE(calls), 9);
    struct figures f = figures_of(t, "libuv-1.44.2");
    char text[32];
    is_int(f.handle[0].late.min_ns, -1 * MS, "an early call is late by less than nothing");
    is(figures_print_ns(f.handle[0].late.min_ns, text), "-1ms", "and printed so");
    is(figures_print_ns(12333333, text), "12333333ns", "an exact value is printed exactly");
    is(figures_print_short(12333333, text), "12.333ms", "or short");
    is(figures_print_short(-1666666, text), "-1.667ms", "early as well");
    is(figures_print_short(15 * MS, text), "15ms", "and what is whole as it is");
    is_int(f.lateness.count, 2, "nameless timers count among all");
    is_int(f.lateness.max_ns, 5 * MS, "with their lateness");
    is_int(f.handle_count, 2, "but have no entry");
    is_int(f.handle[1].late.count, 0, "what is never due is never late");
    is_int(f.handle[1].calls, 1, "but was called");
    figures_release(&f);
    free(t);
}

/* --- stretches without poll --- */

static void test_stretches(void)
{
    static const struct {
        const char *name, *profile;
        struct call call[6];
        size_t count;
        uint64_t end_ms, starved_ms, callbacks, busy_ms;
    } rows[] = {
        { "idle and prepare come before the poll of their iteration",
          "libuv-1.44.2",
          { { TRACE_IDLE, I, PHASE_IDLE, 1, 0, NOT_DUE, 3, 0 },
            { TRACE_PREPARE, I, PHASE_PREPARE, 1, 3, NOT_DUE, 4, 0 },
            { TRACE_CHECK, I, PHASE_CHECK, 1, 20, NOT_DUE, 5, 0 } },
          3,
          25,
          7,
          2,
          12 },
        { "check, closing, timers and idle of the next lie together, timers first",
          "libuv-1.44.2",
          { { TRACE_CHECK, I, PHASE_CHECK, 1, 10, NOT_DUE, 1, 0 },
            { TRACE_CLOSE, I, PHASE_CLOSING, 1, 11, NOT_DUE, 1, 0 },
            { TRACE_TIMER, T, PHASE_TIMERS, 2, 12, 12, 1, 0 },
            { TRACE_IDLE, I, PHASE_IDLE, 2, 13, NOT_DUE, 1, 0 },
            { TRACE_POLL, P, PHASE_POLL, 2, 50, 50, 1, 0 } },
          5,
          51,
          4,
          4,
          5 },
        { "and timers last",
          "libuv-1.45",
          { { TRACE_CHECK, I, PHASE_CHECK, 1, 10, NOT_DUE, 1, 0 },
            { TRACE_CLOSE, I, PHASE_CLOSING, 1, 11, NOT_DUE, 1, 0 },
            { TRACE_TIMER, T, PHASE_TIMERS, 1, 12, 12, 1, 0 },
            { TRACE_IDLE, I, PHASE_IDLE, 2, 13, NOT_DUE, 1, 0 },
            { TRACE_POLL, P, PHASE_POLL, 2, 50, 50, 1, 0 } },
          5,
          51,
          4,
          4,
          5 },
        { "what the main program takes before the first poll counts",
          "libuv-1.44.2",
          { { TRACE_LOG, NONE, PHASE_MAIN, 0, 30, 0, 0, 0 },
            { TRACE_TIMER, T, PHASE_TIMERS, 1, 30, 20, 2, 0 } },
          2,
          32,
          32,
          1,
          32 },
        { "and between two runs",
          "libuv-1.44.2",
          { { TRACE_CHECK, I, PHASE_CHECK, 1, 10, NOT_DUE, 0, 0 },
            { TRACE_LOG, NONE, PHASE_MAIN, 1, 19, 0, 0, 0 },
            { TRACE_IDLE, I, PHASE_IDLE, 2, 19, NOT_DUE, 0, 0 } },
          3,
          19,
          9,
          2,
          9 },
        { "timers at the tail: a pass on entry",
          "libuv-1.45",
          { { TRACE_TIMER, T, PHASE_TIMERS, 1, 0, 0, 4, 0 },
            { TRACE_TIMER, U, PHASE_TIMERS, 1, 4, 0, 4, 0 } },
          2,
          8,
          8,
          2,
          8 },
        { "a blocked main program is in that pass",
          "libuv-1.45",
          { { TRACE_TIMER, T, PHASE_TIMERS, 1, 100, 20, 0, 0 } },
          1,
          100,
          100,
          1,
          100 },
        { "a timer that was waited for comes after the first poll",
          "libuv-1.45",
          { { TRACE_TIMER, T, PHASE_TIMERS, 1, 20, 20, 3, 0 } },
          1,
          23,
          3,
          1,
          3 },
        { "so is one that fell due during that pass",
          "libuv-1.45",
          { { TRACE_TIMER, T, PHASE_TIMERS, 1, 0, 0, 10, 0 },
            { TRACE_TIMER, U, PHASE_TIMERS, 1, 10, 5, 2, 0 } },
          2,
          12,
          10,
          1,
          12 },
        { "so is one that the pass itself started, from 1.48",
          "libuv-1.48",
          { { TRACE_TIMER, T, PHASE_TIMERS, 1, 0, 0, 1, 0 },
            { TRACE_TIMER, U, PHASE_TIMERS, 1, 1, 0, 1, 1 } },
          2,
          2,
          1,
          1,
          2 },
        { "before, it joins the pass",
          "libuv-1.47",
          { { TRACE_TIMER, T, PHASE_TIMERS, 1, 0, 0, 1, 0 },
            { TRACE_TIMER, U, PHASE_TIMERS, 1, 1, 0, 1, 1 } },
          2,
          2,
          2,
          2,
          2 },
        { "a run without that pass polls before timers",
          "libuv-1.45",
          { { TRACE_IDLE, I, PHASE_IDLE, 1, 0, NOT_DUE, 2, 0 },
            { TRACE_TIMER, T, PHASE_TIMERS, 1, 2, 0, 3, 0 } },
          2,
          5,
          3,
          1,
          5 },
        { "nothing happened", "libuv-1.45", { { 0 } }, 0, 40, 0, 0, 0 },
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct trace *t = trace_of(rows[i].call, rows[i].count, rows[i].end_ms);
        struct figures f = figures_of(t, rows[i].profile);
        is_int(f.starvation_ns, rows[i].starved_ms * MS, "%s: the time", rows[i].name);
        is_int(f.starvation_callbacks, rows[i].callbacks, "%s: the callbacks", rows[i].name);
        is_int(f.busy_ns, rows[i].busy_ms * MS, "%s: busy", rows[i].name);
        is_int(f.busy_ns + f.idle_ns, rows[i].end_ms * MS, "%s: the rest is idle", rows[i].name);
        figures_release(&f);
        free(t);
    }
}

/* The loop first runs at 20 ms: the time before that is the main program's. */
static void test_blocked_main(void)
{
    static const struct {
        const char *name, *profile;
        struct call call;
        uint64_t starved_ms, busy_ms;
    } rows[] = {
        { "a timer that was overdue when it was started is in the pass on entry",
          "libuv-1.45",
          { TRACE_TIMER, T, PHASE_TIMERS, 1, 20, 20, 3, 0 },
          23,
          23 },
        { "a main program that blocks is busy, whatever comes first",
          "libuv-1.44.2",
          { TRACE_POLL, P, PHASE_POLL, 1, 50, 50, 1, 0 },
          20,
          21 },
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct trace *t = trace_of(&rows[i].call, 1, 60);
        t->run_ns = 20 * MS;
        struct figures f = figures_of(t, rows[i].profile);
        is_int(f.starvation_ns, rows[i].starved_ms * MS, "%s: the time", rows[i].name);
        is_int(f.busy_ns, rows[i].busy_ms * MS, "%s: busy", rows[i].name);
        figures_release(&f);
        free(t);
    }
}

static void test_without_phases(void)
{
    static const struct call calls[] = { { TRACE_TIMER, T, PHASE_TIMERS, 3, 9, 4, 7, 0 } };
    struct trace *t = trace_of(calls, ARRAY_SIZE(calls), 20);
    t->phases = 0;
    struct figures f = figures_of(t, "libuv-1.45");
    is_int(f.iterations + f.starvation_ns + f.busy_ns + f.idle_ns, 0,
           "without phases nothing is said of iterations and stretches");
    is_int(f.handle[0].drift_ns, 5 * MS, "but lateness is");
    figures_release(&f);
    free(t);
}

/* A new kind of event must have a role here. */
static void test_roles(void)
{
    for (int kind = TRACE_TIMER; kind < TRACE_KIND_COUNT; kind++) {
        const char *name = trace_kind_name((enum trace_kind)kind);
        ok(figures_role(name) != FIGURES_UNKNOWN, "'%s' has a role", name);
    }
    is_int(figures_role("tick"), FIGURES_TICK, "a tick is one");
    is_int(figures_role("log"), FIGURES_UNKNOWN, "a log is no callback");
}

int main(void)
{
    test_poll_delays_timer();
    test_period();
    test_spread();
    test_early();
    test_stretches();
    test_blocked_main();
    test_without_phases();
    test_roles();
    return done_testing();
}
