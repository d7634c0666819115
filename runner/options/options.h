/* options.h - the command line, checked and turned into values. One table (option_rows.h) has a row
 * per option; it feeds the parser, the help and the messages. A command names the options that it
 * takes; any other is an error that names the command. Nothing here opens a file. */
#ifndef RUNNER_OPTIONS_OPTIONS_H
#define RUNNER_OPTIONS_OPTIONS_H
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "base/diag.h"
#include "base/progress.h"
#include "catalogue/catalogue.h"
#include "runner/options/shard.h"

struct command; /* command.h */

enum option_id {
#define OPTION(id, ...) OPTION_##id,
#include "runner/options/option_rows.h"
    OPTION_COUNT
};

/* For the option set of a command: TAKES(JSON) | TAKES(CASES). */
#define TAKES(name)  (UINT64_C(1) << OPTION_##name)
#define TAKES_SUITE  (TAKES(CASES) | TAKES(EXPECTED))
#define TAKES_CHOICE (TAKES_SUITE | TAKES(EXCLUDE) | TAKES(LEVEL))

static_assert(OPTION_COUNT <= 64, "a set of options has 64 bits");

/* Words in the order given; borrowed from argv. */
struct option_list {
    const char **item;
    size_t count, room;
};

struct options {
    const struct command *command;
/* Options that are not given are 0, NULL or empty; options_parse() sets other defaults. */
#define OPTION(id, letter, name, value, sets, help) sets
#define FLAG(member)                                bool member;
#define TEXT(member)                                const char *member;
#define LIST(member)                                struct option_list member;
#define NUMBER(type, member, least, most)           type member;
#define OWN(setter)
#include "runner/options/option_rows.h"
    struct option_list format;  /* FMT or FMT:FILE, each of a known format */
    const char *profile;        /* text that profile_parse() accepts; NULL: the backend's own */
    const char *profile_before; /* the earlier one, if it was given more than once; else NULL */
    enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color;
    enum rule_level level;          /* the weakest level that counts; LEVEL_MAY by default */
    bool real_clock, virtual_clock; /* requested; by default whatever the backend has */
    uint32_t timeout_ms;            /* 10,000 by default */
    uint64_t begin_ns;              /* what the clock shows at first; 0: not given */
    struct shard shard;
    const char *as;       /* "loop", "js" or NULL */
    const char *schedule; /* text that schedule_parse() accepts, or NULL */
    const char *family;   /* of fuzz/family.h, or NULL */
    char *said;           /* the command line for a shell, without formats, looks, jobs and shard */
    const char *const *operand; /* borrowed from argv */
    size_t operand_count;
};

/* Parse the words after the command's name, which is argv[0]. Words are permuted, as getopt does.
 * Returns -1 with `*d` for a usage error. In either case options_release() frees it. With --help or
 * --version the rest is not checked. */
int options_parse(struct options *o, const struct command *command, int argc, char **argv,
                  struct diag *d);
void options_release(struct options *o);

/* One line for each option in the set, for --help. */
void options_print_help(uint64_t set, FILE *out);
/* "--name" of the i-th option; for messages and tests. */
const char *option_name(enum option_id id);

/* Use colour? By --color, else FORCE_COLOR, else NO_COLOR; else if standard output is a terminal
 * that is not dumb. */
bool options_want_color(const struct options *o);
/* Progress as one line that is overwritten if standard error is a terminal that is not dumb, else
 * as lines of a log; none with --quiet. */
struct progress options_progress(const struct options *o);
#endif
