/* A trace passes if, and only if, the lines explain every log of it; a failure is one sentence with
 * its location. */
#include "match/match.h"

#include "match/sample_test.h"
#include "match/walk.h"

static void test_verdicts(void)
{
    static const char steps[] = "log a b c x w-1 w-2 w-9\nt = timer 5ms { log a }\n"
                                "observe alive\nobserve active t\nobserve result\n";
    static const struct {
        const char *expected, *trace;
        enum match_verdict verdict;
        const char *reason; /* the whole sentence */
        uint64_t event;     /* where it broke */
        enum sight_kind sight;
        const char *profile; /* NULL: the newest */
    } rows[] = {
        /* lines */
        { "a b c", "a b c", MATCH_PASS, "", 3, 0, NULL },
        { "a b c", "(cb) a (cb) (cb) b c (cb)", MATCH_PASS, "", 7, 0, NULL },
        { "a b c", "a c b", MATCH_FAIL, "expected 'b', but 'c' came first (main program, 0 ms)", 1,
          0, NULL },
        { "a b", "a", MATCH_FAIL, "expected 'b', but the run ended first", 1, 0, NULL },
        { "a b", "a (cb)", MATCH_FAIL, "expected 'b', but the run ended first", 2, 0, NULL },
        { "a", "", MATCH_FAIL, "expected 'a', but the run ended first", 0, 0, NULL },
        { "a b", "a b (cb) c@check+7", MATCH_FAIL,
          "nothing more was expected, but 'c' came (check phase, 7 ms)", 3, 0, NULL },
        { "a", "alive=1", MATCH_FAIL,
          "expected 'a', but 'alive' = 1 came instead (main program, 0 ms)", 0, 0, NULL },
        /* pins */
        { "b @check", "b@check", MATCH_PASS, "", 1, 0, NULL },
        { "b @check", "a@timers+5", MATCH_FAIL,
          "expected 'b' in the check phase, but 'a' came instead (timers phase, 5 ms)", 0, 0,
          NULL },
        { "b @check", "b@timers+5", MATCH_FAIL,
          "expected 'b' in the check phase, but it came in the timers phase (5 ms)", 0, 0, NULL },
        { "b @check in 2 5ms", "b@check#2+5", MATCH_PASS, "", 1, 0, NULL },
        { "b in 2", "b@check#3+5", MATCH_FAIL,
          "expected 'b' in iteration 2, but it came in iteration 3 (check phase, 5 ms)", 0, 0,
          NULL },
        { "a 5ms", "a+6", MATCH_FAIL, "expected 'a' at 5 ms, but it came at 6 ms (main program)", 0,
          0, NULL },
        { "a 5ms", "a+6", MATCH_PASS, "", 1, SEES_REAL_TIME, NULL },
        { "a 5ms", "a+15", MATCH_PASS, "", 1, SEES_REAL_TIME, NULL },
        { "a 4500us", "a+4", MATCH_PASS, "", 1, SEES_WHOLE_MS, NULL },
        { "a 500us", "a+0", MATCH_PASS, "", 1, SEES_WHOLE_MS, NULL },
        { "a 5ms", "a+4", MATCH_FAIL, "expected 'a' at 5 ms, but it came at 4 ms (main program)", 0,
          SEES_WHOLE_MS, NULL },
        { "a 5ms", "a+16", MATCH_FAIL, "expected 'a' at 5 ms, but it came at 16 ms (main program)",
          0, SEES_REAL_TIME, NULL },
        { "a 5ms", "a+4", MATCH_FAIL, "expected 'a' at 5 ms, but it came at 4 ms (main program)", 0,
          SEES_REAL_TIME, NULL },
        { "a 5ms", "a+4", MATCH_PASS, "", 1, SEES_NO_TIME, NULL },
        { "a @check 5ms", "a@poll+5", MATCH_FAIL,
          "expected 'a' in the check phase, but it came in the poll phase (5 ms)", 0, SEES_NO_TIME,
          NULL },
        { "b @check in 2", "b@timers#7", MATCH_PASS, "", 1, SEES_NO_PHASE, NULL },
        { "a @check", "b@timers+5", MATCH_FAIL, "expected 'a', but 'b' came instead (5 ms)", 0,
          SEES_NO_PHASE, NULL },
        /* counts */
        { "a * 3 b", "a a a b", MATCH_PASS, "", 4, 0, NULL },
        { "a * 3 b", "a a b", MATCH_FAIL,
          "expected 'a' 3 times (2 seen), but 'b' came instead (main program, 0 ms)", 2, 0, NULL },
        { "a * 2 b", "a a a b", MATCH_FAIL, "expected 'b', but 'a' came first (main program, 0 ms)",
          2, 0, NULL },
        { "a * 3", "a a", MATCH_FAIL, "expected 'a' 3 times (2 seen), but the run ended first", 2,
          0, NULL },
        /* patterns */
        { "/^w-[12]$/ * 2 c", "w-2 w-1 c", MATCH_PASS, "", 3, 0, NULL },
        { "/^w-[12]$/ * 2", "w-2 w-9", MATCH_FAIL,
          "expected /^w-[12]$/ 2 times (1 seen), but 'w-9' came instead (main program, 0 ms)", 1, 0,
          NULL },
        { "/./ * 2", "a alive=1", MATCH_FAIL,
          "expected /./ 2 times (1 seen), but 'alive' = 1 came instead (main program, 0 ms)", 1, 0,
          NULL },
        { "/^a/ = 1 * 2", "alive=1 active.t=1", MATCH_PASS, "", 2, 0, NULL },
        /* observations */
        { "alive = 1 a", "alive=1 a", MATCH_PASS, "", 2, 0, NULL },
        { "alive = 1", "alive=0+5", MATCH_FAIL,
          "expected 'alive' = 1, but it was 0 (main program, 5 ms)", 0, 0, NULL },
        { "result = EBUSY", "result=-16", MATCH_PASS, "", 1, 0, NULL },
        { "result = EBUSY", "result=-22", MATCH_FAIL,
          "expected 'result' = EBUSY, but it was EINVAL (main program, 0 ms)", 0, 0, NULL },
        { "alive = -1", "alive=-2", MATCH_FAIL,
          "expected 'alive' = -1, but it was -2 (main program, 0 ms)", 0, 0, NULL },
        /* gaps */
        { "... b", "a c a b", MATCH_PASS, "", 4, 0, NULL },
        { "... b", "b", MATCH_PASS, "", 1, 0, NULL },
        { "a ...", "a b c", MATCH_PASS, "", 3, 0, NULL },
        { "a ...", "a", MATCH_PASS, "", 1, 0, NULL },
        { "a ... c", "a b c b c", MATCH_PASS, "", 5, 0, NULL }, /* goes back to the last gap */
        { "a ... b c", "a b b c", MATCH_PASS, "", 4, 0, NULL },
        { "... a b ... a c ...", "a a b b a c x", MATCH_PASS, "", 7, 0, NULL },
        { "... a b a c", "a b a b a c", MATCH_PASS, "", 6, 0, NULL }, /* tries that overlap */
        { "a ... a", "a", MATCH_FAIL, "expected 'a', but the run ended first", 1, 0, NULL },
        { "... a b", "a b x@poll+3", MATCH_FAIL,
          "nothing more was expected, but 'x' came (poll phase, 3 ms)", 2, 0, NULL },
        { "... a b c ...", "a x a b x a x", MATCH_FAIL,
          "expected 'c', but 'x' came instead (main program, 0 ms)", 4, 0,
          NULL }, /* the furthest try is told */
        { "... a b ...", "x a", MATCH_FAIL, "expected 'b', but the run ended first", 2, 0, NULL },
        { "... x ...", "a b c", MATCH_FAIL, "expected 'x', but the run ended first", 3, 0, NULL },
        { "... a * 2 b", "a a a b", MATCH_PASS, "", 4, 0, NULL },
        { "... a * 2 b", "a b a a b", MATCH_PASS, "", 5, 0, NULL },
        { "... a * 2 b ...", "a b a c", MATCH_FAIL,
          "expected 'a' 2 times (1 seen), but 'b' came first (main program, 0 ms)", 1, 0, NULL },
        { "... a * 3 ...", "a a", MATCH_FAIL,
          "expected 'a' 3 times (2 seen), but the run ended first", 2, 0, NULL },
        { "... /^[ab]$/ * 3 a * 2 c", "a b a b a a c", MATCH_PASS, "", 7, 0, NULL },
        /* promises */
        { "never x\na b", "a b", MATCH_PASS, "", 2, 0, NULL },
        { "...\nnever x", "a b c", MATCH_PASS, "", 3, 0, NULL },
        { "...\nnever x", "a x@poll+2 c", MATCH_FAIL,
          "'x' was never to come, but 'x' came (poll phase, 2 ms)", 1, 0, NULL },
        { "...\nnever /^w/", "a w-9", MATCH_FAIL,
          "/^w/ was never to come, but 'w-9' came (main program, 0 ms)", 1, 0, NULL },
        { "...\nnever alive", "a alive=1", MATCH_FAIL,
          "'alive' was never to come, but 'alive' = 1 came (main program, 0 ms)", 1, 0, NULL },
        { "a b\nnever x", "a c x", MATCH_FAIL,
          "expected 'b', but 'c' came instead (main program, 0 ms)", 1, 0,
          NULL }, /* the earlier one is told */
        { "a b\nnever x", "a x", MATCH_FAIL,
          "'x' was never to come, but 'x' came (main program, 0 ms)", 1, 0, NULL },
        { "never x", "", MATCH_PASS, "", 0, 0, NULL },
        { "never x", "a", MATCH_FAIL,
          "nothing more was expected, but 'a' came (main program, 0 ms)", 0, 0, NULL },
        { "nothing", "(cb)", MATCH_PASS, "", 1, 0, NULL },
        { "nothing", "(cb) a", MATCH_FAIL,
          "nothing was expected, but 'a' came (main program, 0 ms)", 1, 0, NULL },
        /* one of */
        { "one of { a b } or { b a }", "a b", MATCH_PASS, "", 2, 0, NULL },
        { "one of { a b } or { b a }", "b a", MATCH_PASS, "", 2, 0, NULL },
        { "one of { a b } or { b a }", "a a", MATCH_FAIL,
          "expected 'b', but 'a' came instead (main program, 0 ms)", 1, 0, NULL },
        { "one of { a b } or { b a }", "c", MATCH_FAIL,
          "expected 'a' or 'b', but 'c' came instead (main program, 0 ms)", 0, 0, NULL },
        { "one of { a } or { b @poll } or { c }", "x", MATCH_FAIL,
          "expected 'a' or 'b' in the poll phase or 'c', but 'x' came instead (main program, 0 ms)",
          0, 0, NULL },
        { "one of { a } or { b } or { c } or { x } or { w-1 }", "", MATCH_FAIL,
          "expected 'a' or 'b' or 'c' or 'x' or another, but the run ended first", 0, 0, NULL },
        { "one of { a } or { a b } c", "a b c", MATCH_PASS, "", 3, 0, NULL }, /* not greedily */
        { "one of { a b } or { a } b c", "a b c", MATCH_PASS, "", 3, 0, NULL },
        { "one of { a } or { } b", "b", MATCH_PASS, "", 1, 0, NULL },
        { "one of { a } or { }", "a x", MATCH_FAIL,
          "nothing more was expected, but 'x' came (main program, 0 ms)", 1, 0, NULL },
        { "one of { a ... c } or { b } x", "a x b c x", MATCH_PASS, "", 5, 0, NULL },
        { "... one of { a b } or { b c } x", "a b b a a b x", MATCH_PASS, "", 7, 0, NULL },
        { "one of { a @check } or { b @check }", "b@check", MATCH_PASS, "", 1, 0, NULL },
        { "one of { a @check } or { b @check }", "b@poll", MATCH_PASS, "", 1, SEES_NO_PHASE, NULL },
        /* any order */
        { "any order { a b c }", "c a b", MATCH_PASS, "", 3, 0, NULL },
        { "any order { a b c }", "c a a", MATCH_FAIL,
          "expected 'b', but 'a' came instead (main program, 0 ms)", 2, 0, NULL },
        { "any order { a b c }", "c x", MATCH_FAIL,
          "expected 'a' or 'b', but 'x' came instead (main program, 0 ms)", 1, 0, NULL },
        { "any order { a b c }", "c a", MATCH_FAIL, "expected 'b', but the run ended first", 2, 0,
          NULL },
        { "any order { a b }", "b a c", MATCH_FAIL,
          "nothing more was expected, but 'c' came (main program, 0 ms)", 2, 0, NULL },
        { "any order { /./ a }", "a b", MATCH_PASS, "", 2, 0, NULL }, /* the pattern yields a */
        { "any order { a /./ b }", "b a b", MATCH_PASS, "", 3, 0, NULL },
        { "any order { /^[abc]$/ /^[ab]$/ a }", "a b c", MATCH_PASS, "", 3, 0, NULL },
        { "any order { /^[abc]$/ /^[ab]$/ a }", "b b c", MATCH_FAIL,
          "expected 'a', but 'c' came instead (main program, 0 ms)", 2, 0, NULL },
        { "any order { a * 2 /./ * 2 }", "a x a a", MATCH_PASS, "", 4, 0, NULL },
        { "any order { a * 2 b }", "a b b", MATCH_FAIL,
          "expected 'a' 2 times (1 seen), but 'b' came instead (main program, 0 ms)", 2, 0, NULL },
        { "any order { a 5ms a 7ms }", "a+7 a+5", MATCH_PASS, "", 2, 0, NULL },
        { "x any order { a b } x", "x b a x", MATCH_PASS, "", 4, 0, NULL },
        { "... any order { a b } c", "a a b c", MATCH_PASS, "", 4, 0, NULL },
        { "... any order { a b } c ...", "a x b x", MATCH_FAIL,
          "expected 'b', but 'x' came first (main program, 0 ms)", 1, 0, NULL },
        { "one of { any order { a b } c } or { c any order { a x } }", "c x a", MATCH_PASS, "", 3,
          0, NULL },
        /* an open world */
        { "open\na b", "x a c b x", MATCH_PASS, "", 5, 0, NULL },
        { "open\na b", "b a", MATCH_FAIL, "expected 'b', but the run ended first", 2, 0, NULL },
        { "open\na * 3", "a b a a", MATCH_PASS, "", 4, 0, NULL },
        { "open\na * 3", "a b a", MATCH_FAIL,
          "expected 'a' 3 times (2 seen), but the run ended first", 3, 0, NULL },
        { "open\nany order { a b } c", "x b c a b x c", MATCH_PASS, "", 7, 0, NULL },
        { "open\nany order { /./ a } c", "a c b", MATCH_FAIL,
          "expected 'c', but the run ended first", 3, 0, NULL },
        { "open\none of { a b c } or { x } b", "a x b", MATCH_PASS, "", 3, 0, NULL },
        { "open\na\nnever x", "a x", MATCH_FAIL,
          "'x' was never to come, but 'x' came (main program, 0 ms)", 1, 0, NULL },
        /* pairs */
        { "...\na before b", "c a a b a", MATCH_PASS, "", 5, 0, NULL },
        { "...\na before b", "c b@poll+3 a b", MATCH_FAIL,
          "expected 'a' before 'b', but 'b' came first (poll phase, 3 ms)", 1, 0, NULL },
        { "...\na before b", "c b", MATCH_FAIL, "expected 'a' before 'b', but 'a' never came", 1, 0,
          NULL },
        { "...\na before b", "c a", MATCH_FAIL, "expected 'a' before 'b', but 'b' never came", 2, 0,
          NULL },
        { "...\n/^w/ before alive", "w-2 alive=1", MATCH_PASS, "", 2, 0, NULL },
        { "...\n/./ before a", "a b", MATCH_FAIL,
          "expected /./ before 'a', but 'a' came first (main program, 0 ms)", 0, 0, NULL },
        { "a b\na before b", "a b", MATCH_PASS, "", 2, 0, NULL },
        { "a before b", "a b", MATCH_FAIL,
          "nothing more was expected, but 'a' came (main program, 0 ms)", 0, 0, NULL },
        /* profiles */
        { "a\n[libuv < 1.45] { b }\n[libuv >= 1.45] { c }", "a b", MATCH_PASS, "", 2, 0,
          "libuv-1.44.2" },
        { "a\n[libuv < 1.45] { b }\n[libuv >= 1.45] { c }", "a c", MATCH_PASS, "", 2, 0,
          "node-20" },
        { "a\n[libuv < 1.45] { b }\n[libuv >= 1.45] { c }", "a b", MATCH_FAIL,
          "expected 'c', but 'b' came instead (main program, 0 ms)", 1, 0, "libuv-1.45" },
        { "a\n[libuv < 1.45] { never x }\n[libuv >= 1.45] { x }", "a x", MATCH_PASS, "", 2, 0,
          "libuv-1.45" },
        { "[libuv < 1.45] { a }\n[libuv >= 1.45] { ... }", "b", MATCH_NOTHING,
          "nothing is expected for node-26/libuv-1.45.0", 1, 0, "libuv-1.45" },
        { "[browser] { a }", "b", MATCH_NOTHING, "nothing is expected for node-26/libuv-1.52.1", 1,
          0, NULL },
    };
    struct program *p = program_of(steps);
    for (size_t i = 0; p && i < ARRAY_SIZE(rows); i++) {
        struct diag d = { 0 };
        struct match_result r;
        struct profile profile;
        struct trace *t = trace_of(p, rows[i].trace);
        struct expect *e = expect_parse("x", rows[i].expected, strlen(rows[i].expected), &d);
        profile_parse(rows[i].profile ? rows[i].profile : "node-26", &profile, &d);
        match_trace(e, &profile, program_labels(p), t, &sights[rows[i].sight], &r);
        is_int(r.verdict, rows[i].verdict, "'%s' against '%s'", rows[i].expected, rows[i].trace);
        is(r.reason, rows[i].reason, "the reason");
        is_int(r.event, rows[i].event, "the event");
        expect_free(e);
        free(t);
    }
    program_free(p);
}

