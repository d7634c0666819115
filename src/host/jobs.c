#include "host/jobs.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

/* ---- queues ---- */

void job_push(struct job_queue *q, struct job *job)
{
    assert(job != q->tail); /* it is in no queue */
    job->next = NULL;
    if (q->tail)
        q->tail->next = job;
    else
        q->head = job;
    q->tail = job;
}

struct job *job_pop(struct job_queue *q)
{
    struct job *job = q->head;
    assert(!q->head == !q->tail);
    if (job) {
        q->head = job->next;
        if (!q->head)
            q->tail = NULL;
    }
    return job;
}

struct job *job_new(struct host *h, const struct step *s,
                    void (*run)(struct jobs *j, struct job *job))
{
    struct job *job = xcalloc(1, sizeof *job);
    job->run = run;
    job->step = s;
    job->body = s->body;
    job->cause = h->record.running;
    return job;
}

static void list_promise(struct promise_list *l, struct promise *p)
{
    p->next = NULL;
    if (l->tail)
        l->tail->next = p;
    else
        l->head = p;
    l->tail = p;
}

struct promise *promise_pop(struct promise_list *l)
{
    struct promise *p = l->head;
    assert(!l->head == !l->tail);
    if (p) {
        l->head = p->next;
        if (!l->head)
            l->tail = NULL;
    }
    return p;
}

/* ---- running and freeing the queue ---- */

void jobs_run(struct jobs *j)
{
    struct job *job;
    while ((job = job_pop(&j->microtasks)))
        job->run(j, job);
}

bool jobs_have_unreported(const struct jobs *j)
{
    return !j->reports_delayed && (j->rejected.head || j->late.head);
}

/* A run that is cut short leaves the flows by a longjmp(), so they are still in the list. */
static void free_flows(struct jobs *j, const struct job *until)
{
    while (j->flows != until) {
        struct job *left = j->flows;
        j->flows = left->next;
        free(left);
    }
}

void jobs_release(struct jobs *j)
{
    struct job *job;
    while ((job = job_pop(&j->microtasks)))
        free(job);
    free_flows(j, NULL);
}

/* ---- microtasks ---- */

/* Only the step is stored, so one object serves for all jobs that it makes. */
void job_keep(struct host *h, const struct step *s, enum trace_kind kind)
{
    if (s->name && (!h->by_name[s->name] || h->by_name[s->name]->step != s))
        object_add(h, s, kind, sizeof(struct object));
}

static void run_body(struct jobs *j, struct job *job)
{
    struct host *h = j->host;
    host_call(h, TRACE_MICROTASK, job->step->name, TRACE_NO_DUE, job->cause, job->body);
    if (h->thrown)
        h->layer->uncaught(h);
    free(job);
}

void job_do_microtask(struct host *h, const struct step *s)
{
    job_keep(h, s, TRACE_MICROTASK);
    job_push(&h->jobs->microtasks, job_new(h, s, run_body));
}

/* ---- promises ---- */

static void reject(struct jobs *j, const struct step *s, uint32_t cause)
{
    struct promise *p = object_add(j->host, s, TRACE_MICROTASK, sizeof *p);
    p->object.cause = cause;
    list_promise(&j->rejected, p);
    j->reports_delayed = false;
}

/* An error in a reaction rejects the next promise; it is not uncaught. What follows has the
 * reaction as its cause. */
static bool run_reaction(struct jobs *j, struct job *job, const struct block *body)
{
    struct host *h = j->host;
    uint32_t index = (uint32_t)h->record.trace->count;
    host_call(h, TRACE_MICROTASK, 0, TRACE_NO_DUE, job->cause, body);
    job->cause = index + 1;
    bool threw = h->thrown;
    h->thrown = false;
    return !threw;
}

static void run_chain(struct jobs *j, struct job *job)
{
    const struct step *s = job->step;
    const struct block *body = job->at == 0 ? s->body : &s->then[job->at - 1];
    if (!job->rejected)
        job->rejected = !run_reaction(j, job, body);
    if (job->at++ < s->then_count) {
        job_push(&j->microtasks, job);
        return;
    }
    if (job->rejected)
        reject(j, s, job->cause);
    free(job);
}

void job_do_promise(struct host *h, const struct step *s)
{
    job_push(&h->jobs->microtasks, job_new(h, s, run_chain));
}

void job_do_reject(struct host *h, const struct step *s)
{
    reject(h->jobs, s, h->record.running);
}

static void run_catch(struct jobs *j, struct job *job)
{
    if (!run_reaction(j, job, job->body))
        reject(j, job->step, job->cause);
    free(job);
}

void job_do_catch(struct host *h, const struct step *s)
{
    struct jobs *j = h->jobs;
    struct promise *p = (struct promise *)object_find(h, s);
    if (!p->handled)
        j->reports_delayed = j->catch_hushes && !p->reported;
    if (!p->handled && p->reported)
        list_promise(&j->late, p);
    p->handled = true;
    job_push(&j->microtasks, job_new(h, s, run_catch));
}

/* ---- flows: the body up to its next await ---- */

static void resume(struct jobs *j, struct job *job);

static void enter_flow(struct jobs *j, struct job *job)
{
    job->next = j->flows;
    j->flows = job;
}

static void leave_flow(struct jobs *j, struct job *job)
{
    free_flows(j, job);
    j->flows = job->next;
}

static void go_on(struct host *h, void *flow)
{
    struct jobs *j = h->jobs;
    struct job *job = flow;
    assert(job->body); /* a flow always has a body */
    for (; job->at < job->body->count && !h->thrown; job->at++) {
        const struct step *s = &job->body->step[job->at];
        if (s->kind == STEP_AWAIT) {
            job->at++;
            job->hops = j->await_jobs - 1;
            job->cause = h->record.running;
            job->run = resume;
            leave_flow(j, job);
            job_push(&j->microtasks, job);
            return;
        }
        h->layer->step_functions[s->kind](h, s);
    }
    leave_flow(j, job);
    if (h->thrown) {
        h->thrown = false;
        reject(j, job->step, h->record.running);
    }
    free(job);
}

static void perform_flow(struct jobs *j, struct job *job)
{
    enter_flow(j, job);
    go_on(j->host, job);
}

static void resume(struct jobs *j, struct job *job)
{
    if (job->hops > 0) {
        job->hops--;
        job_push(&j->microtasks, job);
    } else {
        struct host_callback c = { .kind = TRACE_MICROTASK,
                                   .due_ns = TRACE_NO_DUE,
                                   .cause = job->cause };
        enter_flow(j, job);
        host_enter(j->host, &c, go_on, job);
    }
}

void job_do_flow(struct host *h, const struct step *s)
{
    perform_flow(h->jobs, job_new(h, s, NULL));
}
