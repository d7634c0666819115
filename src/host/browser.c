/* browser.c - the layer of browser programs: a page over any loop of the vtable.
 *
 * The happy path: the main program is performed, as a script element is; then its
 * microtasks; then tasks, each followed by its microtasks, until none is left. Where
 * somebody wants it, a task draws a frame. An error ends the callback that it is in
 * and nothing else. */
#include "host/browser.h"

#include <stdlib.h>

#include "base/mem.h"

/* ---- errors and rejections ---- */

/* An error in a handler of errors is told to nobody: that could go on for ever. */
static void uncaught(struct host *h)
{
    const struct blocks *b = &h->handler[EVENT_UNCAUGHT];
    size_t count = b->count; /* one that is added meanwhile is for the next time */
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

/* What a checkpoint found rejected, to be told in a task of its own (BROWSER-20). */
struct news {
    struct task task;
    struct promise_list rejected;
};

/* Handlers are called with nothing around them, so microtasks follow each. */
static void tell(struct browser *b, const struct promise *p)
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

static void tell_news(struct browser *b, void *owner)
{
    struct news *news = owner;
    struct promise *p;
    while ((p = promise_pop(&news->rejected)))
        if (!p->handled)
            tell(b, p);
    free(news);
}

void browser_checkpoint(struct browser *b)
{
    jobs_run(&b->jobs);
    if (!b->jobs.rejected.head)
        return;
    struct news *news = xcalloc(1, sizeof *news);
    news->rejected = b->jobs.rejected;
    b->jobs.rejected = (struct promise_list){ 0 };
    news->task.source = SOURCE_REJECTIONS;
    news->task.run = tell_news;
    news->task.owner = news;
    task_post(b, &news->task, world_now_ns());
}

/* A run that is cut leaves some untold. */
static void drop_news(struct browser *b)
{
    struct task *t;
    while ((t = b->first)) {
        task_drop(b, t);
        if (t->run == tell_news)
            free(t->owner);
    }
}

/* ---- frames ---- */

struct frame {
    struct object object;
    struct frame *next;
    bool done; /* called or cleared */
};

/* 60 frames a second, counted from the beginning. The instant after `ns`. */
static uint64_t next_opportunity(uint64_t ns)
{
    const uint64_t three_periods = 50 * MS;
    uint64_t k = 3 * ns / three_periods + 1;
    return (k * three_periods + 2) / 3;
}

/* All that were wanted when the frame began; what they want is for the next one. */
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
    /* The screen's time is not the page's: it may be ready for a frame just now. */
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
    drop_news(h->browser);
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
