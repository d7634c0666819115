/* option_table.h - the table of options. Inner to this folder. */
#ifndef RUNNER_OPTIONS_OPTION_TABLE_H
#define RUNNER_OPTIONS_OPTION_TABLE_H
#include "runner/options/options.h"

/* Takes the value of an option; returns -1 with `*d` if it is no such value. */
typedef int option_setter(struct options *o, const char *value, struct diag *d);

enum option_kind {
    OPTION_IS_FLAG,
    OPTION_IS_TEXT,
    OPTION_IS_LIST,
    OPTION_IS_NUMBER,
    OPTION_IS_OWN
};

struct option_row {
    char letter; /* 0 for none */
    const char *name;
    const char *value; /* what the help calls it; NULL for a flag */
    const char *help;
    enum option_kind kind;
    size_t at, size;      /* of the member that it sets */
    uint64_t least, most; /* of a number */
    option_setter *set;   /* of a kind of its own */
};

/* Take the value of an option; -1 with `*d` if it is no such value. */
int option_set(enum option_id id, struct options *o, const char *value, struct diag *d);
extern const struct option_row option_table[OPTION_COUNT];
#endif
