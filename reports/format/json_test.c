/* The JSON results are valid as a whole, have their keys in the promised order,
 * one case a line, and survive any bytes that a backend may produce. */
#include "reports/result/shapes.h"

#include "reports/result/sample_test.h"
#include "tap/tap.h"

static char *print(const struct shape *s, const void *object)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    fields_print(out, s, object);
    fclose(out);
    return text;
}

static json_t *print_case(const struct result *r)
{
    char *text = print(&shape_case, r);
    json_t *o = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    free(text);
    return o;
}

static void test_event(void)
{
    static const char *const shown[] = {
        "{\"type\":\"callback\",\"label\":\"\",\"kind\":\"work\",\"phase\":\"poll\",\"iteration\":"
        "1,"
        "\"at_ns\":95000000,\"due_ns\":null,\"cause\":0,\"took_ns\":10000000}",
        "{\"type\":\"log\",\"label\":\"read\",\"kind\":\"log\",\"phase\":\"poll\",\"iteration\":1,"
        "\"at_ns\":95000000,\"due_ns\":null,\"cause\":1}",
        "{\"type\":\"callback\",\"label\":\"t\",\"kind\":\"timer\",\"phase\":\"timers\","
        "\"iteration\":2,\"at_ns\":105000000,\"due_ns\":100000000,\"cause\":0,\"took_ns\":0}",
        "{\"type\":\"log\",\"label\":\"stop\",\"kind\":\"observe\",\"phase\":\"timers\","
        "\"iteration\":2,\"at_ns\":105000000,\"due_ns\":null,\"cause\":3,\"value\":\"EBUSY\"}",
    };
    struct result *r = sample_result("a/b", VERDICT_PASS, "");
    sample_trace(r);
    for (size_t i = 0; i < ARRAY_SIZE(shown); i++) {
        char *text = print(&shape_event, &r->event[i]);
        is(text, shown[i], "event %zu", i);
        free(text);
    }
    char *failed = print(&shape_event,
                         &(struct result_event){ .label = (char *)"timer_start of 't'",
                                                 .kind = "call",
                                                 .phase = "main",
                                                 .due_ns = TRACE_NO_DUE,
                                                 .has_value = true,
                                                 .value = (char *)"EIO" });
    ok(strncmp(failed, "{\"type\":\"call\",", 15) == 0, "a call that failed is no log");
    free(failed);
    sample_release(r);
}

/* Every line but the frame is one case and parses by itself. */
static void test_lines(const char *text, size_t cases)
{
    size_t found = 0;
    for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        if (strncmp(line, "{\"case\":", 8) != 0)
            continue;
        size_t length = strcspn(line, "\n");
        if (length > 0 && line[length - 1] == ',')
            length--;
        json_t *o = json_loadb(line, length, 0, NULL);
        found += json_is_object(o);
        json_decref(o);
    }
    is_int(found, cases, "one case a line, each an object by itself");
}

static void test_whole(void)
{
    struct result *all[] = {
        sample_result("a/pass", VERDICT_PASS, ""),
        sample_result("a/fail", VERDICT_FAIL, "late \377 \033 \"quoted\""),
    };
    sample_trace(all[0]);
    char *text = sample_render(&report_json, all, 2, 2, false);
    json_error_t error;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    ok(root != NULL, "the whole is valid JSON") || (diag("%s", error.text), 0);
    const json_t *run = json_array_get(json_object_get(root, "runs"), 1);
    const json_t *failed = json_array_get(json_object_get(run, "cases"), 1);
    is_int(json_integer_value(json_object_get(root, "schema")), 1, "the schema is 1");
    is(json_string_value(json_object_get(failed, "reason")), "late \\xff \033 \"quoted\"",
       "only the invalid byte is changed");
    is_int(json_object_size(json_object_get(run, "summary")), VERDICT_COUNT,
           "the summary has every verdict");
    is_int(json_integer_value(json_object_get(json_object_get(run, "summary"), "fail")), 1,
           "and counts them");
    test_lines(text, 4);
    json_decref(root);
    free(text);
    sample_release(all[0]);
    sample_release(all[1]);
}

static void test_case(void)
{
    struct result *r = sample_result("a/b", VERDICT_PASS, "");
    char *text = sample_render(&report_json, &r, 1, 1, false);
    is(text,
       "{\"loopspec\":\"0.1.0\",\"schema\":1,\"runs\":[\n"
       "{\"backend\":\"libuv\",\"version\":\"1.44.2\",\"profile\":\"node-26/libuv-1.44.2\","
       "\"clock\":\"virtual\",\"os\":\"linux\",\"cases\":[\n"
       "{\"case\":\"a/b\",\"title\":\"a late poll callback delays the timer\","
       "\"rules\":[\"DRIFT-5\",\"TIMER-2\"],\"verdict\":\"pass\",\"reason\":\"\",\"events\":0,"
       "\"unjudged\":0,\"real_ns\":2000000,\"virtual_ns\":105000000,\"trace\":[],"
       "\"truncated\":false,\"replay\":\"loopspec trace a/b -b libuv\"}\n"
       "],\"summary\":{\"pass\":1,\"fail\":0,\"skip\":0,\"xfail\":0,\"xpass\":0,\"crash\":0,"
       "\"timeout\":0,\"error\":0,\"inconclusive\":0},\"real_ns\":1500000}\n]}\n",
       "a whole report, byte by byte");
    free(text);
    sample_release(r);
}

