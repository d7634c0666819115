/* trace.c - runs one case once and shows the trace, as a drawing or event by event. */
#include "runner/command/commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "explore/search.h"
#include "reports/result/shapes.h"
#include "runner/judge/judge.h"
#include "base/wrap.h"
#include "runner/judge/timeline.h"

static void free_event(struct result_event *e)
{
    free(e->label);
    free(e->value);
}

static void print_json(struct labels labels, const struct trace *t)
{
    for (uint64_t i = 0; i < t->count; i++) {
        struct result_event e = judge_event(labels, t, i);
        fields_print(stdout, &shape_event, &e);
        putchar('\n');
        free_event(&e);
    }
}

/* ---- figures ---- */

static void print_spread(const char *name, const char *of, const struct figures_spread *s)
{
    char text[5][32];
    if (s->count == 0)
        return;
    const int64_t value[] = { s->min_ns, s->mean_ns, s->p50_ns, s->p99_ns, s->max_ns };
    printf("  %-11s %-9s %6llu", name, of, (unsigned long long)s->count);
    for (size_t i = 0; i < ARRAY_SIZE(value); i++)
        printf(" %9s", figures_print_short(value[i], text[i]));
    putchar('\n');
}

static void print_spreads(const struct figures *f)
{
    if (f->lateness.count + f->latency.count == 0)
        return;
    printf("  %-11s %-9s %6s %9s %9s %9s %9s %9s\n", "", "", "count", "min", "mean", "p50", "p99",
           "max");
    print_spread("all timers", "lateness", &f->lateness);
    print_spread("all I/O", "latency", &f->latency);
    for (size_t i = 0; i < f->handle_count; i++) {
        const struct figures_handle *h = &f->handle[i];
        char drift[32];
        bool timer = h->role == FIGURES_TIMER;
        print_spread(h->name, timer ? "lateness" : "latency", &h->late);
        if (!timer)
            continue;
        print_spread(h->name, "period", &h->period);
        if (h->late.count > 0)
            printf("  %-11s %-9s %s\n", h->name, "drift", figures_print_short(h->drift_ns, drift));
    }
}

static void print_figures(const struct figures *f)
{
    char busy[32], idle[32], starved[32];
    puts("\nfigures");
    if (f->phases) {
        printf("  iterations %u, busy %s, idle %s, utilization %.3f\n", f->iterations,
               text_time(f->busy_ns, busy), text_time(f->idle_ns, idle), figures_utilization(f));
        printf("  longest without poll: %s, %llu callback%s\n",
               text_time(f->starvation_ns, starved), (unsigned long long)f->starvation_callbacks,
               text_plural(f->starvation_callbacks));
    }
    if (f->tick_run + f->microtask_run > 0)
        printf("  longest runs: %llu tick%s, %llu microtask%s\n", (unsigned long long)f->tick_run,
               text_plural(f->tick_run), (unsigned long long)f->microtask_run,
               text_plural(f->microtask_run));
    if (f->wakeups > 0)
        printf("  came back from a wait %llu time%s\n", (unsigned long long)f->wakeups,
               text_plural(f->wakeups));
    print_spreads(f);
}

/* A schedule belongs to one case, one backend and one profile. */
static int check_schedule(const struct schedule *s, const struct trace *t, struct diag *d)
{
    static const char hint[] = "a schedule is for the case, the backend and the profile that "
                               "'loopspec explore' printed it for";
    const struct schedule_step *wrong = s ? search_misstep(s, t) : NULL;
    if (!wrong)
        return 0;
    if (wrong->point > trace_open_choices(t))
        return diag_usage(d, hint,
                          "the schedule does not fit: there is no point %u, the last is %u",
                          wrong->point, trace_open_choices(t));
    return diag_usage(d, hint, "the schedule does not fit: point %u has no way %u, the last is %u",
                      wrong->point, wrong->way, t->choice[wrong->point - 1].ways - 1);
}

/* A line of the detail, wrapped at the width of the terminal; differences are in colour. */
static void print_line(const char *line, size_t columns, bool color)
{
    char *left = xasprintf("%*s", (int)strspn(line, " "), "");
    const char *ink = !color || line[0] == '\0' || line[1] != ' ' ? ""
                      : line[0] == '>'                            ? "\033[1;31m"
                      : line[0] == '!'                            ? "\033[33m"
                                                                  : "";
    fputs(ink, stdout);
    if (text_width(line) <= columns)
        fputs(line, stdout);
    else
        wrap_beside_in(stdout, columns, strlen(left), left, line + strlen(left));
    fputs(*ink ? "\033[m" : "", stdout);
    if (text_width(line) <= columns)
        putchar('\n');
    free(left);
}

