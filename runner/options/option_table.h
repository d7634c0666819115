/* option_table.h - the table of options. Inner to this folder. */
#ifndef RUNNER_OPTIONS_OPTION_TABLE_H
#define RUNNER_OPTIONS_OPTION_TABLE_H
#include "runner/options/options.h"

/* Takes the value of an option; returns -1 with `*d` if it is no such value. */
typedef int option_setter(struct options *o, const char *value, struct diag *d);

struct option_row {
    const char *name;
    const char *value; /* what the help calls it; NULL for a flag */
    const char *help;
    option_setter *set;
    char letter; /* 0 for none */
};

extern const struct option_row option_table[OPTION_COUNT];
#endif
