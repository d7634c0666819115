/* commands.h - the subcommands. main.c has the table of them: a row is a command,
 * and feeds dispatch, help and "did you mean". */
#ifndef RUNNER_COMMANDS_H
#define RUNNER_COMMANDS_H
#include <stddef.h>
#include <stdint.h>
#include "runner/options.h"

/* What the program's exit tells. Never a count. */
enum status {
    STATUS_EXPECTED = 0,     /* all as expected */
    STATUS_UNEXPECTED = 1,   /* something is not */
    STATUS_USAGE = 2,        /* bad usage or bad input; see diag_exit_status() */
    STATUS_NOTHING = 3,      /* nothing ran */
    STATUS_SYSTEM = 4,       /* the work could not be done */
    STATUS_INTERRUPTED = 130 /* with the reports of what had run */
};

#define OPERANDS_ANY UINT32_MAX

struct command {
    const char *name;
    const char *operands; /* "CASE", "[CASE|GLOB|RULE]..."; "" for none */
    const char *summary;  /* one line */
    const char *about;    /* lines */
    const char *examples; /* lines */
    uint32_t takes;       /* TAKES(...) */
    uint32_t operands_min, operands_max;
    int (*run)(struct options *o); /* returns an exit status */
};

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
int cmd_bench(struct options *o);
int cmd_baseline(struct options *o);

/* As cmd_run(), and write the baseline of each backend as the run has shown it. */
int run_and_update(struct options *o);
int cmd_mutants(struct options *o);
#endif
