/* node_queues.c - ticks and microtasks, and who hears of an error.
 *
 * Both queues are drained after a callback: all ticks, then all microtasks, and
 * again while either has more; then rejections that nobody handled are reported,
 * which may queue more still. A tick that throws ends the drain where it is. */
#include "host/node.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

/* A promise that was rejected. */
struct promise {
    struct object object;
    struct promise *next;
    bool handled, reported;
};

/* What a job does next time it runs. */
struct job {
    struct job *next;
    void (*run)(struct node *n, struct job *job);
    const struct step *step;
    const struct block *body;
    uint32_t cause;
    uint32_t at;   /* promise: which block of the chain; flow: which step of its body */
    uint32_t hops; /* rounds through the queue before it is its turn */
    bool rejected; /* promise: an earlier block threw, so this one is passed over */
};

static void push(struct job_queue *q, struct job *job)
{
    job->next = NULL;
    if (q->tail)
        q->tail->next = job;
    else
        q->head = job;
    q->tail = job;
}

static struct job *pop(struct job_queue *q)
{
    struct job *job = q->head;
    if (job) {
        q->head = job->next;
        if (!q->head)
            q->tail = NULL;
    }
    return job;
}

static struct job *new_job(struct node *n, const struct step *s,
                           void (*run)(struct node *n, struct job *job))
{
    struct job *job = xcalloc(1, sizeof *job);
    job->run = run;
    job->step = s;
    job->body = s ? s->body : NULL;
    job->cause = n->host->record.running;
    return job;
}

/* ---- callbacks and errors ---- */

static void record_body(struct node *n, enum trace_kind kind, uint32_t label, uint64_t due_ns,
                        uint32_t cause, const struct block *body)
{
    struct host *h = n->host;
    uint32_t index = record_callback(&h->record, kind, label, due_ns, cause);
    if (body)
        host_perform(h, body);
    record_callback_end(&h->record, index);
}

bool node_call(struct node *n, enum trace_kind kind, uint32_t label, uint64_t due_ns,
               uint32_t cause, const struct block *body)
{
    record_body(n, kind, label, due_ns, cause, body);
    if (!n->host->thrown)
        return true;
    node_uncaught(n);
    return false;
}

bool node_emit(struct node *n, enum step_event event, int status)
{
    struct blocks *b = &n->handler[event];
    struct host *h = n->host;
    size_t count = b->count; /* one that is added meanwhile is for the next time */
    for (size_t i = 0; i < count && !h->thrown; i++) {
        h->status = status;
        record_body(n, TRACE_HANDLER, 0, TRACE_NO_DUE, h->record.running, b->item[i]);
    }
    return count > 0;
}

_Noreturn void node_exit(struct node *n, int code)
{
    n->host->thrown = false;
    n->exit_code = code;
    if (n->host->record.running)
        record_callback_end(&n->host->record, n->host->record.running - 1);
    bool again = n->exiting; /* an exit within a handler of exit calls none of them anew */
    n->exiting = true;
    if (!again)
        node_emit(n, EVENT_EXIT, code);
    host_leave(n->host, OUTCOME_FINISHED);
}

void node_uncaught(struct node *n)
{
    assert(n->host->thrown);
    n->host->thrown = false;
    if (!node_emit(n, EVENT_UNCAUGHT, 0))
        node_exit(n, 1);
    if (n->host->thrown)
        host_leave(n->host, OUTCOME_FINISHED); /* the handler threw in turn: nobody is told */
    node_nudge(n);
}

/* ---- draining ---- */

void node_run_microtasks(struct node *n)
{
    struct job *job;
    while ((job = pop(&n->microtasks)))
        job->run(n, job); /* frees it, or queues it again */
}

static void run_body_job(struct node *n, struct job *job)
{
    node_call(n, TRACE_MICROTASK, job->step->name, TRACE_NO_DUE, job->cause, job->body);
    free(job);
}

