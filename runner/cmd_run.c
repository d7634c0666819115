/* cmd_run.c - every selected case on every backend, and what became of them.
 *
 * The happy path, per backend: open a server, and up to -j more beside it; hand
 * each idle one the next case; judge what comes back; report in the order of the
 * plan, whatever order the cases ended in.
 * Ways out: --fail-fast and an interrupt stop handing out cases; what was not run
 * is reported as such, so that a report always has as many results as its plan. After an
 * interrupt nothing that is under way is judged: whoever interrupted us may have
 * interrupted the cases, too. */
#include "runner/commands.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/now.h"
#include "reports/report.h"
#include "runner/annotate.h"
#include "runner/grade.h"
#include "runner/interrupt.h"
#include "runner/judge.h"
#include "runner/known.h"
#include "runner/strays.h"

enum { INTERRUPT_LATE_MS = 1000 };

struct slot {
    struct result result;
    bool done;
    uint32_t rounds; /* of --repeat, finished */
    uint32_t again;  /* runs of the current round that proved nothing */
    uint64_t *order; /* distinct ones seen */
    size_t order_count, order_room;
};

struct worker {
    struct server *server;
    size_t index; /* of the case under way */
    bool busy;
};

struct run {
    const struct options *options;
    const struct suite *suite;
    struct report **report;
    size_t report_count;
    struct about about; /* filled if a report tells it */
    struct annotate annotate;
    FILE *grades; /* told after all else */
    char *grades_text;
    size_t grades_size;
    int signals; /* signalfd: an interrupt makes it readable */
    bool interrupted;
    bool stopping; /* hand out no more cases */
    bool progress; /* stderr is a terminal */
    size_t shown;  /* cases reported so far, over all backends */
    size_t in_all;
    size_t ran_least;            /* the fewest cases that ran on any backend */
    struct result_summary total; /* over all backends */
    bool update;                 /* write the baselines */
    /* per backend */
    struct target target;
    struct known known;
    struct slot *slot;
    size_t next, reported;
    struct worker *worker;
    size_t worker_count;
    struct result_summary summary;
};

/* ---- reporting ---- */

/* Cut at the terminal's edge: a line that is broken in two cannot be taken back. */
static void show_progress(struct run *r, const char *name)
{
    struct winsize size;
    if (!r->progress)
        return;
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    char *line = xasprintf("[%zu/%zu] %s %s", r->shown, r->in_all, r->target.spec, name);
    fprintf(stderr, "\r\033[K%.*s", known ? size.ws_col - 1 : 79, line);
    free(line);
}

static void clear_progress(const struct run *r)
{
    if (r->progress)
        fputs("\r\033[K", stderr);
}

static void report_done(struct run *r)
{
    for (; r->reported < r->suite->count && r->slot[r->reported].done; r->reported++) {
        struct result *result = &r->slot[r->reported].result;
        result_summary_count(&r->summary, result);
        r->shown++;
        show_progress(r, result->name);
        for (size_t i = 0; i < r->report_count; i++)
            report_result(r->report[i], result);
        annotate_result(&r->annotate, r->target.spec, r->suite->item[r->reported].expect_path,
                        result);
        result_release(result);
        free(r->slot[r->reported].order);
    }
}

/* ---- one case ---- */

static void note_order(struct slot *s, uint64_t order)
{
    for (size_t i = 0; i < s->order_count; i++)
        if (s->order[i] == order)
            return;
    GROW(s->order, s->order_count, s->order_room);
    s->order[s->order_count++] = order;
}

/* With --repeat the first round that is not as expected is the one that counts. */
static bool finish_round(struct run *r, struct slot *s, struct result *result, uint64_t order)
{
    note_order(s, order);
    if (s->rounds > 0)
        result_release(&s->result);
    s->result = *result;
    s->rounds++;
    bool last = s->rounds == r->options->repeat || !verdict_is_expected(result->verdict);
    if (last && r->options->repeat > 1) {
        char *reason = xasprintf("%s%s%zu order%s in %u runs", result->reason,
                                 result->reason[0] ? "; " : "", s->order_count,
                                 s->order_count == 1 ? "" : "s", s->rounds);
        free(s->result.reason);
        s->result.reason = reason;
    }
    return last;
}

