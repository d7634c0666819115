/* The report for people shows what broke, why and how to see it again, once; all that is as
 * expected takes a line. Colour only if asked for, and nothing that a terminal would obey. */
#include "reports/result/format.h"

#include "reports/result/sample_test.h"
#include "tap/tap.h"

static void test_green(void)
{
    struct result *all[] = {
        sample_result("a/b", VERDICT_PASS, ""),
        sample_result("a/c", VERDICT_SKIP, "needs javascript"),
        sample_result("a/d", VERDICT_SKIP, "needs javascript"),
        sample_result("a/e", VERDICT_XFAIL, "known since 1.44"),
    };
    char *text = sample_render(&report_pretty, all, ARRAY_SIZE(all), 1, false);
    is(text,
       "libuv 1.44.2   profile node-26/libuv-1.44.2   virtual clock\n"
       "\n"
       "skip    2  needs javascript\n"
       "xfail   1  known since 1.44\n"
       "\n"
       "1 of 2 that apply pass, 1 xfail; 2 do not apply   in 6 ms, 420 ms of virtual time\n",
       "a green run, byte by byte");
    free(text);
    for (size_t i = 0; i < ARRAY_SIZE(all); i++)
        sample_release(all[i]);
}

static void test_broken(void)
{
    struct result *r = sample_result("a/b", VERDICT_FAIL, "timer came at 107ms");
    free(r->detail);
    free(r->output);
    r->detail = xstrdup("A timer waits.\n\n  expected 105ms\n");
    r->output = xstrdup("\033[2Jhi\377\n");
    r->unjudged = 1;
    char *text = sample_render(&report_pretty, &r, 1, 1, false);
    is(strchr(text, '\n') + 1,
       "\n"
       "fail  a/b\n"
       "      a late poll callback delays the timer\n"
       "      why     timer came at 107ms\n"
       "      rules   DRIFT-5 TIMER-2\n"
       "        A timer waits.\n"
       "\n"
       "          expected 105ms\n"
       "      it printed\n"
       "        \\x1b[2Jhi\\xff\n"
       "      replay  loopspec trace a/b -b libuv\n"
       "\n"
       "0 of 1 case passes, 1 fails   in 1.5 ms, 105 ms of virtual time\n"
       "1 expected phase, time or figure cannot be seen on this backend\n",
       "a broken promise, byte by byte");
    free(text);
    sample_release(r);
}

static void test_table(void)
{
    struct result *r = sample_result("a/b", VERDICT_CRASH, "signal 11");
    char *text = sample_render(&report_pretty, &r, 1, 2, false);
    ok(strstr(text, "\n       apply  pass  fail  crash\nlibuv      1     0     0      1\nlibuv ") !=
           NULL,
       "two runs end in a table") ||
        (diag("%s", text), 0);
    ok(strchr(text, '\033') == NULL, "no colour unless asked");
    free(text);
    text = sample_render(&report_pretty, &r, 1, 1, true);
    ok(strstr(text, "\033[1;31mcrash\033[m") != NULL, "colour when asked");
    ok(strstr(text, "\n       apply") == NULL, "one run needs no table");
    free(text);
    sample_release(r);
}

static void test_families(void)
{
    struct result *all[] = {
        sample_result("poll/b", VERDICT_PASS, ""),
        sample_result("timers/c", VERDICT_FAIL, "late"),
        sample_result("timers/d", VERDICT_PASS, ""),
    };
    char *text = sample_render(&report_pretty, all, ARRAY_SIZE(all), 1, false);
    ok(strstr(text, "\n\n        apply  pass  fail\ntimers      2     1     1\nand 1 other, all as "
                    "expected\n\n"
                    "2 of 3 cases pass, 1 fails") != NULL,
       "the families that are broken") ||
        (diag("%s", text), 0);
    free(text);
    text = sample_render(&report_pretty, all, 1, 1, false);
    ok(strstr(text, "pass  fail") == NULL, "nothing where none is");
    free(text);
    for (size_t i = 0; i < ARRAY_SIZE(all); i++)
        sample_release(all[i]);
}

/* Each rule is named once: by its sentence or by its name. */
static void test_rules(void)
{
    struct result *r = sample_result("a/b", VERDICT_FAIL, "late");
    free(r->detail);
    r->detail = xstrdup("DRIFT-5: A late callback delays the timer.\n");
    char *text = sample_render(&report_pretty, &r, 1, 1, false);
    ok(strstr(text, "      why     late\n        DRIFT-5: A late callback") != NULL,
       "what the rule says follows the reason") ||
        (diag("%s", text), 0);
    free(text);
    sample_release(r);
}

static void test_marks(void)
{
    struct result *r = sample_result("a/b", VERDICT_FAIL, "late");
    free(r->detail);
    r->detail = xstrdup("  a\n> b\n! c\n>=d\n");
    char *text = sample_render(&report_pretty, &r, 1, 1, true);
    ok(strstr(text, "          a\n        \033[1;31m> b\033[m\n"
                    "        \033[33m! c\033[m\n        >=d\n") != NULL,
       "a difference is in colour") ||
        (diag("%s", text), 0);
    free(text);
    sample_release(r);
}

