/* sched.h - the turn: which thread runs, and when time moves. Only the world's own
 * files and src/preload include this.
 *
 * There is no lock: whoever has the turn owns all of this state, and the turn is
 * handed over by a futex with release and acquire. */
#ifndef WORLD_SCHED_H
#define WORLD_SCHED_H
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SCHED_NEVER UINT64_MAX
/* Where time ends, as the kernel has it: what is due then or later never comes. */
#define SCHED_END_NS ((uint64_t)INT64_MAX)

struct thread;

/* What every clock shows at instant 0. All clocks show the same, so an absolute
 * deadline means one instant whichever clock it was computed from. Some days: seconds in
 * a double then still tell one nanosecond from the next. */
#define SCHED_EPOCH_NS (1000000ull * 1000000000ull)

enum sched_wake {
    SCHED_LATE,        /* the deadline came */
    SCHED_READY,       /* peek() said so, or the object was signalled */
    SCHED_INTERRUPTED, /* the world interrupted the wait */
};

struct sched_wait {
    uint64_t until_ns;       /* or SCHED_NEVER */
    bool (*peek)(void *arg); /* may the thread go on? Must change nothing. NULL: never by itself */
    void *arg;
    const void *object; /* what sched_signal() names; NULL for none */
    const char *what;   /* "epoll", "condition": for the message about a stuck world */
    bool interruptible;
    bool has_looked; /* peek() has just been seen to say no */
};

/* Is the caller under the scheduler? Threads that were started before the world
 * began are not. */
bool sched_governs(void);

/* The clock, which sched.c alone moves. It is read several times for every callback,
 * so that a call each time would show. */
extern uint64_t sched_instant_ns;
static inline uint64_t sched_now(void)
{
    return sched_instant_ns;
}
uint64_t sched_after(uint64_t ns); /* now + ns; SCHED_NEVER beyond the end of time */

void sched_begin(void (*stuck)(void *arg, const char *waiters), void *arg);
void sched_end(void);
/* In a fork, which has but one of the threads: it is under no scheduler any more. */
void sched_abandon(void);

/* Let every thread run that can, then go on: to look whether the wait is over. */
void sched_yield_turn(const struct sched_wait *wait);
/* The calling thread's job takes an unknown part of this instant, in which a schedule
 * may have others go on. The loop's own thread has no such jobs. */
void sched_linger(void);
/* Park the calling thread. */
enum sched_wake sched_park(const struct sched_wait *wait);
/* Make waiters on an object runnable, longest waiting first: one of them or all. */
void sched_signal(const void *object, bool all);
/* The calling thread; NULL if it is not under the scheduler. */
struct thread *sched_self(void);
/* Interrupt a thread's wait, if it is in an interruptible one. NULL: the thread that
 * began the world. */
void sched_interrupt(struct thread *t);

/* Call `fn` at an instant, before the threads that are due then. What is done to the
 * object `about` keeps its order in every schedule. An `arg` other than that is taken:
 * `fn` frees it, or the world if it never comes to that. */
void sched_at(uint64_t ns, const void *about, void (*fn)(void *arg), void *arg);
/* The same, unless it is pointless when that instant is the next: `stands` is asked then. */
void sched_at_if(uint64_t ns, const void *about, bool (*stands)(void *arg), void (*fn)(void *arg),
                 void *arg);
/* Forget what was asked for about an object. */
void sched_cancel(const void *about);

/* `open`: nothing says when in this instant it begins. */
int sched_thread_create(pthread_t *id, const pthread_attr_t *attr, void *(*start)(void *),
                        void *arg, bool open);
int sched_thread_join(pthread_t id, void **result);
#endif
