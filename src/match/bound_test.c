/* A bound on a figure holds, or one sentence reports the call that breaks it; where the figure
 * cannot be observed it is not judged. */
#include "match/bound.h"

#include "match/sample_test.h"

#define MS 1000000ull

/* t is called at 50, 117 and 184 ms, 17 ms late except the first time. The descriptor was ready at
 * 60 ms and served at 67 ms. Nobody recorded when a was sent. */
static struct trace *sample_calls(const struct program *p)
{
    static const struct {
        const char *name;
        enum trace_kind kind;
        uint32_t phase, iteration;
        uint64_t at_ms, due_ms, took_ms;
    } rows[] = {
        { "t", TRACE_TIMER, PHASE_TIMERS, 2, 50, 50, 17 },
        { "p", TRACE_POLL, PHASE_POLL, 2, 67, 60, 0 },
        { "t", TRACE_TIMER, PHASE_TIMERS, 4, 117, 100, 17 },
        { "a", TRACE_ASYNC, PHASE_POLL, 4, 140, UINT64_MAX, 2 },
        { "t", TRACE_TIMER, PHASE_TIMERS, 6, 184, 167, 17 },
    };
    struct trace *t = trace_new(ARRAY_SIZE(rows));
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct trace_event *ev = &t->event[t->count++];
        ev->kind = (uint32_t)rows[i].kind & 31;
        ev->label = program_find(p, rows[i].name) & 0xffffff;
        ev->phase = rows[i].phase & 7;
        ev->iteration = rows[i].iteration & 0xffffff;
        ev->at_ns = rows[i].at_ms * MS;
        ev->due_ns = rows[i].due_ms == UINT64_MAX ? TRACE_NO_DUE : rows[i].due_ms * MS;
        ev->took_ns = rows[i].took_ms * MS & ((1ull << 40) - 1);
    }
    t->phases = 1;
    t->end_ns = 201 * MS;
    t->wakeups = 7;
    return t;
}

static const char steps[] = "t = timer 50ms repeat 50ms { busy 17ms }\nu = timer 9ms { }\n"
                            "p = poll readable after 60ms { }\na = async { }\ni = idle { }";

