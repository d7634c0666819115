/* Timelines in the trace-event format: sorted by time, each lane opens and closes its
 * slices like brackets, whatever the trace; arrows have two ends. */
#include "reports/result/format.h"

#include <jansson.h>
#include "reports/result/sample_test.h"
#include "tap/tap.h"

enum { LANES = 16, DEPTH = 16 };

static json_t *render(struct result *r, size_t runs)
{
    char *text = sample_render(&report_perfetto, &r, 1, runs, false);
    json_error_t e;
    json_t *root = json_loads(text, 0, &e);
    ok(root != NULL, "it is JSON: %s", root ? "yes" : e.text);
    free(text);
    return root;
}

static const char *text_of(const json_t *event, const char *key)
{
    const char *text = json_string_value(json_object_get(event, key));
    return text ? text : "";
}

static size_t count_of(const json_t *root, const char *ph, const char *cat)
{
    size_t i, n = 0;
    json_t *event;
    json_array_foreach(json_object_get(root, "traceEvents"), i, event)
        n += strcmp(text_of(event, "ph"), ph) == 0 &&
             (!cat || strcmp(text_of(event, "cat"), cat) == 0);
    return n;
}

/* In the order of the file, which a reader keeps where times are equal: no lane closes
 * what it has not opened, leaves anything open, or goes back in time. */
static bool is_balanced(const json_t *root)
{
    size_t i;
    json_t *event;
    int depth[LANES] = { 0 };
    double last[LANES] = { 0 };
    json_array_foreach(json_object_get(root, "traceEvents"), i, event)
    {
        size_t tid = (size_t)json_integer_value(json_object_get(event, "tid"));
        const char *ph = text_of(event, "ph");
        if (tid >= LANES)
            return false;
        if (*ph != 'B' && *ph != 'E')
            continue;
        double ts = json_number_value(json_object_get(event, "ts"));
        depth[tid] += *ph == 'B' ? 1 : -1;
        if (depth[tid] < 0 || ts < last[tid])
            return false;
        last[tid] = ts;
    }
    for (size_t lane = 0; lane < LANES; lane++)
        if (depth[lane] != 0)
            return false;
    return true;
}

static void callback(struct result *r, const char *phase, uint64_t at, uint64_t took,
                     uint32_t iteration, uint32_t cause)
{
    sample_event(r,
                 (struct result_event){ .kind = "timer",
                                        .phase = phase,
                                        .at_ns = at,
                                        .due_ns = TRACE_NO_DUE,
                                        .took_ns = took,
                                        .iteration = iteration,
                                        .cause = cause,
                                        .is_callback = true },
                 "t", NULL);
}

static void test_shapes(void)
{
    static const struct {
        const char *what;
        struct {
            uint64_t at, took;
            uint32_t iteration, cause;
        } event[4];
        size_t count, arrows;
    } rows[] = {
        { "one after the other", { { 0, 5, 1, 0 }, { 5, 5, 1, 1 }, { 10, 0, 2, 2 } }, 3, 2 },
        { "all at one instant", { { 7, 0, 1, 0 }, { 7, 0, 1, 0 }, { 7, 0, 1, 1 } }, 3, 1 },
        { "one in another",
          { { 0, 9, 1, 0 }, { 2, 3, 1, 1 }, { 5, 1, 1, 1 }, { 9, 1, 1, 1 } },
          4,
          3 },
        { "two loops, across", { { 0, 9, 1, 0 }, { 5, 9, 3, 0 }, { 9, 2, 1, 1 } }, 3, 1 },
        { "back in time", { { 9, 3, 1, 0 }, { 2, 3, 2, 0 }, { 1, 1, 3, 0 } }, 3, 0 },
        { "a cause that is not there", { { 0, 1, 1, 77 }, { 1, 1, 1, 2 } }, 2, 0 },
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct result *r = sample_result("a/b", VERDICT_PASS, "");
        for (size_t k = 0; k < rows[i].count; k++)
            callback(r, "poll", rows[i].event[k].at, rows[i].event[k].took,
                     rows[i].event[k].iteration, rows[i].event[k].cause);
        json_t *root = render(r, 1);
        ok(is_balanced(root), "%s: slices close as they open", rows[i].what);
        is_int(count_of(root, "B", "timer"), rows[i].count, "a slice for each callback");
        is_int(count_of(root, "s", NULL), rows[i].arrows, "arrows begin");
        is_int(count_of(root, "f", NULL), rows[i].arrows, "and end");
        json_decref(root);
        sample_release(r);
    }
}

static void test_drift(void)
{
    struct result *r = sample_result("a/b", VERDICT_PASS, "");
    sample_trace(r);
    json_t *root = render(r, 2);
    is_int(count_of(root, "i", NULL), 4, "a log is an instant, in each run");
    size_t i;
    json_t *event;
    double at = -1;
    json_array_foreach(json_object_get(root, "traceEvents"), i,
                       event) if (strcmp(text_of(event, "name"), "read") == 0)
        at = json_number_value(json_object_get(event, "ts"));
    ok(at == 95000.0, "times are microseconds");
    json_decref(root);
    sample_release(r);
}

static void test_nasty(void)
{
    struct result *r = sample_nasty();
    json_t *root = render(r, 1);
    size_t i, found = 0;
    json_t *event;
    json_array_foreach(json_object_get(root, "traceEvents"), i, event)
        found += strncmp(text_of(event, "name"), "<script>alert(1)</script> ]]>", 28) == 0;
    is_int(found, 1, "a label is a string like any other");
    json_decref(root);
    sample_release(r);
}

int main(void)
{
    test_shapes();
    test_drift();
    test_nasty();
    return done_testing();
}
