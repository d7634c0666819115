/* The page depends only on the results and contains all of them. It can be read without scripts,
 * shows hostile text as text, and uses no network. runner/t/html.t checks in a browser what its
 * script draws. */
#include "reports/page/parts.h"

#include "reports/page/inflate_test.h"
#include "reports/result/format.h"
#include "reports/result/sample_test.h"
#include "tap/tap.h"

static size_t count(const char *text, const char *part)
{
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
        n++;
    return n;
}

/* The page with its data as text. Takes the page. */
static char *with_data(char *page)
{
    static const char head[] = "id=\"data\">";
    char *from = strstr(page, head);
    assert(from);
    size_t size;
    char *data = inflate_read(from + strlen(head), &size), *end = strchr(from + strlen(head), '<');
    char *whole = xasprintf("%.*s%s%s%s", (int)(from - page), page, head, data, end);
    assert(strlen(data) == size);
    free(data);
    free(page);
    return whole;
}

/* The page without its style sheet and its script, since those may contain any word. */
static char *without_parts(char *page)
{
    char *style = strstr(page, page_style), *script = strstr(page, page_script);
    assert(style && script && style < script);
    memmove(script, script + strlen(page_script), strlen(script + strlen(page_script)) + 1);
    memmove(style, style + strlen(page_style), strlen(style + strlen(page_style)) + 1);
    return page;
}

static void replace(char **field, const char *text)
{
    free(*field);
    *field = xstrdup(text);
}

/* The same hostile text in every place that a backend or a case can fill. */
static void test_hostile(void)
{
    const char *evil = "x'\"></noscript></script><script>\033</script>";
    struct result *r = sample_result(evil, VERDICT_FAIL, evil);
    r->title = evil;
    r->rule = &evil;
    r->rule_count = 1;
    replace(&r->detail, evil);
    replace(&r->output, evil);
    sample_trace(r);
    for (size_t i = 0; i < r->event_count; i++) {
        replace(&r->event[i].label, evil);
        r->event[i].kind = evil;
        r->event[i].phase = evil;
    }
    replace(&r->event[3].value, evil);
    struct result_run run = sample_run;
    run.backend = run.version = run.command = evil;
    char *text = without_parts(
        sample_render_as(&run, (struct result_missing){ 0 }, &report_html, &r, 1, 2, false));
    is_int(count(text, "<script"), 2, "no script but the page's data and its own");
    is_int(count(text, "</script"), 2, "which nothing ends early");
    is_int(count(text, "</noscript"), 1, "nor what is there without scripts");
    is_int(count(text, "\033"), 0, "no control character anywhere");
    ok(count(text, "&lt;script&gt;") >= 8, "all of it is shown without scripts");
    text = with_data(text);
    ok(count(text, "<script>\\\\x1b") > 0, "and to the script");
    free(text);
    sample_release(r);
}

static void test_page(void)
{
    struct result *all[] = {
        sample_result("timers/zero", VERDICT_PASS, ""),
        sample_result("drift/poll", VERDICT_FAIL, "late"),
        sample_result("timers/again", VERDICT_SKIP, "needs repeat"),
        sample_result("drift/poll", VERDICT_CRASH, "the same case twice"),
    };
    sample_trace(all[0]);
    sample_trace(all[1]);
    char *text = sample_render(&report_html, all, ARRAY_SIZE(all), 2, false);
    char *again = sample_render(&report_html, all, ARRAY_SIZE(all), 2, false);
    is(again, text, "equal results give equal bytes");
    text = with_data(without_parts(text));
    ok(strstr(text, "<h1>4 of 6 results that apply not as expected</h1>") != NULL,
       "the headline counts");
    ok(strstr(text, "<header class=\"red\">") != NULL, "and is red");
    is_int(count(text, "<tr class=\"pass\"><td>pass<td>timers/zero<td>\n"), 2,
           "without scripts each run has its verdicts");
    is_int(count(text, "<tr class=\"fail\"><td>fail<td>drift/poll<td>late\n"), 2,
           "with their reasons");
    is_int(count(text, "<tr"), 8, "no result is lost");
    is_int(count(text, ",\"the same case twice\"\n"), 1, "the data says everything once");
    is_int(count(text, "src="), 0, "nothing is fetched");
    is_int(count(text, "href="), 0, "nothing leads away");
    is_int(count(text, "default-src 'none'; style-src 'sha256-"), 1, "the policy forbids all");
    is_int(count(text, "='; script-src 'sha256-"), 1, "but the page's own style and script");
    free(text);
    free(again);
    for (size_t i = 0; i < ARRAY_SIZE(all); i++)
        sample_release(all[i]);
}

/* The data contain all about cases, rules and documents; the head contains the date. */
static void test_about(void)
{
    const char *const from[] = { "doc" };
    struct about about = { 0 };
    about_add_source(&about, &(struct about_source){ .id = "doc", .title = "A document" });
    about_add_rule(&about, &(struct about_rule){ .id = "TIMER-2",
                                                 .says = "Never early.",
                                                 .level = "must",
                                                 .layer = "core",
                                                 .source = from,
                                                 .source_count = 1 });
    about_add_case(&about,
                   &(struct about_case){
                       .name = "a/b", .layer = "core", .path = "a/b.loop", .scenario = "log x\n" });
    struct report_plan plan = { .runs = 1, .cases_in_all = 1, .version = "1", .about = &about };
    plan.date = "2026-01-31T12:34:56Z";
    char *text = NULL;
    FILE *out = xopen_memstream(&text, NULL);
    void *state = report_html.begin(out, &plan);
    report_html.run_begin(state, &sample_run);
    report_html.run_end(state, &(struct result_summary){ 0 });
    report_html.end(state);
    fclose(out);
    text = with_data(text);
    ok(strstr(text, "2026-01-31 12:34 UTC") != NULL, "the date, as people write it");
    ok(strstr(text, ",\"log x\\n\"\n") != NULL, "the scenario");
    ok(strstr(text, ",\"Never early.\"\n") != NULL, "the rule");
    ok(strstr(text, ",\"A document\"\n") != NULL, "the document");
    free(text);
    about_release(&about);
}

static void test_empty(void)
{
    char *text = sample_render(&report_html, NULL, 0, 1, false);
    ok(strstr(text, "<header class=\"red\">") && strstr(text, "nothing ran"),
       "a run of nothing does not look green");
    ok(strstr(text, "</script>\n</body>\n</html>\n") != NULL, "and is a whole page");
    free(text);
}

int main(void)
{
    test_hostile();
    test_page();
    test_about();
    test_empty();
    return done_testing();
}
