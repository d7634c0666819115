/* node_firing.c - what happens when the loop's timers are due. */
#include "host/node_timers.h"

#include <stdlib.h>

#include "base/mem.h"

/* ---- one timer ---- */

static bool call(struct timers *t, struct timer *timer)
{
    struct node *n = t->node;
    const struct object *o = &timer->object;
    uint32_t index = (uint32_t)n->host->record.trace->count;
    timer->called = true;
    bool fine = node_call(n, o->kind, o->step->name, o->due_ns, o->cause, o->step->body);
    timer->object.cause = index + 1;
    return fine;
}

/* When the interval counts as started. Node < 11: if the callback took as long as the delay, the
 * interval is due 1 ms after it. */
static uint64_t overdue_start(struct timers *t, const struct timer *timer, uint64_t start)
{
    uint64_t now = timers_now_ms(t);
    if ((now - start) * MS < timer->delay_ns)
        return start;
    return now + 1 - (timer->delay_ns + MS - 1) / MS;
}

static void rearm(struct timers *t, struct timer *timer, uint64_t start)
{
    const struct node *n = t->node;
    if (timer->own) {
        timers_start_own(t, timer);
        return;
    }
    if (n->policy.overdue_waits)
        start = overdue_start(t, timer, start);
    timers_insert(t, timer, start);
}

static bool fire(struct timers *t, struct timer *timer)
{
    struct node *n = t->node;
    uint64_t start = timer->repeats ? timers_start_ms(t, timer->delay_ns) : 0;
    bool fine = call(t, timer);
    bool again = fine || !n->policy.handle_per_list; /* Node < 11: an error ends an interval */
    if (timer->repeats && !timer->cleared && again) {
        rearm(t, timer, start);
    } else if (!timer_is_waiting(timer)) {
        timers_retire(t, timer);
    }
    return fine;
}

/* ---- lists ---- */

/* Run the due members of a list. If a member is not due yet, `*early` is set, and the list is due
 * again with it. */
static bool run_list(struct timers *t, struct timer_list *l, uint64_t now, bool *early)
{
    bool ran = false;
    *early = false;
    while (l->head) {
        struct timer *timer = l->head;
        if (now < timer->start_ms || (now - timer->start_ms) * MS < l->delay_ns) {
            uint64_t due = timer->start_ms + timer_list_ms(l);
            l->expiry_ms = due > now + 1 ? due : now + 1;
            l->id = t->ids++;
            *early = true;
            return true;
        }
        if (ran && t->node->policy.drain_each && !node_drain_between(t->node))
            return false;
        if (ran && l->head != timer)
            continue; /* a tick has cleared it */
        ran = true;
        timer_unlink(timer);
        if (!fire(t, timer))
            return false;
    }
    if (!l->owner) /* a callback may have given it an owner */
        timer_list_drop(l);
    return true;
}

/* ---- from Node 11 on: one timer of the loop's ---- */

/* Returns 1 with the next expiry in `*next`, 0 if no list is left, -1 after an error. */
static int process(struct timers *t, uint64_t now, uint64_t *next)
{
    struct timer_list *l;
    bool ran = false, early;
    t->next_expiry_ms = TIMERS_NEVER;
    while ((l = timers_earliest_list(t))) {
        if (l->expiry_ms > now) {
            t->next_expiry_ms = *next = l->expiry_ms;
            return 1;
        }
        if (ran && !node_drain_between(t->node))
            return -1;
        if (ran && timers_earliest_list(t) != l)
            continue;
        ran = true;
        if (!run_list(t, l, now, &early))
            return -1;
    }
    return 0;
}

static void on_due(void *arg, int status)
{
    struct timers *t = arg;
    struct host *h = t->node->host;
    uint64_t next = 0;
    int answer;
    (void)status;
    if (h->ending)
        return;
    node_drain_after_engine(t->node);
    uint64_t now = timers_now_ms(t);
    while ((answer = process(t, now, &next)) < 0)
        continue;
    if (answer > 0) {
        uint64_t passed = host_loop_ms(h);
        timers_set(t, next > passed ? next - passed : 1);
    }
    h->backend->handle_ref(t->handle, answer > 0 && t->refs > 0);
    node_drain(t->node);
}

/* ---- before Node 11: one for each list ---- */

static bool run_own_list(struct timers *t, struct timer_list *l)
{
    bool early;
    if (!run_list(t, l, timers_look_ms(t), &early))
        return false;
    if (early) {
        uint64_t passed = timers_now_ms(t) - l->head->start_ms;
        uint64_t left = timer_list_ms(l) > passed ? timer_list_ms(l) - passed : 1;
        timer_list_set(l, left);
    }
    return node_drain(t->node);
}

static void run_owner(struct timers *t, struct timer_list *l)
{
    struct timer *timer = l->owner;
    timer->own_waits = false;
    timers_look_ms(t); /* updates the loop's clock */
    bool fine = call(t, timer);
    if (!timer->repeats) {
        timer->cleared = true; /* refresh() does not start it again */
        timer->own_waits = false;
        timers_retire(t, timer);
        timer_list_drop(l);
    } else if (fine && !timer->cleared) {
        timers_start_own(t, timer);
    } else if (!timer_is_waiting(timer)) {
        timers_retire(t, timer);
    }
    if (fine)
        node_drain(t->node);
}

/* After an error, also in a tick of the drain, the list runs again; a timer with a handle of its
 * own does not. */
static void on_list_due(void *arg, int status)
{
    struct timer_list *l = arg;
    (void)status;
    if (l->timers->node->host->ending)
        return;
    if (l->due_ms != l->timers->called_ms)
        /* The engine's callback can come only here: no other timer is due in between. */
        node_drain_after_engine(l->timers->node);
    l->timers->called_ms = l->due_ms;
    if (l->owner) {
        run_owner(l->timers, l);
        return;
    }
    while (!run_own_list(l->timers, l) && !l->owner)
        continue;
}

/* ---- beginning and end ---- */

void node_timers_open(struct node *n)
{
    struct host *h = n->host;
    struct timers *t = n->timers = xcalloc(1, sizeof *t);
    t->node = n;
    t->next_expiry_ms = t->called_ms = TIMERS_NEVER;
    t->on_list_due = on_list_due;
    if (n->policy.handle_per_list)
        return;
    t->handle = h->backend->handle_new(h->loop, LOOP_TIMER, -1, on_due, t);
    h->backend->handle_ref(t->handle, 0);
}

void node_timers_close(struct node *n)
{
    struct timers *t = n->timers;
    timers_free_lists(t);
    if (t->handle)
        n->host->backend->handle_close(t->handle, NULL);
    free(t);
}
