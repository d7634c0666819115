#include "world/sched.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/mem.h"
#include "world/real.h"

enum { THREADS_MAX = 2048 };

enum state { STATE_NONE, STATE_RUNNABLE, STATE_WAITING, STATE_DONE, STATE_JOINED };

struct thread {
    atomic_uint turn; /* the futex: 1 when this thread may run */
    enum state state;
    uint64_t ticket;        /* when it became runnable; a waiter's is when it began to wait */
    struct sched_wait wait; /* while STATE_WAITING */
    enum sched_wake woke;
    pthread_t id;
    void *(*start)(void *);
    void *arg;
};

struct action {
    uint64_t at_ns, seq;
    void (*fn)(void *arg);
    void *arg;
};

uint64_t sched_instant_ns;

/* The interposed calls carry no context, so the scheduler is the process's. */
static struct {
    bool on;
    uint64_t tickets;
    size_t thread_count;
    struct thread thread[THREADS_MAX]; /* in the order of their start; [0] is the loop's */
    struct action *action;             /* in no order; few */
    size_t action_count, action_room;
    void (*stuck)(void *arg, const char *waiters);
    void *stuck_arg;
} sched;

static _Thread_local struct thread *self;

bool sched_governs(void)
{
    return sched.on && self;
}

uint64_t sched_after(uint64_t ns)
{
    return ns > SCHED_NEVER - sched_instant_ns ? SCHED_NEVER : sched_instant_ns + ns;
}

/* ---- the turn ---- */

