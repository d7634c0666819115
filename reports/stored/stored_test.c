/* Stored results that are read and written again are the same bytes. Parts are merged into one run,
 * which knows its missing parts and accepts no part twice. Equal runs stay two. A file that is not
 * valid is rejected with a message that says why. */
#include "reports/stored/stored.h"

#include <unistd.h>
#include "reports/result/sample_test.h"
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
    const char *const from[] = { "doc", "seed" }, *const where[] = { "#c", "" };
    struct about about = { 0 };
    about_add_source(&about,
                     &(struct about_source){ "doc", "A \"document\"", true, "https://a.b/" });
    about_add_source(&about, &(struct about_source){ "seed", "A seed", false, NULL });
    about_add_rule(&about, &(struct about_rule){ .id = "TIMER-2",
                                                 .says = "Never early.",
                                                 .level = "must",
                                                 .layer = "core",
                                                 .note = "n",
                                                 .source = from,
                                                 .section = where,
                                                 .section_count = 2,
                                                 .source_count = 2 });
    about_add_case(&about, &(struct about_case){ "a/b", "core", "a/b.loop", "log x\n", "a/b.trace",
                                                 "x\n", NULL, "int main" });
    about_add_case(&about, &(struct about_case){
                               .name = "a/a", .layer = "node", .path = "a/a.js", .scenario = "" });
    about_sort(&about);
    struct stored s = { 0 }, twice = { 0 };
    struct diag d;
    s.version = "1";
    s.date = "2026-01-01T00:00:00Z";
    s.tells_about = true;
    s.about = about;
    char *first = render(&s, &report_json);
    ok(read_text(&twice, first, &d) == 0 && read_text(&twice, first, &d) == 0,
       "cases, rules and documents can be read") ||
        (diag("%s", d.message), 0);
    char *again = render(&twice, &report_json);
    is(again, first, "each of them once, however many files tell it");
    is(about_find_source(&twice.about, "doc")->url, "https://a.b/", "an address is kept");
    ok(!about_find_source(&twice.about, "seed")->url, "as is that there is none");
    is(about_find_rule(&twice.about, "TIMER-2")->section[0], "#c", "and the section of a rule");
    ok(about_find_case(&twice.about, "a/b") && !about_find_case(&twice.about, "a/c"),
       "a case is found by name");
    free(first);
    free(again);
    stored_release(&twice);
    s.version = s.date = NULL;
    stored_release(&s);
}

static void test_unnamed(void)
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

/* ---- runs that say which part they are ---- */

/* Results of one passing case for each letter of `names`, in equal runs of this version. */
static char *part_text(const char *version, const char *shard, const char *names, size_t runs)
{
    static const char *const name[] = { "a/a", "a/b", "a/c", "a/d" };
    struct result_run run = sample_run;
    struct result *all[ARRAY_SIZE(name)];
    bool idle = strcmp(version, RESULT_NOT_STARTED) == 0;
    size_t n = strlen(names);
    run.version = version;
    run.shard = shard;
    for (size_t i = 0; i < n; i++)
        all[i] = sample_result(name[names[i] - 'a'], idle ? VERDICT_SKIP : VERDICT_PASS,
                               idle ? RESULT_NOT_RUN "interrupted" : "");
    char *text = sample_render_as(&run, (struct result_missing){ 0 }, &report_json, all, n, runs,
                                  false);
    for (size_t i = 0; i < n; i++)
        sample_release(all[i]);
    return text;
}

static int read_part(struct stored *s, const char *version, const char *shard, const char *names,
                     struct diag *d)
{
    char *text = part_text(version, shard, names, 1);
    int answer = read_text(s, text, d);
    free(text);
    return answer;
}

static void lacks(const struct stored *s, size_t run, const char *shard, const char *missing)
{
    char *text = stored_missing(s, run);
    is(s->run[run].run.shard ? s->run[run].run.shard : "all", shard, "it has %s", shard);
    is(text ? text : "nothing", missing, "and %s is missing", missing);
    is_int(result_summary_is_green(&s->run[run].summary), !text, "so it is green or not");
    free(text);
}

