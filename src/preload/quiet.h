/* quiet.h - does every other thread of this process sleep? Asked of the kernel, since
 * the threads of a runtime wait for each other in ways that nobody can interpose. */
#ifndef PRELOAD_QUIET_H
#define PRELOAD_QUIET_H
#include <stdbool.h>
#include <sys/types.h>

/* True if no thread but `self`, the caller, and `other` has run between two looks at all of them, and
 * all slept: then none can have been about to wake another. */
bool quiet_is(pid_t self, pid_t other);

/* Is there a child process? It may yet wake us, in its own time. */
bool quiet_has_child(void);
#endif
