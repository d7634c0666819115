/* scratch.h - a folder for what other programs write; it goes when they have gone. */
#ifndef RUNNER_SERVER_SCRATCH_H
#define RUNNER_SERVER_SCRATCH_H
#include "base/diag.h"

/* Runtimes make sockets below it. Of the 107 bytes that such a path may have Chromium needs 46,
 * a scenario in Node some 20. */
enum { SCRATCH_PATH_MAX = 62 };

/* -1 with `*d`, and an empty path. */
int scratch_make(char path[SCRATCH_PATH_MAX], struct diag *d);
/* With all that is in it. Who wrote there may be ending and write until it has. */
void scratch_remove(const char *path);
#endif
