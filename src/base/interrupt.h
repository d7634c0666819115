/* interrupt.h - Ctrl-C and the other signals that ask a run to end. Only the runner decides how a
 * run ends. It receives them through a descriptor; its servers ignore them; the cases, which are
 * programs under test, have the default actions. A signal that was ignored when the program started
 * stays ignored. */
#ifndef BASE_INTERRUPT_H
#define BASE_INTERRUPT_H
#include <stdbool.h>

/* From now on these signals only make this descriptor readable. Poll it, never read it: it stays
 * readable until the process ends. -1 with errno. After this call, wait for others with
 * base/patient.h; plain calls are not interrupted any more. */
int interrupt_catch(void);
bool interrupt_is_caught(void); /* by this process, or by the one that started it */
/* Has one of them come? */
bool interrupt_is_pending(void);

bool interrupt_is_one(int signal);
/* In a new process: ignore all of them, or restore their default actions. */
void interrupt_ignore(void);
void interrupt_restore(void);
#endif
