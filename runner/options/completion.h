/* completion.h - what a shell needs to complete a command line, from the tables of commands and
 * options: whatever the help has is completed. */
#ifndef RUNNER_OPTIONS_COMPLETION_H
#define RUNNER_OPTIONS_COMPLETION_H
#include "runner/options/command.h"

/* On standard output. Behind the last of `commands` is one without a name. -1 with `*d` for a
 * shell that is not known, the user's fault. */
int completion_print(const char *shell, const struct command *commands, struct diag *d);
#endif
