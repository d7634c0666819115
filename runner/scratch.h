/* scratch.h - a folder in /tmp for what other programs write; it goes when they have gone. */
#ifndef RUNNER_SCRATCH_H
#define RUNNER_SCRATCH_H
#include "base/diag.h"

enum { SCRATCH_PATH_MAX = 24 };

/* -1 with `*d`, and an empty path. */
int scratch_make(char path[SCRATCH_PATH_MAX], struct diag *d);
/* With all that is in it. Who wrote there may be ending and write until it has. */
void scratch_remove(const char *path);
#endif
