/* node_timers.c - what a program does with timeouts and intervals. */
#include "host/node_timers.h"

enum { DELAY_MAX_MS = 2147483647 };

/* ---- does it hold the process? ---- */

void timers_retire(struct timers *t, struct timer *timer)
{
    if (!timer->destroyed && timer->referenced)
        timers_count(t, false);
    timer->destroyed = true;
}

/* The timer holds the process again. */
static void revive(struct timers *t, struct timer *timer)
{
    if (timer->destroyed && timer->referenced)
        timers_count(t, true);
    timer->destroyed = false;
}

/* ---- make ---- */

/* A delay under 1 ms, or too large for 32 bits, becomes 1 ms (TIMER-22). */
static uint64_t clamp(const struct node *n, uint64_t ns)
{
    if (ns < MS || ns > (uint64_t)DELAY_MAX_MS * MS)
        return MS;
    return n->policy.whole_delays ? ns / MS * MS : ns;
}

void node_make_timer(struct host *h, const struct step *s)
{
    struct timers *t = h->node->timers;
    bool repeats = s->kind == STEP_INTERVAL;
    struct timer *timer = object_add(h, s, repeats ? TRACE_INTERVAL : TRACE_TIMEOUT, sizeof *timer);
    timer->delay_ns = clamp(h->node, s->after_ns);
    timer->repeats = repeats;
    timer->referenced = true;
    timers_insert(t, timer, timers_start_ms(t, timer->delay_ns));
    timers_count(t, true);
}

/* ---- before Node 11: timers that left their list ---- */

/* Counted from the loop's cached time; the clock is not read again. */
void timers_start_own(struct timers *t, struct timer *timer)
{
    choice_before_start(t->node->host, timer->delay_ns);
    timer->object.due_ns = host_loop_ms(t->node->host) * MS + timer->delay_ns -
                           t->node->host->part_ns;
    timer->own_waits = true;
    revive(t, timer);
    timer_list_set(timer->own, timer_list_ms(timer->own));
}

static void drop_empty(struct timers *t, uint64_t delay_ns)
{
    struct timer_list *l = timers_find_list(t, delay_ns);
    if (l && !l->head)
        timer_list_drop(l);
}

/* Node < 11: unref() removes the timer from its list for good. If the list is then empty, the timer
 * takes over the list's loop timer, even if that is the one being run. */
static void detach(struct timers *t, struct timer *timer)
{
    uint64_t now = timers_look_ms(t), due = timer->start_ms + timer->delay_ns / MS;
    struct timer_list *l = timers_find_list(t, timer->delay_ns);
    timer_unlink(timer);
    if (!l || l->head)
        l = timer_list_new(t, timer->delay_ns, now);
    timer_list_hide(l);
    l->owner = timer;
    timer->own = l;
    timer->own_waits = true;
    revive(t, timer);
    timer_list_set(l, due > now ? due - now : 0);
}

/* Node < 11: unref() clears a timeout that has fired, even if refresh() has started it again. The
 * clock is read all the same, and again by each further unref(). */
static void unref_listed(struct timers *t, struct timer *timer)
{
    if (timer->repeats || !timer->called) {
        detach(t, timer);
        return;
    }
    timers_look_ms(t);
    if (timer->cleared)
        return;
    timer->cleared = timer->cleared_by_unref = true;
    timers_retire(t, timer);
    timer_unlink(timer);
    drop_empty(t, timer->delay_ns);
}

static void ref_own(struct timers *t, struct timer *timer, bool referenced)
{
    if (!referenced && !timer->own && (!timer->cleared || timer->cleared_by_unref))
        unref_listed(t, timer);
    if (timer->own)
        timer_list_ref(timer->own, referenced);
}

/* ---- clear, refresh, ref ---- */

void node_clear_timer(struct host *h, const struct step *s)
{
    struct timers *t = h->node->timers;
    struct timer *timer = (struct timer *)object_find(h, s);
    bool was_called = timer->destroyed && !timer->cleared && !timer->own;
    timer->cleared_by_unref = false;
    if (was_called && h->node->policy.handle_per_list)
        drop_empty(t, timer->delay_ns); /* this may be the list that is being run */
    timer->cleared = true;
    if (timer->destroyed)
        return;
    timer->destroyed = true;
    timer->own_waits = false;
    struct timer_list *l = timer->own ? timer->own : timers_find_list(t, timer->delay_ns);
    timer_unlink(timer);
    if (l && !l->head && (timer->referenced || timer->own))
        timer_list_drop(l);
    if (timer->referenced)
        timers_count(t, false);
}

void node_refresh_timer(struct host *h, const struct step *s)
{
    struct timers *t = h->node->timers;
    struct timer *timer = (struct timer *)object_find(h, s);
    if (timer->cleared) {
        if (h->node->policy.refresh_reads)
            timers_look_ms(t);
        return;
    }
    if (timer->own) {
        timer->object.cause = h->record.running;
        timers_start_own(t, timer);
        return;
    }
    timer->object.cause = h->record.running;
    timers_insert(t, timer, timers_start_ms(t, timer->delay_ns));
    if (timer->destroyed && !h->node->policy.refresh_revives)
        timer->referenced = false; /* until ref() is called */
    revive(t, timer);
}

void node_ref_timer(struct host *h, const struct step *s)
{
    struct timers *t = h->node->timers;
    struct timer *timer = (struct timer *)object_find(h, s);
    bool referenced = s->kind == STEP_REF;
    if (h->node->policy.unref_detaches)
        ref_own(t, timer, referenced);
    if (timer->referenced == referenced)
        return;
    timer->referenced = referenced;
    if (timer->destroyed)
        return;
    timers_count(t, referenced);
}