static void test_parts(void)
{
    struct stored s = { 0 }, step = { 0 };
    struct diag d;
    char *whole = part_text("1", NULL, "abc", 1);
    read_part(&s, "1", "3/3", "c", &d);
    lacks(&s, 0, "3/3",
          "parts 1 and 2 of 3 of 'libuv'"
          " are missing");
    read_part(&s, "1", "1/3", "a", &d);
    lacks(&s, 0, "1,3/3", "part 2 of 3 of 'libuv' is missing");
    char *some = render(&s, &report_json);
    ok(strstr(some, "\"shard\":\"1,3/3\"") != NULL, "what is not whole says so when it is written");
    ok(read_text(&step, some, &d) == 0 && read_part(&step, "1", "2/3", "b", &d) == 0,
       "and can be put together with the rest later");
    lacks(&step, 0, "all", "nothing");
    char *joined = render(&step, &report_json);
    is(joined, whole, "which is the whole, and has no word of parts");
    read_part(&s, "2", "2/3", "b", &d);
    is_int(s.run_count, 2, "a part of another version is none of this run");
    lacks(&s, 0, "1,3/3", "part 2 of 3 of 'libuv 1' is missing");
    lacks(&s, 1, "2/3", "parts 1 and 3 of 3 of 'libuv 2' are missing");
    read_part(&s, "3", "2/10", "b", &d);
    lacks(&s, 2, "2/10", "9 of 10 parts of 'libuv 3' are missing");
    read_part(&s, "3", "4,9/10", "c", &d);
    lacks(&s, 2, "2,4,9/10", "parts 1, 3, 5, 6, 7, 8 and 10 of 10 of 'libuv 3' are missing");
    read_part(&s, "1", NULL, "b", &d);
    is_int(s.run_count, 4, "nor is one that does not say that it is a part");
    free(joined);
    free(some);
    free(whole);
    stored_release(&s);
    stored_release(&step);
}

/* A file may have two runs of one backend: the parts of each find each other. */
static void test_pairs(void)
{
    struct stored s = { 0 };
    struct diag d;
    char *one = part_text("1", "1/2", "a", 2), *two = part_text("1", "2/2", "b", 2);
    ok(read_text(&s, one, &d) == 0 && read_text(&s, two, &d) == 0, "two runs in two parts each");
    is_int(s.run_count, 2, "are two runs");
    lacks(&s, 0, "all", "nothing");
    lacks(&s, 1, "all", "nothing");
    free(one);
    free(two);
    stored_release(&s);
}

static const struct {
    const char *shard[3], *names[3]; /* the last of them clashes */
    const char *why;
} clashes[] = {
    { { "1/2", "1/2" }, { "a", "a" }, "part 1 of 2 of 'libuv' is there twice: in '/tmp/" },
    { { "1/2", "1/2" }, { "a", "b" }, "part 1 of 2 of 'libuv' is there twice: in '/tmp/" },
    { { "1/2", "2/2", "2/2" }, { "a", "b", "b" }, "part 2 of 2 of 'libuv' is there twice" },
    { { "1,3/3", "2,3/3" }, { "ac", "bd" }, "part 3 of 3 of 'libuv' is there twice" },
    { { "1/2", "2/3" }, { "a", "b" }, " has part 1 of 2 of 'libuv', and '/tmp/" },
    { { "1/2", "2/2" }, { "ab", "b" }, " has case 'a/b', and so has another part" },
};

