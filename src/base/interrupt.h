/* interrupt.h - Ctrl-C and its like: signals that ask a run to end.
 * The runner alone decides what becomes of a run. It takes them by a descriptor, its
 * servers ignore them, and the cases, which are programs under test, have them as any
 * program has. What was ignored when the program was started stays so. */
#ifndef BASE_INTERRUPT_H
#define BASE_INTERRUPT_H
#include <stdbool.h>

/* From now on they make this descriptor readable and do nothing else. It is only to be waited
 * for, never read: one that has come counts to the end of the process. -1 with errno. Whoever
 * has called this waits for others by base/patient.h, or else an interrupt does not end it. */
int interrupt_catch(void);
bool interrupt_is_caught(void); /* by this process, or whoever started it */
/* One of them has come. */
bool interrupt_is_pending(void);

bool interrupt_is_one(int signal);
/* In a new process: let none of them in, or all of them as usual. */
void interrupt_ignore(void);
void interrupt_restore(void);
#endif
