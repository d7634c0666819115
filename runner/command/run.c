/* run.c - runs every selected case on every backend and reports the results. A case is a job of the
 * pool: it runs until a run proves something, and as often as --repeat says. Then its result goes
 * to all reports. --fail-fast and an interrupt end this backend and those after it; cases that were
 * not run are reported as such, so there are always as many results as planned. */
#include "runner/command/commands.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/mem.h"
#include "base/now.h"
#include "base/text.h"
#include "base/wrap.h"
#include "reports/report.h"
#include "runner/judge/baseline_check.h"
#include "runner/judge/gate.h"
#include "runner/judge/github_annotations.h"
#include "runner/judge/grade.h"
#include "runner/judge/origin.h"
#include "runner/judge/judge.h"
#include "runner/server/orphans.h"
#include "runner/server/pool.h"

enum { INTERRUPT_LATE_MS = 1000 };

struct run {
    const struct options *options;
    const struct suite *suite;
    struct option_list backend, format; /* as on the command line, or the default */
    struct report **report;
    size_t report_count;
    struct about about; /* filled in if a report shows it, like the origin */
    struct origin origin;
    struct github_annotations annotate;
    FILE *grades; /* printed after everything else */
    char *grades_text;
    size_t grades_size;
    struct pool pool;
    bool keeps_events; /* a report shows events and figures */
    struct progress progress;
    size_t shown; /* cases reported so far, over all backends */
    size_t in_all;
    const char *foreign_layer; /* layer of a case that the backend does not run; NULL: none */
    struct gate gate;
    bool update;          /* write the baselines */
    struct server *begun; /* of the first backend, started before the suite was read */
    int unloaded;         /* exit status: a later backend does not load; 0: all do */
    /* For the current backend: */
    struct target target;
    struct baseline_check baseline;
    struct result_summary summary;
};

/* ---- reporting ---- */

static void take_result(struct run *r, const struct suite_case *c, const struct result *result)
{
    result_summary_count(&r->summary, result);
    r->shown++;
    progress_show(&r->progress, "[%zu/%zu] %s %s", r->shown, r->in_all, r->target.spec,
                  result->name);
    for (size_t i = 0; i < r->report_count; i++)
        report_result(r->report[i], result);
    github_annotations_result(&r->annotate, r->target.spec, c->expect_path, result);
}

/* ---- one case ---- */

/* The runs of a case so far. */
struct attempts {
    struct result result; /* of the latest round; empty before the first */
    uint32_t rounds;      /* finished rounds of --repeat */
    uint32_t again;       /* runs of the current round that proved nothing */
    uint32_t passes;      /* runs of the current round that passed although a failure is known */
    uint32_t failures;    /* runs of the current round that failed although none is known */
    uint64_t *order;      /* hashes of the orders seen */
    size_t order_count, order_room;
};

static void note_order(struct attempts *a, uint64_t order)
{
    for (size_t i = 0; i < a->order_count; i++)
        if (a->order[i] == order)
            return;
    GROW(a->order, a->order_count, a->order_room);
    a->order[a->order_count++] = order;
}

/* With --repeat, the first round that is not as expected decides. */
static bool finish_round(struct run *r, struct attempts *a, struct result *result, uint64_t order)
{
    note_order(a, order);
    if (a->rounds > 0)
        result_release(&a->result);
    a->result = *result;
    a->rounds++;
    bool last = a->rounds == r->options->repeat || !verdict_is_expected(result->verdict);
    if (last && r->options->repeat > 1) {
        char *reason = xasprintf("%s%s%zu order%s in %u runs", result->reason,
                                 result->reason[0] ? "; " : "", a->order_count,
                                 a->order_count == 1 ? "" : "s", a->rounds);
        free(a->result.reason);
        a->result.reason = reason;
    }
    return last;
}

/* The machine was too slow: run it again. If no run proves anything, that is reported. */
static bool try_again(struct attempts *a, struct result *result, const char *seen)
{
    if (a->again++ < JUDGE_AGAIN_MAX)
        return true;
    char *reason = xasprintf("the machine was too busy to tell, %d times in a row; %s",
                             JUDGE_AGAIN_MAX + 1, seen);
    free(result->reason);
    result->reason = reason;
    result->verdict = VERDICT_INCONCLUSIVE;
    return false;
}

/* A known failure passes: is that certain? In virtual time a program of this process always does
 * the same. Elsewhere threads and the real clock matter, and one run that fails shows that the
 * failure is still there. */
