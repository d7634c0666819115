#include "world/sched.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "world/agenda.h"
#include "world/time_page.h"
#include "world/inside.h"
#include "world/real.h"
#include "world/world.h"

enum { MS = 1000000 };

uint64_t sched_instant_ns;

struct sched sched;

static _Thread_local struct thread *self;

void sched_become(struct thread *t)
{
    self = t;
}

bool sched_governs(void)
{
    return sched.on && self;
}

bool sched_has_turn(void)
{
    return sched.on && self && !self->turn_given_to && self->state == STATE_RUNNABLE;
}

bool sched_has_outside(void)
{
    return sched.has_outside;
}

bool sched_has_others(void)
{
    unsigned threads = 0;
    for (size_t i = 0; i < sched.thread_count; i++)
        threads += (sched.thread[i].state == STATE_RUNNABLE ||
                    sched.thread[i].state == STATE_WAITING) &&
                   &sched.thread[i] != sched.keeper;
    return threads > 1 || (time_page_is_on() && !time_page_is_alone());
}

bool sched_could_go_on(void)
{
    return sched_has_others() || agenda_next_ns() != SCHED_NEVER;
}

uint64_t sched_after(uint64_t ns)
{
    return ns >= SCHED_END_NS || sched_instant_ns + ns >= SCHED_END_NS ? SCHED_NEVER
                                                                       : sched_instant_ns + ns;
}

/* ---- the turn ---- */

/* Each handover of the turn has a number, larger than all before. So repeating a handover does no
 * harm: see sched_note_longjmp(). */