static void test_clashes(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(clashes); i++) {
        struct stored s = { 0 };
        struct diag d = { 0 };
        int answer = 0;
        size_t k = 0;
        for (; k < 3 && clashes[i].shard[k] && answer == 0; k++)
            answer = read_part(&s, "1", clashes[i].shard[k], clashes[i].names[k], &d);
        ok(answer < 0 && (k == 3 || !clashes[i].shard[k]), "the last clashes, row %zu", i);
        ok(strstr(d.message, clashes[i].why) != NULL, "  and why: %s", clashes[i].why) ||
            (diag("%s", d.message), 0);
        stored_release(&s);
    }
}

/* A part whose backend was not started is of no version. It is not missing, but cut. */
static void test_not_started(void)
{
    struct stored s = { 0 }, two = { 0 }, ran = { 0 };
    struct diag d;
    read_part(&s, RESULT_NOT_STARTED, "2/3", "b", &d);
    read_part(&s, "1", "3/3", "c", &d);
    read_part(&s, RESULT_NOT_STARTED, "1/3", "a", &d);
    is_int(s.run_count, 2, "while files are read it waits");
    stored_finish(&s);
    is_int(s.run_count, 1, "in the end it joins the others");
    is(s.run[0].run.version, "1", "which know their version");
    is_int(s.run[0].summary.not_run, 2, "it was cut");
    ok(stored_missing(&s, 0) == NULL, "and nothing is missing");

    read_part(&two, RESULT_NOT_STARTED, "1/2", "a", &d);
    read_part(&two, "1", "2/2", "b", &d);
    read_part(&two, "2", "2/2", "b", &d);
    stored_finish(&two);
    is_int(two.run_count, 3, "where two runs lack it nobody can tell whose it is");
    read_part(&two, "1", "1/2", "a", &d);
    stored_finish(&two);
    is_int(two.run_count, 2, "until one of them has it");
    lacks(&two, 0, "all", "nothing");
    is(two.run[0].run.version, "1", "then it is the other's");
    is_int(two.run[1].summary.not_run, 1, "which was cut");

    read_part(&ran, RESULT_NOT_STARTED, "1/2", "a", &d);
    read_part(&ran, "1", "2/2", "b", &d);
    ran.run[0].summary.not_run = 0;
    stored_finish(&ran);
    is_int(ran.run_count, 2, "a backend that calls itself so and has run is one like any other");
    stored_release(&s);
    stored_release(&two);
    stored_release(&ran);
}

#define SHARD(shard)                                                                              \
    "{\"loopspec\":\"1\",\"schema\":1,\"runs\":[{\"backend\":\"b\",\"version\":\"\",\"profile\":" \
    "\"\",\"clock\":\"\",\"os\":\"\",\"shard\":" shard ",\"cases\":[]}]}"
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

#define SUITE(source, rule)                                                                    \
    "{\"loopspec\":\"1\",\"schema\":1,\"suite\":{\"sources\":[{\"id\":\"d\",\"title\":\"D\","  \
    "\"code\":false" source "}],\"rules\":[{\"id\":\"A-1\",\"says\":\"a\",\"level\":\"must\"," \
    "\"layer\":\"core\",\"sources\":[\"d\"],\"linux\":false" rule "}],\"cases\":[]},\"runs\":[]}"