static void print_verdict(const struct options *o, const struct result *r)
{
    size_t own = wrap_terminal(stdout), columns = own > 0 ? own : SIZE_MAX;
    bool color = options_want_color(o);
    char *sum = xasprintf("%s%s%s", verdict_name(r->verdict), r->reason[0] ? ": " : "", r->reason);
    char *clean = text_clean(r->detail, TEXT_LINES), *rest = clean;
    if (color)
        printf("\033[%sm", verdict_row(r->verdict)->color);
    wrap_beside_in(stdout, columns, 0, "", sum);
    fputs(color ? "\033[m" : "", stdout);
    for (char *line; (line = strsep(&rest, "\n")) && (*line || rest);)
        print_line(line, columns, color);
    free(clean);
    free(sum);
}

static int trace_case(const struct options *o, struct target *t, const struct suite *suite)
{
    struct diag d;
    struct result r;
    struct server_outcome end;
    const struct suite_case *c = &suite->item[0];
    char *misfit = target_missing_capability(
        t, &c->scenario); /* a case that is not judged can still be drawn */
    if (misfit) {
        text_line(stderr, "loopspec: %s on %s: skip: %s", c->name, t->spec, misfit);
        free(misfit);
        return STATUS_NOTHING;
    }
    if (target_run(t, c, &end, &d) < 0) {
        diag_print(&d, stderr);
        return diag_exit_status(&d);
    }
    const struct trace *trace = end.trace;
    if (check_schedule(t->schedule, trace, &d) < 0) {
        diag_print(&d, stderr);
        return diag_exit_status(&d);
    }
    judge(t, suite->catalogue, c, &end, &r);
    judge_keep(t, &end, &r);
    if (o->json) {
        print_json(end.labels, trace);
        fputs("{\"type\":\"figures\",", stdout);
        fields_print_members(stdout, &shape_figures, r.figures);
        puts("}");
    } else {
        char name[64];
        struct profile profile = target_profile(t, &c->scenario);
        char *title = xasprintf("%s: %s", c->name, r.title);
        wrap_print(stdout, 0, title);
        free(title);
        char *run = xasprintf("%s %s, profile %s, %s clock", t->spec, t->info.version,
                              profile_print(&profile, name), t->real_clock ? "real" : "virtual");
        wrap_print(stdout, 0, run);
        free(run);
        if (t->note[0])
            wrap_print(stdout, 0, t->note);
        putchar('\n');
        timeline_print(
            stdout, end.labels, trace,
            &(struct timeline_look){ .color = options_want_color(o),
                                     .broken = r.broken_count > 0 ? r.broken[0] : UINT64_MAX });
        print_figures(r.figures);
        putchar('\n');
        print_verdict(o, &r);
        if (r.output[0]) {
            puts("it printed:");
            wrap_indent(stdout, 4, r.output);
        }
    }
    int status = verdict_is_expected(r.verdict) ? STATUS_EXPECTED : STATUS_UNEXPECTED;
    result_release(&r);
    return status;
}

/* Open the target and parse the schedule. */
static int open_target(const struct options *o, const struct suite *suite, struct target *t,
                       struct schedule *s, struct diag *d)
{
    if (o->backend.count > 1)
        return diag_usage(d, "trace draws one run", "more than one backend");
    if (target_open(t, o->backend.count ? o->backend.item[0] : "reference", o,
                    &suite->catalogue->loops, d) < 0)
        return -1;
    if (!o->schedule)
        return 0;
    if (t->real_clock) {
        target_close(t);
        return diag_usage(d, NULL,
                          "a schedule is for the virtual clock: on the real one nobody "
                          "can choose");
    }
    t->schedule = s;
    return schedule_parse(o->schedule, s, d);
}

int cmd_trace(struct options *o)
{
    struct diag d;
    struct suite *suite;
    struct target t;
    struct schedule schedule = { 0 };
    int answer = suite_load_case(o, o->operand[0], &suite, &d);
    if (answer != 0)
        return suite_fail(suite, answer, &d);
    int status;
    if (open_target(o, suite, &t, &schedule, &d) < 0) {
        diag_print(&d, stderr);
        status = diag_exit_status(&d);
    } else {
        status = trace_case(o, &t, suite);
        target_close(&t);
    }
    schedule_release(&schedule);
    suite_close(suite);
    return status;
}
