#include "host/browser.h"

#include <assert.h>

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
}

void task_drop(struct browser *b, struct task *t)
{
    if (!t->posted)
        return;
    *(t->prev ? &t->prev->next : &b->first) = t->next;
    *(t->next ? &t->next->prev : &b->last) = t->prev;
    t->posted = false;
}

/* ---- the loop ---- */

/* Be woken at the first whole millisecond at which the next task is due. Without a
 * task there is nothing to wake for, and the loop comes to its end. */
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
    t->run(b, t->owner); /* it may free the task */
    browser_checkpoint(b);
    b->nesting = 0;
}

/* A loop that wakes us too early is asked again. */
static void on_alarm(void *arg, int status)
{
    struct browser *b = arg;
    (void)status;
    if (b->host->ending)
        return;
    while (b->first && b->first->due_ns <= world_now_ns())
        perform(b, b->first);
    set_alarm(b);
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
    h->backend->run(h->loop, LOOP_DEFAULT);
    record_main(&h->record);
}
