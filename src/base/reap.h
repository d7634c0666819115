/* reap.h - the ends of child processes, none of which is waited for without a bound: a killed
 * child that somebody traces stays until its tracer lets go of it. */
#ifndef BASE_REAP_H
#define BASE_REAP_H
#include <stdbool.h>
#include <sys/types.h>

/* Has it ended? Then it is reaped; `status` may be NULL. True also if it is no child of ours. */
bool reap_now(pid_t pid, int *status);
/* Give it so long to end by itself; false if it has not. */
bool reap_within(pid_t pid, int *status, int ms);
/* Kill it and reap it; one that cannot be reaped is left to whoever comes after us. */
void reap_killed(pid_t pid);
/* Is there any child, ended or not? */
bool reap_has_children(void);
#endif
