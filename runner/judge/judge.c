#include "runner/judge/judge.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "interface/backend.h"
#include "match/marks.h"
#include "runner/judge/describe.h"

/* On the real clock: a log that is later than it should be by up to this may be the fault of a busy
 * machine, not of the loop. */
#define REAL_TOLERANCE_NS 500000000ull
/* A runtime in another process, real clock: the time until a log reaches us counts, too, and often
 * the start of a process. So no log is too late; it can only be too early. */
#define OUTSIDE_TOLERANCE_NS PROGRAM_TIME_MAX
/* A runtime in another process, virtual clock: each reading of that clock advances it by a
 * microsecond. Start-up reads it some 300 times before the first callback, and each module that is
 * loaded on first use as often again. A timer that just misses a millisecond fires in the next.
 * Measured with Node 10 and 20: logs are up to 1.4 ms late. */
#define TICKING_TOLERANCE_NS 2000000ull

/* On the real clock: a run that waited longer than this for a processor proves nothing if it
 * fails. */
#define CPU_DELAY_MAX_NS 2000000ull

enum { KEEP_HEAD = 800, KEEP_TAIL = 400 };

/* ---- events ---- */

struct result_event judge_event(struct labels labels, const struct trace *t, uint64_t i)
{
    const struct trace_event *ev = &t->event[i];
    enum trace_kind kind = ev->kind;
    bool is_callback = trace_is_callback(kind);
    const char *label = labels_text(labels, ev->label);
    struct result_event out = {
        .label = kind == TRACE_CALL ? describe_call(labels, ev->took_ns, ev->label)
                                    : xstrdup(label),
        .kind = trace_kind_name(kind),
        .phase = trace_phase_name(ev->phase),
        .index = i,
        .at_ns = ev->at_ns,
        .due_ns = is_callback ? ev->due_ns : TRACE_NO_DUE,
        .took_ns = is_callback ? ev->took_ns : 0,
        .iteration = ev->iteration,
        .cause = ev->cause,
        .is_callback = is_callback,
        .has_value = kind == TRACE_OBSERVE || kind == TRACE_CALL,
    };
    if (out.has_value) {
        char value[32];
        bool names = kind == TRACE_CALL || match_names_errors(label);
        out.value = xstrdup(trace_value_print(ev->value, names, value));
    }
    return out;
}

bool judge_was_delayed(const struct trace *trace)
{
    return trace->cpu_delay_ns >= CPU_DELAY_MAX_NS;
}

bool judge_proves_nothing(const struct result *r, const struct trace *trace)
{
    return r->verdict == VERDICT_FAIL && judge_was_delayed(trace);
}

uint64_t judge_order(const struct trace *t)
{
    uint64_t hash = 14695981039346656037ull;
    for (uint64_t i = 0; i < t->count; i++) {
        const struct trace_event *ev = &t->event[i];
        if (!trace_is_log(ev->kind))
            continue;
        uint64_t value = ev->kind == TRACE_OBSERVE ? (uint64_t)ev->value : 0;
        hash = (hash ^ ev->label) * 1099511628211ull;
        hash = (hash ^ value) * 1099511628211ull;
    }
    return hash;
}

/* Copy the events into the result. Of a long trace only the first, the last, and those around the
 * event that broke the rule. */
static void keep_events(struct labels labels, const struct trace *t, struct result *r)
{
    const uint64_t middle = RESULT_EVENTS_MAX - KEEP_HEAD - KEEP_TAIL;
    uint64_t around = r->broken_count > 0 ? r->broken[0] : 0;
    uint64_t from = around > middle / 2 ? around - middle / 2 : 0;
    r->truncated = t->count > RESULT_EVENTS_MAX;
    size_t most = r->truncated ? RESULT_EVENTS_MAX : t->count;
    r->event = xcalloc(most, sizeof *r->event);
    for (uint64_t i = 0; i < t->count && r->event_count < most; i++) {
        bool kept = !r->truncated || i < KEEP_HEAD || i >= t->count - KEEP_TAIL ||
                    (i >= from && i < from + middle);
        if (kept)
            r->event[r->event_count++] = judge_event(labels, t, i);
    }
}

/* ---- verdicts ---- */

__attribute__((format(printf, 3, 4))) static void decide(struct result *r, enum verdict verdict,
                                                         const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    char *text = xvasprintf(fmt, args);
    va_end(args);
    free(r->reason);
    r->reason = text;
    r->verdict = verdict;
}

