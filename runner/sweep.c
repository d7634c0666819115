#include "runner/sweep.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "runner/interrupt.h"
#include "runner/judge.h"

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
static bool finish_round(struct sweep *s, struct slot *slot, struct result *result, uint64_t order)
{
    note_order(slot, order);
    if (slot->rounds > 0)
        result_release(&slot->result);
    slot->result = *result;
    slot->rounds++;
    bool last = slot->rounds == s->options->repeat || !verdict_is_expected(result->verdict);
    if (last && s->options->repeat > 1) {
        char *reason = xasprintf("%s%s%zu order%s in %u runs", result->reason,
                                 result->reason[0] ? "; " : "", slot->order_count,
                                 slot->order_count == 1 ? "" : "s", slot->rounds);
        free(slot->result.reason);
        slot->result.reason = reason;
    }
    return last;
}

/* If it never proves anything, that is what is reported. */
static bool proves_nothing(struct slot *slot, struct result *result, const struct trace *trace)
{
    if (!judge_proves_nothing(result, trace))
        return false;
    if (slot->again++ < JUDGE_AGAIN_MAX)
        return true;
    char *reason = xasprintf("the machine was too busy to tell, %d times in a row; %s",
                             JUDGE_AGAIN_MAX + 1, result->reason);
    free(result->reason);
    result->reason = reason;
    result->verdict = VERDICT_INCONCLUSIVE;
    return false;
}

static int start_case(struct sweep *s, struct worker *w, size_t index, struct diag *d)
{
    w->index = index;
    w->busy = target_start(s->target, w->server, &s->suite->item[index], d) == 0;
    return w->busy ? 0 : -1;
}

bool sweep_note_interrupt(struct sweep *s, int wait_ms)
{
    struct pollfd pfd = { s->signals, POLLIN, 0 };
    if (poll(&pfd, 1, wait_ms) > 0) {
        interrupt_take(s->signals);
        s->interrupted = s->stopping = true;
    }
    return s->interrupted;
}

/* A signal to all of our processes may reach a case before it reaches us. */
static bool ended_by_interrupt(struct sweep *s, const struct server_outcome *end)
{
    bool killed = end->end == SERVER_SIGNAL || end->end == SERVER_BROKEN;
    return killed && interrupt_is_one(end->code) && sweep_note_interrupt(s, INTERRUPT_LATE_MS);
}

static int finish_case(struct sweep *s, struct worker *w, struct diag *d)
{
    struct slot *slot = &s->slot[w->index];
    struct server_outcome end;
    struct result result;
    server_finish(w->server, &end);
    if (ended_by_interrupt(s, &end)) {
        w->busy = false;
        return 0;
    }
    const struct trace *trace = server_trace(w->server);
    const struct suite_case *c = &s->suite->item[w->index];
    judge(s->target, s->suite->catalogue, c, &end, trace, &result);
    w->busy = false;
    if (!known_expects(s->known, s->target, c) && proves_nothing(slot, &result, trace)) {
        result_release(&result);
        return start_case(s, w, w->index, d);
    }
    slot->again = 0;
    known_apply(s->known, s->target, c, &result);
    if (s->options->fail_fast && !verdict_is_expected(result.verdict))
        s->stopping = true;
    slot->done = finish_round(s, slot, &result, judge_order(trace));
    if (!slot->done && !s->stopping)
        return start_case(s, w, w->index, d);
    slot->done = true;
    return 0;
}

/* ---- all of them ---- */

static void leave_out(struct sweep *s, size_t index, char *reason)
{
    if (s->slot[index].rounds > 0)
        result_release(&s->slot[index].result);
    judge_skip(s->target, &s->suite->item[index], reason, &s->slot[index].result);
    s->slot[index].done = true;
}