static void test_judgement(void)
{
    static const struct {
        const char *source;
        enum match_verdict verdict;
        const char *reason;
        uint64_t event;
        enum sight_kind sight;
    } rows[] = {
        { "drift t == 34ms", MATCH_PASS, "", 5, 0 },
        { "drift t == 17ms", MATCH_FAIL, "expected drift t == 17 ms, but it was 34 ms", 5, 0 },
        { "drift t <= 34ms", MATCH_PASS, "", 5, 0 },
        { "drift t >= 35ms", MATCH_FAIL, "expected drift t >= 35 ms, but it was 34 ms", 5, 0 },
        { "lateness t <= 17ms", MATCH_PASS, "", 5, 0 },
        { "lateness t <= 16ms", MATCH_FAIL,
          "expected lateness t <= 16 ms, but it went from 0 ms to 17 ms", 2, 0 },
        { "lateness t == 17ms", MATCH_FAIL,
          "expected lateness t == 17 ms, but it went from 0 ms to 17 ms", 0, 0 },
        { "lateness t >= 0ms", MATCH_PASS, "", 5, 0 },
        { "lateness.min t == 0ms", MATCH_PASS, "", 5, 0 },
        { "lateness.p50 t == 17ms", MATCH_PASS, "", 5, 0 },
        { "lateness.p99 t == 17ms", MATCH_PASS, "", 5, 0 },
        { "lateness.max t == 16ms", MATCH_FAIL,
          "expected lateness.max t == 16 ms, but it was 17 ms", 5, 0 },
        { "lateness.mean t <= 11333333ns", MATCH_PASS, "", 5, 0 },
        { "lateness <= 17ms", MATCH_PASS, "", 5, 0 },
        { "period t == 67ms", MATCH_PASS, "", 5, 0 },
        { "period t == 50ms", MATCH_FAIL, "expected period t == 50 ms, but it was 67 ms", 2, 0 },
        { "calls t == 3", MATCH_PASS, "", 5, 0 },
        { "calls i == 0", MATCH_PASS, "", 5, 0 },
        { "calls i >= 1", MATCH_FAIL, "expected calls i >= 1, but it was 0", 5, 0 },
        { "latency p == 7ms", MATCH_PASS, "", 5, 0 },
        { "latency <= 6ms", MATCH_FAIL, "expected latency <= 6 ms, but it was 7 ms", 1, 0 },
        { "latency a <= 6ms", MATCH_NOTHING,
          "what is expected for node-26/libuv-1.44.2 cannot be seen here", 5, 0 },
        { "drift u == 0ms", MATCH_FAIL,
          "expected drift u == 0 ms, but there was nothing to measure", 5, 0 },
        { "period u <= 5ms", MATCH_FAIL,
          "expected period u <= 5 ms, but there was nothing to measure", 5, 0 },
        { "starvation == 17ms", MATCH_PASS, "", 5, 0 },
        { "starvation <= 16ms", MATCH_FAIL, "expected starvation <= 16 ms, but it was 17 ms", 5,
          0 },
        { "starvation == 1 callbacks", MATCH_PASS, "", 5, 0 },
        { "starvation >= 2 callbacks", MATCH_FAIL,
          "expected starvation >= 2 callbacks, but it was 1 callbacks", 5, 0 },
        { "iterations == 6", MATCH_PASS, "", 5, 0 },
        { "busy-time == 53ms\nidle-time == 148ms", MATCH_PASS, "", 5, 0 },
        { "tick-run == 0\nmicrotask-run <= 0", MATCH_PASS, "", 5, 0 },
        { "wakeups <= 7\nwakeups >= 7", MATCH_PASS, "", 5, 0 },
        { "wakeups <= 6", MATCH_FAIL, "expected wakeups <= 6, but it was 7", 5, 0 },
        { "wakeups == 6", MATCH_FAIL, "expected wakeups == 6, but it was 7", 5, SEES_NO_PHASE },
        /* what cannot be observed is not judged */
        { "wakeups <= 6", MATCH_NOTHING,
          "what is expected for node-26/libuv-1.44.2 cannot be seen here", 5, SEES_REAL_TIME },
        { "iterations == 9", MATCH_NOTHING,
          "what is expected for node-26/libuv-1.44.2 cannot be seen here", 5, SEES_NO_PHASE },
        { "starvation == 9ms", MATCH_NOTHING,
          "what is expected for node-26/libuv-1.44.2 cannot be seen here", 5, SEES_NO_PHASE },
        { "drift t == 9ms", MATCH_FAIL, "expected drift t == 9 ms, but it was 34 ms", 5,
          SEES_NO_PHASE },
        { "drift t == 9ms", MATCH_NOTHING,
          "what is expected for node-26/libuv-1.44.2 cannot be seen here", 5, SEES_LOGS_ONLY },
        /* on the real clock a call may be 10 ms late, but not early */
        { "drift t == 9ms", MATCH_NOTHING,
          "what is expected for node-26/libuv-1.44.2 cannot be seen here", 5, SEES_NO_TIME },
        { "iterations == 5", MATCH_FAIL, "expected iterations == 5, but it was 6", 5,
          SEES_NO_TIME },
        { "drift t == 24ms", MATCH_PASS, "", 5, SEES_REAL_TIME },
        { "drift t == 23ms", MATCH_FAIL, "expected drift t == 23 ms, but it was 34 ms", 5,
          SEES_REAL_TIME },
        { "drift t == 35ms", MATCH_FAIL, "expected drift t == 35 ms, but it was 34 ms", 5,
          SEES_REAL_TIME },
        { "drift t <= 24ms", MATCH_PASS, "", 5, SEES_REAL_TIME },
        { "drift t >= 35ms", MATCH_FAIL, "expected drift t >= 35 ms, but it was 34 ms", 5,
          SEES_REAL_TIME },
        { "period t == 77ms", MATCH_PASS, "", 5, SEES_REAL_TIME }, /* a late call shortens it */
        { "period t == 78ms", MATCH_FAIL, "expected period t == 78 ms, but it was 67 ms", 2,
          SEES_REAL_TIME },
        { "iterations == 5", MATCH_FAIL, "expected iterations == 5, but it was 6", 5,
          SEES_REAL_TIME },
    };
    struct diag d = { 0 };
    struct profile profile;
    struct program *p = program_of(steps);
    struct trace *t = sample_calls(p);
    profile_parse("libuv-1.44.2", &profile, &d);
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct match_result r;
        struct expect *e = expect_parse("x", rows[i].source, strlen(rows[i].source), &d);
        ok(e != NULL, "'%s' parses%s", rows[i].source, e ? "" : d.message);
        if (!e)
            continue;
        match_trace(e, &profile, program_labels(p), t, &sights[rows[i].sight], &r);
        is_int(r.verdict, rows[i].verdict, "'%s'", rows[i].source);
        is(r.reason, rows[i].reason, "'%s': the reason", rows[i].source);
        is_int(r.event, rows[i].event, "'%s': the event", rows[i].source);
        expect_free(e);
    }
    free(t);
    program_free(p);
}