/* If it never proves anything, that is what is reported. */
static bool proves_nothing(struct slot *s, struct result *result, const struct trace *trace)
{
    if (!judge_proves_nothing(result, trace))
        return false;
    if (s->again++ < JUDGE_AGAIN_MAX)
        return true;
    char *reason = xasprintf("the machine was too busy to tell, %d times in a row; %s",
                             JUDGE_AGAIN_MAX + 1, result->reason);
    free(result->reason);
    result->reason = reason;
    result->verdict = VERDICT_INCONCLUSIVE;
    return false;
}

static int start_case(struct run *r, struct worker *w, size_t index, struct diag *d)
{
    w->index = index;
    w->busy = target_start(&r->target, w->server, &r->suite->item[index], d) == 0;
    return w->busy ? 0 : -1;
}

static bool note_interrupt(struct run *r, int wait_ms)
{
    struct pollfd pfd = { r->signals, POLLIN, 0 };
    if (poll(&pfd, 1, wait_ms) > 0) {
        interrupt_take(r->signals);
        r->interrupted = r->stopping = true;
    }
    return r->interrupted;
}

/* A signal to all of our processes may reach a case before it reaches us. */
static bool ended_by_interrupt(struct run *r, const struct server_outcome *end)
{
    bool killed = end->end == SERVER_SIGNAL || end->end == SERVER_BROKEN;
    return killed && interrupt_is_one(end->code) && note_interrupt(r, INTERRUPT_LATE_MS);
}

static int finish_case(struct run *r, struct worker *w, struct diag *d)
{
    struct slot *s = &r->slot[w->index];
    struct server_outcome end;
    struct result result;
    server_finish(w->server, &end);
    if (ended_by_interrupt(r, &end)) {
        w->busy = false;
        return 0;
    }
    const struct trace *trace = server_trace(w->server);
    const struct suite_case *c = &r->suite->item[w->index];
    judge(&r->target, r->suite->catalogue, c, &end, trace, &result);
    w->busy = false;
    if (!known_expects(&r->known, &r->target, c) && proves_nothing(s, &result, trace)) {
        result_release(&result);
        return start_case(r, w, w->index, d);
    }
    s->again = 0;
    known_apply(&r->known, &r->target, c, &result);
    if (r->options->fail_fast && !verdict_is_expected(result.verdict))
        r->stopping = true;
    s->done = finish_round(r, s, &result, judge_order(trace));
    if (!s->done && !r->stopping)
        return start_case(r, w, w->index, d);
    s->done = true;
    return 0;
}

/* ---- one backend ---- */

static void leave_out(struct run *r, size_t index, char *reason)
{
    if (r->slot[index].rounds > 0)
        result_release(&r->slot[index].result);
    judge_skip(&r->target, &r->suite->item[index], reason, &r->slot[index].result);
    r->slot[index].done = true;
}

static struct worker *idle_worker(struct run *r, struct diag *d)
{
    for (size_t i = 0; i < r->worker_count; i++)
        if (!r->worker[i].busy)
            return &r->worker[i];
    if (r->worker_count == r->options->jobs)
        return NULL;
    struct worker *w = &r->worker[r->worker_count];
    w->server = r->worker_count == 0 ? r->target.server : server_open(r->target.spec, d);
    if (!w->server)
        return NULL;
    r->worker_count++;
    return w;
}

static int hand_out(struct run *r, struct diag *d)
{
    while (r->next < r->suite->count && !r->stopping) {
        char *misfit = target_misfit(&r->target, &r->suite->item[r->next].scenario);
        if (misfit) {
            leave_out(r, r->next++, misfit);
            continue;
        }
        struct worker *w = idle_worker(r, d);
        if (!w)
            return 0;
        if (start_case(r, w, r->next, d) < 0)
            return -1;
        r->next++;
    }
    return 0;
}

static int wait_for_any(struct run *r, struct diag *d)
{
    struct pollfd *pfd = xcalloc(r->worker_count + 1, sizeof *pfd);
    size_t n = 0;
    pfd[n++] = (struct pollfd){ r->signals, POLLIN, 0 };
    for (size_t i = 0; i < r->worker_count; i++)
        pfd[n++] = (struct pollfd){ r->worker[i].busy ? server_fd(r->worker[i].server) : -1, POLLIN,
                                    0 };
    int result = 0;
    int ready = poll(pfd, n, TARGET_LOOK_MS);
    for (size_t i = 0; ready == 0 && i < r->worker_count; i++)
        server_watch(r->worker[i].server);
    if (ready < 0 && errno != EINTR)
        result = diag_system(d, NULL, "cannot wait for the cases: %s", strerror(errno));
    note_interrupt(r, 0);
    for (size_t i = 0; result == 0 && i < r->worker_count && !r->interrupted; i++)
        if (r->worker[i].busy && pfd[i + 1].revents)
            result = finish_case(r, &r->worker[i], d);
    free(pfd);
    return result;
}

