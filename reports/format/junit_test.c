/* JUnit XML shows each verdict by the element that readers know, counts them before it lists them,
 * and gives every test a name of its own. xmllint checks that it is valid XML of the right
 * structure: see runner/t/consumers.t. */
#include "reports/result/format.h"

#include "reports/result/sample_test.h"
#include "tap/tap.h"

static const struct {
    enum verdict verdict;
    const char *reason, *counts, *told;
} rows[] = {
    { VERDICT_PASS, "", "failures=\"0\" errors=\"0\" skipped=\"0\"", NULL },
    { VERDICT_FAIL, "late", "failures=\"1\" errors=\"0\" skipped=\"0\"",
      "<failure type=\"fail\" message=\"late\">" },
    { VERDICT_SKIP, "needs stat", "failures=\"0\" errors=\"0\" skipped=\"1\"",
      "<skipped>needs stat</skipped>" },
    { VERDICT_XFAIL, "known", "failures=\"0\" errors=\"0\" skipped=\"1\"",
      "<skipped>known to fail: known</skipped>" },
    { VERDICT_XPASS, "stale", "failures=\"1\" errors=\"0\" skipped=\"0\"",
      "<failure type=\"xpass\" message=\"stale\">" },
    { VERDICT_CRASH, "gone", "failures=\"0\" errors=\"1\" skipped=\"0\"",
      "<error type=\"crash\" message=\"gone\">" },
    { VERDICT_TIMEOUT, "10 s", "failures=\"0\" errors=\"1\" skipped=\"0\"",
      "<error type=\"timeout\" message=\"10 s\">" },
    { VERDICT_ERROR, "no", "failures=\"0\" errors=\"1\" skipped=\"0\"",
      "<error type=\"error\" message=\"no\">" },
    { VERDICT_INCONCLUSIVE, "cut", "failures=\"0\" errors=\"1\" skipped=\"0\"",
      "<error type=\"inconclusive\" message=\"cut\">" },
};

static void has(const char *text, const char *part, const char *what, const char *of)
{
    ok(strstr(text, part) != NULL, "%s: %s", of, what) || (diag("no %s in\n%s", part, text), 0);
}

static void test_verdicts(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct result *r = sample_result("a/b", rows[i].verdict, rows[i].reason);
        char *text = sample_render(&report_junit, &r, 1, 1, false);
        const char *name = verdict_name(rows[i].verdict);
        has(text, rows[i].counts, "is counted", name);
        has(text, "<testcase classname=\"libuv.a\" name=\"a/b\" time=\"0.002000\"", "has its name",
            name);
        if (rows[i].told)
            has(text, rows[i].told, "has its element", name);
        free(text);
        sample_release(r);
    }
}

static void test_names(void)
{
    struct result *r = sample_result("a/b", VERDICT_PASS, "");
    char *text = sample_render(&report_junit, &r, 1, 3, false);
    has(text, "classname=\"libuv.a\"", "the first has the backend's name", "three equal runs");
    has(text, "classname=\"libuv 1.44.2.a\"", "the second its version", "three equal runs");
    has(text, "classname=\"libuv 1.44.2 #2.a\"", "the third a number", "three equal runs");
    free(text);
    sample_release(r);
}

static void test_cut(void)
{
    struct result *all[] = { sample_result("a/b", VERDICT_PASS, ""),
                             sample_result("a/c", VERDICT_SKIP, RESULT_NOT_RUN "interrupted") };
    char *text = sample_render(&report_junit, all, 2, 1, false);
    has(text, "tests=\"3\" failures=\"0\" errors=\"1\" skipped=\"1\"", "is counted", "a cut");
    has(text, "<error type=\"cut\" message=\"1 of 2 not run\">", "is an error", "a cut");
    free(text);
    free(all[0]->reason);
    all[0]->reason = xstrdup("late");
    all[0]->verdict = VERDICT_FAIL;
    text = sample_render(&report_junit, all, 2, 1, false);
    has(text, "tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"1\"", "says enough", "a failure");
    free(text);
    sample_release(all[0]);
    sample_release(all[1]);
}

static void test_nasty(void)
{
    struct result *r = sample_nasty();
    char *text = sample_render(&report_junit, &r, 1, 1, false);
    ok(strstr(text, "<script") == NULL, "no markup gets through");
    ok(strstr(text, "]]>") == NULL, "no end of a section either");
    ok(strpbrk(text, "\001\033\xff") == NULL, "nor what XML cannot hold");
    has(text, "&lt;script&gt;alert(1)", "it is shown instead", "markup");
    has(text, "\\xef\\xbf\\xbf", "likewise", "no character");
    free(text);
    sample_release(r);
}

int main(void)
{
    test_verdicts();
    test_names();
    test_cut();
    test_nasty();
    return done_testing();
}
