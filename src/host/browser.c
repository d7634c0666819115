/* browser.c - the layer of browser programs: a page over any backend. The usual course: perform the
 * main program, as a script element is run; run its microtasks; then run tasks, each followed by
 * its microtasks, until none is left. A task draws a frame if the program has asked for one. An
 * error ends only the callback in which it is thrown. */
#include "host/browser.h"

#include <stdlib.h>

#include "base/mem.h"

/* ---- errors and rejections ---- */

/* An error in an error handler is not reported, since that could go on for ever. */
static void uncaught(struct host *h)
{
    const struct blocks *b = &h->handler[EVENT_UNCAUGHT];
    size_t count = b->count; /* a handler that is added meanwhile is called next time */
    h->thrown = false;
    for (size_t i = 0; i < count; i++) {
        host_call(h, TRACE_HANDLER, 0, TRACE_NO_DUE, h->record.running, b->item[i]);
        h->thrown = false;
    }
}

void browser_call(struct browser *b, const struct object *o)
{
    struct host *h = b->host;
    host_call(h, o->kind, o->step->name, o->due_ns, o->cause, o->step->body);
    if (h->thrown)
        uncaught(h);
}

/* Promises that a checkpoint found rejected; a task of their own reports them (BROWSER-20). */
struct rejections {
    struct task task;
    struct promise_list rejected;
};

/* No script runs around these handlers, so microtasks run after each. */
static void report_rejection(struct browser *b, const struct promise *p)
{
    struct host *h = b->host;
    const struct blocks *handler = &h->handler[EVENT_REJECTION];
    size_t count = handler->count;
    for (size_t i = 0; i < count; i++) {
        host_call(h, TRACE_TASK, 0, TRACE_NO_DUE, p->object.cause, handler->item[i]);
        if (h->thrown)
            uncaught(h);
        browser_checkpoint(b);
    }
}

static void report_rejections(struct browser *b, void *owner)
{
    struct rejections *report = owner;
    struct promise *p;
    while ((p = promise_pop(&report->rejected)))
        if (!p->handled)
            report_rejection(b, p);
    free(report);
}

void browser_checkpoint(struct browser *b)
{
    jobs_run(&b->jobs);
    if (!b->jobs.rejected.head)
        return;
    struct rejections *report = xcalloc(1, sizeof *report);
    report->rejected = b->jobs.rejected;
    b->jobs.rejected = (struct promise_list){ 0 };
    report->task.source = SOURCE_REJECTIONS;
    report->task.run = report_rejections;
    report->task.owner = report;
    task_post(b, &report->task, world_now_ns());
}

/* A run that was cut short leaves some unreported. */
static void drop_rejections(struct browser *b)
{
    struct task *t;
    while ((t = b->first)) {
        task_drop(b, t);
        if (t->run == report_rejections)
            free(t->owner);
    }
}

/* ---- frames ---- */

struct frame {
    struct object object;
    struct frame *next;
    bool done; /* called or cleared */
};

/* The first frame after `ns`, at 60 frames a second from the beginning. */
static uint64_t next_opportunity(uint64_t ns)
{
    const uint64_t three_periods = 50 * MS;
    uint64_t k = 3 * ns / three_periods + 1;
    return (k * three_periods + 2) / 3;
}

/* Call all callbacks that were requested when the frame began; those requested now wait for the
 * next frame. */
static void draw(struct browser *b, void *owner)
{
    struct frame *next = b->frame_first;
    (void)owner;
    b->frame_first = b->frame_last = NULL;
    for (struct frame *f = next; f; f = next) {
        next = f->next;
        if (f->done)
            continue;
        f->done = true;
        browser_call(b, &f->object);
        browser_checkpoint(b);
    }
}

static void make_frame(struct host *h, const struct step *s)
{
    struct browser *b = h->browser;
    struct frame *f = object_add(h, s, TRACE_FRAME, sizeof *f);
    *(b->frame_last ? &b->frame_last->next : &b->frame_first) = f;
    b->frame_last = f;
    if (b->frame_task.posted)
        return;
    /* The screen does not follow the page's clock: the next frame may be due right now. */
    uint64_t now = world_now_ns();
    bool at_once = choice_is_drawn_at_once(h);
    task_post(b, &b->frame_task, at_once ? now : next_opportunity(now));
}

static void do_clear(struct host *h, const struct step *s)
{
    struct object *o = object_find(h, s);
    if (o->kind == TRACE_FRAME)
        ((struct frame *)o)->done = true;
    else
        browser_clear_timer(h, s);
}

/* ---- the page ---- */

static void begin(struct host *h)
{
    struct browser *b = h->browser = xcalloc(1, sizeof *b);
    b->host = h;
    b->jobs = (struct jobs){ .host = h, .await_jobs = 1 };
    h->jobs = &b->jobs;
    b->frame_task.source = SOURCE_FRAMES;
    b->frame_task.run = draw;
    browser_tasks_open(b);
}

static void finish(struct host *h)
{
    if (h->thrown)
        uncaught(h);
    browser_checkpoint(h->browser);
    browser_tasks_run(h->browser);
}

static void end(struct host *h)
{
    browser_tasks_close(h->browser);
    drop_rejections(h->browser);
    jobs_release(h->jobs);
    free(h->browser);
    h->browser = NULL;
    h->jobs = NULL;
}

static step_function *const step_functions[STEP_KIND_COUNT] = {
    [STEP_TIMEOUT] = browser_make_timer,
    [STEP_INTERVAL] = browser_make_timer,
    [STEP_REJECT] = job_do_reject,
    [STEP_MICROTASK] = job_do_microtask,
    [STEP_FRAME] = make_frame,
    [STEP_AGAIN] = step_queue_again,
    [STEP_CLEAR] = do_clear,
    [STEP_CATCH] = job_do_catch,
    [STEP_PROMISE] = job_do_promise,
    [STEP_FLOW] = job_do_flow,
    [STEP_ON] = step_on,
    [STEP_THROW] = step_throw,
    [STEP_LOG] = step_log,
    [STEP_BUSY] = step_busy,
    [STEP_REPEAT] = step_repeat,
    [STEP_FIRST] = step_first,
};

const struct layer layer_browser = { .step_functions = step_functions,
                                     .begin = begin,
                                     .finish = finish,
                                     .end = end,
                                     .uncaught = uncaught,
                                     .has_due = browser_has_due };