/* The verdict turned out not to be the loop's fault, so nothing is marked as broken. */
static void forget_break(struct result *r)
{
    r->detail[0] = r->marks[0] = '\0';
    r->broken_count = 0;
}

struct match_sight judge_sight(const struct target *t, const struct suite_case *c,
                               const struct trace *trace)
{
    bool real_clock = target_real_clock(t, &c->scenario);
    struct match_sight sight = { .phases = trace->phases,
                                 .logs_only = t->info.outside,
                                 .exact_time = !real_clock && !t->info.outside,
                                 .no_time = trace_shifts_time(trace) ||
                                            target_begins_apart(t, &c->scenario),
                                 .tolerance_ns = !t->info.outside ? REAL_TOLERANCE_NS
                                                 : real_clock     ? OUTSIDE_TOLERANCE_NS
                                                                  : TICKING_TOLERANCE_NS };
    /* DRIFT-6: Node's timers use a clock of whole milliseconds, so they may fire early by less than
     * one. */
    if (t->info.outside && c->scenario.layer == LAYER_NODE)
        sight.early_ns = 999999;
    return sight;
}

static size_t count_lines(const struct suite_case *c)
{
    size_t n = 0;
    for (size_t i = 0; i < c->expect_length; i++)
        n += c->expect_source[i] == '\n';
    return n + (c->expect_length > 0 && c->expect_source[c->expect_length - 1] != '\n');
}

static void judge_trace(const struct evidence *e, struct result *r)
{
    const struct target *t = e->target;
    const struct suite_case *c = e->c;
    const struct trace *trace = e->end->trace;
    struct labels labels = e->end->labels;
    if (!c->expect) {
        decide(r, VERDICT_PASS, "it ran to its end; there is no expected trace to judge it by");
        return;
    }
    char *unconcerned = target_other_loop(t, &c->scenario);
    if (unconcerned) {
        decide(r, VERDICT_SKIP, "%s", unconcerned);
        free(unconcerned);
        return;
    }
    struct match_result m;
    struct match_sight sight = judge_sight(t, c, trace);
    struct profile profile = target_profile(t, &c->scenario);
    match_trace(c->expect, &profile, labels, trace, &sight, &m);
    r->unjudged = m.unjudged;
    free(r->marks);
    r->marks = match_marks(c->expect, &profile, labels, trace, &sight, &m, count_lines(c));
    switch (m.verdict) {
    case MATCH_PASS: decide(r, VERDICT_PASS, "%s", ""); break;
    case MATCH_NOTHING: decide(r, VERDICT_SKIP, "nothing in it can be judged here"); break;
    case MATCH_INCONCLUSIVE: decide(r, VERDICT_INCONCLUSIVE, "%s", m.reason); break;
    case MATCH_FAIL:
        decide(r, VERDICT_FAIL, "%s", m.reason);
        free(r->detail);
        r->detail = describe_break(
            e, &m, match_nearest(c->expect, &profile, labels, trace, &sight, m.event));
        if (m.event < trace->count)
            r->broken[r->broken_count++] = m.event;
        if (m.other < trace->count)
            r->broken[r->broken_count++] = m.other;
        break;
    }
}

/* ---- calls that had failed ---- */

/* The call failed since the loop does not implement it. */
static bool is_missing(const struct trace_event *ev)
{
    return ev->value == -ENOSYS || ev->value == -ENOTSUP;
}

/* The first call that the loop does not implement; if there is none, the first call that failed;
 * if there is none, NULL. */
static const struct trace_event *find_failed(const struct trace *t)
{
    const struct trace_event *first = NULL;
    for (uint64_t i = 0; i < t->count; i++) {
        const struct trace_event *ev = &t->event[i];
        if (ev->kind != TRACE_CALL)
            continue;
        if (is_missing(ev))
            return ev;
        first = first ? first : ev;
    }
    return first;
}

/* A loop may refuse what it has no notion of, such as a priority or a flag, if the call itself
 * fails. Capabilities are too coarse to declare that, so it counts as a missing feature. Likewise a
 * run after the end of a loop that a stop ends for good, with whatever error. */
