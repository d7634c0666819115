/* node.c - the layer of node programs: Node's queues over any backend. The usual course: perform
 * the main program; drain both queues; run the loop until nothing holds it, and drain after each of
 * its callbacks; emit `beforeExit`, and go on if that made new work; exit. An error that nobody
 * catches, and `exit`, end the process at once. */
#include "host/node.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

/* ---- immediates ---- */

struct immediate {
    struct object object;
    struct immediate *next;
    const struct block *body;
    bool referenced;
    bool destroyed; /* it ran or was cleared */
};

/* An idle handle keeps poll from waiting while referenced immediates are queued. */
static void hold_loop(struct node *n, bool hold)
{
    if (hold)
        n->host->backend->watch_start(n->idle);
    else
        n->host->backend->handle_stop(n->idle);
}

static void count_immediate(struct node *n, bool up)
{
    if (up ? n->immediate_refs++ == 0 : --n->immediate_refs == 0)
        hold_loop(n, up);
}

static void add_immediate(struct node *n, const struct step *s, const struct block *body)
{
    struct immediate *i = object_add(n->host, s, TRACE_IMMEDIATE, sizeof *i);
    i->body = body;
    i->referenced = true;
    *(n->immediate_tail ? &n->immediate_tail->next : &n->immediate_head) = i;
    n->immediate_tail = i;
    n->immediate_count++;
    count_immediate(n, true);
}

static void destroy_immediate(struct node *n, struct immediate *i)
{
    i->destroyed = true;
    n->immediate_count--;
    if (i->referenced)
        count_immediate(n, false);
    i->referenced = false;
}

void node_force_iteration(struct node *n)
{
    static const struct step silent = { .kind = STEP_IMMEDIATE };
    add_immediate(n, &silent, NULL);
}

static bool run_immediate(struct node *n, struct immediate *i)
{
    const struct object *o = &i->object;
    destroy_immediate(n, i);
    if (!i->body && !o->step->body)
        return true; /* node_force_iteration() made this callback, not the program */
    return node_call(n, TRACE_IMMEDIATE, o->step->name, TRACE_NO_DUE, o->cause, i->body);
}

/* Run all immediates that were queued when the phase began. After an error the rest is outstanding
 * and comes first in the next call. */
static bool process_immediates(struct node *n)
{
    bool ran = false;
    if (!n->outstanding) {
        n->outstanding = n->immediate_head;
        n->immediate_head = n->immediate_tail = NULL;
    }
    n->has_outstanding = true;
    while (n->outstanding) {
        struct immediate *i = n->outstanding;
        if (!i->destroyed && ran && n->policy.drain_each && !node_drain_between(n))
            return false;
        n->outstanding = i->next;
        if (i->destroyed)
            continue;
        ran = true;
        if (!run_immediate(n, i)) {
            n->has_outstanding = n->outstanding || n->policy.drain_each;
            return false;
        }
    }
    n->has_outstanding = false;
    return true;
}

static void check_immediates(struct node *n)
{
    n->in_requests = false;
    if (n->policy.check_drains)
        node_drain(n);
    else
        node_drain_after_engine(n);
    if (n->immediate_count == 0)
        return;
    do {
        if (process_immediates(n))
            node_drain(n);
    } while (n->has_outstanding);
}

/* Check after each iteration whether the loop is alive. A loop without an end would wait for more:
 * stop it after this iteration, and run it again if it is alive. */
static void on_check(void *arg, int status)
{
    struct node *n = arg;
    struct host *h = n->host;
    (void)status;
    if (h->ending)
        return;
    check_immediates(n);
    if (host_is_endless(h))
        h->backend->stop(h->loop);
}

static void run_loop(struct host *h)
{
    if (!host_is_endless(h))
        host_turn_default(h);
    else
        while (!h->ending && h->backend->alive(h->loop))
            host_turn_default(h);
}

/* Node makes libuv measure its idle time. Then poll first checks without waiting and reads the
 * clock before it computes the wait. So a long callback does not add its own length to the next
 * wait, as it does without (DRIFT-2). */
static void on_prepare(void *arg, int status)
{
    struct node *n = arg;
    (void)status;
    n->host->backend->update_time(n->host->loop);
}

static void on_idle(void *arg, int status)
{
    (void)arg;
    (void)status;
}

static void make_immediate(struct host *h, const struct step *s)
{
    add_immediate(h->node, s, s->body);
}

/* ---- steps on what was made ---- */

static bool is_immediate(const struct object *o)
{
    return o->kind == TRACE_IMMEDIATE;
}

static bool is_timer(const struct object *o)
{
    return o->kind == TRACE_TIMEOUT || o->kind == TRACE_INTERVAL;
}

static void do_clear(struct host *h, const struct step *s)
{
    struct object *o = object_find(h, s);
    if (is_timer(o))
        node_clear_timer(h, s);
    else if (is_immediate(o) && !((struct immediate *)o)->destroyed)
        destroy_immediate(h->node, (struct immediate *)o);
}

static void do_ref(struct host *h, const struct step *s)
{
    struct object *o = object_find(h, s);
    bool referenced = s->kind == STEP_REF;
    if (is_timer(o)) {
        node_ref_timer(h, s);
    } else if (!is_immediate(o)) {
        object_ref(h, s);
    } else {
        struct immediate *i = (struct immediate *)o;
        if (!i->destroyed && i->referenced != referenced) {
            i->referenced = referenced;
            count_immediate(h->node, referenced);
        }
    }
}

/* ---- files and sockets ---- */

struct reading {
    struct object object;
    unsigned left; /* requests still to come */
};

/* Reading a whole file takes several requests (open, stat, read, close) or one. Between them the
 * queues are drained as after any callback. */
