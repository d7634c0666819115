/* c.h - a scenario program of the core layer as a C program for libuv: the repro that
 * a maintainer compiles without loopspec, and pastes into a report.
 *
 * The text is one file that needs nothing but libuv and a Linux C library, and that
 * `cc FILE.c -luv` takes without a warning. It does with libuv's own calls what the
 * scenario says, and prints the labels one a line in the order of the logs,
 * observations as `label = value`. Handles are variables with the scenario's names and
 * `my_` before them, so that no header can have declared them.
 *
 * Where libuv has no such thing, the C library does it:
 * - a callback that is busy, and a job in the pool, sleep;
 * - what becomes ready, is fed or is raised at an instant is a POSIX timer's doing,
 *   since the loop must have no part in it;
 * - a lookup takes its time in a getaddrinfo() of the program's own;
 * - a child has ended, and a connection is settled, before the next line.
 * So the instants are exact only under the preloaded world (src/preload). */
#ifndef EXPORT_C_H
#define EXPORT_C_H
#include "scenario/program.h"

/* Returns the program, owned by the caller. NULL with `*d` filled in if it cannot be written in C:
 * it is of another layer, or a name stands for things of different types or for nothing where it is
 * used. */
char *export_c(const struct program *p, struct diag *d);
#endif