static void test_counts(void)
{
    struct diag d;
    struct match_result r;
    struct program *p = program_of("log a b x");
    struct profile profile;
    static const char source[] = "a @poll in 1 5ms\nb\n...\nnever x\n[browser] { x @poll }";
    struct expect *e = expect_parse("x", source, strlen(source), &d);
    struct trace *t = trace_of(p, "a@poll#1+5 b x");
    profile_parse("node-26", &profile, &d);
    match_trace(e, &profile, program_labels(p), t, &sights[SEES_ALL], &r);
    is_int(r.judged, 3, "two lines and a promise are judged");
    is_int(r.unjudged, 0, "nothing is left unjudged");
    ok(r.item == e->item[3], "the broken promise is named");
    match_trace(e, &profile, program_labels(p), t, &sights[SEES_NO_PHASE], &r);
    is_int(r.unjudged, 2, "a phase and an iteration cannot be seen");
    is_int(r.judged, 3, "but their line is judged");
    match_trace(e, &profile, program_labels(p), t, &sights[SEES_REAL_TIME], &r);
    is_int(r.unjudged, 0, "a late clock still judges times");
    expect_free(e);

    e = expect_parse("x", "a b", 3, &d);
    match_trace(e, &profile, program_labels(p), t, &sights[SEES_ALL], &r);
    ok(r.verdict == MATCH_FAIL && r.item == NULL, "a trace that went on has no broken line");
    is_int(r.event, 2, "but an event");
    expect_free(e);
    free(t);
    program_free(p);
}

