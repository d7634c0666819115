/* compute.h - threads that compute and make no call. Inner to this folder. */
#ifndef PRELOAD_COMPUTE_H
#define PRELOAD_COMPUTE_H
#include <signal.h>
#include <stdbool.h>

/* Look after this process's threads from now on. */
void compute_watch(void);
/* Was the signal one of compute.c's own? Then it has been dealt with. */
bool compute_tick(siginfo_t *info, void *context);
#endif
