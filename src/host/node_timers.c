/* node_timers.c - timeouts and intervals, as Node keeps them.
 *
 * Timers of one delay are a list in the order of their start; a list knows when its
 * first member is due, and the earliest list goes first (TIMER-41). From Node 11 on
 * one timer of the loop's serves all lists; before, each list has one. */
#include "host/node.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

enum { DELAY_MAX_MS = 2147483647 };
#define NEVER UINT64_MAX

struct timer {
    struct object object;
    struct timer_list *list; /* NULL while it is in none */
    struct timer *next, *prev;
    uint64_t delay_ns; /* clamped; what it is grouped by */
    uint64_t start_ms;
    bool repeats;
    bool referenced;
    bool destroyed; /* fired or cleared: it no longer counts */
    bool cleared;
    /* before Node 11 */
    bool called;            /* at least once */
    struct timer_list *own; /* of a timer that was unreferenced: it is the owner, and no member */
    bool own_waits;         /* until that is due */
};

struct timer_list {
    struct timer_list *next;
    struct timers *timers;
    struct timer *head, *tail;
    uint64_t delay_ns;
    uint64_t expiry_ms;
    uint64_t id; /* breaks ties: the older, or longer waiting, list first */
    /* before Node 11 */
    struct loop_handle *handle;
    uint64_t due_ms;     /* what that is set for: later than a member that is overdue */
    struct timer *owner; /* whom the handle serves instead of the members */
};

struct timers {
    struct node *node;
    struct timer_list *lists; /* those that are known by their delay */
    struct timer_list *gone;  /* taken out while they were being run; freed at the end */
    uint64_t ids;
    uint64_t next_expiry_ms; /* what the loop's timer is set for, or NEVER */
    size_t refs;
    struct loop_handle *handle;
};

static const struct loop_backend *loop_of(const struct timers *t)
{
    return t->node->host->backend;
}

/* Node asks the loop for the time anew whenever it starts a timer. */
static uint64_t now_ms(struct timers *t)
{
    struct host *h = t->node->host;
    h->backend->update_time(h->loop);
    return host_loop_ms(h);
}

/* The same for those that are waiting: before Node 11 also within a phase. */
static uint64_t look_ms(struct timers *t)
{
    choice_before_timers(t->node->host);
    return now_ms(t);
}

/* The same for one that is to be due after a delay. */
static uint64_t start_ms(struct timers *t, uint64_t delay_ns)
{
    choice_before_start(t->node->host, delay_ns);
    return now_ms(t);
}

/* ---- lists ---- */

static void unlink_timer(struct timer *t)
{
    struct timer_list *l = t->list;
    if (!l)
        return;
    *(t->prev ? &t->prev->next : &l->head) = t->next;
    *(t->next ? &t->next->prev : &l->tail) = t->prev;
    t->list = NULL;
    t->next = t->prev = NULL;
}

static void append_timer(struct timer_list *l, struct timer *t)
{
    unlink_timer(t);
    t->list = l;
    t->prev = l->tail;
    *(l->tail ? &l->tail->next : &l->head) = t;
    l->tail = t;
}

static struct timer_list *find_list(const struct timers *t, uint64_t delay_ns)
{
    struct timer_list *l = t->lists;
    while (l && l->delay_ns != delay_ns)
        l = l->next;
    return l;
}

static struct timer_list *earliest(const struct timers *t)
{
    struct timer_list *first = t->lists;
    for (struct timer_list *l = first; l; l = l->next)
        if (l->expiry_ms < first->expiry_ms ||
            (l->expiry_ms == first->expiry_ms && l->id < first->id))
            first = l;
    return first;
}

/* Take it from those that are known by their delay. It may be the one that is being
 * run, so it is only put aside. */
static void hide_list(struct timers *t, struct timer_list *list)
{
    struct timer_list **link = &t->lists;
    while (*link && *link != list)
        link = &(*link)->next;
    if (!*link)
        return; /* it was hidden before */
    *link = list->next;
    list->next = t->gone;
    t->gone = list;
}