static struct worker *idle_worker(struct sweep *s, struct diag *d)
{
    for (size_t i = 0; i < s->worker_count; i++)
        if (!s->worker[i].busy)
            return &s->worker[i];
    if (s->worker_count == s->options->jobs)
        return NULL;
    struct worker *w = &s->worker[s->worker_count];
    w->server = s->worker_count == 0 ? s->target->server : server_open(s->target->spec, d);
    if (!w->server)
        return NULL;
    s->worker_count++;
    return w;
}

static int hand_out(struct sweep *s, struct diag *d)
{
    while (s->next < s->suite->count && !s->stopping) {
        char *misfit = target_misfit(s->target, &s->suite->item[s->next].scenario);
        if (misfit) {
            leave_out(s, s->next++, misfit);
            continue;
        }
        struct worker *w = idle_worker(s, d);
        if (!w)
            return 0;
        if (start_case(s, w, s->next, d) < 0)
            return -1;
        s->next++;
    }
    return 0;
}

static int wait_for_any(struct sweep *s, struct diag *d)
{
    struct pollfd *pfd = xcalloc(s->worker_count + 1, sizeof *pfd);
    size_t n = 0;
    pfd[n++] = (struct pollfd){ s->signals, POLLIN, 0 };
    for (size_t i = 0; i < s->worker_count; i++)
        pfd[n++] = (struct pollfd){ s->worker[i].busy ? server_fd(s->worker[i].server) : -1, POLLIN,
                                    0 };
    int result = 0;
    int ready = poll(pfd, n, TARGET_LOOK_MS);
    for (size_t i = 0; ready == 0 && i < s->worker_count; i++)
        server_watch(s->worker[i].server);
    if (ready < 0 && errno != EINTR)
        result = diag_system(d, NULL, "cannot wait for the cases: %s", strerror(errno));
    sweep_note_interrupt(s, 0);
    for (size_t i = 0; result == 0 && i < s->worker_count && !s->interrupted; i++)
        if (s->worker[i].busy && pfd[i + 1].revents)
            result = finish_case(s, &s->worker[i], d);
    free(pfd);
    return result;
}

static bool any_busy(const struct sweep *s)
{
    for (size_t i = 0; i < s->worker_count; i++)
        if (s->worker[i].busy)
            return true;
    return false;
}

static void tell_done(struct sweep *s)
{
    for (; s->told < s->suite->count && s->slot[s->told].done; s->told++) {
        struct slot *slot = &s->slot[s->told];
        s->tell(s->arg, s->told, &slot->result);
        result_release(&slot->result);
        free(slot->order);
    }
}

static void leave_out_rest(struct sweep *s)
{
    const char *why = s->interrupted ? RESULT_NOT_RUN "interrupted" : RESULT_NOT_RUN "--fail-fast";
    for (size_t i = 0; i < s->suite->count; i++)
        if (!s->slot[i].done && i >= s->told)
            leave_out(s, i, xstrdup(why));
    tell_done(s);
}

static int run_cases(struct sweep *s, struct diag *d)
{
    int result = hand_out(s, d);
    tell_done(s);
    while (result == 0 && any_busy(s) && !s->interrupted) {
        result = wait_for_any(s, d);
        tell_done(s);
        if (result == 0)
            result = hand_out(s, d);
        tell_done(s);
    }
    /* A server that is being started again lets itself be interrupted. */
    return result < 0 && sweep_note_interrupt(s, 0) ? 0 : result;
}

int sweep_run(struct sweep *s, const struct target *t, struct known *known, struct diag *d)
{
    s->target = t;
    s->known = known;
    s->next = s->told = s->worker_count = 0;
    s->slot = xcalloc(s->suite->count, sizeof *s->slot);
    s->worker = xcalloc(s->options->jobs, sizeof *s->worker);
    int result = run_cases(s, d);
    for (size_t i = 1; i < s->worker_count; i++)
        server_close(s->worker[i].server);
    leave_out_rest(s);
    free(s->worker);
    free(s->slot);
    return result;
}
