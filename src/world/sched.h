/* sched.h - the turn: which thread runs, and when time moves. Only the world's own files and
 * src/preload include this.
 *
 * There is no lock. The thread that has the turn owns all of this state; a futex hands the turn
 * over, with release and acquire. */
#ifndef WORLD_SCHED_H
#define WORLD_SCHED_H
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SCHED_NEVER UINT64_MAX
/* The end of time, as in the kernel: a deadline at or after it never comes. */
#define SCHED_END_NS ((uint64_t)INT64_MAX)

struct thread;

enum sched_wake {
    SCHED_LATE,        /* the deadline came */
    SCHED_READY,       /* peek() returned true, or the object was signalled */
    SCHED_INTERRUPTED, /* the world interrupted the wait */
};

struct sched_wait {
    uint64_t until_ns; /* deadline, or SCHED_NEVER */
    /* May the thread continue? Must change nothing. NULL: only by deadline or sched_signal(). */
    bool (*peek)(void *arg);
    void *arg;
    const void *object; /* for sched_signal(); NULL: none */
    const char *what;   /* "epoll", "condition": for the message about a stuck world */
    bool interruptible;
    bool has_looked; /* peek() has just returned false */
};

/* Is the calling thread under the scheduler? Threads that started before the world began are
 * not. */
bool sched_governs(void);

/* The present instant. Only sched.c changes it. A variable, since it is read several times per
 * callback and a function call each time is measurable. */
extern uint64_t sched_instant_ns;
static inline uint64_t sched_now(void)
{
    return sched_instant_ns;
}
uint64_t sched_after(uint64_t ns); /* now + ns; SCHED_NEVER beyond the end of time */

void sched_begin(void (*stuck)(void *arg, const char *waiters), void *arg);
void sched_end(void);
/* In the child of a fork, which has only one of the threads: switch the scheduler off. */
void sched_abandon(void);

/* Let every runnable thread run, then return, so that the caller checks whether its wait is
 * over. */
void sched_yield_turn(const struct sched_wait *wait);
/* A choice point: the calling thread's job takes an unknown part of this instant, and a schedule
 * may let others overtake it. No effect on the loop's own thread. */
void sched_linger(void);
/* Park the calling thread until the wait is over. */
enum sched_wake sched_park(const struct sched_wait *wait);
/* Make one waiter or all waiters on `object` runnable, the longest waiting first. */
void sched_signal(const void *object, bool all);
/* The calling thread; NULL if it is not under the scheduler. */
struct thread *sched_self(void);
/* Interrupt the wait of `t`, if it is in an interruptible one. NULL: of the thread that began the
 * world. */
void sched_interrupt(struct thread *t);

/* Call `fn` at an instant, before the threads that are due then. Actions about the same object keep
 * their order in every schedule. Takes `arg` unless it is `about`: `fn` frees it, or the world if
 * the instant never comes. */
void sched_at(uint64_t ns, const void *about, void (*fn)(void *arg), void *arg);
/* As sched_at(), but only if `is_wanted(arg)` still holds when that instant is the next. If not,
 * time does not stop there. */
void sched_at_if(uint64_t ns, const void *about, bool (*is_wanted)(void *arg),
                 void (*fn)(void *arg), void *arg);
/* Drop the actions about an object. */
void sched_cancel(const void *about);

/* `open`: a schedule may choose when in this instant the thread begins. */
int sched_thread_create(pthread_t *id, const pthread_attr_t *attr, void *(*start)(void *),
                        void *arg, bool open);
int sched_thread_join(pthread_t id, void **result);
#endif