static void give_turn(struct thread *t)
{
    atomic_store_explicit(&t->turn, 1, memory_order_release);
    syscall(SYS_futex, &t->turn, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void await_turn(struct thread *t)
{
    while (atomic_exchange_explicit(&t->turn, 0, memory_order_acquire) == 0)
        syscall(SYS_futex, &t->turn, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
}

static void make_runnable(struct thread *t, enum sched_wake woke)
{
    t->state = STATE_RUNNABLE;
    t->woke = woke;
    t->ticket = ++sched.tickets;
}

static struct thread *oldest_runnable(void)
{
    struct thread *oldest = NULL;
    for (size_t i = 0; i < sched.thread_count; i++) {
        struct thread *t = &sched.thread[i];
        if (t->state == STATE_RUNNABLE && (!oldest || t->ticket < oldest->ticket))
            oldest = t;
    }
    return oldest;
}

/* Waiters whose wait is over by now. One pass in the order of start decides both
 * kinds, so that a descriptor and a deadline of one instant do not race. */
static void wake_due(void)
{
    for (size_t i = 0; i < sched.thread_count; i++) {
        struct thread *t = &sched.thread[i];
        if (t->state != STATE_WAITING)
            continue;
        if (t->wait.peek && t->wait.peek(t->wait.arg))
            make_runnable(t, SCHED_READY);
        else if (t->wait.until_ns <= sched_instant_ns)
            make_runnable(t, SCHED_LATE);
    }
}

/* ---- time ---- */

void sched_at(uint64_t ns, void (*fn)(void *arg), void *arg)
{
    GROW(sched.action, sched.action_count, sched.action_room);
    sched.action[sched.action_count++] = (struct action){ ns, ++sched.tickets, fn, arg };
}

void sched_cancel(void (*fn)(void *arg), void *arg)
{
    size_t kept = 0;
    for (size_t i = 0; i < sched.action_count; i++)
        if (sched.action[i].fn != fn || sched.action[i].arg != arg)
            sched.action[kept++] = sched.action[i];
    sched.action_count = kept;
}

static size_t next_action(void)
{
    size_t next = 0;
    for (size_t i = 1; i < sched.action_count; i++) {
        const struct action *a = &sched.action[i], *b = &sched.action[next];
        if (a->at_ns < b->at_ns || (a->at_ns == b->at_ns && a->seq < b->seq))
            next = i;
    }
    return next;
}

static void run_due_actions(void)
{
    while (sched.action_count > 0) {
        size_t i = next_action();
        struct action a = sched.action[i];
        if (a.at_ns > sched_instant_ns)
            return;
        sched.action[i] = sched.action[--sched.action_count];
        a.fn(a.arg);
    }
}

static uint64_t next_instant(void)
{
    uint64_t next = SCHED_NEVER;
    if (sched.action_count > 0)
        next = sched.action[next_action()].at_ns;
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
        if (t->state == STATE_WAITING)
            n += (size_t)snprintf(waiters + n, sizeof waiters - n, "%sthread %zu in %s",
                                  n ? ", " : "", i, t->wait.what);
    }
    sched.stuck(sched.stuck_arg, waiters);
    abort();
}

/* The thread that goes on: the one that could run first. If none can, time moves
 * to the next instant at which something is due. */
static struct thread *next_thread(void)
{
    for (;;) {
        wake_due();
        struct thread *t = oldest_runnable();
        if (t)
            return t;
        uint64_t instant = next_instant();
        if (instant == SCHED_NEVER)
            report_stuck();
        if (instant > sched_instant_ns)
            sched_instant_ns = instant;
        run_due_actions();
    }
}

static void switch_away(struct thread *me)
{
    struct thread *next = next_thread();
    if (next == me)
        return;
    give_turn(next);
    await_turn(me);
}

void sched_yield_turn(void)
{
    make_runnable(self, SCHED_READY);
    switch_away(self);
}

enum sched_wake sched_park(const struct sched_wait *wait)
{
    self->wait = *wait;
    self->state = STATE_WAITING;
    self->ticket = ++sched.tickets;
    switch_away(self);
    return self->woke;
}

void sched_signal(const void *object, bool all)
{
    struct thread *longest;
    do {
        longest = NULL;
        for (size_t i = 0; i < sched.thread_count; i++) {
            struct thread *t = &sched.thread[i];
            if (t->state == STATE_WAITING && t->wait.object == object &&
                (!longest || t->ticket < longest->ticket))
                longest = t;
        }
        if (longest)
            make_runnable(longest, SCHED_READY);
    } while (all && longest);
}

struct thread *sched_self(void)
{
    return self;
}

void sched_interrupt(struct thread *t)
{
    if (!t)
        t = &sched.thread[0];
    if (t->state == STATE_WAITING && t->wait.interruptible)
        make_runnable(t, SCHED_INTERRUPTED);
}

/* ---- threads ---- */

static void leave(void *arg)
{
    struct thread *me = arg;
    me->state = STATE_DONE;
    sched_signal(me, true);
    self = NULL;
    /* A thread may outlive its world only by a hair: what it does after this, its
     * thread-local destructors, touches nothing that others can see. */
    if (sched.on)
        give_turn(next_thread());
}

static void *live(void *arg)
{
    struct thread *me = arg;
    void *result;
    await_turn(me);
    self = me;
    pthread_cleanup_push(leave, me); /* also for pthread_exit() */
    result = me->start(me->arg);
    pthread_cleanup_pop(1);
    return result;
}

int sched_thread_create(pthread_t *id, const pthread_attr_t *attr, void *(*start)(void *),
                        void *arg)
{
    if (sched.thread_count == THREADS_MAX)
        return EAGAIN;
    struct thread *t = &sched.thread[sched.thread_count];
    memset(t, 0, sizeof *t);
    t->start = start;
    t->arg = arg;
    int error = real()->pthread_create(&t->id, attr, live, t);
    if (error)
        return error;
    *id = t->id;
    sched.thread_count++;
    make_runnable(t, SCHED_READY);
    return 0;
}

int sched_thread_join(pthread_t id, void **result)
{
    /* Newest first: the id of a thread that was detached and has ended is given again. */
    for (size_t i = sched.thread_count - 1; i > 0; i--) {
        struct thread *t = &sched.thread[i];
        if (t->state == STATE_NONE || t->state == STATE_JOINED || !pthread_equal(t->id, id))
            continue;
        while (t->state != STATE_DONE)
            sched_park(&(struct sched_wait){
                .until_ns = SCHED_NEVER, .object = t, .what = "pthread_join" });
        t->state = STATE_JOINED;
        break;
    }
    return real()->pthread_join(id, result);
}

/* ---- beginning and end ---- */

void sched_begin(void (*stuck)(void *arg, const char *waiters), void *arg)
{
    assert(!sched.on);
    sched.stuck = stuck;
    sched.stuck_arg = arg;
    sched.action_count = 0;
    if (sched.thread_count == 0)
        sched.thread_count = 1;
    self = &sched.thread[0];
    self->state = STATE_RUNNABLE;
    self->ticket = ++sched.tickets;
    sched.on = true;
}

void sched_end(void)
{
    assert(sched.on && self == &sched.thread[0]);
    sched.on = false;
}
