/* completion.h - prints shell completions from the tables of commands and options, so whatever the
 * help has is completed. */
#ifndef RUNNER_OPTIONS_COMPLETION_H
#define RUNNER_OPTIONS_COMPLETION_H
#include "runner/options/command.h"

/* Print to standard output. The last of `commands` is followed by one without a name. -1 with `*d`,
 * a usage error, if the shell is unknown. */
int completion_print(const char *shell, const struct command *commands, struct diag *d);
#endif
