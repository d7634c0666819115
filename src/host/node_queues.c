/* node_queues.c - when ticks and microtasks run, and which handlers get an error. After a callback
 * both queues are drained: all ticks, then all microtasks, and again while either has more. Then
 * rejections that nobody handled are reported, which may queue more. A tick that throws ends the
 * drain at once. */
#include "host/node.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

/* ---- callbacks and errors ---- */

bool node_call(struct node *n, enum trace_kind kind, uint32_t label, uint64_t due_ns,
               uint32_t cause, const struct block *body)
{
    host_call(n->host, kind, label, due_ns, cause, body);
    if (!n->host->thrown)
        return true;
    node_uncaught(n);
    return false;
}

bool node_emit(struct node *n, enum step_event event, int status)
{
    struct host *h = n->host;
    const struct blocks *b = &h->handler[event];
    size_t count = b->count; /* a handler that is added meanwhile is called next time */
    for (size_t i = 0; i < count && !h->thrown; i++) {
        h->status = status;
        host_call(h, TRACE_HANDLER, 0, TRACE_NO_DUE, h->record.running, b->item[i]);
    }
    return count > 0;
}

void node_exit(struct node *n, int code)
{
    struct host *h = n->host;
    h->thrown = false;
    n->exit_code = code;
    if (h->record.running)
        record_callback_end(&h->record, h->record.running - 1);
    bool again = n->exiting; /* exit() in an exit handler does not call the handlers again */
    n->exiting = true;
    if (!again)
        node_emit(n, EVENT_EXIT, code);
    bool goes_on = h->thrown && !again;
    if (!h->ending && !goes_on) /* a handler may have called exit(), too */
        host_cut(h, OUTCOME_FINISHED);
}

void node_uncaught(struct node *n)
{
    assert(n->host->thrown);
    n->host->thrown = false;
    if (!node_emit(n, EVENT_UNCAUGHT, 0))
        node_exit(n, 1);
    if (n->host->thrown && !n->host->ending)
        host_cut(n->host, OUTCOME_FINISHED); /* a handler threw: this error is not reported */
    if (!n->host->ending)
        node_force_iteration(n);
}

/* ---- draining ---- */

static bool report_rejections(struct node *n)
{
    struct promise_list *rejected = &n->jobs.rejected;
    struct promise *p;
    bool any = n->jobs.late.head != NULL;
    while (promise_pop(&n->jobs.late))
        node_emit(n, EVENT_HANDLED, 0);
    /* Promises that are rejected meanwhile wait for the next round. */
    const struct promise *last = rejected->tail;
    while ((p = promise_pop(rejected))) {
        if (!p->handled) {
            p->reported = true;
            any = true;
            if (!node_emit(n, EVENT_REJECTION, 0) && n->policy.rejection_fatal)
                n->host->thrown = true;
            if (n->host->thrown)
                node_uncaught(n);
        }
        if (p == last)
            break;
    }
    return any || rejected->head;
}

static bool process_ticks(struct node *n)
{
    do {
        struct job *job;
        while ((job = job_pop(&n->ticks))) {
            bool fine = node_call(n, TRACE_TICK, job->step->name, TRACE_NO_DUE, job->cause,
                                  job->body);
            free(job);
            if (!fine)
                return false;
        }
        jobs_run(&n->jobs);
    } while (n->ticks.head || report_rejections(n));
    n->tick_scheduled = false;
    return true;
}

bool node_drain_between(struct node *n)
{
    if (!n->tick_scheduled && !jobs_have_unreported(&n->jobs))
        jobs_run(&n->jobs);
    if (!n->tick_scheduled && !jobs_have_unreported(&n->jobs))
        return true;
    return process_ticks(n);
}

bool node_drain(struct node *n)
{
    if (!n->tick_scheduled)
        jobs_run(&n->jobs);
    if (!n->tick_scheduled && !jobs_have_unreported(&n->jobs))
        return true;
    return process_ticks(n);
}

/* The engine's own tasks (finishing a compilation, collecting garbage) are callbacks of the loop
 * like any other, and the queues are drained after each. A program cannot know when one comes; it
 * shows only if an error has left something in the queues. */
void node_drain_after_engine(struct node *n)
{
    while ((n->tick_scheduled || n->jobs.microtasks.head) && choice_is_engine_first(n->host))
        node_drain(n); /* an error may have ended an earlier drain */
}

/* ---- ticks ---- */

/* After exit() no tick is queued (TICK-19), even if a handler throws and the process goes on. */
void node_do_tick(struct host *h, const struct step *s)
{
    job_keep(h, s, TRACE_TICK);
    if (h->node->exiting)
        return;
    job_push(&h->node->ticks, job_new(h, s, NULL));
    h->node->tick_scheduled = true;
}

void node_queues_release(struct node *n)
{
    struct job *job;
    while ((job = job_pop(&n->ticks)))
        free(job);
    jobs_release(&n->jobs);
}
