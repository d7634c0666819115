/* inside.h - what the files of the world share beside the scheduler. Inner to this folder. */
#ifndef WORLD_INSIDE_H
#define WORLD_INSIDE_H
#include <signal.h>
#include <stdbool.h>

/* Define a call of the C library: in a world it is `ours`, elsewhere what it was. */
#define INTERPOSE(type, name, parameters, arguments, ours)        \
    type name parameters                                          \
    {                                                             \
        return sched_governs() ? (ours) : real()->name arguments; \
    }

/* Which clock: what is done at an instant may be done by a thread that is leaving, of
 * which the scheduler knows nothing any more. */
bool world_is_real(void);

/* This descriptor stays open though its object was closed: it is the world's from now on. */
void world_keeps(int fd);
/* interpose_timer.c: is it the descriptor that timers need? */
bool timers_own(int fd);

/* Tell whoever began the world that something cannot be done. May return. */
void world_fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Tell whoever began the world that `call` has failed with `error` since there are no more
 * `what` ("threads"); any other error is nobody's affair. errno stays as it is. */
void world_report_shortage(const char *what, const char *call, int error);

/* interpose_beyond.c: this process and all that it starts lose the right to set the clock. */
void beyond_give_up(void);

/* Raise a signal on the thread at hand, which may be one of a pool and have it blocked. One that
 * every thread blocks is kept for whoever fetches it, and then this is false: no handler has run,
 * and no wait is interrupted. */
bool signal_raise_here(int sig);
/* Does a wait with this mask let a kept signal pass? And let it: its handler has run then. */
bool signals_would_pass(const sigset_t *mask);
bool signals_pass(const sigset_t *mask);
/* Give a thread this mask again after a wait with another. */
void signals_unmask(const sigset_t *mask);
/* So many `more` threads are in a real wait for these. */
void signals_awaited(const sigset_t *set, int more);

/* On the real clock: have the signal ready by which waits are interrupted. */
void signals_prepare(void);
#endif
