/* explore.c - runs cases in every schedule that the rules permit. On the reference each alternative
 * of a `one of` must be reached, since the reference has every freedom that the rules give. Other
 * loops may be stricter than the rules. */
#include "runner/command/commands.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/text.h"
#include "base/wrap.h"
#include "explore/search.h"
#include "match/choices.h"
#include "runner/judge/judge.h"
#include "runner/server/pool.h"

enum {
    ORDERS_SHOWN = 8,
    LABELS_MAX = 400, /* bytes of an order that are stored */
};

struct count {
    size_t fine, broken, unjudged, skipped, bounded;
    uint64_t runs, orders;
};

struct show {
    const struct options *options;
    const struct suite *suite;
    struct target target;
    struct count count;
    bool must_reach; /* every alternative must be reached */
    struct progress progress;
};

/* An order of logs, and the first schedule that led to it. */
struct order {
    uint64_t print; /* a hash, see judge_order() */
    char *labels;   /* labels of its logs, separated by blanks; cut if long */
    char *schedule; /* "" for the usual schedule */
};

/* The exploration of one case: a job of the pool. */
struct exploration {
    char *misfit;                /* why the case is skipped; or NULL */
    struct target target;        /* with the schedule of the latest run */
    struct schedule latest;      /* that one */
    struct server_search search; /* how far it has come */
    struct order *order;
    size_t order_count, order_room;
    struct choices choices; /* alternatives that the runs have taken */
    bool broken;            /* a run was not as expected, which ended the search */
    char *schedule;         /* if broken: the schedule */
    struct result result;   /* if broken: the result */
};

/* ---- what is said of a case ---- */

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

static void print_extent(const struct exploration *e)
{
    uint32_t runs = e->search.runs;
    if (e->broken)
        printf("broken by schedule %u", runs);
    else if (e->search.complete)
        printf("%u schedule%s", runs, plural(runs));
    else
        printf("explored %u of at least %llu schedules, bound reached", runs,
               (unsigned long long)e->search.known);
}

static void print_orders(const struct exploration *e)
{
    if (e->order_count < 2)
        return;
    for (size_t i = 0; i < e->order_count && i < ORDERS_SHOWN; i++) {
        const struct order *o = &e->order[i];
        text_line(stdout, "        %-10s %s", o->schedule[0] ? o->schedule : "usual", o->labels);
    }
    if (e->order_count > ORDERS_SHOWN)
        printf("        and %zu more\n", e->order_count - ORDERS_SHOWN);
}

static void print_missed(const struct exploration *e, const struct suite_case *c)
{
    for (size_t i = 0; i < e->choices.count; i++)
        if (e->choices.choice[i].taken == 0)
            text_line(stdout, "      not reached: the alternative at %s:%u", c->expect_path,
                      e->choices.choice[i].item->at.line);
}

static void print_broken(const struct exploration *e)
{
    const struct result *r = &e->result;
    printf("      schedule %s\n", e->schedule[0] ? e->schedule : "usual");
    text_line(stdout, "      %s: %s", verdict_name(r->verdict), r->reason);
    wrap_indent(stdout, 8, r->detail);
    if (r->output[0]) {
        puts("      it printed:");
        wrap_indent(stdout, 8, r->output);
    }
    text_line(stdout, "      replay  %s", r->replay);
}

static void print_explored(struct show *x, const struct suite_case *c, const struct exploration *e)
{
    size_t missed = e->broken ? 0 : choices_missed(&e->choices);
    bool whole = e->search.complete;
    bool fine = !e->broken && !(missed > 0 && whole && x->must_reach);
    bool judged = e->broken || c->expect; /* a crash is broken even without an expectation */
    x->count.unjudged += !judged;
    x->count.fine += fine && judged;
    x->count.broken += !fine;
    x->count.bounded += !whole && !e->broken;
    x->count.runs += e->search.runs;
    x->count.orders += e->order_count;
    if (x->options->quiet && fine && judged)
        return;
    printf("%s  ", !judged ? "seen" : fine ? "ok  " : "FAIL");
    text_print(stdout, c->name, TEXT_LINE);
    fputs(": ", stdout);
    print_extent(e);
    if (!e->broken)
        printf(", %zu order%s", e->order_count, plural(e->order_count));
    if (!e->broken && e->choices.count > 0)
        printf(", %zu of %zu alternatives reached", e->choices.count - missed, e->choices.count);
    puts(judged ? "" : "; nothing was judged");
    if (e->broken) {
        print_broken(e);
    } else {
        print_orders(e);
        print_missed(e, c);
    }
    if (!judged)
        printf("      there is no expected trace at '%s'\n", c->expect_path);
}