static void drop_list(struct timers *t, struct timer_list *list)
{
    hide_list(t, list);
    if (list->handle)
        loop_of(t)->handle_close(list->handle, NULL);
    list->handle = NULL;
}

static uint64_t list_ms(const struct timer_list *l)
{
    return l->delay_ns / MS;
}

/* ---- starting ---- */

static void on_list_due(void *arg, int status);

static void set_loop_timer(struct timers *t, uint64_t after_ms)
{
    loop_of(t)->timer_start(t->handle, after_ms, 0);
}

static void set_list_timer(struct timer_list *l, uint64_t after_ms)
{
    l->due_ms = host_loop_ms(l->timers->node->host) + after_ms;
    loop_of(l->timers)->timer_start(l->handle, after_ms, 0);
}

static struct timer_list *new_list(struct timers *t, uint64_t delay_ns, uint64_t start_ms)
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
        l->handle = h->backend->handle_new(h->loop, LOOP_TIMER, -1, on_list_due, l);
        set_list_timer(l, list_ms(l));
    } else if (l->expiry_ms < t->next_expiry_ms) {
        set_loop_timer(t, list_ms(l));
        t->next_expiry_ms = l->expiry_ms;
    }
    return l;
}

static void insert(struct timers *t, struct timer *timer, uint64_t start_ms)
{
    struct timer_list *l = find_list(t, timer->delay_ns);
    timer->start_ms = start_ms;
    timer->object.due_ns = start_ms * MS + timer->delay_ns;
    if (!l)
        l = new_list(t, timer->delay_ns, start_ms);
    append_timer(l, timer);
}

static void count_ref(struct timers *t, bool up)
{
    if (up ? t->refs++ == 0 : --t->refs == 0)
        if (t->handle)
            loop_of(t)->handle_ref(t->handle, up);
}

/* It was called or cleared for good, and no longer holds the process; or does again. */
static void retire(struct timers *t, struct timer *timer)
{
    if (!timer->destroyed && timer->referenced)
        count_ref(t, false);
    timer->destroyed = true;
}

static void revive(struct timers *t, struct timer *timer)
{
    if (timer->destroyed && timer->referenced)
        count_ref(t, true);
    timer->destroyed = false;
}

/* A delay under 1 ms, or beyond what 32 bits hold, is 1 ms (TIMER-22). */
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
    insert(t, timer, start_ms(t, timer->delay_ns));
    count_ref(t, true);
}

/* ---- before Node 11: timers that left their list ---- */

/* Counted from when the loop last looked at the clock: it is not asked to look again. */
static void start_own(struct timers *t, struct timer *timer)
{
    choice_before_start(t->node->host, timer->delay_ns);
    timer->object.due_ns = host_loop_ms(t->node->host) * MS + timer->delay_ns;
    timer->own_waits = true;
    revive(t, timer);
    set_list_timer(timer->own, list_ms(timer->own));
}

static void drop_empty(struct timers *t, uint64_t delay_ns)
{
    struct timer_list *l = find_list(t, delay_ns);
    if (l && !l->head)
        drop_list(t, l);
}

/* An unreferenced timer leaves its list for good. If nobody else is in the list, it takes
 * the list's timer of the loop's along, be it the one that is being run. */
static void detach(struct timers *t, struct timer *timer)
{
    uint64_t now = look_ms(t), due = timer->start_ms + timer->delay_ns / MS;
    struct timer_list *l = find_list(t, timer->delay_ns);
    unlink_timer(timer);
    if (!l || l->head)
        l = new_list(t, timer->delay_ns, now);
    hide_list(t, l);
    l->owner = timer;
    timer->own = l;
    timer->own_waits = true;
    revive(t, timer);
    set_list_timer(l, due > now ? due - now : 0);
}

/* A timeout that was called is cleared by it, be it that a refresh has started it again. */
static void unref_listed(struct timers *t, struct timer *timer)
{
    if (timer->repeats || !timer->called) {
        detach(t, timer);
        return;
    }
    timer->cleared = true;
    retire(t, timer);
    unlink_timer(timer);
    drop_empty(t, timer->delay_ns);
}

