/* cmd_trace.c - one case, one run, every event. */
#include "runner/commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/lex.h"
#include "reports/json.h"
#include "runner/judge.h"

static void free_event(struct result_event *e)
{
    free(e->label);
    free(e->value);
}

static void print_json(const struct suite_case *c, const struct trace *t)
{
    for (uint64_t i = 0; i < t->count; i++) {
        struct result_event e = judge_event(c->program, t, i);
        json_t *line = report_json_event(&e);
        json_dumpf(line, stdout, REPORT_JSON_FLAGS);
        putchar('\n');
        json_decref(line);
        free_event(&e);
    }
}

static void print_callback(const struct result_event *e)
{
    char text[32];
    printf("%s%s%s", e->kind, e->label[0] ? " " : "", e->label);
    if (e->due_ns != TRACE_NO_DUE && e->at_ns > e->due_ns)
        printf("  %s late", lex_print_duration(e->at_ns - e->due_ns, text));
    if (e->took_ns > 0)
        printf("  took %s", lex_print_duration(e->took_ns, text));
    putchar('\n');
}

static void print_table(const struct suite_case *c, const struct trace *t)
{
    char at[32];
    uint32_t iteration = 0;
    printf("%10s  %-8s  %s\n", "time", "phase", "event");
    for (uint64_t i = 0; i < t->count; i++) {
        struct result_event e = judge_event(c->program, t, i);
        if (e.iteration > iteration && t->phases) {
            printf("---------- iteration %u\n", e.iteration);
            iteration = e.iteration;
        }
        printf("%10s  %-8s  %s", lex_print_duration(e.at_ns, at), e.phase,
               e.is_callback || strcmp(e.phase, "main") == 0 ? "" : "    ");
        if (e.is_callback)
            print_callback(&e);
        else
            printf("%s%s%s\n", e.label, e.has_value ? " = " : "", e.has_value ? e.value : "");
        free_event(&e);
    }
}

static int trace_case(const struct options *o, struct target *t, const struct suite *suite)
{
    struct diag d;
    struct result r;
    struct server_outcome end;
    const struct suite_case *c = &suite->item[0];
    char *misfit = target_misfit(t, c->program);
    if (misfit) {
        fprintf(stderr, "loopspec: %s on %s: skip: %s\n", c->name, t->spec, misfit);
        free(misfit);
        return STATUS_NOTHING;
    }
    if (target_run(t, c, &end, &d) < 0) {
        diag_print(&d, stderr);
        return diag_exit_status(&d);
    }
    const struct trace *trace = server_trace(t->server);
    judge(t, suite->catalogue, c, &end, trace, &r);
    if (o->json) {
        print_json(c, trace);
    } else {
        printf("%s: %s\n%s %s, profile %s, %s clock\n\n", c->name, r.title, t->spec,
               t->info.version, t->profile_name, t->real_clock ? "real" : "virtual");
        print_table(c, trace);
        printf("\n%s%s%s\n", verdict_name(r.verdict), r.reason[0] ? ": " : "", r.reason);
        fputs(r.detail, stdout);
        if (r.output[0])
            printf("it printed:\n%s\n", r.output);
    }
    int status = verdict_is_expected(r.verdict) ? STATUS_EXPECTED : STATUS_UNEXPECTED;
    result_release(&r);
    return status;
}

int cmd_trace(struct options *o)
{
    struct diag d;
    struct suite *suite;
    struct target t;
    int answer = suite_load_case(o, o->operand[0], &suite, &d);
    if (answer != 0)
        return suite_fail(suite, answer, &d);
    int status;
    if (o->backend.count > 1) {
        diag_usage(&d, "trace draws one run", "more than one backend");
        diag_print(&d, stderr);
        status = diag_exit_status(&d);
    } else if (target_open(&t, o->backend.count ? o->backend.item[0] : "reference", o, &d) < 0) {
        diag_print(&d, stderr);
        status = diag_exit_status(&d);
    } else {
        status = trace_case(o, &t, suite);
        target_close(&t);
    }
    suite_close(suite);
    return status;
}
