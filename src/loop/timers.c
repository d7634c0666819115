/* The timers phase. A timer is due when its deadline is not after the cached clock (TIMER-6). Due
 * timers are called by deadline, equal ones in the order of their starting (TIMER-1 to TIMER-5).
 * Before its callback a timer is stopped and, if it repeats, started again from the cached clock
 * (TIMER-13). So missed repeats are not made up for (TIMER-14, DRIFT-4), and a new repeat value
 * takes effect one period later (TIMER-15, TIMER-16). */
#include <errno.h>
#include <limits.h>
#include "loop/inside.h"

static struct loop_handle *handle_of(const struct heap_entry *e)
{
    return LIST_ENTRY(e->node, struct loop_handle, timer.node);
}

int timer_stop(struct loop_handle *h)
{
    assert(h->kind == LOOP_TIMER);
    if (h->state & LOOP_IS_ACTIVE) {
        heap_remove(&h->loop->timers, &h->timer.node);
        handle_deactivate(h);
    } else {
        list_remove(&h->link); /* TIMER-12: if it was due, it is not called */
    }
    return 0;
}

/* TIMER-3, TIMER-7, TIMER-18, TIMER-19. */
static int arm(struct loop_handle *h, loop_callback *callback, uint64_t after_ms,
               uint64_t repeat_ms)
{
    assert(h->kind == LOOP_TIMER);
    struct loop *loop = h->loop;
    struct timer *t = &h->timer;

    if ((h->state & LOOP_IS_CLOSING) || !callback)
        return -EINVAL;
    timer_stop(h);
    t->was_started = true;
    t->repeat_ms = repeat_ms;
    t->deadline_ms = after_ms > UINT64_MAX - loop->now_ms ? UINT64_MAX : loop->now_ms + after_ms;
    heap_insert(&loop->timers, &t->node, t->deadline_ms, loop->timers_started++);
    handle_activate(h);
    h->callback = callback;
    return 0;
}

int loop_timer_start(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms)
{
    return arm(h, h->given, after_ms, repeat_ms);
}

/* TIMER-17: a timer without a repeat is left as it is. */
int loop_timer_again(struct loop_handle *h)
{
    assert(h->kind == LOOP_TIMER);
    if (!h->timer.was_started)
        return -EINVAL;
    if (h->timer.repeat_ms > 0) {
        timer_stop(h);
        arm(h, h->callback, h->timer.repeat_ms, h->timer.repeat_ms);
    }
    return 0;
}

void loop_timer_set_repeat(struct loop_handle *h, uint64_t repeat_ms)
{
    assert(h->kind == LOOP_TIMER);
    h->timer.repeat_ms = repeat_ms;
}

uint64_t loop_timer_due_in(struct loop_handle *h)
{
    assert(h->kind == LOOP_TIMER);
    const uint64_t now = h->loop->now_ms, deadline = h->timer.deadline_ms;
    return deadline > now ? deadline - now : 0;
}

uint64_t loop_timer_repeat(struct loop_handle *h)
{
    assert(h->kind == LOOP_TIMER);
    return h->timer.repeat_ms;
}

/* POLL-6, POLL-7, POLL-9. */
int timers_wait_ms(const struct loop *loop)
{
    const struct heap_entry *first = heap_first(&loop->timers);

    if (!first)
        return -1;
    if (first->deadline <= loop->now_ms)
        return 0;
    const uint64_t distance = first->deadline - loop->now_ms;
    return distance > INT_MAX ? INT_MAX : (int)distance;
}

/* Remove the first due timer from the heap; NULL if none is due. */
static struct loop_handle *take_due(struct loop *loop)
{
    const struct heap_entry *first = heap_first(&loop->timers);

    if (!first || first->deadline > loop->now_ms)
        return NULL;
    struct loop_handle *h = handle_of(first);
    assert(h->kind == LOOP_TIMER);
    assert(h->state & LOOP_IS_ACTIVE);
    assert(!(h->state & LOOP_IS_CLOSING));
    timer_stop(h);
    return h;
}

static void fire(struct loop_handle *h)
{
    loop_timer_again(h);
    h->callback(h->arg, 0);
}

/* The heap is checked again after every callback. So a 0 ms timer that a callback starts runs in
 * this same phase, and a chain of them starves the loop (TIMER-9 to TIMER-11, STARVE-6). */
static void run_until_none_is_due(struct loop *loop)
{
    for (struct loop_handle *h = take_due(loop); h; h = take_due(loop))
        fire(h);
}

/* First collect all due timers in a ready list, where they count as stopped. Timers that callbacks
 * start wait for the next phase (TIMER-9 to TIMER-11). */
static void run_those_due_now(struct loop *loop)
{
    struct list ready;

    list_init(&ready);
    for (struct loop_handle *h = take_due(loop); h; h = take_due(loop))
        list_append(&ready, &h->link);
    while (!list_is_empty(&ready)) {
        struct loop_handle *h = LIST_ENTRY(ready.next, struct loop_handle, link);
        list_remove(&h->link);
        fire(h);
    }
}

void timers_run(struct loop *loop)
{
    if (loop->policy.zero_timers_wait)
        run_those_due_now(loop);
    else
        run_until_none_is_due(loop);
}
