/* A TAP report is flat and numbered over all runs; prove passes it exactly when
 * the gate is green, and no text from outside can become TAP of its own. */
#include "reports/result/format.h"

#include "reports/result/sample_test.h"
#include "tap/tap.h"

static const struct {
    enum verdict verdict;
    const char *reason, *line;
    bool explained;
} rows[] = {
    { VERDICT_PASS, "", "\nok 1 - libuv a/b: a late poll callback delays the timer\n", false },
    { VERDICT_FAIL, "late", "\nnot ok 1 - libuv a/b: a late poll callback delays the timer\n",
      true },
    { VERDICT_SKIP, "needs stat", " delays the timer # SKIP needs stat\n", false },
    { VERDICT_XFAIL, "known",
      "\nnot ok 1 - libuv a/b: a late poll callback delays the timer # TODO known\n", false },
    { VERDICT_XPASS, "stale", "\nnot ok 1 - libuv a/b: a late poll callback delays the timer\n",
      true },
    { VERDICT_CRASH, "signal 11", "\nnot ok 1 - ", true },
    { VERDICT_TIMEOUT, "10 s", "\nnot ok 1 - ", true },
    { VERDICT_ERROR, "broken", "\nnot ok 1 - ", true },
    { VERDICT_INCONCLUSIVE, "cut", "\nnot ok 1 - ", true },
};

static void test_verdicts(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct result *r = sample_result("a/b", rows[i].verdict, rows[i].reason);
        char *text = sample_render(&report_tap, &r, 1, 1, false);
        const char *name = verdict_name(rows[i].verdict);
        ok(strncmp(text, "TAP version 13\n1..1\n", 20) == 0, "%s: version, then plan", name);
        ok(strstr(text, rows[i].line) != NULL, "%s: its line", name) || (diag("%s", text), 0);
        is_int(strstr(text, "\n  ---\n") && strstr(text, "\n  ...\n"), rows[i].explained,
               "%s: a YAML block?", name);
        free(text);
        sample_release(r);
    }
}

static void test_cut(void)
{
    struct result *r[] = { sample_result("a/b", VERDICT_SKIP, RESULT_NOT_RUN "interrupted"),
                           sample_result("a/c", VERDICT_FAIL, "late") };
    char *text = sample_render(&report_tap, r, 1, 1, false);
    ok(strstr(text, "\nBail out! 1 of 1 not run\n") != NULL,
       "a run that was cut is not a green one");
    free(text);
    text = sample_render(&report_tap, r, 2, 1, false);
    ok(strstr(text, "Bail out!") == NULL, "a red one speaks for itself");
    free(text);
    sample_release(r[0]);
    sample_release(r[1]);
}

static void test_block(void)
{
    struct result *r = sample_result("a/b", VERDICT_CRASH, "it's \"over\"");
    free(r->detail);
    free(r->output);
    r->detail = xstrdup("expected  a\ngot       b");
    r->output = xstrdup("ok 99 - forged\n\033[2Jnot ok 100\n");
    char *text = sample_render(&report_tap, &r, 1, 1, false);
    ok(strstr(text, "verdict: \"crash\"") != NULL, "the block names the verdict");
    ok(strstr(text, "rules: \"DRIFT-5 TIMER-2\"") != NULL, "and the rules");
    ok(strstr(text, "replay: \"loopspec trace a/b -b libuv\"") != NULL, "and the replay");
    ok(strstr(text, "detail: |\n    expected  a\n    got       b\n") != NULL, "detail is literal");
    ok(strstr(text, "\nok 99") == NULL, "a backend cannot forge a point");
    ok(strchr(text, '\033') == NULL, "nor steer the terminal");
    free(text);
    sample_release(r);
}

static void test_numbers(void)
{
    struct result *all[] = {
        sample_result("a/b", VERDICT_PASS, ""),
        sample_result("a/c # TODO", VERDICT_FAIL, "x"),
    };
    char *text = sample_render(&report_tap14, all, 2, 2, false);
    ok(strncmp(text, "TAP version 14\n1..4\n", 20) == 0,
       "tap14 says 14; the plan is over all runs");
    ok(strstr(text, "\nnot ok 4 - ") != NULL, "numbers go on over the runs");
    ok(strstr(text, "- libuv a/c # TODO") == NULL, "a name cannot become a directive");
    free(text);
    sample_release(all[0]);
    sample_release(all[1]);
}

int main(void)
{
    test_verdicts();
    test_cut();
    test_block();
    test_numbers();
    return done_testing();
}