static void ref_own(struct timers *t, struct timer *timer, bool referenced)
{
    if (!referenced && !timer->own && !timer->cleared)
        unref_listed(t, timer);
    if (timer->own && timer->own->handle)
        loop_of(t)->handle_ref(timer->own->handle, referenced);
}

/* ---- clear, refresh, ref ---- */

void node_clear_timer(struct host *h, const struct step *s)
{
    struct timers *t = h->node->timers;
    struct timer *timer = (struct timer *)object_find(h, s);
    bool was_called = timer->destroyed && !timer->cleared && !timer->own;
    if (was_called && h->node->policy.handle_per_list)
        drop_empty(t, timer->delay_ns); /* which is the list that is being run */
    timer->cleared = true;
    if (timer->destroyed)
        return;
    timer->destroyed = true;
    timer->own_waits = false;
    struct timer_list *l = timer->own ? timer->own : find_list(t, timer->delay_ns);
    unlink_timer(timer);
    if (l && !l->head && (timer->referenced || timer->own))
        drop_list(t, l);
    if (timer->referenced)
        count_ref(t, false);
}

void node_refresh_timer(struct host *h, const struct step *s)
{
    struct timers *t = h->node->timers;
    struct timer *timer = (struct timer *)object_find(h, s);
    if (timer->cleared)
        return;
    if (timer->own) {
        timer->object.cause = h->record.running;
        start_own(t, timer);
        return;
    }
    timer->object.cause = h->record.running;
    insert(t, timer, start_ms(t, timer->delay_ns));
    if (h->node->policy.refresh_revives)
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
    count_ref(t, referenced);
}

/* ---- firing ---- */

static bool is_waiting(const struct timer *t)
{
    return t->list || t->own_waits;
}

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

/* Where to count an interval from. Before Node 11 it is due 1 ms after its callback if that
 * took as long as the delay. */
static uint64_t overdue_start(struct timers *t, const struct timer *timer, uint64_t start)
{
    uint64_t now = now_ms(t);
    if ((now - start) * MS < timer->delay_ns)
        return start;
    return now + 1 - (timer->delay_ns + MS - 1) / MS;
}

static void rearm(struct timers *t, struct timer *timer, uint64_t start)
{
    const struct node *n = t->node;
    if (timer->own) {
        start_own(t, timer);
        return;
    }
    if (n->policy.overdue_waits)
        start = overdue_start(t, timer, start);
    insert(t, timer, n->policy.anchor_at_end ? start_ms(t, timer->delay_ns) : start);
}

static bool fire(struct timers *t, struct timer *timer)
{
    struct node *n = t->node;
    uint64_t start = timer->repeats && !n->policy.anchor_at_end ? start_ms(t, timer->delay_ns) : 0;
    bool fine = call(t, timer);
    bool again = fine || !n->policy.handle_per_list; /* before Node 11 an error ends an interval */
    if (timer->repeats && !timer->cleared && again) {
        rearm(t, timer, start);
    } else if (!is_waiting(timer)) {
        retire(t, timer);
    }
    return fine;
}

/* The due members of a list. A member that is too early ends it: `*early` says so,
 * and when the list is due again. */
static bool run_list(struct timers *t, struct timer_list *l, uint64_t now, bool *early)
{
    bool ran = false;
    *early = false;
    while (l->head) {
        struct timer *timer = l->head;
        if (now < timer->start_ms || (now - timer->start_ms) * MS < l->delay_ns) {
            uint64_t due = timer->start_ms + list_ms(l);
            l->expiry_ms = due > now + 1 ? due : now + 1;
            l->id = t->ids++;
            *early = true;
            return true;
        }
        if (ran && t->node->policy.drain_each && !node_drain_between(t->node))
            return false;
        if (ran && l->head != timer)
            continue; /* a tick cleared it, or more */
        ran = true;
        unlink_timer(timer);
        if (!fire(t, timer))
            return false;
    }
    if (!l->owner) /* it may have got one meanwhile */
        drop_list(t, l);
    return true;
}

