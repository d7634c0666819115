/* command.h - what a command is: a row that feeds dispatch, help and "did you mean". */
#ifndef RUNNER_OPTIONS_COMMAND_H
#define RUNNER_OPTIONS_COMMAND_H
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "runner/options/options.h"

/* Exit statuses. Never a count. */
enum status {
    STATUS_EXPECTED = 0,     /* all as expected */
    STATUS_UNEXPECTED = 1,   /* something is not as expected */
    STATUS_USAGE = 2,        /* bad usage or bad input; see diag_exit_status() */
    STATUS_NOTHING = 3,      /* nothing ran */
    STATUS_SYSTEM = 4,       /* the work could not be done */
    STATUS_INTERRUPTED = 130 /* after the reports of what had run were written */
};

#define OPERANDS_ANY UINT32_MAX

struct command {
    const char *name;     /* "" for a program that is one command */
    const char *operands; /* "CASE", "[CASE|GLOB|RULE]..."; "" for none */
    const char *summary;  /* one line */
    const char *about;    /* lines */
    const char *examples; /* lines */
    uint64_t takes;       /* TAKES(...) */
    uint32_t operands_min, operands_max;
    bool is_wrapper; /* its operands are a command of their own: the first one ends the options */
    bool is_read;    /* it lists things: a reader that has seen enough may leave */
    int (*run)(struct options *o); /* returns an exit status */
};

/* From now on, end the program silently with status 0 if nobody reads its output any more. Not for
 * results: those must arrive. */
void command_may_be_cut(void);

/* Parse the words after the command's name, which is argv[0]; then run the command, or print its
 * help or the version. Returns an exit status. */
int command_run(const struct command *c, int argc, char **argv);
void command_print_help(const struct command *c);
/* Print the meaning of exit statuses, for the end of a help text. */
void command_print_statuses(FILE *out);
/* Print a word and its meaning, as in a help text. */
void command_print_entry(FILE *out, const char *word, const char *what);
void command_print_version(void);
#endif
