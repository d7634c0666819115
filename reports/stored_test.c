/* Results that were stored come back whole: written again they are the same bytes. Shards
 * become one run, equal runs stay two, and a file that cannot be is refused with a word
 * about what is wrong. */
#include "reports/stored.h"

#include <unistd.h>
#include "reports/sample_test.h"
#include "tap/tap.h"

static char *write_file(const char *text)
{
    char *path = xstrdup("/tmp/loopspec-stored-XXXXXX");
    int fd = mkstemp(path);
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    if (!out || fputs(text, out) < 0 || fclose(out) != 0)
        abort();
    return path;
}

static int read_text(struct stored *s, const char *text, struct diag *d)
{
    char *path = write_file(text);
    int answer = stored_read(s, path, d);
    unlink(path);
    free(path);
    return answer;
}

static char *render(const struct stored *s, const struct report_format *f)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    struct report_plan plan = stored_plan(s);
    void *state = f->begin(out, &plan);
    for (size_t i = 0; i < s->run_count; i++) {
        f->run_begin(state, &s->run[i].run);
        for (size_t k = 0; k < s->run[i].count; k++)
            f->result(state, &s->run[i].result[k]);
        f->run_end(state, &s->run[i].summary);
    }
    f->end(state);
    fclose(out);
    return text;
}

static struct figures *sample_figures(void)
{
    struct figures *f = xcalloc(1, sizeof *f);
    *f = (struct figures){ .phases = true, .iterations = 2, .busy_ns = 1, .idle_ns = 3 };
    f->lateness = (struct figures_spread){ 2, -1, 2, 1, 5, 5 };
    f->handle = xcalloc(2, sizeof *f->handle);
    f->handle_count = 2;
    f->handle[0] = (struct figures_handle){ .name = xstrdup("t"),
                                            .kind = TRACE_TIMER,
                                            .role = FIGURES_TIMER,
                                            .calls = 2,
                                            .late = { 2, -1, 2, 1, 5, 5 },
                                            .drift_ns = 4,
                                            .period = { 1, 7, 7, 7, 7, 7 } };
    f->handle[1] = (struct figures_handle){
        .name = xstrdup("p"), .kind = TRACE_POLL, .role = FIGURES_IO, .calls = 1
    };
    return f;
}

/* Every field that a result can have, and text that wants escaping. */
static struct result *sample_full(const char *name)
{
    struct result *r = sample_result(name, VERDICT_FAIL, "late </script>\n\001\"");
    sample_trace(r);
    free(r->detail);
    free(r->output);
    free(r->marks);
    r->detail = xstrdup("expected a\ngot b");
    r->output = xstrdup("# <b>\n");
    r->marks = xstrdup("+!?");
    r->broken[0] = 1;
    r->broken[1] = 3;
    r->broken_count = 2;
    r->unjudged = 7;
    r->events = 9000;
    r->truncated = true;
    r->event[3].index = 8999;
    r->figures = sample_figures();
    return r;
}

static void test_round_trip(void)
{
    struct result *all[] = { sample_full("b/full"), sample_result("a/skip", VERDICT_SKIP, "no") };
    struct diag d;
    struct stored s = { 0 };
    char *first = sample_render(&report_json, all, 2, 2, false);
    ok(read_text(&s, first, &d) == 0, "a report can be read") || (diag("%s", d.message), 0);
    char *again = render(&s, &report_json);
    is(again, first, "and is written again byte by byte, in its own order");
    char *html = sample_render(&report_html, all, 2, 2, false), *page = render(&s, &report_html);
    is(page, html, "its page is the page of the run");
    is_int(s.run_count, 2, "equal runs of one file stay two");
    is_int(s.run[1].summary.count[VERDICT_FAIL], 1, "verdicts are counted again");
    free(first);
    free(again);
    free(html);
    free(page);
    stored_release(&s);
    sample_release(all[0]);
    sample_release(all[1]);
}

static void test_about(void)
{
    const char *const from[] = { "doc" };
    struct about about = { 0 };
    about_add_source(&about, &(struct about_source){ "doc", "A \"document\"", true });
    about_add_rule(&about, &(struct about_rule){ .id = "TIMER-2",
                                                 .says = "Never early.",
                                                 .level = "must",
                                                 .layer = "core",
                                                 .note = "n",
                                                 .source = from,
                                                 .source_count = 1 });
    about_add_case(&about, &(struct about_case){ "a/b", "core", "a/b.loop", "log x\n", "a/b.trace",
                                                 "x\n", NULL, "int main" });
    about_add_case(&about, &(struct about_case){
                               .name = "a/a", .layer = "node", .path = "a/a.js", .scenario = "" });
    about_sort(&about);
    struct stored s = { 0 }, twice = { 0 };
    struct diag d;
    s.version = (char *)"1";
    s.date = (char *)"2026-01-01T00:00:00Z";
    s.tells_about = true;
    s.about = about;
    char *first = render(&s, &report_json);
    ok(read_text(&twice, first, &d) == 0 && read_text(&twice, first, &d) == 0,
       "cases, rules and documents can be read") ||
        (diag("%s", d.message), 0);
    char *again = render(&twice, &report_json);
    is(again, first, "each of them once, however many files tell it");
    ok(about_find_case(&twice.about, "a/b") && !about_find_case(&twice.about, "a/c"),
       "a case is found by name");
    free(first);
    free(again);
    stored_release(&twice);
    s.version = s.date = NULL;
    stored_release(&s);
}

