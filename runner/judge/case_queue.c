#include "runner/judge/case_queue.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/mem.h"
#include "runner/judge/judge.h"

enum { INTERRUPT_LATE_MS = 1000 };

struct slot {
    struct result result;
    bool done;
    uint32_t rounds; /* of --repeat, finished */
    uint32_t again;  /* runs of the current round that proved nothing */
    uint32_t passes; /* runs of the current round that passed against what is known */
    uint64_t *order; /* distinct ones seen */
    size_t order_count, order_room;
};

struct worker {
    struct server *server;
    size_t index; /* of the case under way */
    bool busy;
};

/* ---- one case ---- */

static void note_order(struct slot *slot, uint64_t order)
{
    for (size_t i = 0; i < slot->order_count; i++)
        if (slot->order[i] == order)
            return;
    GROW(slot->order, slot->order_count, slot->order_room);
    slot->order[slot->order_count++] = order;
}

/* With --repeat the first round that is not as expected is the one that counts. */
static bool finish_round(struct case_queue *q, struct slot *slot, struct result *result,
                         uint64_t order)
{
    note_order(slot, order);
    if (slot->rounds > 0)
        result_release(&slot->result);
    slot->result = *result;
    slot->rounds++;
    bool last = slot->rounds == q->options->repeat || !verdict_is_expected(result->verdict);
    if (last && q->options->repeat > 1) {
        char *reason = xasprintf("%s%s%zu order%s in %u runs", result->reason,
                                 result->reason[0] ? "; " : "", slot->order_count,
                                 slot->order_count == 1 ? "" : "s", slot->rounds);
        free(slot->result.reason);
        slot->result.reason = reason;
    }
    return last;
}

/* The machine held it up: run it again. If it never proves anything, that is what is reported. */
static bool try_again(struct slot *slot, struct result *result, const char *seen)
{
    if (slot->again++ < JUDGE_AGAIN_MAX)
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
                             struct slot *slot, struct result *result, const struct trace *trace)
{
    bool by_chance = q->target->info.outside || target_real_clock(q->target, &c->scenario);
    if (!by_chance || result->verdict != VERDICT_PASS)
        return false;
    if (judge_was_delayed(trace))
        return try_again(slot, result, "it passed, and is known to fail");
    return ++slot->passes < JUDGE_PASSES_MIN;
}

/* Is the run no evidence, so that another must be made? */
static bool proves_nothing(const struct case_queue *q, const struct suite_case *c,
                           struct slot *slot, struct result *result, const struct trace *trace)
{
    if (baseline_check_never_passes(q->baseline, q->target, c) &&
        is_doubtful_pass(q, c, slot, result, trace))
        return true;
    return !baseline_check_expects(q->baseline, q->target, c) &&
           judge_proves_nothing(result, trace) && try_again(slot, result, result->reason);
}

static int start_case(struct case_queue *q, struct worker *w, size_t index, struct diag *d)
{
    w->index = index;
    w->busy = target_start(q->target, w->server, &q->suite->item[index], d) == 0;
    return w->busy ? 0 : -1;
}

bool case_queue_note_interrupt(struct case_queue *q, int wait_ms)
{
    struct pollfd pfd = { q->signals, POLLIN, 0 };
    if (poll(&pfd, 1, wait_ms) > 0)
        q->interrupted = q->stopping = true;
    return q->interrupted;
}

/* A signal to all of our processes may reach a case before it reaches us. */
static bool ended_by_interrupt(struct case_queue *q, const struct server_outcome *end)
{
    bool killed = end->end == SERVER_SIGNAL || end->end == SERVER_BROKEN;
    return killed && interrupt_is_one(end->code) && case_queue_note_interrupt(q, INTERRUPT_LATE_MS);
}

static int finish_case(struct case_queue *q, struct worker *w, struct diag *d)
{
    struct slot *slot = &q->slot[w->index];
    struct server_outcome end;
    struct result result;
    server_finish(w->server, &end);
    if (ended_by_interrupt(q, &end)) {
        w->busy = false;
        return 0;
    }
    const struct trace *trace = server_trace(w->server);
    const struct suite_case *c = &q->suite->item[w->index];
    judge(q->target, q->suite->catalogue, c, &end, trace, &result);
    w->busy = false;
    if (proves_nothing(q, c, slot, &result, trace)) {
        result_release(&result);
        return start_case(q, w, w->index, d);
    }
    slot->again = slot->passes = 0;
    baseline_check_apply(q->baseline, q->target, c, &result);
    if (q->options->fail_fast && !verdict_is_expected(result.verdict))
        q->stopping = true;
    slot->done = finish_round(q, slot, &result, judge_order(trace));
    if (!slot->done && !q->stopping)
        return start_case(q, w, w->index, d);
    slot->done = true;
    return 0;
}

