#include "reports/result/format.h"

#include <stdlib.h>
#include "base/mem.h"
#include "reports/result/shapes.h"

struct json_report {
    FILE *out;
    size_t runs, cases; /* runs begun; cases written in the current run */
};

static void *begin(FILE *out, const struct report_plan *plan)
{
    struct json_report *j = xcalloc(1, sizeof *j);
    j->out = out;
    putc('{', out);
    fields_print_members(out, &shape_file,
                         &(struct results_file){ .version = plan->version,
                                                 .schema = RESULTS_SCHEMA,
                                                 .date = plan->date,
                                                 .about = plan->about });
    return j;
}

static void begin_run(void *state, const struct result_run *run)
{
    struct json_report *j = state;
    fputs(j->runs++ > 0 ? ",\n{" : "\n{", j->out);
    fields_print_members(j->out, &shape_run, &(struct results_run){ .run = *run });
    j->cases = 0;
}

static void write_result(void *state, const struct result *r)
{
    struct json_report *j = state;
    fputs(j->cases++ > 0 ? ",\n" : "\n", j->out);
    fields_print(j->out, &shape_case, r);
}

static void end_run(void *state, const struct result_summary *summary)
{
    struct json_report *j = state;
    fields_print_rest(j->out, &shape_run, &(struct results_run){ .summary = *summary });
}

static void end(void *state)
{
    struct json_report *j = state;
    fields_print_rest(j->out, &shape_file, &(struct results_file){ 0 });
    putc('\n', j->out);
    free(j);
}

const struct report_format report_json = {
    .name = "json",
    .what = "results for machines, one case a line; every other report can be made from it",
    .tells_about = true,
    .shows_events = true,
    .begin = begin,
    .run_begin = begin_run,
    .result = write_result,
    .run_end = end_run,
    .end = end,
};
