/* reap.h - reap child processes, with a bound on every wait: a killed child that is being traced
 * stays until its tracer releases it. */
#ifndef BASE_REAP_H
#define BASE_REAP_H
#include <stdbool.h>
#include <sys/types.h>

/* If the child has ended, reap it and return true; `status` may be NULL. True also if it is no
 * child of ours. */
bool reap_now(pid_t pid, int *status);
/* Give the child `ms` to end by itself; false if it has not. */
bool reap_within(pid_t pid, int *status, int ms);
/* Kill and reap the child. If it cannot be reaped in time, leave it to init. */
void reap_killed(pid_t pid);
/* Is there any child, ended or not? */
bool reap_has_children(void);
#endif