static void test_runaway(void)
{
    static const char *const sources[] = { "/^(a+)+$/", "...\nnever /^(a+)+$/",
                                           "... /^(a+)+$/ ..." };
    char steps[80] = "log ";
    memset(steps + 4, 'a', 62);
    strcpy(steps + 66, "_");
    struct program *p = program_of(steps);
    struct trace *t = trace_of(p, steps + 4);
    for (size_t i = 0; i < ARRAY_SIZE(sources); i++) {
        struct diag d;
        struct match_result r;
        struct profile profile;
        struct expect *e = expect_parse("x.trace", sources[i], strlen(sources[i]), &d);
        profile_parse("node-26", &profile, &d);
        match_trace(e, &profile, program_labels(p), t, &sights[SEES_ALL], &r);
        is_int(r.verdict, MATCH_INCONCLUSIVE, "'%s' is inconclusive", sources[i]);
        like(r.reason, "ran into its limit on 'a+_' .x.trace:[12]", "and says where");
        ok(r.item && r.item->pattern, "and names the line");
        expect_free(e);
    }
    free(t);
    program_free(p);
}

/* --- against a matcher that simply tries everything --- */

/* Does the text have this form? Brute force: '.' is a gap, '?' any label. */
static bool tries(const char *pattern, const char *text)
{
    switch (*pattern) {
    case '\0': return *text == '\0';
    case '.': return tries(pattern + 1, text) || (*text && tries(pattern, text + 1));
    case '?': return *text && tries(pattern + 1, text + 1);
    default: return *pattern == *text && tries(pattern + 1, text + 1);
    }
}