static const struct {
    const char *text, *why; /* NULL: it can be read */
} rows[] = {
    { RUN(""), NULL },
    { RUN(CASE("pass", "1", EVENT(""))), NULL },
    { RUN(CASE("pass", "2", EVENT(",\"index\":1,\"new\":{}"))), NULL },
    { RUN(CASE("pass", "1",
               "{\"type\":7,\"label\":\"\",\"kind\":\"\",\"phase\":\"\","
               "\"iteration\":4294967296,\"at_ns\":0,\"due_ns\":0,\"cause\":0}")),
      "a/b: 'iteration': a number above 4294967295" },
    { RUN(CASE("pass", "1",
               "{\"type\":7,\"label\":\"\",\"kind\":\"\",\"phase\":\"\","
               "\"iteration\":0,\"at_ns\":0,\"due_ns\":0,\"cause\":0}")),
      "a/b: the type of an event is a string" },
    { "", "line 1" },
    { "[]", "has no results" },
    { "{\"loopspec\":\"1\",\"schema\":2,\"runs\":[]}", "schema 2" },
    { "{\"loopspec\":\"1\",\"schema\":1}", "runs" },
    { "{\"loopspec\":\"1\",\"schema\":1,\"runs\":7}", "a list was expected" },
    { "{\"loopspec\":\"1\",\"schema\":1,\"suite\":{},\"runs\":[]}",
      "suite: 'sources': it is missing" },
    { SUITE("", ""), NULL },
    { SUITE(",\"url\":\"https://a.b/\"", ",\"sections\":[\"#c\"]"), NULL },
    { SUITE(",\"url\":\"javascript:alert(1)\"", ""), "suite: source 'd' has no https address" },
    { SUITE(",\"url\":7", ""), "string" },
    { SUITE("", ",\"sections\":[]"), "suite: rule 'A-1' has 1 sources and 0 sections" },
    { SUITE("", ",\"sections\":[\"#<b>\"]"), "suite: '#<b>' is not a section" },
    { RUN("{}"), "case" },
    { SHARD("\"1/1\""), NULL },
    { SHARD("\"4294967295/4294967295\""), NULL },
    { SHARD("1"), "string" },
    { SHARD("\"\""), "a part cannot be ''" },
    { SHARD("\"1\""), "a part cannot be '1'" },
    { SHARD("\"1,\""), "a part cannot be '1,'" },
    { SHARD("\"1/\""), "a part cannot be '1/'" },
    { SHARD("\"/2\""), "a part cannot be '/2'" },
    { SHARD("\"0/2\""), "a part cannot be '0/2'" },
    { SHARD("\"3/2\""), "a part cannot be '3/2'" },
    { SHARD("\"1/2x\""), "a part cannot be '1/2x'" },
    { SHARD("\"-1/2\""), "a part cannot be '-1/2'" },
    { SHARD("\"2,1/2\""), "a part cannot be '2,1/2'" },
    { SHARD("\"1,1/2\""), "a part cannot be '1,1/2'" },
    { SHARD("\"1/4294967296\""), "a part cannot be" },
    { RUN(CASE("passed", "0", "")), "a/b: 'verdict': no verdict is called 'passed'" },
    { RUN(CASE("pass", "-1", "")), "a/b: 'events': a number below zero" },
    { RUN(CASE("pass", "0", EVENT(""))), "more events than it says" },
    { RUN(CASE("pass", "9", EVENT(",\"index\":3") "," EVENT(",\"index\":3"))), "event 4 cannot" },
    { RUN(CASE("pass", "9", "7")), "a/b: 'trace': an object was expected" },
    { RUN(CASE("pass", "9", EVENT(",\"took_ns\":\"x\""))), "'took_ns': an integer was expected" },
    { RUN(CASE("pass", "4294967296", "")), NULL },
    { RUN(CASE("pass", "1", "") "," CASE("pass", "x", "")), "line 1: " },
    { RUN(CASE("pass", "1,\"broken\":[1]", "")), NULL },
    { RUN(CASE("pass", "1,\"broken\":[1,2,3]", "")), "'broken': a list of at most 2" },
    { RUN(CASE("pass", "1,\"broken\":[\"1\"]", "")), "'broken': an integer was expected" },
    { RUN(CASE("pass",
               "1,\"figures\":{\"tick_run\":0,\"microtask_run\":0,\"handles\":[{"
               "\"name\":\"t\",\"kind\":\"x\",\"calls\":0}]}",
               "")),
      "a/b: 'kind': no kind of callback is called 'x'" },
    { RUN(CASE("pass", "1,\"figures\":{}", "")), "a/b: 'tick_run': it is missing" },
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
    test_unnamed();
    test_parts();
    test_pairs();
    test_clashes();
    test_not_started();
    test_refused();
    return done_testing();
}