static void test_shards(void)
{
    struct result *all[] = { sample_result("a/1", VERDICT_PASS, ""),
                             sample_result("a/2", VERDICT_FAIL, "x"),
                             sample_result("a/3", VERDICT_PASS, "") };
    struct result *odd[] = { all[0], all[2] };
    struct stored s = { 0 };
    struct diag d;
    char *whole = sample_render(&report_json, all, 3, 1, false);
    char *one = sample_render(&report_json, odd, 2, 1, false);
    char *two = sample_render(&report_json, all + 1, 1, 1, false);
    ok(read_text(&s, two, &d) == 0 && read_text(&s, one, &d) == 0, "two shards can be read");
    char *joined = render(&s, &report_json);
    is(joined, whole, "and are the run that they are parts of");
    read_text(&s, two, &d);
    is_int(s.run_count, 2, "a case that is there already makes a run of its own");
    stored_release(&s);
    free(joined);
    free(whole);
    free(one);
    free(two);
    for (size_t i = 0; i < ARRAY_SIZE(all); i++)
        sample_release(all[i]);
}

#define RUN(cases)                                                                                \
    "{\"loopspec\":\"1\",\"schema\":1,\"runs\":[{\"backend\":\"b\",\"version\":\"\",\"profile\":" \
    "\"\",\"clock\":\"\",\"os\":\"\",\"cases\":[" cases "]}]}"
#define CASE(verdict, events, trace)                                                             \
    "{\"case\":\"a/b\",\"title\":\"\",\"rules\":[],\"verdict\":\"" verdict "\",\"reason\":\"\"," \
    "\"events\":" events ",\"unjudged\":0,\"real_ns\":0,\"virtual_ns\":0,\"trace\":[" trace "]," \
    "\"truncated\":false}"
#define EVENT(more)                                                                         \
    "{\"type\":\"log\",\"label\":\"\",\"kind\":\"log\",\"phase\":\"main\",\"iteration\":0," \
    "\"at_ns\":0,\"due_ns\":null,\"cause\":0" more "}"

static const struct {
    const char *text, *why; /* NULL: it can be read */
} rows[] = {
    { RUN(""), NULL },
    { RUN(CASE("pass", "1", EVENT(""))), NULL },
    { RUN(CASE("pass", "2", EVENT(",\"index\":1,\"new\":{}"))), NULL },
    { "", "line 1" },
    { "[]", "has no results" },
    { "{\"loopspec\":\"1\",\"schema\":2,\"runs\":[]}", "schema 2" },
    { "{\"loopspec\":\"1\",\"schema\":1}", "runs" },
    { "{\"loopspec\":\"1\",\"schema\":1,\"runs\":7}", "a list was expected" },
    { "{\"loopspec\":\"1\",\"schema\":1,\"suite\":{},\"runs\":[]}", "suite: a list" },
    { RUN("{}"), "case" },
    { RUN(CASE("passed", "0", "")), "a/b: no verdict is called 'passed'" },
    { RUN(CASE("pass", "-1", "")), "a/b: a number below zero" },
    { RUN(CASE("pass", "0", EVENT(""))), "more events than it says" },
    { RUN(CASE("pass", "9", EVENT(",\"index\":3") "," EVENT(",\"index\":3"))), "event 4 cannot" },
    { RUN(CASE("pass", "9", "7")), "a/b: " },
};

static void test_refused(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct stored s = { 0 };
        struct diag d = { 0 };
        int answer = read_text(&s, rows[i].text, &d);
        is_int(answer, rows[i].why ? -1 : 0, "row %zu: readable?", i);
        if (rows[i].why && answer < 0)
            ok(strstr(d.message, rows[i].why) != NULL, "  and why: %s", rows[i].why) ||
                (diag("%s", d.message), 0);
        stored_release(&s);
    }
}

int main(void)
{
    test_round_trip();
    test_about();
    test_shards();
    test_refused();
    return done_testing();
}
