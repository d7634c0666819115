#include "runner/judge/case_queue.h"

#include <stdlib.h>

#include "base/interrupt.h"
#include "base/mem.h"
#include "runner/judge/judge.h"

enum { INTERRUPT_LATE_MS = 1000 };

/* The runs of a case so far. */
struct attempts {
    struct result result; /* of the latest round, if there was one */
    uint32_t rounds;      /* of --repeat, finished */
    uint32_t again;       /* runs of the current round that proved nothing */
    uint32_t passes;      /* runs of the current round that passed against what is known */
    uint64_t *order;      /* distinct ones seen */
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

/* With --repeat the first round that is not as expected is the one that counts. */
static bool finish_round(struct case_queue *q, struct attempts *a, struct result *result,
                         uint64_t order)
{
    note_order(a, order);
    if (a->rounds > 0)
        result_release(&a->result);
    a->result = *result;
    a->rounds++;
    bool last = a->rounds == q->options->repeat || !verdict_is_expected(result->verdict);
    if (last && q->options->repeat > 1) {
        char *reason = xasprintf("%s%s%zu order%s in %u runs", result->reason,
                                 result->reason[0] ? "; " : "", a->order_count,
                                 a->order_count == 1 ? "" : "s", a->rounds);
        free(a->result.reason);
        a->result.reason = reason;
    }
    return last;
}

/* The machine held it up: run it again. If it never proves anything, that is what is reported. */
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

/* A known failure that passes. The same program always does the same in virtual time and in this
 * process; elsewhere threads and the clock have a say, and one run that fails shows that the
 * failure is still there. */
static bool is_doubtful_pass(const struct case_queue *q, const struct suite_case *c,
                             struct attempts *a, struct result *result, const struct trace *trace)
{
    bool by_chance = q->target->info.outside || target_real_clock(q->target, &c->scenario);
    if (!by_chance || result->verdict != VERDICT_PASS)
        return false;
    if (judge_was_delayed(trace))
        return try_again(a, result, "it passed, and is known to fail");
    return ++a->passes < JUDGE_PASSES_MIN;
}

/* Is the run no evidence, so that another must be made? */
static bool proves_nothing(const struct case_queue *q, const struct suite_case *c,
                           struct attempts *a, struct result *result, const struct trace *trace)
{
    if (baseline_check_never_passes(q->baseline, q->target, c) &&
        is_doubtful_pass(q, c, a, result, trace))
        return true;
    return !baseline_check_expects(q->baseline, q->target, c) &&
           judge_proves_nothing(result, trace) && try_again(a, result, result->reason);
}

/* A signal to all of our processes may reach a case before it reaches us. */
static bool ended_by_interrupt(struct case_queue *q, const struct server_outcome *end)
{
    bool killed = end->end == SERVER_SIGNAL || end->end == SERVER_BROKEN;
    return killed && interrupt_is_one(end->code) &&
           pool_note_interrupt(&q->pool, INTERRUPT_LATE_MS);
}

/* True if the case needs no further run. */
static bool finish_run(struct case_queue *q, const struct suite_case *c, struct attempts *a,
                       const struct server_outcome *end)
{
    struct result result;
    judge(q->target, q->suite->catalogue, c, end, &result);
    if (proves_nothing(q, c, a, &result, end->trace)) {
        result_release(&result);
        return false;
    }
    a->again = a->passes = 0;
    baseline_check_apply(q->baseline, q->target, c, &result);
    if (q->options->fail_fast && !verdict_is_expected(result.verdict))
        q->pool.stopping = true;
    bool done = finish_round(q, a, &result, judge_order(end->trace)) || q->pool.stopping;
    if (done && q->keeps_events)
        judge_keep(q->target, end, &a->result);
    return done;
}

static int step(void *arg, struct pool_job *job, struct diag *d)
{
    struct case_queue *q = arg;
    struct attempts *a = job->state;
    const struct suite_case *c = &q->suite->item[job->number];
    if (job->server) {
        struct server_outcome end;
        server_finish(job->server, &end);
        if (ended_by_interrupt(q, &end))
            return 1; /* it is cut with all others */
        if (finish_run(q, c, a, &end))
            return 0;
    } else {
        char *misfit = target_why_skipped(q->target, &c->scenario);
        if (misfit) {
            judge_skip(q->target, c, misfit, &a->result);
            return 0;
        }
    }
    return target_start(q->target, c, &job->server, d);
}

/* Tell of a case that was not run, or not to its end. */
static void tell_cut(const struct case_queue *q, const struct suite_case *c)
{
    struct result r;
    judge_skip(q->target, c,
               xasprintf(RESULT_NOT_RUN "%s", q->pool.interrupted ? "interrupted" : "--fail-fast"),
               &r);
    q->tell(q->arg, c, &r);
    result_release(&r);
}

static int tell(void *arg, struct pool_job *job, struct diag *d)
{
    const struct case_queue *q = arg;
    struct attempts *a = job->state;
    const struct suite_case *c = &q->suite->item[job->number];
    (void)d;
    if (job->done)
        q->tell(q->arg, c, &a->result);
    else
        tell_cut(q, c);
    if (job->done || a->rounds > 0)
        result_release(&a->result);
    free(a->order);
    return 0;
}

int case_queue_run(struct case_queue *q, struct diag *d)
{
    q->pool.jobs = q->options->jobs;
    q->pool.count = q->suite->count;
    q->pool.state_size = sizeof(struct attempts);
    q->pool.step = step;
    q->pool.tell = tell;
    q->pool.arg = q;
    int result = pool_run(&q->pool, d);
    for (size_t i = q->pool.begun; i < q->suite->count; i++)
        tell_cut(q, &q->suite->item[i]);
    return result;
}
