/* quiet.h - does every other thread of this process sleep? Asks the kernel, since a runtime's
 * threads wait for each other in ways that nobody can interpose. */
#ifndef PRELOAD_QUIET_H
#define PRELOAD_QUIET_H
#include <stdbool.h>
#include <sys/types.h>

/* True if all threads except `self` (the caller) and `other` sleep, and none of them has run
 * between two looks: then none can have been about to wake another. */
bool quiet_is(pid_t self, pid_t other);

/* Is there a child process? It may wake us later, in real time. */
bool quiet_has_child(void);
#endif