static bool is_doubtful_pass(const struct run *r, const struct suite_case *c, struct attempts *a,
                             struct result *result, const struct trace *trace)
{
    bool by_chance = r->target.info.outside || target_real_clock(&r->target, &c->scenario);
    if (!by_chance || result->verdict != VERDICT_PASS)
        return false;
    if (judge_was_delayed(trace))
        return try_again(a, result, "it passed, and is known to fail");
    return ++a->passes < JUDGE_PASSES_MIN;
}

/* A case fails: is that certain? On the real clock a delay may be the machine's or a child's. A
 * loop that breaks a rule breaks it again. An error repeats, too, unless for example a signal was
 * raised before anybody watched it. The errors of runtimes are their adapters'. Whoever asks for
 * repetitions wants to see each failure. */
static bool is_doubtful_failure(const struct run *r, const struct suite_case *c, struct attempts *a,
                                const struct result *result)
{
    bool is_against = result->verdict == VERDICT_FAIL ||
                      (result->verdict == VERDICT_ERROR && !r->target.info.outside);
    return is_against && r->options->repeat == 1 && target_real_clock(&r->target, &c->scenario) &&
           ++a->failures < JUDGE_FAILURES_MIN;
}

/* Does the run prove nothing, so that another is needed? */
static bool proves_nothing(const struct run *r, const struct suite_case *c, struct attempts *a,
                           struct result *result, const struct trace *trace)
{
    if (baseline_check_never_passes(&r->baseline, &r->target, c) &&
        is_doubtful_pass(r, c, a, result, trace))
        return true;
    if (baseline_check_expects(&r->baseline, &r->target, c))
        return false;
    if (judge_proves_nothing(result, trace))
        return try_again(a, result, result->reason);
    return is_doubtful_failure(r, c, a, result);
}

/* A signal to all of our processes may reach a case before it reaches us. */
static bool ended_by_interrupt(struct run *r, const struct server_outcome *end)
{
    bool killed = end->end == SERVER_SIGNAL || end->end == SERVER_BROKEN;
    return killed && interrupt_is_one(end->code) &&
           pool_note_interrupt(&r->pool, INTERRUPT_LATE_MS);
}

/* True if the case needs no further run. */
static bool finish_run(struct run *r, const struct suite_case *c, struct attempts *a,
                       const struct server_outcome *end)
{
    struct result result;
    judge(&r->target, r->suite->catalogue, c, end, &result);
    if (proves_nothing(r, c, a, &result, end->trace)) {
        result_release(&result);
        return false;
    }
    a->again = a->passes = a->failures = 0;
    baseline_check_apply(&r->baseline, &r->target, c, &result);
    if (r->options->fail_fast && !verdict_is_expected(result.verdict))
        r->pool.stopping = true;
    bool done = finish_round(r, a, &result, judge_order(end->trace)) || r->pool.stopping;
    if (done && r->keeps_events)
        judge_keep(&r->target, end, &a->result);
    return done;
}

static int step(void *arg, struct pool_job *job, struct diag *d)
{
    struct run *r = arg;
    struct attempts *a = job->state;
    const struct suite_case *c = &r->suite->item[job->number];
    if (job->server) {
        struct server_outcome end;
        server_finish(job->server, &end);
        if (ended_by_interrupt(r, &end))
            return 1; /* it ends with all others */
        if (finish_run(r, c, a, &end))
            return 0;
    } else {
        char *misfit = target_why_skipped(&r->target, &c->scenario);
        if (misfit) {
            if (r->target.info.outside && !(r->target.info.layers & LAYER_BIT(c->scenario.layer)))
                r->foreign_layer = program_layer_name(c->scenario.layer);
            judge_skip(&r->target, c, misfit, &a->result);
            return 0;
        }
    }
    return target_start(&r->target, c, &job->server, d);
}

static const char *why_not_run(const struct run *r)
{
    if (r->pool.interrupted)
        return "interrupted";
    return r->target.server ? "--fail-fast" : "the backend does not load";
}

/* Report a case that was not run, or not to its end. */
static void take_not_run(struct run *r, const struct suite_case *c)
{
    struct result cut;
    judge_skip(&r->target, c, xasprintf(RESULT_NOT_RUN "%s", why_not_run(r)), &cut);
    take_result(r, c, &cut);
    result_release(&cut);
}

static int report_job(void *arg, struct pool_job *job, struct diag *d)
{
    struct run *r = arg;
    struct attempts *a = job->state;
    const struct suite_case *c = &r->suite->item[job->number];
    (void)d;
    if (job->done)
        take_result(r, c, &a->result);
    else
        take_not_run(r, c);
    if (job->done || a->rounds > 0)
        result_release(&a->result);
    free(a->order);
    return 0;
}

/* ---- one backend ---- */

