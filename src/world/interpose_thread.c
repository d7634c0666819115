/* interpose_thread.c - threads, how they begin and end, and the calls by which they wait for each
 * other. Locks are in interpose_lock.c. */
#include "world/sched.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "world/clock.h"
#include "world/time_page.h"
#include "world/inside.h"
#include "world/real.h"
#include "world/world.h"

/* ---- threads of the scheduler ---- */

/* Without one, the C library ends the process. */
static bool has_living(void)
{
    for (size_t i = 0; i < sched.thread_count; i++)
        if (sched.thread[i].state == STATE_RUNNABLE || sched.thread[i].state == STATE_WAITING)
            return true;
    return false;
}

/* In the child of a fork the thread has another place. */
static void end_thread(void *unused)
{
    (void)unused;
    struct thread *me = sched_self();
    sigset_t all;
    sigfillset(&all); /* a handler that ran on it from now on would be outside of the world */
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    me->state = STATE_DONE;
    sched_signal(me, true);
    sched_become(NULL);
    /* The thread may run on after its world has ended, but only its thread-local destructors, which
     * touch nothing that others can see. The next may be new, from this handover's number on. */
    if (sched.on && has_living()) {
        struct thread *next = sched_next_thread();
        sched_give_turn(next, ++sched.handovers);
    }
}

static void *run_thread(void *arg)
{
    struct thread *me = arg;
    void *result;
    sched_await_turn(me);
    assert(me->state == STATE_RUNNABLE);
    sched_become(me);
    pthread_cleanup_push(end_thread, NULL); /* also runs on pthread_exit() */
    result = me->start(me->arg);
    pthread_cleanup_pop(1);
    return result;
}

void sched_end_with_thread(void)
{
    static pthread_key_t key;
    static bool has_key;
    if (!has_key)
        has_key = pthread_key_create(&key, end_thread) == 0;
    if (has_key)
        pthread_setspecific(key, &key);
}

/* Returns a new slot while there are any, so that threads are in the order of their start. Then the
 * slot of a thread that has ended: whoever joins that thread need not wait. NULL if all are in
 * use. */
static struct thread *free_slot(void)
{
    size_t i = sched.thread_count;
    if (i == THREADS_MAX)
        for (i = 1; i < THREADS_MAX; i++)
            if (sched.thread[i].state == STATE_DONE || sched.thread[i].state == STATE_JOINED)
                break;
    return i < THREADS_MAX ? &sched.thread[i] : NULL;
}

/* The C library reuses the id of a detached thread that has ended. Nobody can join that thread by
 * the id any more. */
static void forget_id(const struct thread *newest)
{
    for (size_t i = 1; i < sched.thread_count; i++) {
        struct thread *t = &sched.thread[i];
        if (t != newest && t->state == STATE_DONE && pthread_equal(t->id, newest->id))
            t->state = STATE_JOINED;
    }
}

int sched_thread_create(pthread_t *id, const pthread_attr_t *attr, void *(*start)(void *),
                        void *arg, bool is_reorderable)
{
    struct thread *t = free_slot();
    if (!t)
        return EAGAIN;
    memset(t, 0, sizeof *t);
    t->turn_received = t->turn_given = sched.handovers;
    t->start = start;
    t->arg = arg;
    int error = real()->pthread_create(&t->id, attr, run_thread, t);
    if (error)
        return error;
    *id = t->id;
    forget_id(t);
    sched.thread_count += t == &sched.thread[sched.thread_count];
    assert(sched.thread_count <= THREADS_MAX);
    sched_make_runnable(t, SCHED_READY);
    t->is_reorderable = is_reorderable;
    return 0;
}

int sched_thread_join(pthread_t id, void **result, uint64_t until)
{
    for (size_t i = sched.thread_count - 1; i > 0; i--) {
        struct thread *t = &sched.thread[i];
        if (t->state == STATE_NONE || t->state == STATE_JOINED || !pthread_equal(t->id, id))
            continue;
        while (t->state != STATE_DONE && pthread_equal(t->id, id)) {
            if (until <= sched_now())
                return ETIMEDOUT;
            enum sched_wake woke = sched_park(&(struct sched_wait){
                .until_ns = until, .object = t, .what = "pthread_join", .is_cancel_point = true });
            if (woke == SCHED_CANCELLED)
                pthread_testcancel();
        }
        if (pthread_equal(t->id, id)) /* else it has ended, and a new one has its slot */
            t->state = STATE_JOINED;
        break;
    }
    return real()->pthread_join(id, result);
}

