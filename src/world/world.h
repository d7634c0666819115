/* world.h - the surroundings of a scenario: its clock, threads and descriptors.
 *
 * On the virtual clock the world is a scheduler. This program defines the C library calls by which
 * a loop reads the time and waits, and by which threads wait for each other (interpose_*.c); they
 * lead here. Every thread that starts while the world is on is registered. Exactly one thread runs
 * at a time: it has the "turn" and keeps it until it ends or blocks in one of these calls. Time
 * moves only when no thread can run, and then jumps to the next instant at which something is due.
 * Nothing sleeps.
 *
 *   - Threads due at one instant run in the order of their start.
 *   - Actions of the world at an instant (make a descriptor ready, interrupt a wait) come before
 *     the threads of that instant.
 *   - No rule promises either order. So each is a choice point, at which `choose` may decide
 *     otherwise.
 *   - A wait first lets every other runnable thread run, then checks, then parks.
 *   - A wait without length that found nothing finds nothing again until something happens: another
 *     thread runs, the world acts, or the program does something (world_note_change()). So a spin
 *     costs no system calls.
 *   - A loop that spins pays a millisecond for every WORLD_SPINS waits in a row that have no length
 *     or lead to nothing: time must pass for a busy waiter, too. And for one that always finds
 *     something, after many more of them.
 *
 * On the real clock the calls go to the C library, and the functions below use real time and real
 * threads.
 *
 * There is one world per process, as there is one C library. A fork leaves it and continues in real
 * time. */
#ifndef WORLD_WORLD_H
#define WORLD_WORLD_H
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

enum world_clock { WORLD_VIRTUAL, WORLD_REAL };
enum {
    WORLD_SPINS = 1000,
    WORLD_VAIN_MAX = 100 * 1000, /* waits in a row that lead to nothing, before `spun` is called */
};

/* What the rules leave open: choice points, each with several ways to continue. Way 0 is the usual
 * one. */
enum world_choice {
    WORLD_TURN, /* which of the things that can happen at this instant is first: a descriptor becomes ready, a job ends, a wait is over */
    WORLD_TIME, /* does a millisecond pass here? */
    WORLD_TASK, /* which of a page's task sources is served next? */
    WORLD_FRAME,  /* is a page drawn at once, or at the next whole frame? */
    WORLD_ENGINE, /* does the JavaScript engine run a callback of its own in the loop first? */
    WORLD_PART,   /* in which part of a millisecond does the program begin? */
    WORLD_CHOICE_COUNT
};

/* What the virtual clock shows at first: only some days, so that seconds in a double can still
 * distinguish single nanoseconds. */
#define WORLD_USUAL_NS (1000000ull * 1000000000ull)

struct world_config {
    enum world_clock clock;
    uint64_t begin_ns; /* what the virtual clock shows at first; 0 for WORLD_USUAL_NS */
    /* As on a real machine, no two readings of the clock are the same: each shows a nanosecond
     * more, though no time passes. A loop that calls a timer only after its deadline, not at it,
     * would spin for ever otherwise. The clock then runs ahead of the instant, by less than a
     * millisecond. Deadlines are by that clock; world_now_ns() subtracts the difference. */
    bool ticks;
    /* Called when nothing can ever run again: no thread is runnable and nothing is due. `waiters`
     * lists in one line who waits for what. May return only after it has woken a thread. */
    void (*stuck)(void *arg, const char *waiters);
    void *arg;
    /* Called when a loop has come back from its wait so often in a row, each time to find something
     * and to call nobody, that it will do so for ever. On the thread that waits; may return. May be
     * NULL. */
    void (*spun)(void *arg, unsigned times);
    /* The process is a program among others, not a scenario: somebody outside may send it bytes or
     * signals, so it is stuck only if nobody can; and its children are in its world if it has a
     * page (time_page.h). */
    bool is_open;
    /* Called when the world cannot do what it was asked to; `why` is a sentence. If this returns,
     * the request is dropped. */
    void (*failed)(void *arg, const char *why);
    /* Called when the machine has run out of something that a thread of this process asked for: "no
     * more threads: ...". What a loop does after that is not its fault. Called once per world, on
     * the thread that asked, which then continues. May be NULL. */
    void (*shortage)(void *arg, const char *what);
    /* Choose one of `ways` ways to continue; `ways` is at least 2, the answer less than `ways`.
     * `alike` is the set of those that lead to the same orders as others that are left: see
     * world_way(). NULL: always the usual way. Never called on the real clock. */
    unsigned (*choose)(void *arg, enum world_choice kind, unsigned ways, uint64_t alike);
    /* Nobody can see whether the loop runs before or after the other threads of an instant, since
     * it only calls back for what has ended, in that order. */
    bool is_loop_patient;
};