static bool is_refusal(const struct target *t, const struct trace_event *ev)
{
    static const size_t asking[] = {
#define MEMBER(name) offsetof(struct loop_backend, name)
        MEMBER(timer_start), MEMBER(timer_again), MEMBER(watch_start),
        MEMBER(poll_start),  MEMBER(read_start),  MEMBER(signal_start),
        MEMBER(write),       MEMBER(shutdown),    MEMBER(timer_set_repeat),
        MEMBER(connect),     MEMBER(listen),      MEMBER(handle_priority),
        MEMBER(configure),
#undef MEMBER
    };
    if (ev->took_ns == offsetof(struct loop_backend, run))
        return t->info.can & LOOP_CAN_FINAL;
    if (ev->value != -EINVAL && ev->value != -ERANGE && !is_missing(ev))
        return false;
    for (size_t i = 0; i < ARRAY_SIZE(asking); i++)
        if (asking[i] == ev->took_ns)
            return true;
    return false;
}

static bool observes_results(const struct block *b)
{
    for (uint32_t i = 0; b && i < b->count; i++) {
        const struct step *s = &b->step[i];
        if ((s->kind == STEP_OBSERVE && s->option == OBSERVE_RESULT) || observes_results(s->body) ||
            observes_results(s->otherwise))
            return true;
    }
    return false;
}

/* If the loop refused a call, no rule is broken and the case is skipped. A call that is not
 * implemented excuses every verdict, even a pass, since nothing was tested. Any other refusal
 * excuses only programs that do not observe results: one that does expects the error or not. A
 * crash is not excused, nor is an error, unless the world could not go on without what was
 * refused: a signal is raised that nobody watches. */
static bool is_excused(const struct evidence *e, const struct trace_event *failed, enum verdict v)
{
    const struct program *program = e->c->scenario.program;
    bool has_own_say = program && observes_results(&program->main);
    bool is_consequence = v == VERDICT_PASS || v == VERDICT_FAIL || v == VERDICT_TIMEOUT ||
                          (v == VERDICT_ERROR && e->end->trace->outcome == OUTCOME_HINDERED);
    if (!e->target->info.plugin || !is_consequence || !is_refusal(e->target, failed))
        return false;
    return is_missing(failed) || (v != VERDICT_PASS && !has_own_say);
}

/* Add the call that failed to the reason, or excuse the case because of it. */
static void add_failure(const struct evidence *e, struct result *r)
{
    const struct trace_event *failed = find_failed(e->end->trace);
    if (!failed || r->verdict == VERDICT_SKIP)
        return;
    char *text = describe_failed(e->end->labels, failed);
    if (is_excused(e, failed, r->verdict)) {
        decide(r, VERDICT_SKIP, "refused: %s", text);
        forget_break(r);
    } else if (r->verdict != VERDICT_PASS) {
        char *reason = xstrdup(r->reason);
        decide(r, r->verdict, "%s; %s", reason, text);
        free(reason);
    }
    free(text);
}

/* The process ended normally: judge by the outcome that the trace contains. */
static void judge_outcome(const struct evidence *e, struct result *r)
{
    const struct trace *trace = e->end->trace;
    char at[32], *where;
    text_time(trace->end_ns, at);
    switch ((enum trace_outcome)trace->outcome) {
    case OUTCOME_BUDGET:
        judge_trace(e, r);
        if (!scenario_budget(&e->c->scenario) && r->verdict != VERDICT_FAIL) {
            decide(r, VERDICT_TIMEOUT, "still running after %llu callbacks, at %s",
                   (unsigned long long)trace->callbacks, at);
        }
        break;
    case OUTCOME_FINISHED: judge_trace(e, r); break;
    case OUTCOME_STUCK:
        where = describe_site(e);
        decide(r, VERDICT_TIMEOUT, "waits for ever from %s on: nothing can wake it (%s)%s", at,
               trace->message, where);
        free(where);
        break;
    case OUTCOME_FULL:
        decide(r, VERDICT_INCONCLUSIVE, "the trace is full after %llu events",
               (unsigned long long)trace->count);
        break;
    case OUTCOME_STARVED:
        decide(r, VERDICT_FAIL, "%s, at %s", trace->message, at);
        free(r->detail);
        r->detail = describe_break(e, &(struct match_result){ .event = trace->count }, NULL);
        break;
    case OUTCOME_HINDERED:
    case OUTCOME_ERROR: decide(r, VERDICT_ERROR, "%s", trace->message); break;
    case OUTCOME_NONE: decide(r, VERDICT_ERROR, "no outcome was recorded"); break;
    }
}

