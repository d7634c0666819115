/* show.h - a program that two backends disagree about, for people and as a case. */
#ifndef RUNNER_FUZZ_SHOW_H
#define RUNNER_FUZZ_SHOW_H
#include "runner/fuzz/pair.h"

/* Print the program and the traces of its latest run, which ended like this. */
void fuzz_show(const struct fuzz_pair *pair, const struct program *p, const char *text,
               const struct fuzz_run *run);

/* Write BASE.loop and BASE.trace. The trace is that of the backend with the virtual clock,
 * of the reference if it is there, else of the first. `unfinished` notes that a smaller
 * program might show the same. -1 with `*d`. */
int fuzz_save(const struct fuzz_pair *pair, const struct program *p, const char *base,
              bool unfinished, struct diag *d);
#endif