/* The set that contains this way. All ways from WORLD_WAY_LAST on share a bit: it is set only if
 * all of them are in the set. */
enum { WORLD_WAY_LAST = 63 };
static inline uint64_t world_way(unsigned way)
{
    return UINT64_C(1) << (way < WORLD_WAY_LAST ? way : WORLD_WAY_LAST);
}

/* The calling thread becomes the loop's thread and the first in order. A new
 * world may begin after world_end(): parked threads (those of a thread pool) take part in it as if
 * they had just started. */
void world_begin(const struct world_config *config);
void world_end(void);

uint64_t world_now_ns(void); /* since world_begin(); for time stamps */
/* The whole milliseconds of the clock, counted from the one in which the world began: what a loop
 * that counts in milliseconds has seen pass. */
uint64_t world_now_ms(void);
uint64_t world_read_ns(void); /* since world_begin(), as a loop reads it: see `ticks` */

/* Virtual clock: how often a loop has come back from a wait for descriptors, since world_begin(). */
uint64_t world_wakeups(void);
/* Note that something was called or that the program did something: so the wait before was not in
 * vain. If a user never calls this, no wait counts as in vain. */
extern atomic_bool world_was_active;
static inline void world_note_call(void)
{
    /* On the real clock several threads write this. */
    atomic_store_explicit(&world_was_active, true, memory_order_relaxed);
}

/* Note that the loop calls an idle handle. Some loops look at no descriptor while they have one, and
 * come to their timers by the clock alone. So WORLD_SPINS such calls, each after a reading of a
 * ticking clock and without a wait among them, cost a millisecond. */
void world_note_idle(void);

/* Changes when the program or its host does something that may make a descriptor ready: a step, a
 * call of the loop. While a loop spins, its descriptors are only checked again after such a change,
 * or after another thread or the world has run. */
extern uint64_t world_changes;
static inline void world_note_change(void)
{
    world_changes++;
}

/* Is `fd` the world's own? Then nobody else opened it and nobody needs to close it. */
bool world_owns(int fd);
/* Is it a timerfd? In virtual time the kernel takes it for an eventfd. */
bool world_is_timer(int fd);

/* On the real clock: the longest time that a thread of this process waited for a processor or woke
 * too late. If it is large, the machine may be the reason for what the run shows. */
uint64_t world_cpu_delay_ns(void);

/* Let time pass for the calling thread only. */
void world_busy(uint64_t ns);
/* As world_busy(); threads that are busy with the same kind of job, to the same instant, do the same
 * afterwards. NULL: nobody else does. */
void world_busy_alike(uint64_t ns, const void *kind);

/* Is there a `choose`, and is it asked? */
bool world_is_explored(void);
/* Ask `choose`; 0 if there is none or `ways` is less than 2. */
unsigned world_choose(enum world_choice kind, unsigned ways);
/* As world_choose(); `alike` as in struct world_config. */
unsigned world_choose_among(enum world_choice kind, unsigned ways, uint64_t alike);
/* A hash of the world's state: its clock, who waits until when, and which actions are left. Two
 * runs of a program that are in the same state have the same hash. */
uint64_t world_state(void);
/* Grows when another thread gets the turn and when the world acts. */
uint64_t world_news(void);

/* Call `fn` in `after_ns`, on any thread; `fn` must not wait. Calls for one instant keep the order
 * of the requests unless `choose` decides otherwise; those with the same `about` always keep it.
 * Takes `arg` unless it is `about`: `fn` frees it, or the world if it ends first. */
void world_after(uint64_t after_ns, const void *about, void (*fn)(void *arg), void *arg);

/* The latest instant for which a world_after() is still to come; 0 if there is none. */
uint64_t world_planned_ns(void);

/* In `after_ns`, make the wait that the calling thread is in fail with EINTR, if it is in one. */
void world_interrupt_after(uint64_t after_ns);

/* Raise a signal in this process, on any thread; its handler has run on return. With a delay, the
 * wait that the calling thread is in then also fails with EINTR. If every thread blocks the signal,
 * it stays pending, as in the kernel, until somebody fetches it: a signalfd, sigtimedwait(), or a
 * wait with another mask. A signal that nobody handles or fetches and that would end the process is
 * not raised: `failed` is called. */
