#include "host/browser.h"

#include <assert.h>
#include <limits.h>

/* ---- the queue ---- */

void task_post(struct browser *b, struct task *t, uint64_t due_ns)
{
    assert(!t->posted);
    struct task *before = b->last;
    while (before && before->due_ns > due_ns)
        before = before->prev;
    t->due_ns = due_ns;
    t->posted = true;
    t->prev = before;
    t->next = before ? before->next : b->first;
    *(t->prev ? &t->prev->next : &b->first) = t;
    *(t->next ? &t->next->prev : &b->last) = t;
    assert(!t->next || t->next->due_ns > due_ns); /* equal ones stay in the order of posting */
}

void task_drop(struct browser *b, struct task *t)
{
    if (!t->posted)
        return;
    *(t->prev ? &t->prev->next : &b->first) = t->next;
    *(t->next ? &t->next->prev : &b->last) = t->prev;
    t->posted = false;
}

bool browser_has_due(struct host *h, uint64_t from_ns, uint64_t to_ns)
{
    for (const struct task *t = h->browser->first; t; t = t->next)
        if (t->due_ns >= from_ns && t->due_ns <= to_ns)
            return true;
    return false;
}

/* ---- choosing the next task ---- */

/* May this task run before earlier ones in the queue? Not before an earlier task of its own source,
 * except a timer before one with a larger delay. */
static bool may_be_next(const struct task *t)
{
    for (const struct task *u = t->prev; u; u = u->prev)
        if (u->source == t->source && !(t->source == SOURCE_TIMERS && t->delay_ms < u->delay_ms))
            return false;
    return true;
}

/* Count the due tasks that may run next; `*found` is the one numbered `n`. */
static unsigned find_next(const struct browser *b, unsigned n, struct task **found)
{
    unsigned count = 0;
    for (struct task *t = b->first; t && t->due_ns <= world_now_ns(); t = t->next)
        if (may_be_next(t) && count++ == n)
            *found = t;
    return count;
}

/* The task to run next: the first, unless the schedule says otherwise. NULL if none is due. */
static struct task *next_task(const struct browser *b)
{
    struct task *next = b->first && b->first->due_ns <= world_now_ns() ? b->first : NULL;
    if (!world_is_explored())
        return next;
    unsigned n = world_choose(WORLD_TASK, find_next(b, UINT_MAX, &next));
    if (n > 0)
        find_next(b, n, &next);
    return next;
}

/* ---- the loop ---- */

/* Set the loop's timer for the first whole millisecond at which the next task is due. Without a
 * task there is nothing to wait for: the loop ends by itself or, if it has no end, is stopped. */
static void set_alarm(struct browser *b)
{
    struct host *h = b->host;
    if (!b->first)
        return;
    h->backend->update_time(h->loop);
    uint64_t due = (b->first->due_ns + MS - 1) / MS, now = host_loop_ms(h);
    h->backend->timer_start(b->handle, due > now ? due - now : 0, 0);
}

static void perform(struct browser *b, struct task *t)
{
    task_drop(b, t);
    t->run(b, t->owner); /* `t` may be freed here */
    browser_checkpoint(b);
    b->nesting = 0;
}

/* If the loop calls too early, set the timer again. */
static void on_alarm(void *arg, int status)
{
    struct browser *b = arg;
    struct task *t;
    (void)status;
    if (b->host->ending)
        return;
    while (!b->host->ending && (t = next_task(b)))
        perform(b, t);
    set_alarm(b);
    if (!b->first && !b->host->ending && host_is_endless(b->host))
        host_end_run(b->host);
}

void browser_tasks_open(struct browser *b)
{
    struct host *h = b->host;
    b->handle = h->backend->handle_new(h->loop, LOOP_TIMER, -1, on_alarm, b);
    if (!b->handle)
        host_fail(h, NULL, "the host's own timer could not be made");
}

void browser_tasks_close(struct browser *b)
{
    b->host->backend->handle_close(b->handle, NULL);
}

void browser_tasks_run(struct browser *b)
{
    struct host *h = b->host;
    set_alarm(b);
    if (b->first || !host_is_endless(h))
        host_turn_default(h);
}
