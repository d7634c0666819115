/* show.h - prints a program that shows a difference, or saves it as a case. */
#ifndef RUNNER_FUZZ_SHOW_H
#define RUNNER_FUZZ_SHOW_H
#include "runner/fuzz/pair.h"

/* Print the program and the traces of its latest run, `run`. */
void fuzz_show(const struct fuzz_pair *pair, const struct program *p, const char *text,
               const struct fuzz_run *run);

/* Write BASE.loop and BASE.trace. The trace is from the backend with the virtual clock; if both
 * have it, from the reference; else from the first. `unfinished` adds a comment that a smaller
 * program might show the same. Returns -1 with `*d`. */
int fuzz_save(const struct fuzz_pair *pair, const struct program *p, const char *base,
              bool unfinished, struct diag *d);
#endif