int sched_thread_cancel(pthread_t id)
{
    int error = real()->pthread_cancel(id);
    for (size_t i = 0; error == 0 && i < sched.thread_count; i++) {
        struct thread *t = &sched.thread[i];
        if (t->state == STATE_NONE || t->state == STATE_DONE || t->state == STATE_JOINED ||
            !pthread_equal(t->id, id))
            continue;
        t->is_cancelled = true;
        if (t->state == STATE_WAITING && (t->wait.interruptible || t->wait.is_cancel_point))
            sched_make_runnable(t, SCHED_CANCELLED);
    }
    return error;
}

/* ---- starting and joining ---- */

/* A thread that waits looks for the next one to run, on its own stack. */
enum { STACK_MORE = 128 * 1024 };

/* `*room` becomes `*attr` with a stack that is larger by what the world needs; returns that. Returns
 * `attr` itself if the stack is the default one, which is large, or the program's own memory. */
static const pthread_attr_t *with_room(const pthread_attr_t *attr, pthread_attr_t *room)
{
    void *address = NULL;
    size_t size = 0;
    if (!attr || pthread_attr_getstack(attr, &address, &size) != 0 || size == 0)
        return attr;
    bool is_own = (uintptr_t)address + size != 0; /* the end of the stack is NULL if unset */
    *room = *attr;
    return is_own || pthread_attr_setstacksize(room, size + STACK_MORE) != 0 ? attr : room;
}

static int start_thread(pthread_t *id, const pthread_attr_t *attr, void *(*start)(void *),
                        void *arg, bool open)
{
    pthread_attr_t room;
    int error = sched_governs() ? sched_thread_create(id, with_room(attr, &room), start, arg, open)
                                : real()->pthread_create(id, attr, start, arg);
    if (error)
        world_report_shortage("threads", "pthread_create", error);
    return error;
}

/* Threads that the loop or the program has started. */
static atomic_uint started;

int pthread_create(pthread_t *restrict id, const pthread_attr_t *restrict attr,
                   void *(*start)(void *), void *restrict arg)
{
    int error = start_thread(id, attr, start, arg, false);
    if (error == 0)
        started++;
    return error;
}

int world_thread_start(pthread_t *id, void *(*start)(void *arg), void *arg)
{
    return start_thread(id, NULL, start, arg, true);
}

unsigned world_threads(void)
{
    return started;
}

INTERPOSE(int, pthread_join, (pthread_t id, void **result), (id, result),
          sched_thread_join(id, result, SCHED_NEVER))
INTERPOSE(int, pthread_timedjoin_np, (pthread_t id, void **result, const struct timespec *until),
          (id, result, until), sched_thread_join(id, result, clock_until(until)))
INTERPOSE(int, pthread_clockjoin_np,
          (pthread_t id, void **result, clockid_t clock, const struct timespec *until),
          (id, result, clock, until), sched_thread_join(id, result, clock_until(until)))

static int try_join(pthread_t id, void **result)
{
    int error = sched_thread_join(id, result, 0);
    if (error != ETIMEDOUT)
        return error;
    spin_try();
    return EBUSY;
}

INTERPOSE(int, pthread_tryjoin_np, (pthread_t id, void **result), (id, result),
          try_join(id, result))

INTERPOSE(int, pthread_cancel, (pthread_t id), (id), sched_thread_cancel(id))

/* ---- what is done once ---- */

/* A pthread_once() routine in progress; the thread that runs it may be parked in it. */
struct once {
    const pthread_once_t *control;
    struct once *next;
};

static struct once *once_running; /* the thread that has the turn owns this */

static bool is_not_running(void *control)
{
    for (const struct once *o = once_running; o; o = o->next)
        if (o->control == control)
            return false;
    return true;
}

/* A second thread that calls it with the same `control` must give up the turn while it waits for
 * the first. */
int pthread_once(pthread_once_t *control, void (*routine)(void))
{
    if (!sched_governs())
        return real()->pthread_once(control, routine);
    while (!is_not_running(control))
        sched_park(&(struct sched_wait){ .until_ns = SCHED_NEVER,
                                         .peek = is_not_running,
                                         .arg = control,
                                         .what = "pthread_once" });
    struct once me = { control, once_running };
    once_running = &me;
    int error = real()->pthread_once(control, routine);
    struct once **o = &once_running;
    while (*o != &me)
        o = &(*o)->next;
    *o = me.next;
    return error;
}

/* ---- condition variables ---- */

/* What a process-shared condition variable holds if it was made in a world. The C library's words
 * for its waiters are ours then: no thread waits in the C library, so it does not look at them. */
struct shared_condition {
    uint64_t mark;
    _Atomic uint64_t signals;
};

static_assert(sizeof(struct shared_condition) <=
                  offsetof(pthread_cond_t, __data.__g1_start) + sizeof(uint64_t),
              "a condition is too large");
#define CONDITION_MARK UINT64_C(0x636f6e646974696f)

