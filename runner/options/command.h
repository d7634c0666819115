/* command.h - what a command is: a row that feeds dispatch, help and "did you mean". */
#ifndef RUNNER_OPTIONS_COMMAND_H
#define RUNNER_OPTIONS_COMMAND_H
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "runner/options/options.h"

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
    const char *name;     /* "" for a program that is one command */
    const char *operands; /* "CASE", "[CASE|GLOB|RULE]..."; "" for none */
    const char *summary;  /* one line */
    const char *about;    /* lines */
    const char *examples; /* lines */
    uint64_t takes;       /* TAKES(...) */
    uint32_t operands_min, operands_max;
    bool is_read; /* it tells what there is: a reader that has seen enough may leave */
    int (*run)(struct options *o); /* returns an exit status */
};

/* From now on the program ends, silently and with 0, when nobody reads its output any more. Not
 * for results: those that did not arrive are none. */
void command_may_be_cut(void);

/* Read the words after the command's name, argv[0] being that name, and do what they ask:
 * run it, or print its help or the version. Returns an exit status. */
int command_run(const struct command *c, int argc, char **argv);
void command_print_help(const struct command *c);
/* What the exit status says, for the end of a help. */
void command_print_statuses(FILE *out);
/* A word and what it is, as a help lists them. */
void command_print_entry(FILE *out, const char *word, const char *what);
void command_print_version(void);
#endif
