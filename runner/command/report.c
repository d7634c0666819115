/* report.c - makes reports from stored results: in another format, or of several runs and shards
 * together. Runs nothing. */
#include "runner/command/commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "base/wrap.h"
#include "reports/report.h"
#include "runner/judge/gate.h"

static int write_report(const struct options *o, const struct stored *s, const char *spec,
                        struct diag *d)
{
    struct report_plan plan = stored_plan(s);
    plan.color = options_want_color(o);
    plan.quiet = o->quiet;
    plan.columns = wrap_report();
    struct report *r = report_open(spec, &plan, d);
    if (!r)
        return -1;
    report_stored(r, s);
    if (report_close(r, d) < 0)
        return -1;
    const char *colon = strchr(spec, ':');
    if (colon && !o->quiet)
        text_line(stderr, "wrote %s", colon + 1);
    return 0;
}

static int write_reports(const struct options *o, const struct stored *s, struct diag *d)
{
    if (o->format.count == 0)
        return write_report(o, s, "pretty", d);
    for (size_t i = 0; i < o->format.count; i++)
        if (write_report(o, s, o->format.item[i], d) < 0)
            return -1;
    return 0;
}

/* Print the missing parts. False if there are none. */
static bool print_missing(const struct stored *s)
{
    bool printed = false;
    for (size_t i = 0; i < s->run_count; i++) {
        char *missing = stored_missing(s, i);
        if (!missing)
            continue;
        text_line(stderr, "loopspec: error: %s", missing);
        free(missing);
        printed = true;
    }
    return printed;
}

/* The exit status, as for a run, of results that were made in parts. */
static int status_of(const struct options *o, const struct stored *s)
{
    struct gate gate = { 0 };
    for (size_t i = 0; i < s->run_count; i++)
        gate_add(&gate, s->run[i].run.backend, &s->run[i].summary);
    bool lacks_parts = print_missing(s);
    if (result_summary_broken(&gate.total) > 0)
        return STATUS_UNEXPECTED;
    if (gate.total.not_run > 0) {
        fprintf(stderr, "loopspec: error: a run was cut: %zu case%s not run\n", gate.total.not_run,
                text_plural(gate.total.not_run));
        return STATUS_INTERRUPTED;
    }
    if (lacks_parts)
        return STATUS_NOTHING;
    return gate_has_enough(&gate, o->min_cases) ? STATUS_EXPECTED : STATUS_NOTHING;
}

int cmd_report(struct options *o)
{
    struct diag d;
    struct stored s = { 0 };
    int answer = 0;
    for (size_t i = 0; answer == 0 && i < o->operand_count; i++)
        answer = stored_read(&s, o->operand[i], &d);
    if (answer == 0) {
        stored_finish(&s);
        answer = write_reports(o, &s, &d);
    }
    int status = answer == 0 ? status_of(o, &s) : diag_report(&d);
    stored_release(&s);
    return status;
}
