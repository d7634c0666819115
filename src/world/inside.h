/* inside.h - what the world's files share, apart from the scheduler. Inner to this folder. */
#ifndef WORLD_INSIDE_H
#define WORLD_INSIDE_H
#include <signal.h>
#include <stdbool.h>

/* Define a call of the C library: `ours` for threads under the scheduler, the real one for all
 * others. */
#define INTERPOSE(type, name, parameters, arguments, ours)        \
    type name parameters                                          \
    {                                                             \
        return sched_governs() ? (ours) : real()->name arguments; \
    }

/* Ask this, not sched_governs(), in actions of the world: a thread that is ending and no longer
 * under the scheduler may perform them. */
bool world_is_real(void);

/* Leave this descriptor open though its object was closed; it counts as the world's own from now
 * on. */
void world_keep_fd(int fd);
/* interpose_timer.c: is it the epoll instance that timers are registered with? */
bool timers_own(int fd);

/* interpose_wait.c: count from 0. */
void wakeups_begin(void);
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
/* Does `mask` unblock a signal that is pending? The second call also delivers it: on return its
 * handler has run. */
bool signals_are_deliverable(const sigset_t *mask);
bool signals_deliver(const sigset_t *mask);
/* Give a thread this mask again after a wait with another. */
void signals_unmask(const sigset_t *mask);
/* Change by `more` the number of threads that are in a real sigtimedwait() for these. */
void signals_awaited(const sigset_t *set, int more);

/* On the real clock: install the handler of the signal that interrupts waits. */
void signals_prepare(void);
#endif
