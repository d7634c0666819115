/* A part of a run says which it is, in every report that tells about runs, and the whole
 * says nothing of the kind. */
#include "reports/report.h"

#include "reports/sample_test.h"
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
    { &report_html, "<br>part 2 of 8<br>virtual clock", "<br>parts 1,3 of 8<br>", "<br>part" },
};

static char *render_part(const struct report_format *f, const char *shard)
{
    struct result_run run = sample_run;
    struct result *r = sample_result("a/b", VERDICT_PASS, "");
    run.shard = shard;
    char *text = sample_render_as(&run, f, &r, 1, 1, false);
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

int main(void)
{
    test_named();
    return done_testing();
}
