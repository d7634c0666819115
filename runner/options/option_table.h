/* option_table.h - the table of options. Inner to this folder. */
#ifndef RUNNER_OPTIONS_OPTION_TABLE_H
#define RUNNER_OPTIONS_OPTION_TABLE_H
#include "runner/options/options.h"

/* Set an option to a value; -1 with `*d` if the value is not permitted. */
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
    const char *value; /* its name in the help; NULL for a flag */
    const char *help;
    enum option_kind kind;
    size_t at, size;      /* offset and size of the member that it sets */
    uint64_t least, most; /* limits of a number */
    option_setter *set;   /* sets an option of a kind of its own */
};

/* As option_setter, for any option. */
int option_set(enum option_id id, struct options *o, const char *value, struct diag *d);
extern const struct option_row option_table[OPTION_COUNT];
#endif