/* ---- orders ---- */

static char *print_labels(struct labels labels, const struct trace *t)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = xopen_memstream(&text, &size);
    for (uint64_t i = 0; i < t->count && size < LABELS_MAX; i++) {
        if (!trace_is_log(t->event[i].kind))
            continue;
        struct result_event e = judge_event(labels, t, i);
        fprintf(out, "%s%s%s%s", size > 0 ? " " : "", e.label, e.has_value ? "=" : "",
                e.has_value ? e.value : "");
        free(e.label);
        free(e.value);
    }
    if (size >= LABELS_MAX)
        fputs(" ...", out);
    fclose(out);
    return text;
}

static void note_order(struct exploration *e, const struct suite_case *c, const struct trace *t,
                       const struct schedule *schedule)
{
    uint64_t print = judge_order(t);
    for (size_t i = 0; i < e->order_count; i++)
        if (e->order[i].print == print)
            return;
    GROW(e->order, e->order_count, e->order_room);
    e->order[e->order_count++] = (struct order){ print, print_labels(c->scenario.labels, t),
                                                 schedule_print(schedule) };
}

/* ---- runs ---- */

static char *find_misfit(const struct target *t, const struct scenario *s)
{
    if (t->real_clock)
        return xstrdup("needs the virtual clock: on the real one nobody can choose");
    return target_why_skipped(t, s);
}

/* Must each schedule have a process of its own? The leaks of a plug-in are looked for at the end of
 * its process. */
static bool needs_processes(const struct show *x, const struct suite_case *c)
{
    return x->options->full || x->target.info.plugin ||
           target_real_clock(&x->target, &c->scenario) ||
           program_is_of_process(c->scenario.program);
}

/* False if there is nothing to explore. */
static bool begin(const struct show *x, const struct suite_case *c, struct exploration *e)
{
    struct profile profile = target_profile(&x->target, &c->scenario);
    e->target = x->target;
    e->misfit = find_misfit(&x->target, &c->scenario);
    if (e->misfit)
        return false;
    if (!x->target.info.outside) /* no schedule can be chosen there: only the usual run exists */
        e->target.explore = (struct server_explore){ x->options->bound, needs_processes(x, c),
                                                     x->options->full };
    if (c->expect)
        choices_init(&e->choices, c->expect, &profile);
    return true;
}

static void note_run(struct exploration *e, const struct suite_case *c, const struct trace *trace)
{
    struct match_sight sight = judge_sight(&e->target, c, trace);
    struct profile profile = target_profile(&e->target, &c->scenario);
    if (c->expect)
        choices_note(&e->choices, c->expect, &profile, c->scenario.labels, trace, &sight);
    note_order(e, c, trace, e->target.schedule);
}

/* A scenario must depend on the schedule only: two runs of one schedule meet the same points. */
static void note_other_points(struct result *r)
{
    r->verdict = VERDICT_ERROR;
    free(r->reason);
    r->reason = xstrdup("another run of the same schedule met other points: something decides "
                        "that the world does not rule");
}

/* A run that is not as expected is stored and ends the search. */
static void finish_run(const struct show *x, const struct suite_case *c, struct exploration *e,
                       const struct server_outcome *end)
{
    struct result r;
    judge(&e->target, x->suite->catalogue, c, end, &r);
    if (verdict_is_expected(r.verdict) && end->search.left_schedule)
        note_other_points(&r);
    e->broken = !verdict_is_expected(r.verdict);
    if (e->broken) {
        e->schedule = schedule_print(e->target.schedule);
        e->result = r;
    } else {
        note_run(e, c, end->trace);
        result_release(&r);
    }
}

/* A run has ended whose trace differs from those before it. */
static int take_run(struct show *x, struct pool_job *job, const struct suite_case *c,
                    const struct server_outcome *end, struct diag *d)
{
    struct exploration *e = job->state;
    schedule_release(&e->latest);
    search_taken(end->trace, &e->latest);
    e->target.schedule = &e->latest;
    finish_run(x, c, e, end);
    progress_show(&x->progress, "[%zu/%zu] %s: schedule %u of %llu", job->number + 1,
                  x->suite->count, c->name, e->search.runs, (unsigned long long)e->search.known);
    if (end->search.continues && server_go_on(job->server, !e->broken, d) < 0)
        return -1;
    return end->search.continues && !e->broken;
}