static bool report_rejections(struct node *n)
{
    bool any = n->late_head != NULL;
    while (n->late_head) {
        struct promise *p = n->late_head;
        n->late_head = p->next;
        node_emit(n, EVENT_HANDLED, 0);
    }
    n->late_tail = NULL;
    struct promise *last = n->unhandled_tail; /* rejected meanwhile: for the next round */
    while (n->unhandled_head) {
        struct promise *p = n->unhandled_head;
        n->unhandled_head = p->next;
        if (!n->unhandled_head)
            n->unhandled_tail = NULL;
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
    return any || n->unhandled_head;
}

static bool process_ticks(struct node *n)
{
    do {
        struct job *job;
        while ((job = pop(&n->ticks))) {
            bool fine = node_call(n, TRACE_TICK, job->step->name, TRACE_NO_DUE, job->cause,
                                  job->body);
            free(job);
            if (!fine)
                return false;
        }
        node_run_microtasks(n);
    } while (n->ticks.head || report_rejections(n));
    n->tick_scheduled = false;
    n->rejection_to_warn = false;
    return true;
}

bool node_drain_between(struct node *n)
{
    if (!n->tick_scheduled && !n->rejection_to_warn)
        node_run_microtasks(n);
    if (!n->tick_scheduled && !n->rejection_to_warn)
        return true;
    return process_ticks(n);
}

bool node_drain(struct node *n)
{
    if (!n->tick_scheduled)
        node_run_microtasks(n);
    if (!n->tick_scheduled && !n->rejection_to_warn)
        return true;
    return process_ticks(n);
}

/* ---- ticks and microtasks ---- */

/* Under its name only the step is kept, for `again`; so one object does for all
 * that are made of it. */
static void keep_step(struct host *h, const struct step *s, enum trace_kind kind)
{
    if (s->name && (!h->by_name[s->name] || h->by_name[s->name]->step != s))
        object_add(h, s, kind, sizeof(struct object));
}

void node_do_tick(struct host *h, const struct step *s)
{
    keep_step(h, s, TRACE_TICK);
    push(&h->node->ticks, new_job(h->node, s, NULL));
    h->node->tick_scheduled = true;
}

void node_do_microtask(struct host *h, const struct step *s)
{
    keep_step(h, s, TRACE_MICROTASK);
    push(&h->node->microtasks, new_job(h->node, s, run_body_job));
}

/* ---- promises ---- */

static void note_unhandled(struct node *n, struct promise *p)
{
    p->next = NULL;
    if (n->unhandled_tail)
        n->unhandled_tail->next = p;
    else
        n->unhandled_head = p;
    n->unhandled_tail = p;
    n->rejection_to_warn = true;
}

static struct promise *new_rejected(struct node *n, const struct step *s)
{
    struct promise *p = object_add(n->host, s, TRACE_MICROTASK, sizeof *p);
    note_unhandled(n, p);
    return p;
}

/* An error in a reaction is the next promise's rejection, not an uncaught one. */
static bool run_reaction(struct node *n, uint32_t cause, const struct block *body)
{
    record_body(n, TRACE_MICROTASK, 0, TRACE_NO_DUE, cause, body);
    bool threw = n->host->thrown;
    n->host->thrown = false;
    return !threw;
}

static void run_chain(struct node *n, struct job *job)
{
    const struct step *s = job->step;
    const struct block *body = job->at == 0 ? s->body : &s->then[job->at - 1];
    if (!job->rejected) {
        uint32_t index = (uint32_t)n->host->record.trace->count;
        job->rejected = !run_reaction(n, job->cause, body);
        job->cause = index + 1;
    }
    if (job->at++ < s->then_count) {
        push(&n->microtasks, job);
        return;
    }
    if (job->rejected)
        new_rejected(n, s);
    free(job);
}

void node_do_promise(struct host *h, const struct step *s)
{
    push(&h->node->microtasks, new_job(h->node, s, run_chain));
}

void node_do_reject(struct host *h, const struct step *s)
{
    new_rejected(h->node, s);
}

static void run_catch(struct node *n, struct job *job)
{
    if (!run_reaction(n, job->cause, job->body))
        new_rejected(n, job->step);
    free(job);
}

void node_do_catch(struct host *h, const struct step *s)
{
    struct node *n = h->node;
    struct promise *p = (struct promise *)object_find(h, s);
    if (!p->handled && p->reported) {
        p->next = NULL;
        if (n->late_tail)
            n->late_tail->next = p;
        else
            n->late_head = p;
        n->late_tail = p;
        n->rejection_to_warn = true;
    }
    p->handled = true;
    push(&n->microtasks, new_job(n, s, run_catch));
}

/* ---- flows: the body up to its next await ---- */

static void resume(struct node *n, struct job *job);

static void perform_flow(struct node *n, struct job *job)
{
    struct host *h = n->host;
    assert(job->body); /* a flow always has one */
    for (; job->at < job->body->count && !h->thrown; job->at++) {
        const struct step *s = &job->body->step[job->at];
        if (s->kind == STEP_AWAIT) {
            job->at++;
            job->hops = n->policy.await_jobs - 1;
            job->cause = h->record.running;
            job->run = resume;
            push(&n->microtasks, job);
            return;
        }
        h->layer->deeds[s->kind](h, s);
    }
    if (h->thrown) {
        h->thrown = false;
        new_rejected(n, job->step);
    }
    free(job);
}

static void resume(struct node *n, struct job *job)
{
    struct record *r = &n->host->record;
    if (job->hops > 0) {
        job->hops--;
        push(&n->microtasks, job);
        return;
    }
    uint32_t index = record_callback(r, TRACE_MICROTASK, 0, TRACE_NO_DUE, job->cause);
    perform_flow(n, job);
    record_callback_end(r, index);
}

void node_do_flow(struct host *h, const struct step *s)
{
    perform_flow(h->node, new_job(h->node, s, NULL));
}

void node_queues_release(struct node *n)
{
    struct job *job;
    while ((job = pop(&n->ticks)) || (job = pop(&n->microtasks)))
        free(job);
}
