/* inside.h - what the world's files share, apart from the scheduler. Inner to this folder. */
#ifndef WORLD_INSIDE_H
#define WORLD_INSIDE_H
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* Define a call of the C library: `ours` for threads under the scheduler, the real one for all
 * others. */
#define INTERPOSE(type, name, parameters, arguments, ours)        \
    type name parameters                                          \
    {                                                             \
        return sched_governs() ? (ours) : real()->name arguments; \
    }

/* interpose_lock.c: as pthread_mutex_timedlock(). The calling thread has the turn. */
int lock_mutex(pthread_mutex_t *mutex, uint64_t until);

/* Ask this, not sched_governs(), in actions of the world: a thread that is ending and no longer
 * under the scheduler may perform them. */
bool world_is_real(void);

/* Leave this descriptor open though its object was closed; it counts as the world's own from now
 * on. */
void world_keep_fd(int fd);
/* interpose_timer.c: is it the epoll instance that timers are registered with? */
bool timers_own(int fd);

/* interpose_file.c: has the program made a network socket? The kernel decides when its bytes
 * arrive. */
extern bool world_has_net;

/* interpose_wait.c: count from 0; the calling thread has come back from a wait that is no wait for
 * descriptors, which counts if it is the loop's thread. */
void wakeups_begin(void);
void wakeups_note(void);
/* Call `spun` of the world's config. May return. */
void world_report_spin(unsigned times);
/* Call `failed` of the world's config. May return. */
void world_fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Call `shortage` of the world's config if `error` says that the machine has no more of `what`
 * ("threads"); other errors are ignored. Keeps errno. */
void world_report_shortage(const char *what, const char *call, int error);

/* interpose_machine_clock.c: take from this process, and from all that it starts, the right to set the
 * clock. */
void machine_clock_drop_right(void);

/* Raise a signal on the calling thread, even if that is a pool's thread that blocks it. If every
 * thread blocks it, it stays pending for whoever fetches it. Then the result is false: no handler
 * has run, no wait is interrupted. */
bool signal_raise_here(int sig);
/* Send a signal to the process, as the kernel does when a timer of the program's expires. If it has a
 * handler, that has begun on return: an interrupted wait must be known before time moves on. */
void signal_process(int sig, bool is_handled);
/* Does `mask` unblock a signal that is pending? The second call also delivers it: on return its
 * handler has run. */
bool signals_are_deliverable(const sigset_t *mask);
bool signals_deliver(const sigset_t *mask);
/* Give a thread this mask again after a wait with another. */
void signals_unmask(const sigset_t *mask);
/* Change by `more` the number of threads that are in a real sigtimedwait() for these. */
void signals_awaited(const sigset_t *set, int more);

/* In the child of a fork that stays in the world: it shares timer descriptors with its parent, and
 * the parent's settings stay the parent's. POSIX timers and the alarm are the parent's only. */
void timers_inherit(void);
void posix_timers_forget(void);

/* Has this process a child, and do children not share its time? */
bool child_is_outside(void);
/* Is this action a child's end? */
bool child_is_end(void (*fn)(void *arg));
/* As in struct world_config. */
bool world_is_loop_patient(void);

/* Could somebody outside of the world make one of these descriptors ready? */
bool outside_holds_any(const struct pollfd *fds, nfds_t count);

/* On the real clock: install the handler of the signal that interrupts waits. */
void signals_prepare(void);

/* ---- spin.c: loops that wait for something without waiting ----
 * A spinning thread never blocks, so time would stand still and the thread would spin for ever. So
 * spinning takes time: whole milliseconds, since that is what loops count in. */
/* The calling thread, which has the turn, has tried in vain to find something: a wait of zero
 * length, sched_yield(), waitpid(WNOHANG). WORLD_SPINS of them in a row cost a millisecond; in an
 * open world then every SPIN_TRIES, and the cost doubles while it spins. */
enum { SPIN_TRIES = 100 };
void spin_try(void);
/* It has done something without looking at descriptors: the tries before do not count. */
void spin_progress(void);
/* It has found something. That costs time, too, if there is always something to find: a loop whose
 * idle calls are a descriptor that stays ready would never come to a timer. From SPIN_FINDS_FREE in
 * a row on, more than a scenario has at one instant, every WORLD_SPINS cost a millisecond. In an
 * open world, where two programs may answer each other for as long as a clock says, it is every
 * SPIN_FINDS from WORLD_SPINS on; after 200 of these two milliseconds, then four, and so on. */
enum { SPIN_FINDS = 10, SPIN_FINDS_FREE = 10000 };
void spin_found(void);
/* It has read the clock. From WORLD_SPINS readings in a row on, without a wait between them, every
 * SPIN_READINGS cost a millisecond: such a thread waits for the clock. In an open world the cost
 * doubles while it spins, so a long spin ends late by a sixteenth at most. Not if reading moves the
 * clock anyway. */
enum { SPIN_READINGS = 100 };
void spin_read(void);
/* It waits: its readings of the clock and its idle calls so far do not count any more. */
void spin_wait(void);

/* interpose_io.c: fcntl(F_OFD_SETLKW), for a thread that has the turn. */
int lock_open_file(int fd, void *lock);

/* ---- kernel.c: terminals ----
 * Let the kernel carry to the terminals of this process what was written to their other ends. */
void terminals_carry(void);

/* ---- kernel.c: io_uring ----
 * The kernel performs requests of a ring while no thread of the program waits for them, so the world
 * must not take the program to be idle meanwhile. Rings are known that were made through the C
 * library's syscall(). */
/* A ring was made; `is_polled`: with a thread of the kernel's (IORING_SETUP_SQPOLL). */
void rings_note(int fd, bool is_polled);
/* Requests are about to be submitted to it. */
void rings_submit(int fd);
/* Has any ring requests that the kernel is about to complete? Requests that wait for a descriptor
 * to become ready do not count. After a while the answer is no: what takes that long waits for
 * something else. Waits a moment, in real time, before it says yes. */
bool rings_are_busy(void);
/* Give up the turn until the ring has a completion, as io_uring_enter() is about to wait for one. */
void rings_await(int fd);
#endif