/* A random expectation, as source and as a pattern for tries(): "a * 2", "?" for a pattern that
 * matches every label, "." for a gap. */
static void build_expectation(uint64_t *state, char *source, char *pattern)
{
    bool gap = false;
    *pattern = '\0';
    source += sprintf(source, "never z\n");
    for (uint32_t left = 1 + draw(state, 5); left > 0; left--) {
        uint32_t what = draw(state, 4), count = 1 + draw(state, 3);
        if (what == 3 && !gap) {
            source += sprintf(source, "...\n");
            *pattern++ = '.';
            gap = true;
            continue;
        }
        static const char *const spelled[] = { "a", "b", "/./", "/^[ab]$/" };
        source += sprintf(source, "%s * %u\n", spelled[what], count);
        memset(pattern, "ab??"[what], count);
        pattern += count;
        *pattern = '\0';
        gap = false;
    }
    *pattern = '\0';
}

static void test_against_brute_force(void)
{
    enum { ROUNDS = 20000 };
    uint64_t state = 0x7ace5eed;
    unsigned wrong = 0, passed = 0, heavy = 0;
    struct program *p = program_of("log a b z");
    struct profile profile;
    struct diag d;
    profile_parse("node-26", &profile, &d);
    for (int round = 0; round < ROUNDS; round++) {
        char source[256], pattern[32], text[16] = "";
        build_expectation(&state, source, pattern);
        uint32_t length = draw(&state, 12);
        struct trace *t = trace_new(length);
        for (uint32_t i = 0; i < length; i++) {
            text[i] = "aab"[draw(&state, 3)];
            t->event[t->count++] = (struct trace_event){
                .label = program_find(p, text[i] == 'a' ? "a" : "b") & 255
            };
        }
        struct expect *e = expect_parse("x", source, strlen(source), &d);
        struct match_result r;
        match_trace(e, &profile, program_labels(p), t, &sights[SEES_ALL], &r);
        bool expected = tries(pattern, text);
        if ((r.verdict == MATCH_PASS) != expected && ++wrong < 5)
            diag("'%s' against '%s' should %s: %s", pattern, text, expected ? "pass" : "fail",
                 r.reason);
        passed += expected;

        struct lines ls;
        struct walk_result found;
        lines_init(&ls, e, &profile, program_labels(p), t, &sights[SEES_ALL]);
        walk_trace(&ls, &found);
        heavy += found.work > (uint64_t)length * (ls.judged - 1); /* without the promise */
        lines_release(&ls);
        expect_free(e);
        free(t);
    }
    is_int(wrong, 0, "the walk agrees with trying everything");
    is_int(heavy, 0, "and compares each log with each line at most once");
    ok(passed > ROUNDS / 50 && passed < ROUNDS - ROUNDS / 50, "%u of %d pass", passed, ROUNDS);
    program_free(p);
}

