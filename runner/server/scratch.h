/* scratch.h - a temporary folder for files of other programs; removed after they have ended. */
#ifndef RUNNER_SERVER_SCRATCH_H
#define RUNNER_SERVER_SCRATCH_H
#include "base/diag.h"

/* Runtimes create Unix sockets in it. A socket's path has at most 107 bytes; Chromium appends up
 * to 46 to ours, a scenario in Node about 20. */
enum { SCRATCH_PATH_MAX = 62 };

/* Create the folder. On failure returns -1 with `*d`, and the path is empty. */
int scratch_make(char path[SCRATCH_PATH_MAX], struct diag *d);
/* Remove the folder with its contents. Retries for a while: a process that is just ending may
 * still create files in it. */
void scratch_remove(const char *path);
#endif
