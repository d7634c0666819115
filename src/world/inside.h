/* inside.h - what the files of the world share beside the scheduler. */
#ifndef WORLD_INSIDE_H
#define WORLD_INSIDE_H
#include <stdbool.h>

/* Which clock: what is done at an instant may be done by a thread that is leaving, of
 * which the scheduler knows nothing any more. */
bool world_is_real(void);

/* Tell whoever began the world that something cannot be done. May return. */
void world_fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Tell whoever began the world that `call` has failed with `error` since there are no more
 * `what` ("threads"); any other error is nobody's affair. errno stays as it is. */
void world_lacks(const char *what, const char *call, int error);

/* Raise a signal on the thread at hand, which may be one of a pool and have it blocked. */
void signal_raise_here(int sig);

/* On the real clock: have the signal ready by which waits are interrupted. */
void signals_prepare(void);
#endif