/* After ten failures a line each is enough, and the rules are summed up, worst first. */
static void test_many(void)
{
    static const char *const other[] = { "OTHER-1" };
    struct result *all[12];
    for (size_t i = 0; i < ARRAY_SIZE(all); i++)
        all[i] = sample_result("a/b", VERDICT_FAIL, "expected 'a', but 'b' came first");
    all[0]->rule = other;
    all[0]->rule_count = 1;
    all[11]->verdict = VERDICT_TIMEOUT; /* a longer word than the others */
    char *text = sample_render(&report_pretty, all, ARRAY_SIZE(all), 1, false);
    size_t whole = 0;
    for (const char *s = text; (s = strstr(s, "      replay  ")); s++)
        whole++;
    is_int(whole, 10, "ten are told whole");
    ok(strstr(text, "\n\nfail  a/b: expected 'a', but 'b' came first\n"
                    "timeout  a/b: expected 'a', but 'b' came first\n\n") != NULL,
       "the others in a line") ||
        (diag("%s", text), 0);
    ok(strstr(text, "\nbroken rules: DRIFT-5 in 11 cases, TIMER-2 in 11, OTHER-1 in 1\n") != NULL,
       "and the rules, worst first") ||
        (diag("%s", text), 0);
    free(text);
    for (size_t i = 0; i < ARRAY_SIZE(all); i++)
        sample_release(all[i]);
}

/* What the backend lacks is one line, what is about other loops another. */
static void test_skips(void)
{
    struct result *all[] = {
        sample_result("a/b", VERDICT_SKIP, "needs 'pipe', which the backend does not have"),
        sample_result("a/c", VERDICT_SKIP, "needs 'child', which the backend does not have"),
        sample_result("a/d", VERDICT_SKIP, "needs 'child', which the backend does not have"),
        sample_result("a/e", VERDICT_SKIP, "its rules are about glib, and the profile is any"),
        sample_result("a/f", VERDICT_SKIP, "its rules are about libev, and the profile is any"),
    };
    char *text = sample_render(&report_pretty, all, ARRAY_SIZE(all), 1, false);
    ok(strstr(text, "\nskip    2  not for this loop\nskip    3  it lacks child 2, pipe 1\n\n"
                    "none of 5 cases applies") != NULL,
       "skips are summed up by what they say of the backend") ||
        (diag("%s", text), 0);
    free(text);
    text = sample_render(&report_pretty, all + 3, 1, 1, false);
    ok(strstr(text, "skip    1  not for this loop: its rules are about glib") != NULL,
       "one reason is told") ||
        (diag("%s", text), 0);
    free(text);
    for (size_t i = 0; i < ARRAY_SIZE(all); i++)
        sample_release(all[i]);
}

static char *render_plan(struct report_plan plan, const struct result *r)
{
    struct result_summary s = { 0 };
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    void *state = report_pretty.begin(out, &plan);
    report_pretty.run_begin(state, &sample_run);
    report_pretty.result(state, r);
    result_summary_count(&s, r);
    report_pretty.run_end(state, &s);
    report_pretty.end(state);
    fclose(out);
    return text;
}

/* At a terminal no line is wider than it, but for a word that is, and columns stay apart. */
static void test_narrow(void)
{
    struct result *r = sample_result("a/b", VERDICT_FAIL,
                                     "expected 'prepared' in the prepare phase, but 'zero' came");
    free(r->detail);
    r->detail = xstrdup("TIMER-2: A timer is never called before it is due, whatever happens.\n"
                        "> prepared @prepare in 1              zero @timers in 1 0 ms\n");
    char *text = render_plan((struct report_plan){ .runs = 1, .columns = 50 }, r);
    size_t widest = 0;
    for (const char *s = text; *s; s += strcspn(s, "\n") + 1)
        if (strcspn(s, "\n") > widest)
            widest = strcspn(s, "\n");
    ok(widest <= 50, "nothing is wider than the terminal: %zu", widest);
    ok(strstr(text, "      why     expected 'prepared' in the prepare\n"
                    "              phase, but 'zero' came\n") != NULL,
       "the reason is wrapped") ||
        (diag("%s", text), 0);
    ok(strstr(text, "        > prepared @prepare in 1 | zero @timers in\n") != NULL,
       "what stands side by side is kept apart") ||
        (diag("%s", text), 0);
    free(text);
    text = render_plan((struct report_plan){ .runs = 1, .quiet = true }, r);
    ok(strstr(text, "\nfail  a/b\n") != NULL, "quiet tells what is broken");
    free(text);
    free(r->reason);
    r->reason = xstrdup("needs 'pipe'");
    r->verdict = VERDICT_SKIP;
    text = render_plan((struct report_plan){ .runs = 1, .quiet = true }, r);
    ok(strstr(text, "skip ") == NULL, "but not what is skipped");
    free(text);
    sample_release(r);
}

/* A progress line may share the terminal: nothing comes before the run is over. */
static void test_silence(void)
{
    struct report_plan p = { .runs = 1, .cases_in_all = 1, .version = "0.1.0" };
    struct result_summary s = { 0 };
    struct result *r = sample_result("a/b", VERDICT_FAIL, "x");
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    void *state = report_pretty.begin(out, &p);
    report_pretty.run_begin(state, &sample_run);
    report_pretty.result(state, r);
    fflush(out);
    is_int(size, 0, "nothing is printed while a run goes on");
    report_pretty.run_end(state, &s);
    fflush(out);
    ok(size > 0, "everything when it is over");
    ok(strstr(text, "   in 2 ms") != NULL, "of a run that nobody timed, the sum over its cases");
    report_pretty.end(state);
    fclose(out);
    free(text);
    sample_release(r);
}

int main(void)
{
    test_green();
    test_broken();
    test_table();
    test_families();
    test_rules();
    test_marks();
    test_many();
    test_skips();
    test_narrow();
    test_silence();
    return done_testing();
}
