/* interrupt.h - Ctrl-C and its like: signals that ask a run to end.
 * The runner alone decides what becomes of a run. It takes them by a descriptor, its
 * servers ignore them, and the cases, which are programs under test, have them as any
 * program has. What was ignored when the program was started stays so. */
#ifndef RUNNER_INTERRUPT_H
#define RUNNER_INTERRUPT_H
#include <stdbool.h>

/* From now on they make this descriptor readable and do nothing else. -1 with errno. */
int interrupt_catch(void);
/* One of them has come and nobody has taken it. */
bool interrupt_is_pending(void);
/* Take what has come; the next one is another. */
void interrupt_take(int fd);

bool interrupt_is_one(int signal);
/* In a new process: let none of them in, or all of them as usual. */
void interrupt_ignore(void);
void interrupt_restore(void);
#endif
