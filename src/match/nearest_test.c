/* Beside a trace that is not permitted stands the permitted one that differs least, with the first
 * difference marked. */
#include "match/sample_test.h"

static void test_views(void)
{
    static const struct {
        const char *expected, *trace, *view; /* without its head line; NULL: none */
        enum sight_kind sight;
    } rows[] = {
        { "a b c", "a b c", NULL, 0 },
        { "a b c", "a c b",
          "  a                             a\n"
          "> -                             c @main 0ms\n"
          "  b                             b\n"
          "! c                             -\n",
          0 },
        { "a b", "a",
          "  a                             a\n"
          "> b                             -\n",
          0 },
        { "b @prepare in 2222 12345678ms c", "b@prepare#2222+6",
          "> b @prepare in 2222 12345678ms  b @prepare in 2222 6ms\n"
          "! c                              -\n",
          0 },
        { "a", "a x+3",
          "  a                             a\n"
          "> -                             x @main 3ms\n",
          0 },
        { "b @check in 2 5ms", "b@check#3+6", "> b @check in 2 5ms             b @check in 3 6ms\n",
          0 },
        { "b @check 5ms", "b@check#3+6", "> b @check 5ms                  b 6ms\n", SEES_NO_PHASE },
        { "result = EBUSY", "result=-22",
          "> result = EBUSY                result = EINVAL @main 0ms\n", 0 },
        { "nothing", "a", "> -                             a @main 0ms\n", 0 },
        /* the nearer choice */
        { "one of { a b c } or { c b a }", "c x b a",
          "  c                             c\n"
          "> -                             x @main 0ms\n"
          "  b                             b\n"
          "  a                             a\n",
          0 },
        { "one of { a b c } or { a b }", "a b x",
          "  a                             a\n"
          "  b                             b\n"
          "> -                             x @main 0ms\n",
          0 },
        { "any order { a b c }", "c x a",
          "  c                             c\n"
          "> -                             x @main 0ms\n"
          "  a                             a\n"
          "! b                             -\n",
          0 },
        { "any order { a * 2 /^w/ }", "a w-1",
          "  a                             a\n"
          "  /^w/                          w-1\n"
          "> a                             -\n",
          0 },
        /* gaps and open expectations skip logs at no cost */
        { "... a ... b", "x x a c",
          "  (1 as permitted)\n"
          "  ...                           x 0ms\n"
          "  a                             a\n"
          "  ...                           c 0ms\n"
          "> b                             -\n",
          0 },
        { "open\na b", "x b a",
          "  ...                           x 0ms\n"
          "  ...                           b 0ms\n"
          "  a                             a\n"
          "> b                             -\n",
          0 },
        /* rows far from any difference are only counted */
        { "a * 10 b c * 10", "a a a a a a a a a a c c c c c c c c c c",
          "  (7 as permitted)\n"
          "  a                             a\n"
          "  a                             a\n"
          "  a                             a\n"
          "> b                             -\n"
          "  c                             c\n"
          "  c                             c\n"
          "  c                             c\n"
          "  (7 as permitted)\n",
          0 },
    };
    struct diag d = { 0 };
    struct profile profile;
    struct program *p = program_of("log a b c x w-1\nobserve result");
    profile_parse("node-26", &profile, &d);
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct expect *e = expect_parse("x", rows[i].expected, strlen(rows[i].expected), &d);
        struct trace *t = trace_of(p, rows[i].trace);
        char *view = match_nearest(e, &profile, program_labels(p), t, &sights[rows[i].sight],
                                   t->count);
        if (view)
            is(view ? strchr(view, '\n') + 1 : NULL, rows[i].view, "'%s' against '%s'",
               rows[i].expected, rows[i].trace);
        else
            ok(!rows[i].view, "'%s' against '%s' has no nearest", rows[i].expected, rows[i].trace);
        free(view);
        expect_free(e);
        free(t);
    }
    program_free(p);
}

/* What was never to come stands where it may by its order, and is marked all the same. */
static void test_promise(void)
{
    static const char expected[] = "... a ...\nnever x";
    struct diag d = { 0 };
    struct profile profile;
    struct program *p = program_of("log a b c x");
    struct expect *e = expect_parse("x", expected, strlen(expected), &d);
    struct trace *t = trace_of(p, "a b x@poll+2 c");
    profile_parse("node-26", &profile, &d);
    char *view = match_nearest(e, &profile, program_labels(p), t, &sights[SEES_ALL], 2);
    is(view ? strchr(view, '\n') + 1 : NULL,
       "  a                             a\n"
       "  ...                           b 0ms\n"
       "> ...                           x @poll 2ms\n"
       "  ...                           c 0ms\n",
       "the log that broke a promise is marked");
    free(view);
    expect_free(e);
    free(t);
    program_free(p);
}

static size_t count_lines(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

/* A long trace with one fault is searched to the end; one that has nothing in common stops at the
 * budget. Neither takes long to print or to read. */
static void test_bounds(void)
{
    enum { MANY = 20000 };
    struct diag d = { 0 };
    struct profile profile;
    struct program *p = program_of("log a b c");
    struct trace *t = trace_new(MANY);
    profile_parse("node-26", &profile, &d);
    for (; t->count < MANY; t->count++)
        t->event[t->count].label = program_find(p, t->count == MANY - 2 ? "b" : "a") & 255;
    struct expect *e = expect_parse("x", "a * 20000", 9, &d);
    char *view = match_nearest(e, &profile, program_labels(p), t, &sights[SEES_ALL], t->count);
    ok(view && strstr(view, "(19995 as permitted)"), "a fault at the end of many logs is found");
    ok(view && count_lines(view) == 8, "and shown with what is around it");
    free(view);
    expect_free(e);

    e = expect_parse("x", "b * 20000", 9, &d);
    ok(match_nearest(e, &profile, program_labels(p), t, &sights[SEES_ALL], t->count) == NULL,
       "what has nothing in common has no nearest");
    t->count = 100;
    expect_free(e);
    e = expect_parse("x", "b * 5", 5, &d);
    view = match_nearest(e, &profile, program_labels(p), t, &sights[SEES_ALL], t->count);
    ok(view && count_lines(view) == 62, "at most 60 rows are shown");
    like(view, "\\([0-9]+ more\\)\n$", "and it says that there are more");
    free(view);
    expect_free(e);
    free(t);
    program_free(p);
}

int main(void)
{
    test_views();
    test_promise();
    test_bounds();
    return done_testing();
}