/* What other reports show of a broken case can be read back. */
static void test_optional(void)
{
    struct result *r = sample_result("a/b", VERDICT_CRASH, "signal 11");
    free(r->output);
    r->output = xstrdup("boom\n");
    sample_trace(r);
    r->truncated = true;
    r->events = 9000;
    r->event[3].index = 8999;
    json_t *o = print_case(r);
    const json_t *last = json_array_get(json_object_get(o, "trace"), 3);
    is(json_string_value(json_object_get(o, "output")), "boom\n", "output, where there is some");
    is(json_string_value(json_object_get(o, "replay")), r->replay, "replay, where it broke");
    ok(!json_object_get(o, "detail"), "no empty detail");
    is_int(json_integer_value(json_object_get(o, "events")), 9000, "events is the true count");
    is_int(json_integer_value(json_object_get(last, "index")), 8999,
           "events of a truncated trace have their index");
    json_decref(o);
    sample_release(r);
}

/* A figure that was not measured is left out: a zero would look like a figure. */
static void test_figures(void)
{
    struct figures_handle handles[] = {
        { .name = (char *)"t",
          .kind = TRACE_TIMER,
          .role = FIGURES_TIMER,
          .calls = 2,
          .late = { 2, -1, 2, 1, 5, 5 },
          .drift_ns = 4,
          .period = { 1, 7, 7, 7, 7, 7 } },
        { .name = (char *)"p", .kind = TRACE_POLL, .role = FIGURES_IO, .calls = 1 },
    };
    struct figures f = { .handle = handles,
                         .handle_count = 2,
                         .phases = true,
                         .iterations = 3,
                         .starvation_ns = 9,
                         .starvation_callbacks = 4,
                         .busy_ns = 1,
                         .idle_ns = 3 };
    char *text = print(&shape_figures, &f);
    is(text,
       "{\"iterations\":3,\"starvation_ns\":9,\"starvation_callbacks\":4,\"busy_ns\":1,"
       "\"idle_ns\":3,\"utilization\":0.25,\"tick_run\":0,\"microtask_run\":0,\"handles\":["
       "{\"name\":\"t\",\"kind\":\"timer\",\"calls\":2,\"lateness\":{\"count\":2,\"min_ns\":-1,"
       "\"mean_ns\":2,\"p50_ns\":1,\"p99_ns\":5,\"max_ns\":5},\"drift_ns\":4,\"period\":{"
       "\"count\":1,\"min_ns\":7,\"mean_ns\":7,\"p50_ns\":7,\"p99_ns\":7,\"max_ns\":7}},"
       "{\"name\":\"p\",\"kind\":\"poll\",\"calls\":1}]}",
       "all figures, byte by byte");
    free(text);
    f = (struct figures){ .lateness = { 1, 2, 2, 2, 2, 2 } };
    text = print(&shape_figures, &f);
    is(text,
       "{\"tick_run\":0,\"microtask_run\":0,\"lateness\":{\"count\":1,\"min_ns\":2,"
       "\"mean_ns\":2,\"p50_ns\":2,\"p99_ns\":2,\"max_ns\":2},\"handles\":[]}",
       "without phases those of phases are left out");
    free(text);

    struct result *r = sample_result("a/b", VERDICT_PASS, "");
    r->figures = xcalloc(1, sizeof *r->figures);
    json_t *o = print_case(r);
    ok(json_is_object(json_object_get(o, "figures")), "a case that ran has its figures");
    json_decref(o);
    sample_release(r);
}

static char *print_text(const char *string)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    fields_print_text(out, string);
    fclose(out);
    return text;
}

/* Every character as jansson writes it, but for what a reader of logs would obey. */
static void test_text(void)
{
    static const char nasty[] = "\001\b\f\n\r\t\037 \"\\/\177 \303\251 \360\237\230\200";
    char *text = print_text(nasty), *obeyed = print_text("# ##[group]");
    json_t *string = json_loads(text, JSON_DECODE_ANY, NULL);
    char *theirs = json_dumps(string, JSON_ENCODE_ANY);
    is(json_string_value(string), nasty, "a string comes back as it was");
    is(text, theirs, "and is written as others write it");
    is(obeyed, "\"# \\u0023#[group]\"", "unless somebody would obey it");
    free(theirs);
    json_decref(string);
    free(obeyed);
    free(text);
}

int main(void)
{
    test_text();
    test_event();
    test_figures();
    test_case();
    test_whole();
    test_optional();
    return done_testing();
}
