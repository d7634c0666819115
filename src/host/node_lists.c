/* node_lists.c - lists of timers, and the loop's timers that serve them. */
#include "host/node_timers.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

static const struct loop_backend *loop_of(const struct timers *t)
{
    return t->node->host->backend;
}

/* ---- the clock ---- */

uint64_t timers_now_ms(struct timers *t)
{
    struct host *h = t->node->host;
    h->backend->update_time(h->loop);
    return host_loop_ms(h);
}

uint64_t timers_look_ms(struct timers *t)
{
    choice_before_timers(t->node->host);
    return timers_now_ms(t);
}

uint64_t timers_start_ms(struct timers *t, uint64_t delay_ns)
{
    choice_before_start(t->node->host, delay_ns);
    return timers_now_ms(t);
}

/* ---- the loop's timers ---- */

void timers_set(struct timers *t, uint64_t after_ms)
{
    loop_of(t)->timer_start(t->handle, after_ms, 0);
}

void timer_list_set(struct timer_list *l, uint64_t after_ms)
{
    l->due_ms = host_loop_ms(l->timers->node->host) + after_ms;
    loop_of(l->timers)->timer_start(l->handle, after_ms, 0);
}

void timer_list_ref(struct timer_list *l, bool referenced)
{
    if (l->handle)
        loop_of(l->timers)->handle_ref(l->handle, referenced);
}

void timers_count(struct timers *t, bool up)
{
    assert(up || t->refs > 0);
    if (up ? t->refs++ == 0 : --t->refs == 0)
        if (t->handle)
            loop_of(t)->handle_ref(t->handle, up);
}

/* ---- members ---- */

bool timer_is_waiting(const struct timer *t)
{
    return t->list || t->own_waits;
}

void timer_unlink(struct timer *t)
{
    struct timer_list *l = t->list;
    if (!l)
        return;
    *(t->prev ? &t->prev->next : &l->head) = t->next;
    *(t->next ? &t->next->prev : &l->tail) = t->prev;
    t->list = NULL;
    t->next = t->prev = NULL;
}

static void append(struct timer_list *l, struct timer *t)
{
    timer_unlink(t);
    t->list = l;
    t->prev = l->tail;
    *(l->tail ? &l->tail->next : &l->head) = t;
    l->tail = t;
}

/* ---- lists ---- */

uint64_t timer_list_ms(const struct timer_list *l)
{
    return l->delay_ns / MS;
}

struct timer_list *timers_find_list(const struct timers *t, uint64_t delay_ns)
{
    struct timer_list *l = t->lists;
    while (l && l->delay_ns != delay_ns)
        l = l->next;
    return l;
}

struct timer_list *timers_earliest_list(const struct timers *t)
{
    struct timer_list *first = t->lists;
    for (struct timer_list *l = first; l; l = l->next)
        if (l->expiry_ms < first->expiry_ms ||
            (l->expiry_ms == first->expiry_ms && l->id < first->id))
            first = l;
    return first;
}

struct timer_list *timer_list_new(struct timers *t, uint64_t delay_ns, uint64_t start_ms)
{
    struct timer_list *l = xcalloc(1, sizeof *l);
    struct host *h = t->node->host;
    l->timers = t;
    l->delay_ns = delay_ns;
    l->expiry_ms = start_ms + delay_ns / MS;
    l->id = t->ids++;
    l->next = t->lists;
    t->lists = l;
    if (t->node->policy.handle_per_list) {
        l->handle = h->backend->handle_new(h->loop, LOOP_TIMER, -1, t->on_list_due, l);
        timer_list_set(l, timer_list_ms(l));
    } else if (l->expiry_ms < t->next_expiry_ms) {
        timers_set(t, timer_list_ms(l));
        t->next_expiry_ms = l->expiry_ms;
    }
    return l;
}

void timers_insert(struct timers *t, struct timer *timer, uint64_t start_ms)
{
    struct timer_list *l = timers_find_list(t, timer->delay_ns);
    timer->start_ms = start_ms;
    timer->object.due_ns = start_ms * MS + timer->delay_ns - t->node->host->part_ns;
    if (!l)
        l = timer_list_new(t, timer->delay_ns, start_ms);
    append(l, timer);
}

void timer_list_hide(struct timer_list *l)
{
    struct timers *t = l->timers;
    struct timer_list **link = &t->lists;
    while (*link && *link != l)
        link = &(*link)->next;
    if (!*link)
        return; /* it is already hidden */
    *link = l->next;
    l->next = t->gone;
    t->gone = l;
}

void timer_list_drop(struct timer_list *l)
{
    timer_list_hide(l);
    if (l->handle)
        loop_of(l->timers)->handle_close(l->handle, NULL);
    l->handle = NULL;
}

static void free_chain(struct timer_list *l)
{
    while (l) {
        struct timer_list *next = l->next;
        if (l->handle)
            loop_of(l->timers)->handle_close(l->handle, NULL);
        free(l);
        l = next;
    }
}

void timers_free_lists(struct timers *t)
{
    free_chain(t->lists);
    free_chain(t->gone);
    t->lists = t->gone = NULL;
}

bool node_timers_have_due(struct host *h, uint64_t from_ns, uint64_t to_ns)
{
    for (const struct object *o = h->objects; o; o = o->next)
        if ((o->kind == TRACE_TIMEOUT || o->kind == TRACE_INTERVAL) &&
            timer_is_waiting((const struct timer *)o) && o->due_ns >= from_ns && o->due_ns <= to_ns)
            return true;
    for (const struct timer_list *l = h->node->timers->lists; l; l = l->next)
        if (l->handle && l->due_ms * MS >= from_ns && l->due_ms * MS <= to_ns)
            return true;
    return false;
}
