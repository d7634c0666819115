#include "reports/result/format.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include "base/mem.h"
#include "base/text.h"
#include "tap/tap.h"

struct tap_report {
    struct tap tap;
    char *backend; /* backend of the current run */
    struct result_summary total;
};

static enum tap_directive directive(enum verdict v)
{
    return !verdict_is_excused(v) ? TAP_PLAIN : verdict_row(v)->is_ok ? TAP_SKIP : TAP_TODO;
}

static void *begin(FILE *out, const struct report_plan *plan, unsigned version)
{
    assert(plan->cases_in_all <= UINT_MAX);
    struct tap_report *t = xcalloc(1, sizeof *t);
    tap_init(&t->tap, out, version);
    if (plan->cases_in_all == 0)
        tap_plan_skip(&t->tap, "no cases");
    else
        tap_plan(&t->tap, (unsigned)plan->cases_in_all);
    return t;
}

static void *begin_13(FILE *out, const struct report_plan *plan)
{
    return begin(out, plan, 13);
}

static void *begin_14(FILE *out, const struct report_plan *plan)
{
    return begin(out, plan, 14);
}

static void comment(struct tap_report *t, char *text)
{
    char *clean = text_clean(text, TEXT_LINE);
    tap_comment(&t->tap, clean);
    free(clean);
    free(text);
}

static void begin_run(void *state, const struct result_run *run)
{
    struct tap_report *t = state;
    free(t->backend);
    t->backend = xstrdup(run->backend);
    char *text = NULL;
    FILE *line = xopen_memstream(&text, NULL);
    fprintf(line, "%s %s, profile %s, %s clock", run->backend, run->version, run->profile,
            run->clock);
    if (run->shard) {
        fputs(", ", line);
        result_shard_print(run->shard, line);
    }
    fclose(line);
    comment(t, text);
    if (run->note)
        comment(t, xstrdup(run->note));
}

static void print_field(struct tap_report *t, const char *key, const char *value)
{
    char *clean = text_clean(value, TEXT_LINES);
    if (*clean)
        tap_yaml_field(&t->tap, key, clean);
    free(clean);
}

static void explain(struct tap_report *t, const struct result *r)
{
    char *rules = result_join_rules(r);
    tap_yaml_begin(&t->tap);
    print_field(t, "verdict", verdict_name(r->verdict));
    print_field(t, "reason", r->reason);
    print_field(t, "rules", rules);
    print_field(t, "replay", r->replay);
    print_field(t, "detail", r->detail);
    print_field(t, "output", r->output);
    tap_yaml_end(&t->tap);
    free(rules);
}

static void print_result(void *state, const struct result *r)
{
    struct tap_report *t = state;
    char *name = xasprintf("%s %s: %s", t->backend, r->name, r->title);
    char *clean = text_clean(name, TEXT_LINE);
    char *why = text_clean(r->reason, TEXT_LINE);
    tap_point(&t->tap, verdict_row(r->verdict)->is_ok, directive(r->verdict), why, clean);
    if (!verdict_is_expected(r->verdict))
        explain(t, r);
    free(why);
    free(clean);
    free(name);
}

static void end_run(void *state, const struct result_summary *summary)
{
    struct tap_report *t = state;
    char *text = NULL;
    FILE *line = xopen_memstream(&text, NULL);
    result_summary_add(&t->total, summary);
    fprintf(line, "%s: ", t->backend);
    result_summary_print(summary, line);
    fclose(line);
    comment(t, text);
}

/* A run that was cut short or lacks parts must not look as green as a whole one. */
static void end(void *state)
{
    struct tap_report *t = state;
    if (!result_summary_is_green(&t->total) && t->tap.failed == 0) {
        char *why = result_summary_lack(&t->total);
        tap_bail_out(&t->tap, why);
        free(why);
    }
    free(t->backend);
    free(t);
}

const struct report_format report_tap = {
    .name = "tap",
    .what = "Test Anything Protocol, version 13, as prove reads it",
    .begin = begin_13,
    .run_begin = begin_run,
    .result = print_result,
    .run_end = end_run,
    .end = end,
};

const struct report_format report_tap14 = {
    .name = "tap14",
    .what = "Test Anything Protocol, version 14",
    .begin = begin_14,
    .run_begin = begin_run,
    .result = print_result,
    .run_end = end_run,
    .end = end,
};