static void test_counts(void)
{
    static const char source[] = "iterations == 6\ndrift t == 34ms\nlatency a <= 1ms";
    struct diag d = { 0 };
    struct match_result r;
    struct profile profile;
    struct program *p = program_of(steps);
    struct trace *t = sample_calls(p);
    struct expect *e = expect_parse("x", source, strlen(source), &d);
    profile_parse("libuv-1.44.2", &profile, &d);
    match_trace(e, &profile, program_labels(p), t, &sights[SEES_ALL], &r);
    is_int(r.judged, 2, "two figures are judged");
    is_int(r.unjudged, 1, "one has no due instant");
    match_trace(e, &profile, program_labels(p), t, &sights[SEES_NO_PHASE], &r);
    is_int(r.judged, 1, "without phases one less");
    is_int(r.unjudged, 2, "which is counted");
    expect_free(e);
    free(t);
    program_free(p);
}

/* A broken order is reported before the figures, which break with it. */
static void test_order_first(void)
{
    struct diag d = { 0 };
    struct match_result r;
    struct profile profile;
    struct program *p = program_of("log a b\nt = timer 1ms { }");
    struct trace *t = trace_of(p, "b a");
    static const char source[] = "drift t == 5ms\na b";
    struct expect *e = expect_parse("x", source, strlen(source), &d);
    profile_parse("node-26", &profile, &d);
    match_trace(e, &profile, program_labels(p), t, &sights[SEES_ALL], &r);
    is(r.reason, "expected 'a', but 'b' came first (main program, 0 ms)",
       "a broken order comes first");
    expect_free(e);
    free(t);
    program_free(p);
}

static void test_words(void)
{
    struct expect_bound b;
    for (int i = 0; i < BOUND_FIGURE_COUNT; i++) {
        const char *text = bound_word((enum bound_figure)i)->text;
        if (!text)
            continue;
        ok(bound_find(text, &b) && b.figure == i && b.stat == BOUND_EACH, "'%s' is found", text);
        ok(expect_is_reserved(text), "'%s' is reserved", text);
    }
    ok(bound_find("period.p99", &b) && b.stat == BOUND_P99, "with a statistic");
    ok(!bound_find("period.p98", &b), "that exists");
    ok(!bound_find("drift.max", &b), "where it has some");
    ok(!bound_find("period.", &b) && !bound_find("perio", &b) && !bound_find("", &b),
       "nothing less");
}

/* Besides its row, a figure of the whole trace appears in the schema. Documents take it from
 * `list figures`. */
static void test_documents(void)
{
    struct diag d = { 0 };
    size_t length;
    char *text = lex_read_file("reports/results.schema.json", &length, &d);
    for (int i = 0; i < BOUND_FIGURE_COUNT; i++) {
        const struct bound_word *word = bound_word((enum bound_figure)i);
        char quoted[40];
        snprintf(quoted, sizeof quoted, "\"%s\":", word->key ? word->key : word->text);
        ok(text && strstr(text, quoted), "the schema has %s", quoted);
        ok(word->says, "and it says what it is");
    }
    free(text);
}

int main(void)
{
    test_judgement();
    test_counts();
    test_order_first();
    test_words();
    test_documents();
    return done_testing();
}