static int step(void *arg, struct pool_job *job, struct diag *d)
{
    struct show *x = arg;
    struct exploration *e = job->state;
    const struct suite_case *c = &x->suite->item[job->number];
    struct server_outcome end;
    if (!job->server)
        return begin(x, c, e) ? target_start(&e->target, c, &job->server, d) : 0;
    server_finish(job->server, &end);
    e->search = end.search;
    if (e->target.explore.bound == 0)
        e->search = (struct server_search){ .complete = true, .runs = 1, .known = 1 };
    else if (end.end == SERVER_DONE && !end.search.continues)
        return 0;
    return take_run(x, job, c, &end, d);
}

static void exploration_release(struct exploration *e)
{
    for (size_t i = 0; i < e->order_count; i++) {
        free(e->order[i].labels);
        free(e->order[i].schedule);
    }
    free(e->order);
    choices_release(&e->choices);
    if (e->broken)
        result_release(&e->result);
    free(e->schedule);
    free(e->misfit);
    schedule_release(&e->latest);
}

static int report_job(void *arg, struct pool_job *job, struct diag *d)
{
    struct show *x = arg;
    struct exploration *e = job->state;
    const struct suite_case *c = &x->suite->item[job->number];
    (void)d;
    progress_clear(&x->progress);
    if (job->done && e->misfit && !x->options->quiet)
        text_line(stdout, "skip  %s: %s", c->name, e->misfit);
    else if (job->done && !e->misfit)
        print_explored(x, c, e);
    x->count.skipped += e->misfit != NULL;
    exploration_release(e);
    return 0;
}

/* ---- the command ---- */

static int explore_backend(struct show *x, const char *spec, struct diag *d)
{
    const struct target *t = &x->target;
    if (target_open(&x->target, spec, x->options, &x->suite->catalogue->loops, d) < 0)
        return -1;
    x->must_reach = strcmp(t->info.name, "reference") == 0;
    x->count = (struct count){ 0 };
    text_line(stdout, "%s %s, profile %s", t->spec, t->info.version, t->profile_name);
    if (t->note[0])
        text_line(stdout, "%s", t->note);
    int result = pool_run(&(struct pool){ .jobs = x->options->jobs,
                                          .signals = -1,
                                          .count = x->suite->count,
                                          .state_size = sizeof(struct exploration),
                                          .step = step,
                                          .report = report_job,
                                          .arg = x },
                          d);
    target_close(&x->target);
    if (result < 0)
        return -1;
    const struct count *n = &x->count;
    size_t cases = n->fine + n->broken + n->unjudged;
    printf("%zu case%s in %llu schedule%s, %llu order%s: %zu ok, %zu not; %zu skipped", cases,
           plural(cases), (unsigned long long)n->runs, plural(n->runs),
           (unsigned long long)n->orders, plural(n->orders), n->fine, n->broken, n->skipped);
    printf(n->unjudged ? ", %zu not judged\n" : "\n", n->unjudged);
    if (n->bounded > 0)
        printf("note: %zu case%s reached the bound of %u schedules; --bound raises it\n",
               n->bounded, plural(n->bounded), x->options->bound);
    return 0;
}

static int explore_all(struct show *x)
{
    static const char *const reference[] = { "reference" };
    const struct option_list *b = &x->options->backend;
    const char *const *spec = b->count ? b->item : reference;
    const size_t count = b->count ? b->count : 1;
    int status = STATUS_EXPECTED;
    for (size_t i = 0; i < count; i++) {
        struct diag d;
        if (explore_backend(x, spec[i], &d) < 0) {
            diag_print(&d, stderr);
            return diag_exit_status(&d);
        }
        if (x->count.broken > 0)
            status = STATUS_UNEXPECTED;
        else if (x->count.fine + x->count.unjudged == 0 && status == STATUS_EXPECTED)
            status = STATUS_NOTHING;
    }
    return status;
}

/* A program without an expected trace is explored, too: its orders are shown. */
static int open_suite(const struct options *o, struct suite **suite, struct diag *d)
{
    const char *dot = o->operand_count == 1 ? strrchr(o->operand[0], '.') : NULL;
    if (dot && strcmp(dot, ".loop") == 0)
        return suite_load_case(o, o->operand[0], suite, d);
    return suite_open(o, suite, d);
}

int cmd_explore(struct options *o)
{
    struct diag d;
    struct suite *suite;
    int answer = open_suite(o, &suite, &d);
    if (answer != 0)
        return suite_fail(suite, answer, &d);
    struct show x = { .options = o, .suite = suite, .progress = options_progress(o) };
    int status = explore_all(&x);
    suite_close(suite);
    return status;
}
