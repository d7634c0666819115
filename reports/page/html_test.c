/* The page is a pure function of the results, keeps every result, shows hostile
 * text as text and asks nothing of the network. */
#include "reports/page/html.h"

#include "reports/result/format.h"
#include "reports/result/sample_test.h"
#include "tap/tap.h"

/* How often it stands in the page. The script at the end speaks of such things too. */
static size_t count(const char *text, const char *part)
{
    size_t n = 0;
    const char *end = strstr(text, "<script>");
    for (const char *at = text; (at = strstr(at, part)) && (!end || at <= end); at += strlen(part))
        n++;
    return n;
}

static const struct {
    void (*print)(FILE *out, const char *text);
    const char *text, *shown;
} escapes[] = {
    { html_text, "<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;" },
    { html_text, "\" onload='x'", "\" onload='x'" },
    { html_value, "\" onload='x'", "&quot; onload=&#39;x&#39;" },
    { html_text, "a & b &lt;", "a &amp; b &amp;lt;" },
    { html_text, "\033[31m\377", "\\x1b[31m\\xff" },
    { html_text, "Grüße\n", "Grüße\n" },
    { html_line, "Grüße\n", "Grüße\\x0a" },
    { html_value, "<a\n>", "&lt;a\\x0a&gt;" },
};

static void test_escapes(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(escapes); i++) {
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        escapes[i].print(out, escapes[i].text);
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
    is_int(count(text, "<script"), 1, "no script but the page's own");
    is_int(count(text, "\033"), 0, "no control character anywhere");
    is_int(count(text, "=\"x'"), 0, "no quote gets into an attribute");
    is_int(count(text, "id=\"c/x_27_22_3e_3cscript"), 1, "nor into a name");
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
    is_int(count(text, "<details class=\"group\""), 2,
           "a family is one group, wherever its cases stood");
    is_int(count(text, "<details class=\"group broken\" open"), 1, "what broke is another");
    is_int(count(text, "<h4>"), 8, "no result is lost");
    is_int(count(text, "<section class=\"result\""), 4, "equal traces stand there once");
    is_int(count(text, "<span class=\"cell fail\""), 2, "each run has its cell");
    is_int(count(text, "<span class=\"cell crash\""), 2, "a case reported twice has two rows");
    is_int(count(text, "id=\"c/drift/poll\""), 1, "with two names");
    is_int(count(text, "id=\"c/drift/poll~2\""), 1, "of its own each");
    is_int(count(text, "<details class=\"case\" open>"), 2, "what broke is open");
    is_int(count(text, "<svg class=\"timeline"), 1, "what failed is drawn");
    is_int(count(text, "<pre class=\"trace\""), 2, "what has a trace can be drawn");
    is_int(count(text, "href=\"#"), count(text, "href="), "links stay in the page");
    is_int(count(text, "src="), 0, "nothing is fetched");
    is_int(count(text, "url("), 0, "nor by the style");
    is_int(count(text, "class=\"late\""), 1, "a late timer trails its lateness");
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
    is_int(count(text, "<svg class=\"timeline"), 0, "a trace that passed is left to the script");
    ok(strstr(text, "… 1800 events left out\n") && strstr(text, "… 998000 events left out\n"),
       "a long one is cut, with a word about it");
    free(text);
    r->verdict = VERDICT_FAIL;
    text = sample_render(&report_html, &r, 1, 1, false);
    is_int(count(text, "<svg class=\"timeline"), 1, "one that failed is drawn");
    is_int(count(text, "<g class=\"bar"), RESULT_EVENTS_MAX / 2, "with all its callbacks");
    ok(strstr(text, "998000 events left out") != NULL, "and shown as far as it is stored");
    free(text);
    sample_release(r);
}

/* What is told about cases, rules and documents, and the marks on expected lines. */
static void test_about(void)
{
    const char *const from[] = { "doc" };
    struct about about = { 0 };
    about_add_source(&about, &(struct about_source){ "doc", "A <document>", false, NULL });
    about_add_source(&about, &(struct about_source){ "other", "Nothing in it", true, NULL });
    about_add_rule(&about, &(struct about_rule){ .id = "TIMER-2",
                                                 .says = "Never <early>.",
                                                 .level = "must",
                                                 .layer = "core",
                                                 .source = from,
                                                 .source_count = 1 });
    about_add_rule(&about, &(struct about_rule){ .id = "TIMER-3",
                                                 .says = "Nobody knows.",
                                                 .level = "may",
                                                 .layer = "core",
                                                 .informative = "Nor can they.",
                                                 .source = from,
                                                 .source_count = 1 });
    about_add_case(&about,
                   &(struct about_case){ "a/b", "core", "a/b.loop", "log <x>\n", "a/b.trace",
                                         "# no\nread\ntimer\n", NULL, "int <main>" });
    struct result *r = sample_result("a/b", VERDICT_FAIL, "late");
    free(r->marks);
    r->marks = xstrdup(" +!");
    struct report_plan plan = { .runs = 1, .cases_in_all = 1, .version = "1", .about = &about };
    plan.date = "2026-01-31T12:34:56Z";
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    void *state = report_html.begin(out, &plan);
    report_html.run_begin(state, &sample_run);
    report_html.result(state, r);
    report_html.run_end(state, &(struct result_summary){ .count = { [VERDICT_FAIL] = 1 } });
    report_html.end(state);
    fclose(out);
    ok(strstr(text, "2026-01-31 12:34 UTC") != NULL, "the date, as people write it");
    ok(strstr(text, "log &lt;x&gt;") != NULL, "the scenario");
    ok(strstr(text, "<i></i>  <span class=\"soft\"># no</span>") != NULL, "a comment has no mark");
    ok(strstr(text, "<i>✓</i>  read\n") != NULL, "a line that was met");
    ok(strstr(text, "<i class=\"fail\">✗</i>  <span class=\"bad\">timer") != NULL,
       "the broken one");
    ok(strstr(text, "int &lt;main&gt;") != NULL, "the program in C");
    ok(strstr(text, "Never &lt;early&gt;. <span class=\"soft\">A &lt;document&gt;</span>") != NULL,
       "a rule with its source");
    ok(strstr(text, "1 of 2 rules have a case in this report; 1 say what no run can show") != NULL,
       "coverage of all");
    ok(strstr(text, "<span>1 of 2 rules</span>") != NULL, "and of a document");
    ok(strstr(text, ">1 of 1 broken</span>") != NULL, "what the rule is worth on a backend");
    free(text);
    sample_release(r);
    about_release(&about);
}

static void test_empty(void)
{
    char *text = sample_render(&report_html, NULL, 0, 1, false);
    ok(strstr(text, "nothing ran") != NULL, "a run of nothing does not look green");
    ok(strstr(text, "</script>\n</body>\n</html>\n") != NULL, "and is a whole page");
    free(text);
}

int main(void)
{
    test_escapes();
    test_hostile();
    test_page();
    test_size();
    test_about();
    test_empty();
    return done_testing();
}
