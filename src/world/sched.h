/* sched.h - the scheduler of the world: which thread has the turn, and when time moves. Only the
 * world's own files and src/preload include this.
 *
 * There is no lock. The thread that has the turn owns all of this state; a futex hands the turn
 * over, with release and acquire. */
#ifndef WORLD_SCHED_H
#define WORLD_SCHED_H
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SCHED_NEVER UINT64_MAX
/* The end of time, as in the kernel: a deadline at or after it never comes. */
#define SCHED_END_NS ((uint64_t)INT64_MAX)

struct thread;

enum sched_wake {
    SCHED_TIMED_OUT,   /* the deadline came */
    SCHED_READY,       /* peek() returned true, or the object was signalled */
    SCHED_INTERRUPTED, /* the world interrupted the wait */
    SCHED_CANCELLED,   /* the thread shall end, see `is_cancel_point` */
};

struct sched_wait {
    uint64_t until_ns; /* deadline, or SCHED_NEVER */
    /* May the thread continue? Must change nothing. NULL: only by deadline or sched_signal(). */
    bool (*peek)(void *arg);
    void *arg;
    const void *object;   /* for sched_signal(); NULL: none */
    const void *kind;     /* see world_busy_alike() */
    const char *what;     /* "epoll", "condition": for the message about a stuck world */
    bool interruptible;   /* pthread_cancel() ends it, too; sched_park() handles that itself */
    bool is_cancel_point; /* pthread_cancel() ends it; the caller handles that */
    bool restarts;        /* not interrupted by a signal whose handler has SA_RESTART */
    bool has_peeked;      /* peek() has just returned false */
    /* Could somebody outside of the world end this wait? NULL: no. Asked only when nothing else
     * can. */
    bool (*is_outside)(void *arg);
};

/* Is the calling thread under the scheduler? Threads that started before the world began are
 * not. */
bool sched_governs(void);
/* Has the calling thread the turn? Only then may it park. False while a signal handler runs on a
 * thread that waits. */
bool sched_has_turn(void);
/* May somebody outside of this world end a wait? As given to sched_begin(). */
bool sched_has_outside(void);
/* Is there another thread or another process in the world? */
bool sched_has_others(void);
/* Could anything happen while the calling thread waits? */
bool sched_could_go_on(void);

/* The present instant. Only sched.c changes it. A variable, since it is read several times per
 * callback and a function call each time is measurable. */
extern uint64_t sched_instant_ns;
static inline uint64_t sched_now(void)
{
    return sched_instant_ns;
}
uint64_t sched_after(uint64_t ns); /* now + ns; SCHED_NEVER beyond the end of time */

/* `has_outside`: somebody outside may end a wait, so a world is stuck only if nobody can. */
void sched_begin(void (*stuck)(void *arg, const char *waiters), void *arg, bool has_outside);
void sched_end(void);
/* In the child of a fork, which has only the calling thread: switch the scheduler off, or go on
 * with this thread alone, at the instant `now_ns`. */
void sched_switch_off(void);
void sched_keep_only_self(uint64_t now_ns);
/* The present instant, for a process that joins a world. */
void sched_join(uint64_t now_ns);
/* Others may have moved the time while this process was in a call that the world does not know. */
void sched_catch_up(void);
/* A signal handler runs on the calling thread. */
void sched_note_signal(bool restarts);
/* The handler leaves by a longjmp(), and so leaves the call that it interrupted. If that was a
 * wait, the thread gets the turn first. */
void sched_note_longjmp(void);

/* Let every runnable thread run, then return, so that the caller checks whether its wait is
 * over. */
void sched_yield_turn(const struct sched_wait *wait);
/* A choice point: the calling thread's job takes an unknown part of this instant, and a schedule
 * may let others overtake it. No effect on the loop's own thread. */
void sched_offer_overtaking(void);
/* Park the calling thread until the wait is over. */
enum sched_wake sched_park(const struct sched_wait *wait);
/* Make one waiter or all waiters on `object` runnable, the longest waiting first. */
void sched_signal(const void *object, bool all);
/* As sched_signal() of one; false if nobody waits on it. */
bool sched_signal_one(const void *object);
/* signal.c: does every thread block this signal, or does one wait for it? Then no handler is called
 * for it. */
bool signal_is_kept(int sig);
/* The calling thread; NULL if it is not under the scheduler. */
struct thread *sched_self(void);
/* Interrupt the wait of `t`, if it is in an interruptible one. NULL: of the thread that began the
 * world. */
void sched_interrupt(struct thread *t);
/* As sched_interrupt(), by a signal whose handler has run on the calling thread instead. `restarts`:
 * it has SA_RESTART. */
void sched_interrupt_for(struct thread *t, bool restarts);

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

/* One step of a hash. */
static inline uint64_t sched_mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

/* `is_reorderable`: a schedule may choose when in this instant the thread begins. */
int sched_thread_create(pthread_t *id, const pthread_attr_t *attr, void *(*start)(void *),
                        void *arg, bool is_reorderable);