void sched_give_turn(struct thread *t, unsigned number)
{
    unsigned given = t->turn_received;
    while ((int)(number - given) > 0 &&
           !atomic_compare_exchange_weak_explicit(&t->turn_received, &given, number,
                                                  memory_order_release, memory_order_relaxed))
        continue;
    real()->syscall(SYS_futex, &t->turn_received, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

void sched_await_turn(struct thread *t)
{
    unsigned given;
    while ((given = atomic_load_explicit(&t->turn_received, memory_order_acquire)),
           (int)(given - t->turn_given) <= 0)
        real()->syscall(SYS_futex, &t->turn_received, FUTEX_WAIT_PRIVATE, given, NULL, NULL, 0);
    t->turn_given_to = NULL;
}

void sched_make_runnable(struct thread *t, enum sched_wake woke)
{
    assert(t->state != STATE_DONE);
    assert(t->state != STATE_JOINED);
    t->state = STATE_RUNNABLE;
    t->woke = woke;
    t->ticket = ++sched.tickets;
    t->is_rechecking = t->is_reorderable = false;
}

struct thread *sched_oldest_runnable(void)
{
    struct thread *oldest = NULL;
    for (size_t i = 0; i < sched.thread_count; i++) {
        struct thread *t = &sched.thread[i];
        if (t->state == STATE_RUNNABLE && (!oldest || t->ticket < oldest->ticket))
            oldest = t;
    }
    return oldest;
}

/* Peek only if something has happened since the last peek: a peek costs a system call and could
 * find nothing new. */
static bool peek_if_changed(struct thread *t)
{
    if (!t->wait.peek || (t->peeked_at == sched.activity && !world_is_explored()))
        return false;
    t->peeked_at = sched.activity;
    return t->wait.peek(t->wait.arg);
}

static bool is_signalled(const struct thread *t)
{
    if (t->escapes)
        return true;
    return t->wait.interruptible && (t->wait.restarts ? t->signalled_hard : t->signalled);
}

static void wake_if_due(struct thread *t)
{
    if (t->state != STATE_WAITING)
        return;
    bool is_reorderable = rival_is_reorderable(t);
    if (peek_if_changed(t))
        sched_make_runnable(t, SCHED_READY);
    else if (is_signalled(t))
        sched_make_runnable(t, SCHED_INTERRUPTED);
    else if (t->wait.until_ns <= sched_instant_ns)
        sched_make_runnable(t, SCHED_TIMED_OUT);
    else
        return;
    t->is_reorderable = is_reorderable;
}

/* One pass, in the order of start, decides about descriptors and deadlines alike, so that the two
 * do not race within an instant. */
static void wake_due(void)
{
    for (size_t i = 0; i < sched.thread_count; i++)
        wake_if_due(&sched.thread[i]);
}

/* Do the world's actions of this instant, before the threads of the instant go on. Returns a thread
 * that the schedule lets go on before all of them are done, or NULL. */
static struct thread *do_actions(void)
{
    while (agenda_next_ns() <= sched_instant_ns) {
        unsigned action = 0;
        struct thread *first = world_is_explored() ? rival_choose_action(&action) : NULL;
        if (first) {
            wake_if_due(first);
            return first;
        }
        sched.activity++;
        sched.news++;
        agenda_do(sched_instant_ns, action);
    }
    sched.actions_left = false;
    return NULL;
}

/* ---- time ---- */

static uint64_t next_instant(void)
{
    uint64_t next = agenda_next_ns();
    for (size_t i = 0; i < sched.thread_count; i++) {
        const struct thread *t = &sched.thread[i];
        if (t->state == STATE_WAITING && t->wait.until_ns < next)
            next = t->wait.until_ns;
    }
    return next;
}

static void report_stuck(void)
{
    char waiters[200] = "";
    size_t n = 0;
    for (size_t i = 0; i < sched.thread_count && n < sizeof waiters; i++) {
        const struct thread *t = &sched.thread[i];
        if (t->state == STATE_WAITING && t != sched.keeper)
            n += (size_t)snprintf(waiters + n, sizeof waiters - n, "%sthread %zu in %s",
                                  n ? ", " : "", i, t->wait.what);
    }
    assert(sched.stuck);
    sched.stuck(sched.stuck_arg, waiters);
}

static bool has_outside_waiter(void)
{
    for (size_t i = 0; i < sched.thread_count; i++) {
        const struct thread *t = &sched.thread[i];
        if (t->state == STATE_WAITING && t->wait.is_outside && t->wait.is_outside(t->wait.arg))
            return true;
    }
    return false;
}

/* What one search for the next thread has found out. */
struct search {
    bool is_sure; /* every waiter has looked once more since time could not move */
    enum { OUTSIDE_UNKNOWN, OUTSIDE_NOBODY, OUTSIDE_SOMEBODY } outside; /* who may end a wait */
};

/* Nothing in this world can wake a thread any more: wait for somebody outside, or report the world
 * as stuck. */
static void await_outside(struct search *s)
{
    static const struct timespec nap = { 0, MS };
    if (s->outside == OUTSIDE_UNKNOWN)
        s->outside = sched.has_outside && has_outside_waiter() ? OUTSIDE_SOMEBODY : OUTSIDE_NOBODY;
    if (time_page_is_on() && !time_page_has_no_outside_help(s->outside == OUTSIDE_NOBODY))
        return;
    if (s->outside == OUTSIDE_NOBODY)
        report_stuck(); /* returns only if it has woken a thread */
    else
        real()->nanosleep(&nap, NULL);
}

/* As pass_time(), in a world of several processes: wait until time has moved, or until looking
 * again may find something. */
static void pass_time_together(uint64_t instant, struct search *s)
{
    enum time_page_news news = time_page_idle(instant);
    if (news == TIME_PAGE_STUCK)
        await_outside(s);
    if (news == TIME_PAGE_TIME) {
        sched_instant_ns = time_page_now();
        sched.actions_left = true;
    }
    sched.activity++;
}

static void pass_time(uint64_t instant, struct search *s)
{
    if (instant == SCHED_NEVER) {
        if (s->is_sure)
            await_outside(s);
        s->is_sure = !s->is_sure;
        sched.activity++;
        return;
    }
    if (instant > sched_instant_ns)
        sched_instant_ns = instant;
    sched.actions_left = true;
}

/* The thread that runs next: the one that could run first. If none can, move time to the next
 * instant at which something is due. */
struct thread *sched_next_thread(void)
{
    for (struct search search = { 0 };;) {
        struct thread *t = sched.actions_left ? do_actions() : NULL;
        if (!t) {
            wake_due();
            t = rival_choose(sched_oldest_runnable());
        }
        if (t) {
            sched.activity++;
            sched.news += t != self;
            if (time_page_is_on())
                sched_instant_ns = time_page_resume();
            return t;
        }
        if (rings_are_busy() || transit_is_busy() || (sched.is_busy && sched.is_busy()))
            sched.activity++;
        else if (time_page_is_on())
            pass_time_together(next_instant(), &search);
        else
            pass_time(next_instant(), &search);
    }
}

static void switch_to(struct thread *next, struct thread *me)
{
    if (next == me)
        return;
    assert(next->state == STATE_RUNNABLE);
    assert(!me->turn_given_to);
    me->turn_given = ++sched.handovers;
    me->turn_given_to = next;
    sched_give_turn(next, me->turn_given);
    sched_await_turn(me);
}

/* A thread that waits may get the turn in order to look for the next one: see preload/aside.c. */
static void switch_away(struct thread *me)
{
    do
        switch_to(sched_next_thread(), me);
    while (me->state == STATE_WAITING);
}

void sched_yield_turn(const struct sched_wait *wait)
{
    assert(sched_has_turn());
    sched_make_runnable(self, SCHED_READY);
    self->signalled = self->signalled_hard = false;
    self->wait = *wait;
    self->is_rechecking = true;
    switch_away(self);
}

void sched_offer_overtaking(void)
{
    if (!world_is_explored() || self == &sched.thread[0])
        return;
    self->is_rechecking = false;
    self->is_reorderable = true;
    struct thread *next = rival_choose(self);
    wake_if_due(next); /* it may be a thread whose wait is over and that nobody has woken yet */
    switch_to(next, self);
}

static enum sched_wake park(const struct sched_wait *wait)
{
    assert(!self->turn_given_to);
    self->wait = *wait;
    self->peeked_at = wait->has_peeked ? sched.activity : SCHED_NEVER;
    if (!wait->has_peeked)
        self->signalled = self->signalled_hard = false;
    self->state = STATE_WAITING;
    self->ticket = ++sched.tickets;
    switch_away(self);
    return self->woke;
}

/* pthread_cancel() ends a thread only in a system call, but a parked thread waits for its turn. So
 * it tests for cancellation itself. A thread that has disabled cancellation goes on waiting. */
enum sched_wake sched_park(const struct sched_wait *wait)
{
    assert(sched_governs());
    assert(self->state == STATE_RUNNABLE);
    assert(wait->what);
    if (wait->interruptible && self->is_cancelled)
        pthread_testcancel();
    enum sched_wake woke = park(wait);
    while (woke == SCHED_CANCELLED && wait->interruptible) {
        pthread_testcancel();
        woke = park(wait);
    }
    return woke;
}

bool sched_signal_one(const void *object)
{
    struct thread *longest = NULL;
    for (size_t i = 0; i < sched.thread_count; i++) {
        struct thread *t = &sched.thread[i];
        if (t->state == STATE_WAITING && t->wait.object == object &&
            (!longest || t->ticket < longest->ticket))
            longest = t;
    }
    if (longest)
        sched_make_runnable(longest, SCHED_READY);
    return longest;
}

void sched_signal(const void *object, bool all)
{
    while (sched_signal_one(object) && all)
        continue;
}

struct thread *sched_self(void)
{
    return self;
}

void sched_interrupt(struct thread *t)
{
    sched_interrupt_for(t, false);
}

void sched_interrupt_for(struct thread *t, bool restarts)
{
    if (!t)
        t = &sched.thread[0];
    if (self)
        self->signalled = self->signalled_hard = false;
    if (t->state == STATE_WAITING && t->wait.interruptible && !(restarts && t->wait.restarts))
        sched_make_runnable(t, SCHED_INTERRUPTED);
}

/* ---- beginning and end ---- */

/* Make what an earlier world has left look new: threads of a pool wait as if they had begun to in
 * the order of their start. The clock shows a whole millisecond, later than any at which spins were
 * counted. */
static void renew(void)
{
    while (sched.thread_count > 1 && sched.thread[sched.thread_count - 1].state == STATE_JOINED)
        sched.thread_count--;
    for (size_t i = 1; i < sched.thread_count; i++)
        sched.thread[i].ticket = ++sched.tickets;
    if (sched_instant_ns >
        SCHED_END_NS / 2) /* a very long wait has brought it near the end of time */
        sched_instant_ns = 0;
    sched_instant_ns = (sched_instant_ns / MS + 1) * MS;
}

void sched_begin(void (*stuck)(void *arg, const char *waiters), void *arg, bool has_outside)
{
    assert(!sched.on);
    sched.has_outside = has_outside;
    sched.stuck = stuck;
    sched.stuck_arg = arg;
    sched.actions_left = false;
    agenda_clear();
    if (sched.thread_count == 0)
        sched.thread_count = 1;
    else
        renew();
    sched.began_ns = sched_instant_ns;
    self = &sched.thread[0];
    self->state = STATE_RUNNABLE;
    self->ticket = ++sched.tickets;
    sched.on = true;
    if (has_outside)
        sched_end_with_thread();
}

void sched_end(void)
{
    assert(sched.on);
    assert(self == &sched.thread[0]);
    sched.on = false;
}

void sched_switch_off(void)
{
    sched.on = false;
    self = NULL;
}

void sched_join(uint64_t now_ns)
{
    assert(sched.on);
    sched_instant_ns = now_ns;
}

void sched_keep_only_self(uint64_t now_ns)
{
    assert(self);
    if (self != &sched.thread[0])
        memcpy(&sched.thread[0], self, sizeof *self);
    self = &sched.thread[0];
    self->turn_given_to = NULL;
    sched.thread_count = 1;
    sched.keeper = NULL;
    sched_instant_ns = now_ns;
    agenda_clear();
}

void sched_catch_up(void)
{
    if (time_page_is_on() && time_page_now() > sched_instant_ns && sched_has_turn())
        sched_instant_ns = time_page_now();
}

/* The handler may have interrupted a thread in the middle of a handover: it may not have given the
 * turn away yet, or may have got it back already. So repeat the handover and wait for the turn. */
void sched_note_longjmp(void)
{
    if (!sched_governs())
        return;
    struct thread *receiver = self->turn_given_to;
    if (receiver) {
        self->escapes = true;
        sched_give_turn(receiver, self->turn_given);
        time_page_wake();
        sched_await_turn(self);
        self->escapes = false;
        return;
    }
    if (time_page_is_on())
        sched_instant_ns = time_page_resume();
    if (self->state == STATE_WAITING) /* it was looking for the next thread */
        sched_make_runnable(self, SCHED_INTERRUPTED);
}

void sched_note_signal(bool restarts)
{
    if (!sched_governs())
        return;
    if (!restarts)
        self->signalled_hard = true;
    self->signalled = true;
    sched.handled++;
    time_page_wake();
}