static struct shared_condition *shared_of(pthread_cond_t *cond)
{
    struct shared_condition *c = (struct shared_condition *)cond;
    return c->mark == CONDITION_MARK ? c : NULL;
}

int pthread_cond_init(pthread_cond_t *restrict cond, const pthread_condattr_t *restrict attr)
{
    int shared = PTHREAD_PROCESS_PRIVATE;
    int error = real()->pthread_cond_init(cond, attr);
    if (attr)
        pthread_condattr_getpshared(attr, &shared);
    if (error == 0 && time_page_is_on() && shared == PTHREAD_PROCESS_SHARED)
        ((struct shared_condition *)cond)->mark = CONDITION_MARK;
    return error;
}

struct condition_wait {
    struct shared_condition *condition;
    uint64_t signals; /* before the wait */
};

static bool was_signalled(void *arg)
{
    const struct condition_wait *w = arg;
    return w->condition->signals != w->signals;
}

/* One signal wakes all waiters of a shared condition variable: waiters must expect spurious
 * wake-ups. */
static void signal_condition(pthread_cond_t *cond, bool all)
{
    struct shared_condition *shared = shared_of(cond);
    if (shared)
        shared->signals++;
    else
        sched_signal(cond, all);
}

static int wait_condition(pthread_cond_t *cond, pthread_mutex_t *mutex, uint64_t until)
{
    struct shared_condition *shared = shared_of(cond);
    struct condition_wait w = { shared, shared ? shared->signals : 0 };
    pthread_mutex_unlock(mutex);
    enum sched_wake woke = sched_park(&(struct sched_wait){ .until_ns = until,
                                                            .peek = shared ? was_signalled : NULL,
                                                            .arg = &w,
                                                            .object = cond,
                                                            .what = "a condition",
                                                            .is_cancel_point = true });
    wakeups_note();
    lock_mutex(mutex, SCHED_NEVER); /* a parked thread may hold it */
    if (woke == SCHED_CANCELLED)
        pthread_testcancel();
    return woke == SCHED_TIMED_OUT ? ETIMEDOUT : 0;
}

INTERPOSE(int, pthread_cond_wait, (pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex),
          (cond, mutex), wait_condition(cond, mutex, SCHED_NEVER))
INTERPOSE(int, pthread_cond_timedwait,
          (pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex,
           const struct timespec *restrict until),
          (cond, mutex, until), wait_condition(cond, mutex, clock_until(until)))
INTERPOSE(int, pthread_cond_clockwait,
          (pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex, clockid_t clock,
           const struct timespec *restrict until),
          (cond, mutex, clock, until), wait_condition(cond, mutex, clock_until(until)))
INTERPOSE(int, pthread_cond_signal, (pthread_cond_t * cond), (cond),
          (signal_condition(cond, false), 0))
INTERPOSE(int, pthread_cond_broadcast, (pthread_cond_t * cond), (cond),
          (signal_condition(cond, true), 0))

/* ---- semaphores ---- */

/* Another process, which shares the semaphore, cannot signal a thread of this one. */
static bool has_value(void *sem)
{
    int value = 0;
    return sem_getvalue(sem, &value) == 0 && value > 0;
}

static int wait_semaphore(sem_t *sem, uint64_t until)
{
    while (real()->sem_trywait(sem) < 0) {
        if (errno != EAGAIN)
            return -1;
        enum sched_wake woke = sched_park(
            &(struct sched_wait){ .until_ns = until,
                                  .peek = time_page_is_on() ? has_value : NULL,
                                  .arg = sem,
                                  .object = sem,
                                  .what = "a semaphore",
                                  .interruptible = true });
        if (woke == SCHED_READY)
            continue;
        errno = woke == SCHED_TIMED_OUT ? ETIMEDOUT : EINTR;
        return -1;
    }
    return 0;
}

INTERPOSE(int, sem_wait, (sem_t * sem), (sem), wait_semaphore(sem, SCHED_NEVER))
INTERPOSE(int, sem_timedwait, (sem_t *restrict sem, const struct timespec *restrict until),
          (sem, until), wait_semaphore(sem, clock_until(until)))
INTERPOSE(int, sem_clockwait,
          (sem_t *restrict sem, clockid_t clock, const struct timespec *restrict until),
          (sem, clock, until), wait_semaphore(sem, clock_until(until)))

/* A thread may call trywait until it succeeds, which is a spin. */
int sem_trywait(sem_t *sem)
{
    int result = real()->sem_trywait(sem);
    if (result == 0 || errno != EAGAIN || !sched_has_outside() || !sched_has_turn())
        return result;
    spin_try();
    errno = EAGAIN;
    return result;
}

int sem_post(sem_t *sem)
{
    int result = real()->sem_post(sem);
    if (result == 0 && sched_governs())
        sched_signal(sem, false);
    return result;
}
