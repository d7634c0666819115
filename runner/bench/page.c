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

enum { RUNS = 10, LATER_NS = 7000, PEER_MB = 10, PEER_S = 2 };

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

static void write_run(void *state, size_t number, struct result *result, size_t count)
{
    struct result_summary summary = { 0 };
    char backend[32];
    snprintf(backend, sizeof backend, "loop-%zu", number);
    report_html.run_begin(state, &(struct result_run){ .backend = backend,
                                                       .version = "1.0",
                                                       .profile = "",
                                                       .clock = "virtual",
                                                       .os = "linux" });
    for (size_t i = 0; i < count; i++) {
        report_html.result(state, &result[i]);
        result_summary_count(&summary, &result[i]);
        if (number % 2 == 0)
            run_later(&result[i]);
    }
    report_html.run_end(state, &summary);
}

/* Write to memory: the speed of the disk is not what we measure. */
static void write_page(struct result *result, size_t count, const struct about *about,
                       struct bench_page *page)
{
    const struct report_plan plan = {
        .runs = RUNS, .cases_in_all = RUNS * count, .version = LOOPSPEC_VERSION, .about = about
    };
    double began = bench_now_ns();
    FILE *out = xopen_memstream(&page->text, &page->size);
    void *state = report_html.begin(out, &plan);
    for (size_t i = 0; i < RUNS; i++)
        write_run(state, i, result, count);
    report_html.end(state);
    fclose(out);
    page->ns = bench_now_ns() - began;
}

/* Nothing is freed: the process ends with the turn. */
int bench_make_page(struct bench_page *page, struct diag *d)
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
    write_page(first, suite->count, &about, page);
    return 0;
}

static int turn_page(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    const size_t bytes = PEER_MB * 1000 * 1000;
    struct bench_page page;
    if (side == BENCH_OURS) {
        if (bench_make_page(&page, d) < 0)
            return -1;
        figure[0] = page.ns;
        figure[1] = (double)page.size;
        return 0;
    }
    figure[0] = PEER_S * 1e9;
    figure[1] = (double)bytes;
    if (side == BENCH_PEER)
        return 0;
    char *from = xmalloc(bytes), *to = xmalloc(bytes);
    memset(from, 'x', bytes);
    double began = bench_now_ns();
    memcpy(to, from, bytes);
    figure[0] = bench_now_ns() - began;
    figure[1] = RUNS;
    /* Read the copy, or the compiler would remove it. */
    int answer = memchr(to, 'y', bytes) ? diag_system(d, NULL, "a copy went wrong") : 0;
    free(from);
    free(to);
    return answer;
}

const struct bench_measure bench_page = { "page", turn_page };