static int grade(struct run *r, struct arena *arena, struct diag *d)
{
    progress_show(&r->progress, "grading %s", r->target.spec);
    int result = grade_target(r->suite, &r->target, r->options->jobs, r->pool.signals, r->grades,
                              arena, &r->summary, d);
    progress_clear(&r->progress);
    if (result > 0)
        pool_note_interrupt(&r->pool, 0);
    return result < 0 ? -1 : 0;
}

/* Run the cases of one backend and report them. */
static int run_cases(struct run *r, struct diag *d)
{
    char shard[SHARD_TEXT_MAX];
    uint64_t began_ns = now_ns();
    struct result_run about = target_describe(&r->target);
    about.shard = shard_print(&r->options->shard, shard);
    origin_tell(&r->origin, &about);
    r->summary = (struct result_summary){ 0 };
    for (size_t i = 0; i < r->report_count; i++)
        report_run_begin(r->report[i], &about);
    bool loads = r->target.server || r->pool.interrupted;
    int result = loads ? pool_run(&r->pool, d) : 0;
    for (size_t i = loads ? r->pool.begun : 0; i < r->suite->count; i++)
        take_not_run(r, &r->suite->item[i]);
    progress_clear(&r->progress);
    r->summary.real_ns = now_ns() - began_ns;
    struct arena grades = { 0 };
    if (result == 0 && r->options->grade && loads && !r->pool.interrupted)
        result = grade(r, &grades, d);
    for (size_t i = 0; i < r->report_count; i++)
        report_run_end(r->report[i], &r->summary);
    arena_release(&grades);
    gate_add(&r->gate, r->target.spec, &r->summary);
    return result;
}

/* What the backends before it have done must not be lost, so the run goes on without it. Not if
 * nothing has been done yet. */
static bool goes_on_without(struct run *r, const struct diag *why)
{
    if (r->shown == 0 || r->update)
        return false;
    progress_clear(&r->progress);
    diag_print(why, stderr);
    r->unloaded = diag_exit_status(why);
    return true;
}

static int run_backend(struct run *r, const char *spec, struct diag *d)
{
    struct pool *pool = &r->pool;
    struct server *begun = r->begun;
    r->begun = NULL;
    r->baseline = (struct baseline_check){ 0 };
    progress_show(&r->progress, "starting %s", spec);
    if (pool->interrupted || target_open_begun(&r->target, begun, spec, r->options,
                                               &r->suite->catalogue->loops, d) < 0) {
        if (!pool_note_interrupt(pool, 0) && !goes_on_without(r, d))
            return -1;
        target_init(&r->target, spec, r->options); /* only its name is reported */
    }
    progress_clear(&r->progress);
    int result = 0;
    if (r->target.server)
        result = baseline_check_open(&r->baseline, r->suite, &r->target, r->options, r->update, d);
    if (result == 0)
        result = run_cases(r, d);
    if (result == 0 && r->update && !pool->interrupted)
        result = baseline_check_write(&r->baseline, r->suite, &r->target, d);
    baseline_check_close(&r->baseline);
    target_close(&r->target);
    return result;
}

/* ---- the command ---- */

static const struct about *find_about(struct run *r)
{
    const struct options *o = r->options;
    bool whole = o->operand_count == 0 && o->exclude.count == 0 && o->level == LEVEL_MAY;
    bool wanted = false;
    for (size_t i = 0; i < r->format.count; i++) {
        const struct report_format *format = report_format_find(r->format.item[i]);
        wanted |= format->tells_about;
        r->keeps_events |= format->shows_events;
    }
    if (!wanted)
        return NULL;
    suite_tell(r->suite, whole && !r->suite->borrows_catalogue, &r->about);
    origin_init(&r->origin, o);
    return &r->about;
}

static int open_reports(struct run *r, struct diag *d)
{
    char date[32];
    struct report_plan plan = { .runs = r->backend.count,
                                .cases_in_all = r->in_all,
                                .version = LOOPSPEC_VERSION,
                                .color = options_want_color(r->options),
                                .quiet = r->options->quiet,
                                .columns = wrap_report(),
                                .date = report_date(date),
                                .about = find_about(r) };
    r->report = xcalloc(r->format.count, sizeof *r->report);
    for (size_t i = 0; i < r->format.count; i++) {
        r->report[i] = report_open(r->format.item[i], &plan, d);
        if (!r->report[i])
            return -1;
        r->report_count++;
    }
    return 0;
}

