/* Every report that shows runs says which part of a run it is about, and says nothing for a whole
 * run. A merged run with missing parts is green in no report. */
#include "reports/result/format.h"

#include "reports/result/sample_test.h"
#include "tap/tap.h"

static const struct {
    const struct report_format *format;
    const char *one, *some; /* of part 2, and of parts 1 and 3 */
    const char *never;      /* of the whole */
} named[] = {
    { &report_json, "\"os\":\"linux\",\"shard\":\"2/8\",\"cases\"", "\"shard\":\"1,3/8\",",
      "\"shard\"" },
    { &report_pretty, "   virtual clock   part 2 of 8\n", "   parts 1,3 of 8\n", "part" },
    { &report_tap, ", virtual clock, part 2 of 8\n", ", parts 1,3 of 8\n", "part" },
    { &report_junit, "<property name=\"shard\" value=\"2/8\"/>", "value=\"1,3/8\"/>", "shard" },
    { &report_html, "<p>part 2 of 8</p>", "<p>parts 1,3 of 8</p>", "<p>part" },
};

static char *render_part(const struct report_format *f, const char *shard)
{
    struct result_run run = sample_run;
    struct result *r = sample_result("a/b", VERDICT_PASS, "");
    run.shard = shard;
    char *text = sample_render_as(&run, (struct result_missing){ 0 }, f, &r, 1, 1, false);
    sample_release(r);
    return text;
}

static void test_named(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(named); i++) {
        const struct report_format *f = named[i].format;
        char *one = render_part(f, "2/8"), *some = render_part(f, "1,3/8");
        char *whole = render_part(f, NULL);
        ok(strstr(one, named[i].one) != NULL, "%s: a part", f->name) || (diag("%s", one), 0);
        ok(strstr(some, named[i].some) != NULL, "%s: some parts", f->name) || (diag("%s", some), 0);
        ok(strstr(whole, named[i].never) == NULL, "%s: the whole", f->name) ||
            (diag("%s", whole), 0);
        free(one);
        free(some);
        free(whole);
    }
}

static const struct {
    const struct report_format *format;
    const char *shown; /* where part 2 of 3 is missing and all else is as expected */
} lacking[] = {
    { &report_pretty, "\033[1;31m1 of 1 case passes; part 2 of 3 is missing\033[m" },
    { &report_tap,
      "# libuv: 1 of 1 case passes; part 2 of 3 is missing\nBail out! part 2 of 3 is missing" },
    { &report_junit,
      "<testsuite name=\"libuv\" tests=\"2\" failures=\"0\" errors=\"1\" skipped=\"0\"" },
    { &report_junit, "<error type=\"missing\" message=\"part 2 of 3 is missing\">" },
    { &report_html, "<title>loopspec: 1 result as expected, but part 2 of 3 is missing</title>" },
    { &report_html, "<header class=\"red\">" },
    { &report_html, "<h1>1 result as expected, but part 2 of 3 is missing</h1>" },
    { &report_html, "<p>1 of 1 case passes; part 2 of 3 is missing</p>" },
    { &report_markdown, "## loopspec: 1 result as expected, but part 2 of 3 is missing\n" },
};

static void test_lacking(void)
{
    const struct result_missing missing = { .parts = 1, .first = 2, .of = 3 }, nothing = { 0 };
    struct result *r = sample_result("a/b", VERDICT_PASS, "");
    for (size_t i = 0; i < ARRAY_SIZE(lacking); i++) {
        const struct report_format *f = lacking[i].format;
        char *text = sample_render_as(&sample_run, missing, f, &r, 1, 1, true);
        char *whole = sample_render_as(&sample_run, nothing, f, &r, 1, 1, true);
        ok(strstr(text, lacking[i].shown) != NULL, "%s: a part is missing", f->name) ||
            (diag("%s", text), 0);
        ok(strstr(whole, lacking[i].shown) == NULL, "%s: or it is not", f->name);
        free(text);
        free(whole);
    }
    sample_release(r);
}

int main(void)
{
    test_named();
    test_lacking();
    return done_testing();
}
