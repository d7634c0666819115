/* browser_timers.c - timeouts and intervals, by HTML's rules. A timer's task has a nesting level:
 * one more than the level of the timer's task that started it, else 1. Above a certain level the
 * delay is at least 4 ms. */
#include "host/browser.h"

enum { FREE_LEVELS = 5, CLAMPED_MS = 4 }; /* BROWSER-14, BROWSER-15 */

struct timer {
    struct object object;
    struct task task;
    uint64_t delay_ms;
    unsigned level;
    bool cleared;
};

/* A delay is converted to a signed 32-bit number; a negative result counts as 0 (BROWSER-17). */
static uint64_t convert(uint64_t ns)
{
    uint32_t ms = (uint32_t)(ns / MS);
    return ms <= INT32_MAX ? ms : 0;
}

static void start(struct browser *b, struct timer *t, uint64_t from_ns)
{
    uint64_t ms = t->delay_ms;
    if (b->nesting > FREE_LEVELS && ms < CLAMPED_MS)
        ms = CLAMPED_MS;
    t->level = b->nesting + 1;
    t->task.delay_ms = ms;
    t->object.due_ns = from_ns + ms * MS;
    task_post(b, &t->task, t->object.due_ns);
}

/* An interval is started again before the microtasks of its callback run. HTML counts the next
 * delay from the end of the callback; browsers count from its beginning (BROWSER-23). */
static void fire(struct browser *b, void *owner)
{
    struct timer *t = owner;
    struct object *o = &t->object;
    uint64_t from_ns = world_now_ns();
    uint32_t index = (uint32_t)b->host->record.trace->count;
    b->nesting = t->level;
    browser_call(b, o);
    o->cause = index + 1;
    if (o->kind == TRACE_INTERVAL && !t->cleared)
        start(b, t, from_ns);
}

void browser_make_timer(struct host *h, const struct step *s)
{
    enum trace_kind kind = s->kind == STEP_INTERVAL ? TRACE_INTERVAL : TRACE_TIMEOUT;
    struct timer *t = object_add(h, s, kind, sizeof *t);
    t->task.run = fire;
    t->task.owner = t;
    t->delay_ms = convert(s->after_ns);
    choice_before_start(h, t->delay_ms * MS);
    start(h->browser, t, world_now_ns());
}

void browser_clear_timer(struct host *h, const struct step *s)
{
    struct timer *t = (struct timer *)object_find(h, s);
    t->cleared = true;
    task_drop(h->browser, &t->task);
}
