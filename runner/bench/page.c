/* page.c - the HTML page of ten backends and all cases: how long it takes to write, and how large it
 * is. The results are those of the suite on the reference. The page stores equal values
 * once, but real backends differ. So every second run is some microseconds later than the one
 * before, and shares no callback with it. */
#include "runner/bench/page.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "reports/report.h"
#include "runner/bench/measure.h"
#include "runner/judge/judge.h"

enum { RUNS = 10, LATER_NS = 7000, JSON_RESULTS = 12 * 1000, COPIES = 5 };

static int run_case(const struct target *t, const struct suite *suite, const struct suite_case *c,
                    struct result *r, struct diag *d)
{
    struct server_outcome end;
    char *misfit = target_why_skipped(t, &c->scenario);
    if (misfit) {
        judge_skip(t, c, misfit, r);
        return 0;
    }
    if (target_run(t, c, &end, d) < 0)
        return -1;
    judge(t, suite->catalogue, c, &end, r);
    judge_keep(t, &end, r);
    return 0;
}

static int run_suite(const struct suite *suite, struct result *to, struct diag *d)
{
    const struct options o = { .timeout_ms = 60 * 1000 };
    struct target target;
    int result = target_open(&target, "reference", &o, NULL, d);
    if (result < 0)
        return result;
    for (size_t i = 0; result == 0 && i < suite->count; i++)
        result = run_case(&target, suite, &suite->item[i], &to[i], d);
    target_close(&target);
    return result;
}

/* Turn the result into that of the next backend. */
static void run_later(struct result *r)
{
    for (size_t i = 0; i < r->event_count; i++) {
        struct result_event *e = &r->event[i];
        e->at_ns += e->is_callback ? LATER_NS : 0;
    }
    r->real_ns += LATER_NS;
}

static void write_run(const struct report_format *format, void *state, size_t number,
                      struct result *result, size_t count)
{
    struct result_summary summary = { 0 };
    char backend[32];
    snprintf(backend, sizeof backend, "loop-%zu", number);
    format->run_begin(state, &(struct result_run){ .backend = backend,
                                                   .version = "1.0",
                                                   .profile = "",
                                                   .clock = "virtual",
                                                   .os = "linux" });
    for (size_t i = 0; i < count; i++) {
        format->result(state, &result[i]);
        result_summary_count(&summary, &result[i]);
        if (number % 2 == 0)
            run_later(&result[i]);
    }
    format->run_end(state, &summary);
}

static double trace_bytes(const struct result *result, size_t count)
{
    double events = 0;
    for (size_t i = 0; i < count; i++)
        events += (double)result[i].event_count;
    return RUNS * events * sizeof(struct trace_event);
}

/* Write to memory: the speed of the disk is not what we measure. */
static void write_report(const struct report_format *format, struct result *result, size_t count,
                         const struct about *about, struct bench_page *page)
{
    const struct report_plan plan = {
        .runs = RUNS, .cases_in_all = RUNS * count, .version = LOOPSPEC_VERSION, .about = about
    };
    double began = bench_now_ns();
    FILE *out = xopen_memstream(&page->text, &page->size);
    void *state = format->begin(out, &plan);
    for (size_t i = 0; i < RUNS; i++)
        write_run(format, state, i, result, count);
    format->end(state);
    fclose(out);
    page->ns = bench_now_ns() - began;
    page->trace_bytes = trace_bytes(result, count);
}

/* Keep this many results, taken evenly from all. */
static size_t thin_out(struct result *result, size_t count, size_t wanted)
{
    for (size_t i = 0; i < wanted && wanted < count; i++)
        result[i] = result[i * count / wanted];
    return wanted < count ? wanted : count;
}

/* Nothing is freed: the process ends with the turn. */
int bench_make_report(const struct report_format *format, size_t results, struct bench_page *page,
                      struct diag *d)
{
    const struct options o = { .level = LEVEL_MAY };
    struct suite *suite;
    struct about about;
    if (suite_open(&o, &suite, d) != 0)
        return -1;
    struct result *first = xcalloc(suite->count, sizeof *first);
    if (run_suite(suite, first, d) < 0)
        return -1;
    suite_tell(suite, true, &about);
    write_report(format, first, thin_out(first, suite->count, results / RUNS), &about, page);
    return 0;
}

int bench_make_page(struct bench_page *page, struct diag *d)
{
    return bench_make_report(&report_html, SIZE_MAX, page, d);
}

/* Write the text again, a line at a time as a report does. */
static int write_again(void *arg)
{
    const struct bench_page *page = arg;
    char *text = NULL;
    size_t size = 0, length;
    FILE *out = xopen_memstream(&text, &size);
    for (const char *line = page->text, *end = line + page->size; line < end; line += length) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        length = (size_t)((newline ? newline + 1 : end) - line);
        fwrite(line, 1, length, out);
    }
    fclose(out);
    free(text);
    return size == page->size ? 0 : -1;
}

static int take_again(struct bench_page *page, struct diag *d)
{
    page->ns = bench_least_ns(COPIES, write_again, page);
    return page->ns < 0 ? diag_system(d, NULL, "a copy went wrong") : 0;
}

enum { FIGURE_TIME, FIGURE_SIZE };

static int turn_page(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    struct bench_page page;
    const struct report_format *format = side == BENCH_PEER ? &report_json : &report_html;
    if (bench_make_report(format, SIZE_MAX, &page, d) < 0 ||
        (side == BENCH_BARE && take_again(&page, d) < 0))
        return -1;
    figure[FIGURE_TIME] = page.ns;
    figure[FIGURE_SIZE] = side == BENCH_OURS   ? (double)page.size
                          : side == BENCH_PEER ? page.trace_bytes
                                               : RUNS;
    return 0;
}

static int turn_json(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    struct bench_page page;
    if (bench_make_report(&report_json, JSON_RESULTS, &page, d) < 0 ||
        (side != BENCH_OURS && take_again(&page, d) < 0))
        return -1;
    figure[FIGURE_TIME] = page.ns;
    figure[FIGURE_SIZE] = side == BENCH_OURS   ? (double)page.size
                          : side == BENCH_PEER ? page.trace_bytes
                                               : RUNS;
    return 0;
}

const struct bench_measure bench_page = { "page", turn_page };
const struct bench_measure bench_json = { "json", turn_json };