void judge_init(const struct target *t, const struct suite_case *c, struct result *r)
{
    *r = (struct result){
        .name = c->name,
        .title = c->scenario.title,
        .rule = c->scenario.rule,
        .rule_count = c->scenario.rule_count,
        .verdict = VERDICT_ERROR, /* until something better is known */
        .reason = xstrdup(""),
        .detail = xstrdup(""),
        .output = xstrdup(""),
        .marks = xstrdup(""),
        .replay = describe_replay(t, c),
    };
}

void judge_skip(const struct target *t, const struct suite_case *c, char *reason, struct result *r)
{
    judge_init(t, c, r);
    r->verdict = VERDICT_SKIP;
    free(r->reason);
    r->reason = reason;
}

/* If the machine ran short of something, a failure is not the loop's fault: it becomes an error of
 * the system. A pass stays a pass. */
static void excuse(const char *shortage, struct result *r)
{
    const enum verdict v = r->verdict;
    if (shortage[0] == '\0' || v == VERDICT_PASS || v == VERDICT_SKIP)
        return;
    r->is_of_machine = true;
    if (strcmp(r->reason, shortage) == 0)
        return;
    bool is_error = v == VERDICT_ERROR;
    char *then = r->reason;
    r->reason = NULL;
    decide(r, VERDICT_ERROR, "%s; then %s%s%s", shortage, is_error ? "" : verdict_name(v),
           is_error ? "" : ": ", then);
    free(then);
    forget_break(r);
}

/* Judge by how the process ended. */
static void judge_end(const struct evidence *e, struct result *r)
{
    const struct server_outcome *end = e->end;
    char *where = describe_site(e);
    const char *signal = sigabbrev_np(end->code);
    switch (end->end) {
    case SERVER_DONE:
        judge_outcome(e, r);
        if (end->orphans > 0 && r->verdict == VERDICT_PASS)
            decide(r, VERDICT_ERROR, "it left %d process%s running", end->orphans,
                   end->orphans == 1 ? "" : "es");
        break;
    case SERVER_EXITED:
        decide(r, VERDICT_CRASH, "the process exited with %d%s", end->code, where);
        break;
    case SERVER_SIGNAL:
        decide(r, VERDICT_CRASH, "killed by SIG%s%s", signal ? signal : "?", where);
        break;
    case SERVER_TIMEOUT:
        decide(r, VERDICT_TIMEOUT, "still running after %u ms of %s time%s",
               end->code > 0 ? (unsigned)end->code : e->target->timeout_ms,
               end->code > 0 ? "processor" : "real", where);
        break;
    case SERVER_MEMORY:
        decide(r, VERDICT_CRASH, "it took more than 2 GiB of memory%s", where);
        break;
    case SERVER_PROCESSES:
        decide(r, VERDICT_CRASH, "it started more than 1,000 processes%s", where);
        break;
    case SERVER_DAMAGED: decide(r, VERDICT_CRASH, "it wrote over the trace"); break;
    case SERVER_FLOOD: decide(r, VERDICT_CRASH, "it printed more than 1 MiB%s", where); break;
    case SERVER_LOST:
        decide(r, VERDICT_CRASH, "it took the backend's own process with it%s", where);
        break;
    case SERVER_CUT_OFF: decide(r, VERDICT_ERROR, "%s", server_shortage(end)); break;
    case SERVER_BROKEN: decide(r, VERDICT_CRASH, "%s", end->trace->message); break;
    case SERVER_UNSUPPORTED: decide(r, VERDICT_SKIP, "%s", end->trace->message); break;
    }
    free(where);
}

void judge(const struct target *t, const struct catalogue *catalogue, const struct suite_case *c,
           const struct server_outcome *end, struct result *r)
{
    assert(end->trace);
    const struct evidence e = { t, catalogue, c, end };
    judge_init(t, c, r);
    r->real_ns = end->real_ns;
    r->virtual_ns = end->trace->end_ns;
    r->events = end->trace->count;
    free(r->output);
    r->output = xstrdup(end->output);
    judge_end(&e, r);
    add_failure(&e, r);
    excuse(server_shortage(end), r);
}

void judge_keep(const struct target *t, const struct server_outcome *end, struct result *r)
{
    assert(!r->event);
    assert(!r->figures);
    keep_events(end->labels, end->trace, r);
    r->figures = xmalloc(sizeof *r->figures);
    figures_init(r->figures, end->trace, end->labels.text, end->labels.count, &t->profile);
}