/* 1 with `*next`, the next expiry; 0 if no list is left; -1 after an error. */
static int process(struct timers *t, uint64_t now, uint64_t *next)
{
    struct timer_list *l;
    bool ran = false, early;
    t->next_expiry_ms = NEVER;
    while ((l = earliest(t))) {
        if (l->expiry_ms > now) {
            t->next_expiry_ms = *next = l->expiry_ms;
            return 1;
        }
        if (ran && !node_drain_between(t->node))
            return -1;
        if (ran && earliest(t) != l)
            continue;
        ran = true;
        if (!run_list(t, l, now, &early))
            return -1;
    }
    return 0;
}

/* The one timer of the loop's, from Node 11 on. */
static void on_due(void *arg, int status)
{
    struct timers *t = arg;
    struct host *h = t->node->host;
    uint64_t next = 0;
    int answer;
    (void)status;
    if (h->ending)
        return;
    uint64_t now = now_ms(t);
    while ((answer = process(t, now, &next)) < 0)
        continue;
    if (answer > 0) {
        uint64_t passed = host_loop_ms(h);
        set_loop_timer(t, next > passed ? next - passed : 1);
    }
    h->backend->handle_ref(t->handle, answer > 0 && t->refs > 0);
    node_drain(t->node);
}

static bool run_own_list(struct timers *t, struct timer_list *l)
{
    bool early;
    if (!run_list(t, l, look_ms(t), &early))
        return false;
    if (early) {
        uint64_t passed = now_ms(t) - l->head->start_ms;
        uint64_t left = list_ms(l) > passed ? list_ms(l) - passed : 1;
        set_list_timer(l, left);
    }
    return node_drain(t->node);
}

static void run_owner(struct timers *t, struct timer_list *l)
{
    struct timer *timer = l->owner;
    timer->own_waits = false;
    look_ms(t); /* for the loop to know */
    bool fine = call(t, timer);
    if (!timer->repeats) {
        timer->cleared = true; /* no refresh brings it back */
        timer->own_waits = false;
        retire(t, timer);
        drop_list(t, l);
    } else if (fine && !timer->cleared) {
        start_own(t, timer);
    } else if (!is_waiting(timer)) {
        retire(t, timer);
    }
    if (fine)
        node_drain(t->node);
}

/* Before Node 11 an error, be it in a tick of the drain, has the list run again; but not
 * the timer that has a handle of its own. */
static void on_list_due(void *arg, int status)
{
    struct timer_list *l = arg;
    (void)status;
    if (l->timers->node->host->ending)
        return;
    if (l->owner) {
        run_owner(l->timers, l);
        return;
    }
    while (!run_own_list(l->timers, l) && !l->owner)
        continue;
}

bool node_timers_have_due(struct host *h, uint64_t from_ns, uint64_t to_ns)
{
    for (const struct object *o = h->objects; o; o = o->next)
        if ((o->kind == TRACE_TIMEOUT || o->kind == TRACE_INTERVAL) &&
            is_waiting((const struct timer *)o) && o->due_ns >= from_ns && o->due_ns <= to_ns)
            return true;
    for (const struct timer_list *l = h->node->timers->lists; l; l = l->next)
        if (l->handle && l->due_ms * MS >= from_ns && l->due_ms * MS <= to_ns)
            return true;
    return false;
}

/* ---- beginning and end ---- */

void node_timers_open(struct node *n)
{
    struct host *h = n->host;
    struct timers *t = n->timers = xcalloc(1, sizeof *t);
    t->node = n;
    t->next_expiry_ms = NEVER;
    if (n->policy.handle_per_list)
        return;
    t->handle = h->backend->handle_new(h->loop, LOOP_TIMER, -1, on_due, t);
    h->backend->handle_ref(t->handle, 0);
}

static void free_lists(struct timers *t, struct timer_list *l)
{
    while (l) {
        struct timer_list *next = l->next;
        if (l->handle)
            loop_of(t)->handle_close(l->handle, NULL);
        free(l);
        l = next;
    }
}

void node_timers_close(struct node *n)
{
    struct timers *t = n->timers;
    free_lists(t, t->lists);
    free_lists(t, t->gone);
    if (t->handle)
        n->host->backend->handle_close(t->handle, NULL);
    free(t);
}
