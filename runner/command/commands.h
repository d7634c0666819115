/* commands.h - the commands, for the table in main.c; each has a file of its name here. */
#ifndef RUNNER_COMMAND_COMMANDS_H
#define RUNNER_COMMAND_COMMANDS_H
#include "runner/options/command.h"

int cmd_run(struct options *o);
int cmd_list(struct options *o);
int cmd_show(struct options *o);
int cmd_explain(struct options *o);
int cmd_trace(struct options *o);
int cmd_explore(struct options *o);
int cmd_report(struct options *o);
int cmd_diff(struct options *o);
int cmd_bless(struct options *o);
int cmd_fuzz(struct options *o);
int cmd_lint(struct options *o);
int cmd_fmt(struct options *o);
int cmd_smoke(struct options *o);
int cmd_baseline(struct options *o);
int cmd_world(struct options *o);

/* As cmd_run(), and write the baseline of each backend as the run has shown it. */
int run_and_update(struct options *o);
int cmd_mutants(struct options *o);
#endif