/* ---- all of them ---- */

static void leave_out(struct case_queue *q, size_t index, char *reason)
{
    if (q->slot[index].rounds > 0)
        result_release(&q->slot[index].result);
    judge_skip(q->target, &q->suite->item[index], reason, &q->slot[index].result);
    q->slot[index].done = true;
}

static struct worker *idle_worker(struct case_queue *q, struct diag *d)
{
    for (size_t i = 0; i < q->worker_count; i++)
        if (!q->worker[i].busy)
            return &q->worker[i];
    if (q->worker_count == q->options->jobs)
        return NULL;
    struct worker *w = &q->worker[q->worker_count];
    w->server = q->worker_count == 0 ? q->target->server : server_open(q->target->spec, d);
    if (!w->server)
        return NULL;
    q->worker_count++;
    return w;
}

static int hand_out(struct case_queue *q, struct diag *d)
{
    while (q->next < q->suite->count && !q->stopping) {
        char *misfit = target_why_skipped(q->target, &q->suite->item[q->next].scenario);
        if (misfit) {
            leave_out(q, q->next++, misfit);
            continue;
        }
        struct worker *w = idle_worker(q, d);
        if (!w)
            return 0;
        if (start_case(q, w, q->next, d) < 0)
            return -1;
        q->next++;
    }
    return 0;
}

static int wait_for_any(struct case_queue *q, struct diag *d)
{
    struct pollfd *pfd = xcalloc(q->worker_count + 1, sizeof *pfd);
    size_t n = 0;
    pfd[n++] = (struct pollfd){ q->signals, POLLIN, 0 };
    for (size_t i = 0; i < q->worker_count; i++)
        pfd[n++] = (struct pollfd){ q->worker[i].busy ? server_fd(q->worker[i].server) : -1, POLLIN,
                                    0 };
    int result = 0;
    int ready = poll(pfd, n, TARGET_LOOK_MS);
    for (size_t i = 0; ready == 0 && i < q->worker_count; i++)
        server_watch(q->worker[i].server);
    if (ready < 0 && errno != EINTR)
        result = diag_system(d, NULL, "cannot wait for the cases: %s", strerror(errno));
    case_queue_note_interrupt(q, 0);
    for (size_t i = 0; result == 0 && i < q->worker_count && !q->interrupted; i++)
        if (q->worker[i].busy && pfd[i + 1].revents)
            result = finish_case(q, &q->worker[i], d);
    free(pfd);
    return result;
}

static bool any_busy(const struct case_queue *q)
{
    for (size_t i = 0; i < q->worker_count; i++)
        if (q->worker[i].busy)
            return true;
    return false;
}

static void tell_done(struct case_queue *q)
{
    for (; q->told < q->suite->count && q->slot[q->told].done; q->told++) {
        struct slot *slot = &q->slot[q->told];
        q->tell(q->arg, q->told, &slot->result);
        result_release(&slot->result);
        free(slot->order);
    }
}

static void leave_out_rest(struct case_queue *q)
{
    const char *why = q->interrupted ? RESULT_NOT_RUN "interrupted" : RESULT_NOT_RUN "--fail-fast";
    for (size_t i = 0; i < q->suite->count; i++)
        if (!q->slot[i].done && i >= q->told)
            leave_out(q, i, xstrdup(why));
    tell_done(q);
}

static int run_cases(struct case_queue *q, struct diag *d)
{
    int result = hand_out(q, d);
    tell_done(q);
    while (result == 0 && any_busy(q) && !q->interrupted) {
        result = wait_for_any(q, d);
        tell_done(q);
        if (result == 0)
            result = hand_out(q, d);
        tell_done(q);
    }
    /* A server that is being started again lets itself be interrupted. */
    return result < 0 && case_queue_note_interrupt(q, 0) ? 0 : result;
}

int case_queue_run(struct case_queue *q, const struct target *t, struct baseline_check *baseline,
                   struct diag *d)
{
    q->target = t;
    q->baseline = baseline;
    q->next = q->told = q->worker_count = 0;
    q->slot = xcalloc(q->suite->count, sizeof *q->slot);
    q->worker = xcalloc(q->options->jobs, sizeof *q->worker);
    int result = run_cases(q, d);
    for (size_t i = 1; i < q->worker_count; i++)
        server_close(q->worker[i].server);
    leave_out_rest(q);
    free(q->worker);
    free(q->slot);
    return result;
}
