/* The page is a pure function of the results, keeps every result, shows hostile
 * text as text and asks nothing of the network. */
#include "reports/html.h"

#include "reports/report.h"
#include "reports/sample_test.h"
#include "tap/tap.h"

static size_t count(const char *text, const char *part)
{
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
        n++;
    return n;
}

static const struct {
    const char *text, *shown;
} escapes[] = {
    { "<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;" },
    { "\" onload='x'", "&quot; onload=&#39;x&#39;" },
    { "a & b &lt;", "a &amp; b &amp;lt;" },
    { "\033[31m\377", "\\x1b[31m\\xff" },
    { "Grüße\n", "Grüße\n" },
};

static void test_escapes(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(escapes); i++) {
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        html_text(out, escapes[i].text);
        fclose(out);
        is(text, escapes[i].shown, "escape row %zu", i);
        free(text);
    }
}

static void replace(char **field, const char *text)
{
    free(*field);
    *field = xstrdup(text);
}

/* The same hostile text in every place that a backend or a case can fill. */
static void test_hostile(void)
{
    const char *evil = "x'\"><script>\033</script>";
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
    char *text = sample_render(&report_html, &r, 1, 2, false);
    is_int(count(text, "<script"), 0, "no script anywhere");
    is_int(count(text, "\033"), 0, "no control character anywhere");
    is_int(count(text, "x'"), 0, "no quote leaves an attribute");
    ok(count(text, "&lt;script&gt;") > 20, "all of it is shown");
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
    ok(strstr(text, "4 of 8 results not as expected") != NULL, "the headline counts");
    is_int(count(text, "class=\"family\""), 2, "a family is one group, wherever its cases stood");
    is_int(count(text, "<section class=\"result\""), 8, "no result is lost");
    is_int(count(text, "<td class=\"fail\""), 2, "each run has its cell");
    is_int(count(text, "<td class=\"crash\""), 2, "a case reported twice has two rows");
    is_int(count(text, "<details class=\"case\" open>"), 2, "what broke is open");
    is_int(count(text, "<svg"), 4, "what has a trace is drawn");
    is_int(count(text, "href=\"#"), count(text, "href="), "links stay in the page");
    is_int(count(text, "src="), 0, "nothing is fetched");
    is_int(count(text, "url("), 0, "nor by the style");
    is_int(count(text, "class=\"late\""), 4, "a late timer trails its lateness");
    free(text);
    free(again);
    for (size_t i = 0; i < ARRAY_SIZE(all); i++)
        sample_release(all[i]);
}

static void test_size(void)
{
    struct result *r = sample_result("a/b", VERDICT_PASS, "");
    for (size_t i = 0; i < RESULT_EVENTS_MAX / 4; i++)
        sample_trace(r);
    r->truncated = true;
    r->events = 1000000;
    char *text = sample_render(&report_html, &r, 1, 1, false);
    is_int(count(text, "<svg"), 0, "a long trace that passed is not drawn");
    ok(strstr(text, "999800 events left out") != NULL,
       "and its table is cut, with a word about it");
    free(text);
    r->verdict = VERDICT_FAIL;
    text = sample_render(&report_html, &r, 1, 1, false);
    is_int(count(text, "<svg"), 1, "one that failed is drawn");
    ok(strstr(text, "998000 events left out") != NULL, "and shown as far as it is stored");
    free(text);
    sample_release(r);
}

static void test_empty(void)
{
    char *text = sample_render(&report_html, NULL, 0, 1, false);
    ok(strstr(text, "nothing ran") != NULL, "a run of nothing does not look green");
    is_int(count(text, "</html>"), 1, "and is a whole page");
    free(text);
}

int main(void)
{
    test_escapes();
    test_hostile();
    test_page();
    test_size();
    test_empty();
    return done_testing();
}
