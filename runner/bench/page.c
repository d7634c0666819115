/* page.c - the HTML page of ten thousand results: how long it takes to write, how
 * large it is. The results are those of the suite, several times over as cases of their
 * own, so that nothing in the page is shared between them. */
#include "runner/bench/page.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "reports/report.h"
#include "runner/bench/measure.h"
#include "runner/judge/judge.h"

enum { RESULTS = 10000, PEER_MB = 40, PEER_S = 2 };

struct results {
    struct result *item; /* with names of their own */
    char **name;
    size_t count;
    struct about about;
};

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
    int result = target_open(&target, "reference", &o, d);
    if (result < 0)
        return result;
    for (size_t i = 0; result == 0 && i < suite->count; i++)
        result = run_case(&target, suite, &suite->item[i], &to[i], d);
    target_close(&target);
    return result;
}

/* The i-th result is one of the suite's under another name: in the same family. */
static void fill(struct results *rs, const struct suite *suite, const struct about *once,
                 const struct result *first)
{
    rs->item = xcalloc(RESULTS, sizeof *rs->item);
    rs->name = xcalloc(RESULTS, sizeof *rs->name);
    for (; rs->count < RESULTS; rs->count++) {
        size_t i = rs->count % suite->count;
        const char *name = first[i].name, *rest = strchr(name, '/') ? strchr(name, '/') + 1 : name;
        rs->name[rs->count] = xasprintf("%.*s%zu-%s", (int)(rest - name), name,
                                        rs->count / suite->count, rest);
        rs->item[rs->count] = first[i];
        rs->item[rs->count].name = rs->name[rs->count];
        struct about_case about = *about_find_case(once, name);
        about.name = rs->name[rs->count];
        about_add_case(&rs->about, &about);
    }
    for (size_t i = 0; i < once->source_count; i++)
        about_add_source(&rs->about, &once->source[i]);
    for (size_t i = 0; i < once->rule_count; i++)
        about_add_rule(&rs->about, &once->rule[i]);
    about_sort(&rs->about);
}

/* To memory: how fast the disk is, is not ours to tell. */
static void write_page(const struct results *rs, struct bench_page *page)
{
    const struct report_plan plan = {
        .runs = 1, .cases_in_all = rs->count, .version = LOOPSPEC_VERSION, .about = &rs->about
    };
    struct result_summary summary = { 0 };
    double began = bench_now_ns();
    FILE *out = xopen_memstream(&page->text, &page->size);
    void *state = report_html.begin(out, &plan);
    report_html.run_begin(
        state, &(struct result_run){ "reference", "", "", "virtual", "linux", NULL, NULL });
    for (size_t i = 0; i < rs->count; i++) {
        report_html.result(state, &rs->item[i]);
        result_summary_count(&summary, &rs->item[i]);
    }
    report_html.run_end(state, &summary);
    report_html.end(state);
    fclose(out);
    page->ns = bench_now_ns() - began;
}

/* The process ends with the turn, so nothing is given back. */
int bench_make_page(struct bench_page *page, struct diag *d)
{
    const struct options o = { .level = LEVEL_MAY };
    struct suite *suite;
    struct results rs = { 0 };
    struct about once;
    if (suite_open(&o, &suite, d) != 0)
        return -1;
    struct result *first = xcalloc(suite->count, sizeof *first);
    if (run_suite(suite, first, d) < 0)
        return -1;
    suite_tell(suite, true, &once);
    fill(&rs, suite, &once, first);
    write_page(&rs, page);
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
    figure[1] = RESULTS;
    /* The copy is used, or it would not be made. */
    int answer = memchr(to, 'y', bytes) ? diag_system(d, NULL, "a copy went wrong") : 0;
    free(from);
    free(to);
    return answer;
}

const struct bench_measure bench_page = { "page", 2, turn_page };
