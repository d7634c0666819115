/* A CI system shows the Markdown page or refuses it: it stays under 1 MiB however much there is to
 * report, and nothing that a backend printed becomes markup. */
#include "reports/result/format.h"

#include "reports/result/sample_test.h"
#include "tap/tap.h"

enum { PAGE_MAX = 1 << 20 };

static char *render(struct result *r)
{
    return sample_render(&report_markdown, &r, 1, 1, false);
}

static void test_page(void)
{
    struct result *r = sample_result("a/b", VERDICT_PASS, "");
    char *text = render(r);
    like(text, "^## loopspec: 1 result as expected", "a green page");
    ok(strstr(text, "| clock | pass | fail |\n| --- | --- | --- | --- | ---: | ---: |\n"
                    "| libuv | 1.44.2 | node-26/libuv-1.44.2 | virtual | 1 of 1 | 0 |\n") != NULL,
       "has a row for the run, and no empty columns");
    free(text);
    sample_release(r);

    r = sample_result("a/b", VERDICT_FAIL, "it was late");
    free(r->detail);
    r->detail = xstrdup("expected a\nsaw b");
    text = render(r);
    like(text, "^## loopspec: 1 of 1 result not as expected", "a red page");
    ok(strstr(text, "<summary><b>fail</b> libuv <code>a/b</code>: it was late</summary>") != NULL,
       "has a fold for the failure, which shows its sentence");
    ok(strstr(text, "DRIFT-5 TIMER-2: a late poll callback") != NULL,
       "with its rules and the title");
    ok(strstr(text, "```text\nexpected a\nsaw b\n```\n") != NULL, "and what was seen");
    free(text);
    sample_release(r);

    r = sample_result("a/b", VERDICT_SKIP, RESULT_NOT_RUN "interrupted");
    text = render(r);
    like(text, "^## loopspec: the run was cut, 1 of 1 not run", "a run that was cut");
    free(text);
    sample_release(r);
}

/* After ten a line each; the rules are summed up before, worst first. */
static void test_many(void)
{
    static const char *const other[] = { "OTHER-1" };
    struct result *all[12];
    for (size_t i = 0; i < ARRAY_SIZE(all); i++)
        all[i] = sample_result("a/b", VERDICT_FAIL, "late");
    all[0]->rule = other;
    all[0]->rule_count = 1;
    char *text = sample_render(&report_markdown, all, ARRAY_SIZE(all), 1, false);
    size_t folds = 0;
    for (const char *s = text; (s = strstr(s, "<details>")); s++)
        folds++;
    is_int(folds, 10, "ten folds");
    ok(strstr(text, "</details>\n\n<b>fail</b> libuv <code>a/b</code>: late\n\n<b>fail</b>") !=
           NULL,
       "then a line each");
    ok(strstr(text, "\nBroken rules: DRIFT-5 in 11 results, TIMER-2 in 11, OTHER-1 in 1.\n") !=
           NULL,
       "the broken rules are summed up") ||
        (diag("%s", text), 0);
    free(text);
    all[0]->verdict = VERDICT_SKIP;
    text = sample_render(&report_markdown, all, 1, 1, false);
    ok(strstr(text, "| virtual | | 0 | 1 |") != NULL,
       "where nothing applies, nothing is counted") ||
        (diag("%s", text), 0);
    free(text);
    for (size_t i = 0; i < ARRAY_SIZE(all); i++)
        sample_release(all[i]);
}

static void test_nasty(void)
{
    struct result *r = sample_nasty();
    char *text = render(r);
    ok(strstr(text, "&#60;script&#62;alert(1)") != NULL, "markup is shown");
    ok(strstr(text, "`````text\n<script>") != NULL, "a fence is longer than any within");
    ok(strstr(text, "&#124; &#42;b&#42;") != NULL, "a bar ends no cell, a star begins nothing");
    ok(strpbrk(text, "\001\033\xff") == NULL, "controls are gone");
    free(text);
    sample_release(r);
}

/* The sources as links; a rule or source that the catalogue does not describe is left out. */
static void test_sources(void)
{
    const char *const from[] = { "doc", "code", "seed", "gone" };
    const char *const where[] = { "a_b#c.d", "", "Step 2", "" };
    struct about about = { 0 };
    about_add_source(&about,
                     &(struct about_source){ "doc", "A [document]", false, "https://a.b/c" });
    about_add_source(&about, &(struct about_source){ "code", "Code", true, "https://a.b/d" });
    about_add_source(&about, &(struct about_source){ "seed", "A seed", false, NULL });
    about_add_rule(&about, &(struct about_rule){ .id = "TIMER-2",
                                                 .says = "Never early.",
                                                 .level = "must",
                                                 .layer = "core",
                                                 .source = from,
                                                 .section = where,
                                                 .section_count = ARRAY_SIZE(where),
                                                 .source_count = ARRAY_SIZE(from) });
    struct result *r = sample_result("a/b", VERDICT_FAIL, "late");
    struct report_plan plan = { .runs = 1, .cases_in_all = 1, .version = "1", .about = &about };
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    void *state = report_markdown.begin(out, &plan);
    report_markdown.run_begin(state, &sample_run);
    report_markdown.result(state, r);
    report_markdown.run_end(state, &(struct result_summary){ .count = { [VERDICT_FAIL] = 1 } });
    report_markdown.end(state);
    fclose(out);
    ok(report_markdown.tells_about, "it asks for the rules");
    ok(strstr(text, "Sources of TIMER-2:\n\n"
                    "- [A &#91;document&#93;, a&#95;b](https://a.b/c#c.d)\n"
                    "- [Code](https://a.b/d)\n"
                    "- A seed, Step 2\n\n") != NULL,
       "a failure links the sources of its rules");
    ok(!strstr(text, "DRIFT-5:\n"), "but for rules that are not told");
    free(text);
    sample_release(r);
    about_release(&about);
}

static struct result *sample_large(size_t bytes)
{
    struct result *r = sample_result("a/b", VERDICT_FAIL, "late");
    free(r->detail);
    r->detail = xmalloc(bytes + 1);
    memset(r->detail, '\001', bytes); /* four characters each when it is shown */
    r->detail[bytes] = '\0';
    return r;
}

static void test_size(void)
{
    static const struct {
        size_t bytes, results;
        const char *has;
    } rows[] = {
        { 4 << 20, 1, "<b>fail</b> libuv <code>a/b</code>" },
        { 10 << 10, 100, "\n<b>fail</b> libuv" }, /* folds first, then lines */
        { 10, 20000, "more, for which this page has no room" },
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct result *r = sample_large(rows[i].bytes);
        struct result **all = xcalloc(rows[i].results, sizeof *all);
        for (size_t k = 0; k < rows[i].results; k++)
            all[k] = r;
        char *text = sample_render(&report_markdown, all, rows[i].results, 1, false);
        ok(strlen(text) < PAGE_MAX, "%zu of %zu bytes fit: %zu", rows[i].results, rows[i].bytes,
           strlen(text));
        ok(strstr(text, rows[i].has) != NULL, "and what did not is told");
        free(text);
        free(all);
        sample_release(r);
    }
    struct result *r = sample_result("a/b", VERDICT_PASS, "");
    char *text = sample_render(&report_markdown, &r, 1, 3000, false);
    ok(strlen(text) < PAGE_MAX, "many runs fit: %zu", strlen(text));
    ok(strstr(text, "more runs.") != NULL, "and the others are counted");
    free(text);
    sample_release(r);
}

int main(void)
{
    test_page();
    test_many();
    test_nasty();
    test_sources();
    test_size();
    return done_testing();
}
