/* strays.h - processes that somebody left behind. A process that has made itself the
 * sub-reaper of its descendants becomes the parent of those whose own parent is gone. */
#ifndef RUNNER_STRAYS_H
#define RUNNER_STRAYS_H
#include <sys/types.h>

/* From now on strays of this process's descendants are its children. */
void strays_adopt(void);
/* End and reap every child of this process; returns how many were still running. */
int strays_end(void);
/* The same, but for this one child and what it has started. */
void strays_end_but(pid_t child);
#endif