void world_raise(int signal);
void world_raise_after(uint64_t after_ns, int signal);

/* Restore the calling thread's signal mask after all signals were blocked. A signal that is pending
 * then, has no handler and would end the process fails as if it were raised. */
void world_signals_unblock(const sigset_t *before);

/* Wait, in real time, until a child process has ended; it is left for others to reap. */
void world_child_settle(int pid);

/* A process that lives until the world ends it, or a signal. Whoever starts it reaps it. */
struct world_child;
struct world_child *world_child_open(unsigned status);      /* NULL with errno */
char *const *world_child_argv(const struct world_child *c); /* to start; borrowed */
/* It was started, by the calling thread. `after_ns` from now it exits, unless that is
 * UINT64_MAX. */
void world_child_started(struct world_child *c, int pid, uint64_t after_ns);
void world_child_killed(struct world_child *c); /* by a signal: see to its end */
void world_child_close(struct world_child *c);  /* it has ended on return */
void world_children_kill(void); /* all that are left: this process is about to end */

/* A thread of the host's own, for pthread_join(). 0 or an errno. */
int world_thread_start(pthread_t *id, void *(*start)(void *arg), void *arg);
/* How many threads the loop and the program have started in this process. */
unsigned world_threads(void);

/* A host name. A getaddrinfo() for it takes `after_ns` on the thread that calls it and finds the
 * loopback address. `kind` as in world_busy_alike(). */
struct world_name;
struct world_name *world_name_open(uint64_t after_ns, const void *kind);
/* An address whose name takes as long to find by getnameinfo(); borrowed likewise. */
const struct sockaddr *world_name_address(const struct world_name *n);
const char *world_name_text(const struct world_name *n); /* borrowed, until it is closed */
/* When its lookup ended, or UINT64_MAX. */
uint64_t world_name_done_ns(const struct world_name *n);
void world_name_close(struct world_name *n);

/* A descriptor whose readiness is under control: of which the loop watches one end and the
 * world holds the other. */
struct world_fd;
enum world_fd_state { /* a set of them: */
                      WORLD_FD_READABLE = 1,
                      WORLD_FD_WRITABLE = 2,
                      WORLD_FD_ENDED = 4, /* the other side writes no more, for good */
                      WORLD_FD_URGENT =
                          8, /* there is an urgent byte; not of what can be made writable */
};

/* One that can come into these states, and is in none; NULL with errno. */
struct world_fd *world_fd_open(unsigned states);
int world_fd_number(const struct world_fd *f);            /* the end to watch; -1 once it is free */
void world_fd_ready(struct world_fd *f, unsigned states); /* stays so until drained */
void world_fd_ready_after(struct world_fd *f, unsigned states, uint64_t after_ns);
void world_fd_drain(struct world_fd *f, unsigned states); /* not ready any more */
/* The other side goes away and leaves bytes unread: an error for the end to watch. Of those
 * that can end. */
void world_fd_break(struct world_fd *f);
void world_fd_break_after(struct world_fd *f, uint64_t after_ns);
void world_fd_free(struct world_fd *f); /* close the end to watch */
/* When it was made ready, or UINT64_MAX. */
uint64_t world_fd_ready_ns(const struct world_fd *f);
void world_fd_close(struct world_fd *f);

/* Would this system call set the machine's clock by virtual time? Then it must not be made, and
 * errno is set to EPERM. For a library that intercepts system calls which no C library function
 * makes. */
bool world_refuses_call(long number, const long arg[]);

/* Does the world perform this system call? Then `*result` is what syscall() returns, with errno. For
 * libraries that export syscall(). */
bool world_makes_call(long number, const long arg[], long *result);

/* Is a thread of this process awake beside this one? */
bool world_another_is_awake(void);
/* Read the kernel's status page of a thread. `tasks` is open on its process's /proc/PID/task.
 * False if the thread has ended. */
enum { WORLD_STATUS_SIZE = 4096 };
bool world_thread_status(int tasks, const char *thread, char text[WORLD_STATUS_SIZE]);
/* Does the thread with this status page sleep? The page alone may say so of one that was about to
 * sleep when the kernel gave its processor to another: it has yet to see whether it must. */
bool world_thread_sleeps(int tasks, const char *thread, const char text[WORLD_STATUS_SIZE]);
#endif