static bool any_busy(const struct run *r)
{
    for (size_t i = 0; i < r->worker_count; i++)
        if (r->worker[i].busy)
            return true;
    return false;
}

static void leave_out_rest(struct run *r)
{
    const char *why = r->interrupted ? RESULT_NOT_RUN "interrupted" : RESULT_NOT_RUN "--fail-fast";
    for (size_t i = 0; i < r->suite->count; i++)
        if (!r->slot[i].done && i >= r->reported)
            leave_out(r, i, xstrdup(why));
    report_done(r);
}

static int run_cases(struct run *r, struct diag *d)
{
    int result = hand_out(r, d);
    report_done(r);
    while (result == 0 && any_busy(r) && !r->interrupted) {
        result = wait_for_any(r, d);
        report_done(r);
        if (result == 0)
            result = hand_out(r, d);
        report_done(r);
    }
    /* A server that is being started again lets itself be interrupted. */
    return result < 0 && note_interrupt(r, 0) ? 0 : result;
}

static size_t ran_count(const struct result_summary *s)
{
    return result_summary_total(s) - s->count[VERDICT_SKIP];
}

static int grade(struct run *r, struct diag *d)
{
    if (!r->options->grade || r->interrupted)
        return 0;
    if (r->progress)
        fprintf(stderr, "\r\033[Kgrading %s", r->target.spec);
    int result = grade_target(r->suite, &r->target, r->grades, d);
    clear_progress(r);
    if (result > 0)
        note_interrupt(r, 0);
    return result < 0 ? -1 : 0;
}

static int run_target(struct run *r, struct diag *d)
{
    r->next = r->reported = r->worker_count = 0;
    uint64_t began_ns = now_ns();
    r->summary = (struct result_summary){ 0 };
    r->slot = xcalloc(r->suite->count, sizeof *r->slot);
    r->worker = xcalloc(r->options->jobs, sizeof *r->worker);
    char shard[SHARD_TEXT_MAX];
    struct result_run about = target_describe(&r->target);
    about.shard = shard_print(&r->options->shard, shard);
    for (size_t i = 0; i < r->report_count; i++)
        report_run_begin(r->report[i], &about);

    int result = run_cases(r, d);
    for (size_t i = 1; i < r->worker_count; i++)
        server_close(r->worker[i].server);
    leave_out_rest(r);
    clear_progress(r);
    r->summary.real_ns = now_ns() - began_ns;
    for (size_t i = 0; i < r->report_count; i++)
        report_run_end(r->report[i], &r->summary);
    result_summary_add(&r->total, &r->summary);
    if (ran_count(&r->summary) < r->ran_least)
        r->ran_least = ran_count(&r->summary);
    free(r->worker);
    free(r->slot);
    return result;
}

static int run_backend(struct run *r, const char *spec, struct diag *d)
{
    if (!r->interrupted && target_open(&r->target, spec, r->options, d) < 0 &&
        !note_interrupt(r, 0))
        return -1;
    if (!r->target.server) { /* a run of which there is nothing to tell but that */
        target_leave(&r->target, spec);
        return run_target(r, d);
    }
    int result = known_open(&r->known, r->suite, &r->target, r->options, r->update, d);
    if (result == 0)
        result = run_target(r, d);
    if (result == 0)
        result = grade(r, d);
    if (result == 0 && r->update && !r->interrupted)
        result = known_write(&r->known, r->suite, &r->target, d);
    known_close(&r->known);
    target_close(&r->target);
    return result;
}

/* ---- the command ---- */

static const char *const default_backends[] = { "reference", "libuv" };

static size_t backend_count(const struct options *o)
{
    return o->backend.count ? o->backend.count : ARRAY_SIZE(default_backends);
}

static const char *backend_at(const struct options *o, size_t i)
{
    return o->backend.count ? o->backend.item[i] : default_backends[i];
}

