/* tsc.h - the processor's time stamp counter, which a program reads without a call. Linux can make
 * the instruction fail; then it is performed here, on the virtual clock. Only on x86-64; elsewhere,
 * and where the kernel refuses, programs read the real counter. Inner to this folder. */
#ifndef PRELOAD_TSC_H
#define PRELOAD_TSC_H
#include <stdbool.h>

/* From now on reading the counter raises SIGSEGV, in all threads that the calling thread starts. */
bool tsc_trap(void);
bool tsc_is_trapped(void);
/* If the signal was raised by reading the counter: perform that. */
bool tsc_read(void *context);
/* It was not, and the program does not handle it: let it end the process. */
void tsc_give_up(int sig, bool was_sent);

/* Another program is about to be executed, or could not be: it inherits the setting, and may be
 * outside of the world. */
void tsc_release(void);
void tsc_trap_again(void);
#endif
