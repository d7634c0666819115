/* orphans.h - processes that a case started and did not end. A process that has made itself the
 * sub-reaper of its descendants becomes the parent of those whose own parent has ended.
 *
 * Orphans may trace (ptrace) each other, or the process that started them. A traced process cannot
 * be reaped before its tracer has ended. So all are killed before any is waited for, and the wait
 * is at most ORPHANS_WAIT_MS: a process may be traced from outside, or hang in the kernel. */
#ifndef RUNNER_SERVER_ORPHANS_H
#define RUNNER_SERVER_ORPHANS_H
#include <sys/types.h>

enum { ORPHANS_WAIT_MS = 2000 };

/* Make this process the sub-reaper of its descendants. */
void orphans_adopt(void);
/* Reap a child that has ended or was killed. Ends all other children too, since one of them may
 * trace it. Returns how many of the others were still running. `*status` is 0 if the child cannot
 * be reaped in time. */
int orphans_reap(pid_t child, int *status);
/* End and reap every child of this process; returns how many were still running. */
int orphans_kill(void);
/* End and reap every child except this one; its descendants live on, too. */
void orphans_kill_except(pid_t child);
/* End the children of another process, which reaps them. Returns how many were still running. */
int orphans_kill_of(pid_t parent);
/* End another process that is the sub-reaper of its descendants, and all of these before it. */
void orphans_kill_below(pid_t reaper);
#endif
