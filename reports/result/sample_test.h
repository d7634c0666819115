/* sample_test.h - results to report about, for the tests in this folder. */
#ifndef REPORTS_RESULT_SAMPLE_TEST_H
#define REPORTS_RESULT_SAMPLE_TEST_H
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "reports/result/format.h"

#define SAMPLE_MS 1000000ull

static const char *const sample_rules[] = { "DRIFT-5", "TIMER-2" };

static const struct result_run sample_run = {
    .backend = "libuv",
    .version = "1.44.2",
    .profile = "node-26/libuv-1.44.2",
    .clock = "virtual",
    .os = "linux",
};

/* Everything in it is owned, as the runner's results are: free with sample_release(). */
static inline struct result *sample_result(const char *name, enum verdict v, const char *reason)
{
    struct result *r = xcalloc(1, sizeof *r);
    r->name = name;
    r->title = "a late poll callback delays the timer";
    r->rule = sample_rules;
    r->rule_count = ARRAY_SIZE(sample_rules);
    r->verdict = v;
    r->reason = xstrdup(reason);
    r->detail = xstrdup("");
    r->replay = xasprintf("loopspec trace %s -b libuv", name);
    r->output = xstrdup("");
    r->marks = xstrdup("");
    r->real_ns = 2 * SAMPLE_MS;
    r->virtual_ns = 105 * SAMPLE_MS;
    return r;
}

static inline void sample_event(struct result *r, struct result_event e, const char *label,
                                const char *value)
{
    e.label = xstrdup(label);
    e.value = value ? xstrdup(value) : NULL;
    e.has_value = value != NULL;
    e.index = r->event_count;
    r->event = xrealloc(r->event, r->event_count + 1, sizeof *r->event);
    r->event[r->event_count++] = e;
    r->events++;
}

/* The drift case of the documents: read at 95 ms, the timer 5 ms late. */
static inline void sample_trace(struct result *r)
{
    sample_event(r,
                 (struct result_event){ .kind = "work",
                                        .phase = "poll",
                                        .at_ns = 95 * SAMPLE_MS,
                                        .due_ns = TRACE_NO_DUE,
                                        .took_ns = 10 * SAMPLE_MS,
                                        .iteration = 1,
                                        .is_callback = true },
                 "", NULL);
    sample_event(r,
                 (struct result_event){ .kind = "log",
                                        .phase = "poll",
                                        .at_ns = 95 * SAMPLE_MS,
                                        .due_ns = TRACE_NO_DUE,
                                        .iteration = 1,
                                        .cause = 1 },
                 "read", NULL);
    sample_event(r,
                 (struct result_event){ .kind = "timer",
                                        .phase = "timers",
                                        .at_ns = 105 * SAMPLE_MS,
                                        .due_ns = 100 * SAMPLE_MS,
                                        .iteration = 2,
                                        .is_callback = true },
                 "t", NULL);
    sample_event(r,
                 (struct result_event){ .kind = "observe",
                                        .phase = "timers",
                                        .at_ns = 105 * SAMPLE_MS,
                                        .due_ns = TRACE_NO_DUE,
                                        .iteration = 2,
                                        .cause = 3 },
                 "stop", "EBUSY");
}

static inline void sample_release(struct result *r)
{
    result_release(r);
    free(r);
}

/* Text that a format could mistake for its own syntax: markup, directives, terminal commands, ends
 * of quotes and fences; and bytes that are not UTF-8. */
#define SAMPLE_NASTY                                                                       \
    "<script>alert(1)</script> ]]> &amp; \"q\" 'a' # TODO \\ `x` ```` | *b* %0A ::error::" \
    "\nok 99 - forged\n\x01\033[2J\xff\xef\xbf\xbf"

/* A failure whose texts are all of that kind. */
static inline struct result *sample_nasty(void)
{
    struct result *r = sample_result("a/b" SAMPLE_NASTY, VERDICT_FAIL, SAMPLE_NASTY);
    free(r->detail);
    free(r->replay);
    free(r->output);
    r->title = SAMPLE_NASTY;
    r->detail = xstrdup(SAMPLE_NASTY);
    r->replay = xstrdup(SAMPLE_NASTY);
    r->output = xstrdup(SAMPLE_NASTY);
    sample_event(
        r,
        (struct result_event){
            .kind = "timer", .phase = "timers", .due_ns = TRACE_NO_DUE, .is_callback = true },
        SAMPLE_NASTY, NULL);
    return r;
}

/* The report of these results in a format, in `runs` equal runs that miss the same parts. The caller
 * frees it. */
static inline char *sample_render_as(const struct result_run *run, struct result_missing missing,
                                     const struct report_format *f, struct result *const *result,
                                     size_t count, size_t runs, bool color)
{
    struct report_plan p = {
        .runs = runs, .cases_in_all = runs * count, .version = "0.1.0", .color = color
    };
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    void *state = f->begin(out, &p);
    for (size_t i = 0; i < runs; i++) {
        struct result_summary s = { .real_ns = count * 1500000, .missing = missing };
        f->run_begin(state, run);
        for (size_t k = 0; k < count; k++) {
            f->result(state, result[k]);
            result_summary_count(&s, result[k]);
        }
        f->run_end(state, &s);
    }
    f->end(state);
    fclose(out);
    return text;
}

static inline char *sample_render(const struct report_format *f, struct result *const *result,
                                  size_t count, size_t runs, bool color)
{
    return sample_render_as(&sample_run, (struct result_missing){ 0 }, f, result, count, runs,
                            color);
}
#endif