/* ETIMEDOUT after the instant `until`. */
int sched_thread_join(pthread_t id, void **result, uint64_t until);
int sched_thread_cancel(pthread_t id);

/* ---- kernel.c ----
 * The program has a new socket, perhaps one of TCP. */
void transit_note(int fd);
/* Has any TCP socket bytes that are yet to go out? It waits a moment, in real time, before it says
 * yes, and gives up after a while. */
bool transit_is_busy(void);

/* ---- interpose_io.c and outside.c, for src/preload ----
 * 0 when a read of this descriptor will not block, or shall not be interfered with; -1 with EINTR or
 * with EAGAIN, at the end of the socket's own time-out. */
int io_await_readable(int fd);
/* Can a read or write of it block? Not of a file. */
bool io_may_block(int fd);
/* Could somebody outside of the world make one of these descriptors ready? */
bool outside_holds(int fd);

/* ---- of sched.c, interpose_thread.c and rival.c ---- */

enum { THREADS_MAX = 2048 };

enum state { STATE_NONE, STATE_RUNNABLE, STATE_WAITING, STATE_DONE, STATE_JOINED };

struct thread {
    atomic_uint turn_received; /* a futex: number of the handover by which it last got the turn */
    unsigned turn_given;       /* number of the handover by which it last gave the turn away */
    /* The thread that got the turn from this one. NULL: this one has the turn, or is about to give
     * it away. Only the thread itself and its signal handlers use this. */
    struct thread *_Atomic turn_given_to;
    enum state state;
    uint64_t ticket; /* order in which threads became runnable or, if waiting, began to wait */
    struct sched_wait wait; /* valid while STATE_WAITING and while `is_rechecking` */
    uint64_t peeked_at;     /* the value of `activity` when peek() was last called */
    enum sched_wake woke;
    bool
        is_rechecking; /* runnable, and lets others run before it checks whether its wait is over */
    /* Runnable, and a schedule may choose whether it goes before others of this instant. */
    bool is_reorderable;
    /* Since the thread last began to wait, a handler has run on it; one without SA_RESTART. */
    atomic_bool signalled, signalled_hard;
    atomic_bool escapes;       /* see sched_note_longjmp() */
    bool is_cancelled;         /* it shall end at the next wait where that is possible */
    uint64_t activity_at_tick; /* preload/compute.c: the value of `activity` at its last tick */
    pthread_t id;
    void *(*start)(void *);
    void *arg;
};

/* The interposed calls have no context argument, so there is one scheduler per process. */
extern struct sched {
    bool on;
    uint64_t began_ns; /* the instant at which it began */
    uint64_t tickets;
    uint64_t news;     /* see world_news() */
    uint64_t activity; /* grows when a thread gets the turn and when the world acts */
    size_t thread_count;
    struct thread thread[THREADS_MAX]; /* in the order of their start; [0] is the loop's */
    bool actions_left;        /* the instant is new, and actions of the world are left to do */
    unsigned handovers;       /* of the turn */
    _Atomic uint64_t handled; /* signal handlers that were called; see sched_note_signal() */
    uint64_t offered_ns;      /* the latest instant at which the loop was offered an early look */
    bool has_outside;         /* others, outside of the world, may end a wait */
    void (*stuck)(void *arg, const char *waiters);
    void *stuck_arg;
    /* Is a thread at work though it has not the turn? Waits a moment, in real time, before it says
     * yes. NULL: none ever is. */
    bool (*is_busy)(void);
    struct thread *keeper; /* a thread that only looks for others that can run; or NULL */
} sched;

/* The turn. A thread that got it from next_thread() is runnable. `number`: of this handover. */
void sched_give_turn(struct thread *t, unsigned number);
void sched_await_turn(struct thread *t);
void sched_make_runnable(struct thread *t, enum sched_wake woke);
struct thread *sched_oldest_runnable(void); /* NULL: none */
struct thread *sched_next_thread(void);     /* waits for one */
void sched_become(struct thread *t);        /* what sched_self() is on the calling thread */
/* The calling thread, which began the world, may end before the process does. */
void sched_end_with_thread(void);

/* rival.c: may this thread go on at any moment within its instant, as a schedule chooses? */
bool rival_is_reorderable(const struct thread *t);
/* Let the schedule choose `usual` or a thread that can go on instead. NULL if `usual` is. */
struct thread *rival_choose(struct thread *usual);
/* Let the schedule choose an action of this instant, or a thread to run before it. Sets `*action`
 * and returns NULL, or returns the thread. */
struct thread *rival_choose_action(unsigned *action);

/* rival.c: the set of those rivals that lead to nothing new if the others are tried. `usual` is
 * NULL if they are rivals of the world's actions. Their ways are numbered from `way` on; see
 * world_way(). */
uint64_t rivals_alike(const struct thread *usual, struct thread *const rival[], unsigned count,
                      unsigned way);
#endif
