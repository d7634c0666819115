/* orphans.h - processes that somebody left behind. A process that has made itself the
 * sub-reaper of its descendants becomes the parent of those whose own parent is gone.
 *
 * Orphans may trace each other, or the process that left them: then one cannot be reaped before
 * its tracer has ended. So all are killed before any is waited for, and none is waited for longer
 * than ORPHANS_WAIT_MS: it may be traced from outside, or hang in the kernel. */
#ifndef RUNNER_SERVER_ORPHANS_H
#define RUNNER_SERVER_ORPHANS_H
#include <sys/types.h>

enum { ORPHANS_WAIT_MS = 2000 };

/* From now on orphans of this process's descendants are its children. */
void orphans_adopt(void);
/* Reap a child that has ended or was killed, and end all others, of which one may hold it.
 * Returns how many of those were still running; the child's status is 0 if it does not end. */
int orphans_reap(pid_t child, int *status);
/* End and reap every child of this process; returns how many were still running. */
int orphans_kill(void);
/* End and reap every child but this one and what it has started. */
void orphans_kill_except(pid_t child);
#endif
