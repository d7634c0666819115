/* aside.c - calls that block in a way that the world does not know: a read by the C library's FILE, an
 * open() of a named pipe, aio_suspend().
 *
 *   1. The thread says that it waits, hands the turn to another thread, and makes the call.
 *   2. While it does not sleep in the kernel, it is at work: time does not move. Whoever wakes it in
 *      the kernel makes it runnable at once, so none of that is missed.
 *   3. When the call returns, the wait is over, and the thread waits for the turn like any other.
 *
 * Somebody must look for the next thread meanwhile. If no thread can run, that is the keeper, a thread of
 * the world's that never does anything else. */
#include "preload/aside.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "world/time_page.h"
#include "world/real.h"
#include "world/sched.h"
#include "world/world.h"

static const struct timespec nap = { 0, 20000 };

struct aside {
    struct thread *thread;
    const struct sched_wait *wait; /* as it was asked for */
    pid_t id;
    atomic_bool is_over;
    struct aside *next;
};

/* The thread that has the turn owns this. */
static struct aside *asides;
static unsigned strangers_awaited;
static uint64_t
    asleep_at; /* the number of waits when strangers were seen asleep; 0: they were not */

/* In the child of a fork the threads in such calls are not here. */
static void forget(void)
{
    asides = NULL;
    strangers_awaited = 0;
}

/* ---- who is at work ---- */

static bool sleeps(int tasks, const struct aside *a)
{
    char id[16], text[WORLD_STATUS_SIZE];
    snprintf(id, sizeof id, "%d", (int)a->id);
    return world_thread_status(tasks, id, text) && world_thread_sleeps(tasks, id, text);
}

/* Whoever has returned only waits for the turn. */
static bool is_at_work(const struct aside *a, int tasks)
{
    return !a->is_over && !sleeps(tasks, a) && !a->is_over;
}

/* A stranger may have ended its work after the waits were looked at and before it was looked at here. So
 * it must be seen asleep before the waits are looked at for the last time. */
static bool strangers_are_busy(void)
{
    if (world_another_is_awake()) {
        asleep_at = 0;
        real()->nanosleep(&nap, NULL);
        return true;
    }
    bool were_asleep = asleep_at == sched.tickets;
    asleep_at = were_asleep ? 0 : sched.tickets;
    return !were_asleep;
}

static bool is_busy(void)
{
    if (strangers_awaited > 0 && strangers_are_busy())
        return true;
    if (!asides)
        return false;
    int tasks = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool is_at = false, is_over = false;
    for (const struct aside *a = asides; a; a = a->next) {
        is_at |= is_at_work(a, tasks);
        is_over |= a->is_over;
    }
    close(tasks);
    if (is_at && !is_over)
        real()->nanosleep(&nap, NULL);
    return is_at || is_over;
}

static void begin(void)
{
    static bool has_begun;
    if (!has_begun)
        pthread_atfork(NULL, NULL, forget);
    has_begun = true;
    sched.is_busy = is_busy;
}

/* ---- the keeper ---- */

static bool is_last(void *unused)
{
    (void)unused;
    for (size_t i = 0; i < sched.thread_count; i++) {
        const struct thread *t = &sched.thread[i];
        if (t != sched.keeper && (t->state == STATE_RUNNABLE || t->state == STATE_WAITING))
            return false;
    }
    return true;
}

/* It ends when all others have, so that the process can. */
static void *keep(void *unused)
{
    sched.keeper = sched_self();
    sched_park(
        &(struct sched_wait){ .until_ns = SCHED_NEVER, .peek = is_last, .what = "the world" });
    return unused;
}

/* Signals are for the program's threads. */
static bool has_keeper(void)
{
    pthread_t id;
    sigset_t all, before;
    if (sched.keeper)
        return true;
    begin();
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool has = sched_thread_create(&id, NULL, keep, NULL, false) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (has)
        pthread_detach(id);
    return has;
}

/* ---- calls ---- */

static bool is_outside(void *arg)
{
    const struct sched_wait *wait = ((const struct aside *)arg)->wait;
    return wait->is_outside && wait->is_outside(wait->arg);
}

static bool has_returned(void *arg)
{
    return ((const struct aside *)arg)->is_over;
}

static bool has_other_thread(void)
{
    for (size_t i = 0; i < sched.thread_count; i++) {
        const struct thread *t = &sched.thread[i];
        if (t != sched_self() && t != sched.keeper &&
            (t->state == STATE_RUNNABLE || t->state == STATE_WAITING))
            return true;
    }
    return false;
}

static void step_aside(struct aside *a)
{
    struct thread *me = a->thread;
    a->next = asides;
    asides = a;
    me->wait = (struct sched_wait){ .until_ns = SCHED_NEVER,
                                    .peek = has_returned,
                                    .arg = a,
                                    .what = a->wait->what,
                                    .is_outside = is_outside };
    me->peeked_at = SCHED_NEVER;
    me->state = STATE_WAITING;
    me->ticket = ++sched.tickets;
    struct thread *next = sched_oldest_runnable();
    me->turn_given = ++sched.handovers;
    me->turn_given_to = next ? next : sched.keeper;
    sched_give_turn(me->turn_given_to, me->turn_given);
}

/* Also if the call ended the thread. */
static void come_back(void *arg)
{
    const int error = errno;
    struct aside *a = arg, **at = &asides;
    a->is_over = true;
    time_page_wake();
    sched_await_turn(a->thread);
    while (*at != a)
        at = &(*at)->next;
    *at = a->next;
    errno = error;
}

void aside_call(void (*call)(void *arg), void *arg, const struct sched_wait *wait, bool always)
{
    struct aside a = { .thread = sched_self(), .wait = wait, .id = gettid() };
    if (!sched_has_turn() || !sched_has_outside() || !(always || has_other_thread()) ||
        !has_keeper()) {
        call(arg);
        return;
    }
    step_aside(&a);
    pthread_cleanup_push(come_back, &a);
    call(arg);
    pthread_cleanup_pop(1);
}

enum sched_wake aside_await_strangers(const struct sched_wait *wait)
{
    begin();
    strangers_awaited++;
    enum sched_wake woke = sched_park(wait);
    strangers_awaited--;
    return woke;
}