static const struct about *tell_about(struct run *r, const char *const *spec, size_t count)
{
    const struct options *o = r->options;
    bool whole = o->operand_count == 0 && o->exclude.count == 0 && o->level == LEVEL_MAY;
    for (size_t i = 0; i < count; i++) {
        if (!report_tells_about(spec[i]))
            continue;
        suite_tell(r->suite, whole && !r->suite->borrows_catalogue, &r->about);
        return &r->about;
    }
    return NULL;
}

static int open_reports(struct run *r, struct diag *d)
{
    char date[32];
    static const char *const pretty[] = { "pretty" };
    const struct option_list *format = &r->options->format;
    size_t count = format->count ? format->count : 1;
    const char *const *spec = format->count ? format->item : pretty;
    struct report_plan plan = { .runs = backend_count(r->options),
                                .cases_in_all = r->in_all,
                                .version = LOOPSPEC_VERSION,
                                .color = options_want_color(stdout),
                                .date = report_date(date),
                                .about = tell_about(r, spec, count) };
    r->report = xcalloc(count, sizeof *r->report);
    for (size_t i = 0; i < count; i++) {
        r->report[i] = report_open(spec[i], &plan, d);
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
        } else if (path) {
            fprintf(stderr, "wrote %s\n", path);
        }
        free(path);
    }
    return result;
}

static int verdict_of_run(const struct run *r)
{
    size_t least = r->options->min_cases > 1 ? r->options->min_cases : 1;
    if (r->interrupted)
        return STATUS_INTERRUPTED;
    if (result_summary_broken(&r->total) > 0 && !r->update)
        return STATUS_UNEXPECTED;
    if (r->ran_least >= least)
        return STATUS_EXPECTED;
    fprintf(stderr, "loopspec: error: only %zu case%s ran on a backend, %zu %s wanted\n",
            r->ran_least, r->ran_least == 1 ? "" : "s", least, least == 1 ? "is" : "are");
    return STATUS_NOTHING;
}

/* Whoever sends all reports to files shall not have to open one to hear how it went. */
static void print_headline(const struct run *r)
{
    const struct option_list *format = &r->options->format;
    for (size_t i = 0; i < format->count; i++)
        if (!strchr(format->item[i], ':'))
            return;
    if (format->count == 0)
        return;
    fputs("loopspec: ", stderr);
    result_summary_headline(&r->total, stderr);
    putc('\n', stderr);
}

/* Where people look: a report for machines keeps standard output for itself. */
static void print_grades(struct run *r)
{
    FILE *out = stdout;
    const struct option_list *format = &r->options->format;
    for (size_t i = 0; i < format->count; i++)
        if (!strchr(format->item[i], ':') && strcmp(format->item[i], "pretty") != 0)
            out = stderr;
    fflush(r->grades);
    if (r->grades_size > 0)
        fprintf(out, "\n%s", r->grades_text);
}

static int run_all(struct run *r)
{
    struct diag d;
    int result = open_reports(r, &d);
    for (size_t i = 0; result == 0 && i < backend_count(r->options); i++)
        result = run_backend(r, backend_at(r->options, i), &d);
    if (result < 0) {
        diag_print(&d, stderr);
        for (size_t i = 0; i < r->report_count; i++)
            report_abandon(r->report[i]);
        return diag_exit_status(&d);
    }
    result = close_reports(r, &d);
    print_headline(r);
    print_grades(r);
    return result < 0 ? STATUS_SYSTEM : verdict_of_run(r);
}

static int run_suite(struct options *o, bool update)
{
    struct diag d;
    struct suite *suite;
    int signals = interrupt_catch(); /* early, so that the reports are written whenever it comes */
    if (!update && shard_adopt(&o->shard, &d) < 0) {
        diag_print(&d, stderr);
        return diag_exit_status(&d);
    }
    int answer = suite_open(o, &suite, &d);
    if (answer != 0)
        return suite_fail(suite, answer, &d);
    struct run r = { .options = o,
                     .update = update,
                     .suite = suite,
                     .progress = isatty(STDERR_FILENO),
                     .ran_least = SIZE_MAX,
                     .signals = signals,
                     .in_all = suite->count * backend_count(o) };
    strays_adopt();
    annotate_init(&r.annotate, stderr);
    r.grades = open_memstream(&r.grades_text, &r.grades_size);
    int status = run_all(&r);
    annotate_finish(&r.annotate);
    fclose(r.grades);
    free(r.grades_text);
    strays_end(); /* of servers that died before their cases' own */
    close(r.signals);
    free(r.report);
    about_release(&r.about);
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
