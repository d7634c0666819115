/* world.h - the surroundings that a scenario sees: clock, threads, descriptors.
 *
 * On the virtual clock the world is a scheduler. The C library calls by which a
 * loop learns the time and waits, and by which threads wait for each other, are
 * defined by this program (interpose_*.c) and lead here. Every thread that is
 * started while the world is on is registered; exactly one runs at a time and
 * keeps its turn until it blocks in one of these calls or ends. Time moves only
 * when no thread can run, and then to the next due instant. Nothing is slept.
 *
 *   - threads due at one instant run in the order of their start;
 *   - what the world itself does at an instant (a descriptor becomes ready, a
 *     wait is interrupted) comes before the threads of that instant;
 *   - neither is promised by any rule, so each is a point at which whoever began the
 *     world may choose otherwise;
 *   - a wait first lets every thread run that can, then looks, then parks;
 *   - a loop that spins on waits of zero length is charged a millisecond for
 *     every WORLD_SPINS of them in a row: time must pass for a busy waiter too.
 *
 * On the real clock the calls go through to the C library, and the functions
 * below do the same things with real time and real threads.
 *
 * The world is one per process, as the C library is. A fork of it goes on in real time. */
#ifndef WORLD_WORLD_H
#define WORLD_WORLD_H
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

enum world_clock { WORLD_VIRTUAL, WORLD_REAL };
enum { WORLD_SPINS = 1000 };

/* What the rules leave open. Each is a point at which there are several ways to go
 * on; way 0 is the usual one. */
enum world_choice {
    WORLD_TURN,   /* who goes first of what can happen at this instant: descriptors that become
                 * ready, jobs that end, waits that are over */
    WORLD_TIME,   /* has a millisecond passed meanwhile? */
    WORLD_TASK,   /* which of a page's sources is served next? */
    WORLD_FRAME,  /* is a page drawn at once, or at the next whole frame? */
    WORLD_ENGINE, /* does the JavaScript engine have a callback of its own in the loop first? */
    WORLD_CHOICE_COUNT
};

struct world_config {
    enum world_clock clock;
    /* No two readings of the clock are the same, as on a real machine: each shows a nanosecond
     * more, though no time passes. A loop that calls a timer only after its deadline, and not at
     * it, would otherwise spin there. The clock is then ahead of the instant, by less than a
     * millisecond. Deadlines are by that clock; world_now_ns() has it taken out again. */
    bool ticks;
    /* Nothing can ever run again: no thread is runnable and nothing is due. `waiters`
     * says who waits for what, in one line. It returns only if it has woken a thread. */
    void (*stuck)(void *arg, const char *waiters);
    void *arg;
    /* What was asked of the world cannot be done; `why` is a sentence. It is left
     * undone if this returns. */
    void (*failed)(void *arg, const char *why);
    /* The machine has no more of something that a thread of this process has asked for:
     * "no more threads: ...". What a loop does then is no loop's fault. Told once, on the
     * thread that asked, which then goes on; NULL if nobody wants to know. */
    void (*shortage)(void *arg, const char *what);
    /* Which of `ways` ways to go on, two or more; the answer is less than that. NULL: the
     * usual one at every point. On the real clock nobody asks. */
    unsigned (*choose)(void *arg, enum world_choice kind, unsigned ways);
};

/* The calling thread becomes the loop's thread and the first in order; the clock
 * starts at 0. World ends may be followed by a new beginning: threads that are
 * parked (a pool's) take part in it again, as if they had just been started. */
void world_begin(const struct world_config *config);
void world_end(void);

uint64_t world_now_ns(void);  /* since world_begin(), for stamps */
uint64_t world_read_ns(void); /* the same as a loop reads it: see `ticks` */

/* Is it a descriptor of the world's own, which nobody else has opened or need close? */
bool world_owns(int fd);

/* On the real clock: the longest that one of the process's threads has waited for a
 * processor, or has woken too late. What such a run shows may be the machine's doing. */
uint64_t world_cpu_delay_ns(void);

/* Let time pass for the calling thread alone. */
void world_busy(uint64_t ns);

/* Does somebody choose? */
bool world_is_explored(void);
/* Ask; 0 if nobody chooses or there is but one way. */
unsigned world_choose(enum world_choice kind, unsigned ways);

/* Call `fn` at an instant, `after_ns` from now, on whatever thread is at hand; it
 * must not wait. Calls for one instant keep the order in which they were asked for, unless
 * it is chosen otherwise; those about one object keep it always. An `arg` other than that
 * object is taken: `fn` frees it, or the world if it ends before. */
void world_after(uint64_t after_ns, const void *about, void (*fn)(void *arg), void *arg);

/* The last instant of those that world_after() was asked for and has not come to; 0 if nothing
 * is to come. */
uint64_t world_planned_ns(void);

/* Make the wait that the calling thread is in then, if any, fail with EINTR. */
void world_interrupt_after(uint64_t after_ns);

/* Raise a signal in this process, on whatever thread is at hand, so that its handler
 * has run on return; later also the wait that the calling thread is in then fails with
 * EINTR. One that every thread blocks is kept, as the kernel does, for whoever fetches it: by a
 * signalfd, sigtimedwait(), or a wait with another mask. One that nobody handles or fetches and
 * that would end the process is not raised: that has failed. */
void world_raise(int signal);
void world_raise_after(uint64_t after_ns, int signal);

/* Set the mask of the calling thread to what it was before all were blocked. A signal that is
 * pending then, that nobody handles and that would end the process, is as if raised: it fails. */
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
/* How many threads others have started in this process. */
unsigned world_threads(void);

/* A name whose lookup takes `after_ns` of the thread that asks getaddrinfo() for it,
 * and gives the loopback address. */
struct world_name;
struct world_name *world_name_open(uint64_t after_ns);
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

/* Is this system call one that would set the machine's clock by our time? Then it is not made,
 * and errno says so. For a library that sees calls which no C library function makes. */
bool world_refuses_call(long number, const long arg[]);

/* The kernel's page about a thread of this process, `tasks` being open on /proc/self/task; false if
 * it has ended. */
enum { WORLD_STATUS_SIZE = 4096 };
bool world_thread_status(int tasks, const char *thread, char text[WORLD_STATUS_SIZE]);
#endif