/* Large counts after gaps do not multiply: the work is at most logs times lines. */
static void test_large(void)
{
    enum { MANY = 2 * 1000 * 1000 };
    static const struct {
        const char *source;
        enum match_verdict verdict;
        unsigned factor; /* comparisons per log, at most */
    } rows[] = {
        { "a * 2000000", MATCH_PASS, 1 },
        { "... a * 1000000 b", MATCH_FAIL, 2 },
        { "... a * 500000 a * 500000 b ...", MATCH_FAIL, 3 },
        { "... /a/ * 999999 a * 1000000 b * 3", MATCH_FAIL, 3 },
        { "... a ... a ... a ... a", MATCH_PASS, 2 },
        { "... a a ... a * 3 ... a a ... b", MATCH_FAIL, 2 },
        { "... any order { a /a/ } ... a a ... /a/ b", MATCH_FAIL, 3 },
        { "... b", MATCH_FAIL, 1 },
        { "... a * 20000000 ...", MATCH_FAIL, 1 },
    };
    struct program *p = program_of("log a b");
    struct trace *t = trace_new(MANY);
    struct diag d;
    struct profile profile;
    profile_parse("node-26", &profile, &d);
    for (; t->count < MANY; t->count++)
        t->event[t->count].label = program_find(p, "a") & 255;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct match_result r;
        struct lines ls;
        struct walk_result found;
        struct expect *e = expect_parse("x", rows[i].source, strlen(rows[i].source), &d);
        match_trace(e, &profile, program_labels(p), t, &sights[SEES_ALL], &r);
        is_int(r.verdict, rows[i].verdict, "'%s' against two million logs", rows[i].source);
        lines_init(&ls, e, &profile, program_labels(p), t, &sights[SEES_ALL]);
        walk_trace(&ls, &found);
        ok(found.work <= (uint64_t)rows[i].factor * MANY, "%llu comparisons",
           (unsigned long long)found.work);
        lines_release(&ls);
        expect_free(e);
    }
    free(t);
    program_free(p);
}

static void test_names_errors(void)
{
    ok(match_names_errors("result"), "results are errno names");
    ok(match_names_errors("status"), "so are statuses");
    ok(match_names_errors("status.t"), "of a handle too");
    ok(!match_names_errors("results"), "other labels are not");
    ok(!match_names_errors("timeout"), "nor is the poll timeout");
}

int main(void)
{
    test_verdicts();
    test_counts();
    test_runaway();
    test_against_brute_force();
    test_large();
    test_names_errors();
    return done_testing();
}