static void on_part_read(void *arg, int status)
{
    struct reading *r = arg;
    struct host *h = r->object.host;
    if (h->ending)
        return;
    h->layer->before(&r->object);
    if (--r->left > 0)
        h->backend->stat(h->loop, "/", on_part_read, r);
    else
        object_call(&r->object, status, r->object.step->body);
    h->layer->after(h);
}

static void make_reading(struct host *h, const struct step *s)
{
    struct reading *r = object_add(h, s, TRACE_STAT, sizeof *r);
    r->left = h->node->policy.file_requests;
    if (!h->backend->stat(h->loop, "/", on_part_read, r))
        host_fail(h, s, "the backend refused the request");
}

/* A connected socket that the loop watches; it never becomes readable. */
static void make_socket(struct host *h, const struct step *s)
{
    object_make_poll(h, s);
}

/* ---- the process ---- */

static void do_exit(struct host *h, const struct step *s)
{
    (void)s;
    node_exit(h->node, 0);
}

static void uncaught(struct host *h)
{
    node_uncaught(h->node);
}

/* Requests that are done when poll checks are called back together: no queue is drained between
 * them. */
static void before(struct object *o)
{
    struct node *n = o->host->node;
    bool is_request = o->kind == TRACE_STAT || o->kind == TRACE_WORK || o->kind == TRACE_LOOKUP;
    if (!is_request || !n->in_requests)
        node_drain_after_engine(n);
    n->in_requests = is_request;
}

static void after(struct host *h)
{
    if (h->thrown)
        uncaught(h); /* the queues are drained in the next scope */
    else
        node_drain(h->node);
}

static void begin(struct host *h)
{
    const struct loop_backend *b = h->backend;
    struct node *n = h->node = xcalloc(1, sizeof *n);
    n->host = h;
    n->policy = node_policy_of(h->config->profile.node);
    n->jobs = (struct jobs){
        .host = h,
        .await_jobs = n->policy.await_jobs,
        .catch_hushes = n->policy.catch_hushes,
    };
    h->jobs = &n->jobs;
    n->check = b->handle_new(h->loop, LOOP_CHECK, -1, on_check, n);
    n->idle = b->handle_new(h->loop, LOOP_IDLE, -1, on_idle, n);
    n->prepare = b->handle_new(h->loop, LOOP_PREPARE, -1, on_prepare, n);
    if (!n->check || !n->idle || !n->prepare || b->watch_start(n->check) < 0)
        host_fail(h, NULL, "the host's own handles could not be started");
    b->handle_ref(n->check, 0);
    b->handle_ref(n->prepare, 0);
    if (n->policy.fresh_poll)
        b->watch_start(n->prepare);
    node_timers_open(n);
}

static void finish(struct host *h)
{
    struct node *n = h->node;
    bool threw = h->thrown;
    if (threw)
        node_uncaught(n);
    if (!threw || n->policy.main_throw_drains)
        node_drain(n);
    while (!h->ending) {
        run_loop(h);
        if (node_emit(n, EVENT_BEFORE_EXIT, n->exit_code)) {
            if (h->thrown)
                node_uncaught(n);
            node_drain(n);
        }
        if (!h->backend->alive(h->loop))
            break;
    }
    record_main(&h->record);
    n->exiting = true;
    node_emit(n, EVENT_EXIT, n->exit_code);
    if (h->thrown)
        node_uncaught(n); /* nothing else is called after it */
    else
        node_drain(n); /* microtasks still run, ticks are not queued any more (TICK-19) */
}

static void end(struct host *h)
{
    struct node *n = h->node;
    node_timers_close(n);
    node_queues_release(n);
    h->backend->handle_close(n->check, NULL);
    h->backend->handle_close(n->idle, NULL);
    h->backend->handle_close(n->prepare, NULL);
    free(n);
    h->node = NULL;
    h->jobs = NULL;
}

static step_function *const step_functions[STEP_KIND_COUNT] = {
    [STEP_POLL] = object_make_poll,
    [STEP_WORK] = object_make_request,
    [STEP_STAT] = object_make_request,
    [STEP_LOOKUP] = object_make_request,
    [STEP_TIMEOUT] = node_make_timer,
    [STEP_INTERVAL] = node_make_timer,
    [STEP_IMMEDIATE] = make_immediate,
    [STEP_READ_FILE] = make_reading,
    [STEP_SOCKET] = make_socket,
    [STEP_REJECT] = job_do_reject,
    [STEP_TICK] = node_do_tick,
    [STEP_MICROTASK] = job_do_microtask,
    [STEP_CLOSE] = object_close,
    [STEP_REF] = do_ref,
    [STEP_UNREF] = do_ref,
    [STEP_AGAIN] = step_queue_again,
    [STEP_READY] = object_ready,
    [STEP_DRAIN] = object_drain,
    [STEP_CLEAR] = do_clear,
    [STEP_REFRESH] = node_refresh_timer,
    [STEP_CATCH] = job_do_catch,
    [STEP_PROMISE] = job_do_promise,
    [STEP_FLOW] = job_do_flow,
    [STEP_ON] = step_on,
    [STEP_THROW] = step_throw,
    [STEP_EXIT] = do_exit,
    [STEP_LOG] = step_log,
    [STEP_OBSERVE] = step_observe,
    [STEP_BUSY] = step_busy,
    [STEP_REPEAT] = step_repeat,
    [STEP_FIRST] = step_first,
};

const struct layer layer_node = { .step_functions = step_functions,
                                  .begin = begin,
                                  .finish = finish,
                                  .end = end,
                                  .before = before,
                                  .after = after,
                                  .has_due = node_timers_have_due,
                                  .uncaught = uncaught };