static int close_reports(struct run *r, struct diag *d)
{
    int result = 0;
    for (size_t i = 0; i < r->report_count; i++) {
        char *path = report_path(r->report[i]) ? xstrdup(report_path(r->report[i])) : NULL;
        if (report_close(r->report[i], d) < 0) {
            diag_print(d, stderr);
            result = -1;
        } else if (path && !r->options->quiet) {
            text_line(stderr, "wrote %s", path);
        }
        free(path);
    }
    return result;
}

static int verdict_of_run(const struct run *r)
{
    if (r->pool.interrupted)
        return STATUS_INTERRUPTED;
    if (r->unloaded)
        return r->unloaded;
    if (result_summary_broken(&r->gate.total) > 0 && !r->update)
        return STATUS_UNEXPECTED;
    if (gate_has_enough(&r->gate, r->options->min_cases))
        return STATUS_EXPECTED;
    if (r->foreign_layer)
        text_line(stderr,
                  "hint: cases of layer '%s' are for %s; 'loopspec run -b %s' runs all "
                  "that it can",
                  r->foreign_layer,
                  strcmp(r->foreign_layer, "core") == 0 ? "loops, as -b libuv" : "other runtimes",
                  r->gate.backend);
    return STATUS_NOTHING;
}

/* If all reports go to files, print a summary, so that nobody needs to open one. */
static void print_headline(const struct run *r)
{
    for (size_t i = 0; i < r->format.count; i++)
        if (!strchr(r->format.item[i], ':'))
            return;
    char *line = NULL;
    FILE *out = xopen_memstream(&line, NULL);
    result_summary_headline(&r->gate.total, out);
    fclose(out);
    fprintf(stderr, "loopspec: %s\n", line);
    free(line);
}

/* On standard output, unless that belongs to a report for machines. */
static void print_grades(struct run *r)
{
    FILE *out = stdout;
    for (size_t i = 0; i < r->format.count; i++)
        if (!strchr(r->format.item[i], ':') && strcmp(r->format.item[i], "pretty") != 0)
            out = stderr;
    fflush(r->grades);
    if (r->grades_size > 0)
        fprintf(out, "\n%s", r->grades_text);
}

static int finish_reports(struct run *r, int result, struct diag *d)
{
    progress_clear(&r->progress);
    if (result < 0) {
        diag_print(d, stderr);
        for (size_t i = 0; i < r->report_count; i++)
            report_abandon(r->report[i]);
        return diag_exit_status(d);
    }
    result = close_reports(r, d);
    print_headline(r);
    print_grades(r);
    return result < 0 ? STATUS_SYSTEM : verdict_of_run(r);
}

static int run_suite(struct options *o, bool update)
{
    const char *both[] = { "reference", "libuv" }, *pretty[] = { "pretty" };
    const struct option_list backend = o->backend.count ? o->backend
                                                        : (struct option_list){ both, 2, 2 };
    struct diag d;
    struct suite *suite;
    /* Early, so that reports are written whenever the interrupt comes. */
    int signals = interrupt_catch();
    if (!update && shard_adopt(&o->shard, &d) < 0) {
        diag_print(&d, stderr);
        return diag_exit_status(&d);
    }
    /* It loads its backend meanwhile. What is wrong with it is reported after the suite. */
    struct server *begun = server_begin(backend.item[0], &d);
    int answer = suite_open(o, &suite, &d);
    if (answer != 0) {
        server_close(begun);
        return suite_fail(suite, answer, &d);
    }
    struct run r = { .options = o,
                     .update = update,
                     .suite = suite,
                     .begun = begun,
                     .backend = backend,
                     .format = o->format.count ? o->format : (struct option_list){ pretty, 1, 1 },
                     .progress = options_progress(o) };
    r.in_all = suite->count * r.backend.count;
    r.pool = (struct pool){ .jobs = o->jobs,
                            .signals = signals,
                            .count = suite->count,
                            .state_size = sizeof(struct attempts),
                            .step = step,
                            .report = report_job,
                            .arg = &r };
    orphans_adopt();
    github_annotations_init(&r.annotate, stderr);
    r.grades = xopen_memstream(&r.grades_text, &r.grades_size);
    int result = open_reports(&r, &d);
    for (size_t i = 0; result == 0 && i < r.backend.count; i++)
        result = run_backend(&r, r.backend.item[i], &d);
    server_close(r.begun);
    int status = finish_reports(&r, result, &d);
    github_annotations_finish(&r.annotate);
    fclose(r.grades);
    free(r.grades_text);
    orphans_kill(); /* processes of servers that died before their cases */
    close(signals);
    free(r.report);
    about_release(&r.about);
    origin_release(&r.origin);
    suite_close(suite);
    return status;
}

int cmd_run(struct options *o)
{
    return run_suite(o, false);
}

int run_and_update(struct options *o)
{
    return run_suite(o, true);
}
