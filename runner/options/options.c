#include "runner/options/options.h"

#include <assert.h>
#include <getopt.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "base/text.h"
#include "reports/report_path.h"
#include "runner/options/command.h"
#include "runner/options/option_table.h"
#include "base/wrap.h"

enum {
    TIMEOUT_DEFAULT_MS = 10 * 1000,
    BOUND_DEFAULT = 1000,
    LONG_BASE = 256, /* values of getopt: short options are their letters, long ones begin here */
};

static uint32_t core_count(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return (uint32_t)CPU_COUNT(&set);
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (uint32_t)n : 1;
}

/* Tables for getopt with the options of one command only, so that an abbreviation is ambiguous only
 * among those. */
struct getopt_tables {
    struct option longs[OPTION_COUNT + 1];
    char letters[2 * OPTION_COUNT + 3];
};

static void fill_tables(struct getopt_tables *t, uint64_t takes, bool is_wrapper)
{
    size_t longs = 0, letters = 0;
    *t = (struct getopt_tables){ 0 };
    if (is_wrapper)
        t->letters[letters++] = '+'; /* the first operand ends the options */
    /* Makes getopt distinguish a missing value from an unknown option. */
    t->letters[letters++] = ':';
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option_row *row = &option_table[id];
        if (!(takes & UINT64_C(1) << id))
            continue;
        t->longs[longs++] = (struct option){ row->name,
                                             row->value ? required_argument : no_argument, NULL,
                                             LONG_BASE + id };
        if (row->letter)
            t->letters[letters++] = row->letter;
        if (row->letter && row->value)
            t->letters[letters++] = ':';
    }
}

/* The option for a value that getopt returned, or OPTION_COUNT. */
static enum option_id find_option(int value)
{
    if (value >= LONG_BASE)
        return (enum option_id)(value - LONG_BASE);
    int id = 0;
    while (id < OPTION_COUNT && (value == 0 || option_table[id].letter != value))
        id++;
    return (enum option_id)id;
}

static int refuse_foreign(enum option_id id, const char *shown, const struct command *command,
                          struct diag *d)
{
    char hint[120];
    snprintf(hint, sizeof hint, "'loopspec help %s' lists the options that it takes",
             command->name);
    if (id < OPTION_COUNT)
        return diag_usage(d, hint, "'%s' does not take the option '%s'", command->name, shown);
    return diag_usage(d, hint, "unknown option '%s'", shown);
}

/* Do several options of the command begin like this? Then `hint` names two. */
static bool is_ambiguous(const char *name, uint64_t takes, char *hint, size_t size)
{
    const char *first = NULL;
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (!(takes & UINT64_C(1) << id) || strncmp(name, option_table[id].name, strlen(name)) != 0)
            continue;
        if (first) {
            snprintf(hint, size, "write '--%s' or '--%s'", first, option_table[id].name);
            return true;
        }
        first = option_table[id].name;
    }
    return false;
}

/* An unknown or ambiguous long option. */
static int refuse_long(const char *word, uint64_t takes, const struct command *command,
                       struct diag *d)
{
    char shown[96], hint[120], dashed[OPTION_COUNT][32];
    struct suggest s;
    snprintf(shown, sizeof shown, "%.*s", (int)strcspn(word, "="), word);
    suggest_init(&s, shown);
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (strcmp(shown + 2, option_table[id].name) == 0)
            return refuse_foreign((enum option_id)id, shown, command, d);
        snprintf(dashed[id], sizeof dashed[id], "--%s", option_table[id].name);
        if (takes & UINT64_C(1) << id)
            suggest_offer(&s, dashed[id]);
    }
    if (is_ambiguous(shown + 2, takes, hint, sizeof hint))
        return diag_usage(d, hint, "option '%s' is ambiguous", shown);
    if (!s.nearest)
        return refuse_foreign(OPTION_COUNT, shown, command, d);
    return diag_usage(d, suggest_hint(&s, NULL), "unknown option '%s'", shown);
}

/* Describe what getopt refused; `word` is the word concerned. */
static int refuse(int answer, const char *word, uint64_t takes, const struct command *command,
                  struct diag *d)
{
    enum option_id id = find_option(optopt);
    char letter[3] = { '-', (char)optopt, '\0' };
    char hint[80];
    if (answer == ':') {
        snprintf(hint, sizeof hint, "write '--%s %s'", option_table[id].name,
                 option_table[id].value);
        return diag_usage(d, hint, "option '%s' needs a value", optopt < LONG_BASE ? letter : word);
    }
    if (optopt >= LONG_BASE)
        return diag_usage(d, NULL, "option '--%s' takes no value", option_table[id].name);
    if (optopt == 0)
        return refuse_long(word, takes, command, d);
    return refuse_foreign(id, letter, command, d);
}

static int check_operands(const struct options *o, struct diag *d)
{
    const struct command *c = o->command;
    char hint[200];
    snprintf(hint, sizeof hint, "usage: loopspec %s [OPTION]... %s", c->name, c->operands);
    if (o->operand_count < c->operands_min)
        return diag_usage(d, hint, "'%s' needs %s", c->name, c->operands);
    if (o->operand_count > c->operands_max)
        return diag_usage(d, hint, "'%s' has no use for '%s'", c->name,
                          o->operand[c->operands_max]);
    for (size_t i = 0; i < (c->is_wrapper ? 1 : o->operand_count); i++)
        if (o->operand[i][0] == '\0')
            return diag_usage(d, hint, "operand %zu of '%s' is empty", i + 1, c->name);
    return 0;
}

/* Two reports cannot go to the same place. */
static int check_formats(const struct options *o, struct diag *d)
{
    char **place = xcalloc(o->format.count + 1, sizeof *place);
    int result = 0;
    for (size_t i = 0; i < o->format.count; i++)
        place[i] = report_path_identity(o->format.item[i]);
    for (size_t i = 0; i < o->format.count; i++)
        for (size_t j = i + 1; j < o->format.count && result == 0; j++)
            if (place[i] && place[j] && strcmp(place[i], place[j]) == 0)
                result = diag_usage(d, "send one of them to another file: --format FMT:FILE",
                                    "two reports in one place: '%s' and '%s'", o->format.item[i],
                                    o->format.item[j]);
    for (size_t i = 0; i < o->format.count; i++)
        free(place[i]);
    free(place);
    return result;
}

/* Options for the place and look of reports and for the division of work are left out: they change
 * no result. */
static void say_option(FILE *out, enum option_id id, const char *value)
{
    const struct option_row *row = &option_table[id];
    if (id == OPTION_FORMAT || id == OPTION_JOBS || id == OPTION_SHARD || id == OPTION_COLOR ||
        id == OPTION_QUIET)
        return;
    if (row->letter)
        fprintf(out, " -%c", row->letter);
    else
        fprintf(out, " --%s", row->name);
    char *word = value ? text_quote(value) : NULL;
    fprintf(out, word ? " %s" : "%s", word ? word : "");
    free(word);
}

static int read_words(struct options *o, int argc, char **argv, FILE *said, struct diag *d)
{
    struct getopt_tables tables;
    uint64_t takes = o->command->takes | TAKES(HELP) | TAKES(VERSION);
    int answer;
    fill_tables(&tables, takes, o->command->is_wrapper);
    opterr = 0;
    optind = 0; /* GNU: start again, so that parsing can happen twice */
    fprintf(said, "loopspec %s", o->command->name);
    while ((answer = getopt_long(argc, argv, tables.letters, tables.longs, NULL)) != -1) {
        if (answer == '?' || answer == ':')
            return refuse(answer, argv[optind - 1], takes, o->command, d);
        if (option_set(find_option(answer), o, optarg, d) < 0)
            return -1;
        if (o->help || o->version)
            return 0;
        say_option(said, find_option(answer), optarg);
    }
    o->operand = (const char *const *)(argv + optind);
    o->operand_count = (size_t)(argc - optind);
    for (size_t i = 0; i < o->operand_count; i++) {
        char *word = text_quote(o->operand[i]);
        fprintf(said, " %s", word);
        free(word);
    }
    return check_operands(o, d) < 0 || check_formats(o, d) < 0 ? -1 : 0;
}

int options_parse(struct options *o, const struct command *command, int argc, char **argv,
                  struct diag *d)
{
    size_t size;
    *o = (struct options){ .command = command,
                           .level = LEVEL_MAY,
                           .jobs = core_count(),
                           .timeout_ms = TIMEOUT_DEFAULT_MS,
                           .repeat = 1,
                           .bound = BOUND_DEFAULT,
                           .seed = 1 };
    FILE *said = xopen_memstream(&o->said, &size);
    int result = read_words(o, argc, argv, said, d);
    fclose(said);
    return result;
}

void options_release(struct options *o)
{
    free(o->backend.item);
    free(o->exclude.item);
    free(o->format.item);
    free(o->said);
}

void options_print_help(uint64_t set, FILE *out)
{
    size_t columns = wrap_terminal(out), indent = columns > 0 && columns < WRAP_COLUMNS ? 12 : 32;
    set |= TAKES(HELP) | TAKES(VERSION);
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option_row *row = &option_table[id];
        char left[48], letter[8] = "    ";
        if (!(set & UINT64_C(1) << id))
            continue;
        if (row->letter)
            snprintf(letter, sizeof letter, "-%c, ", row->letter);
        snprintf(left, sizeof left, "  %s--%s%s%s", letter, row->name, row->value ? " " : "",
                 row->value ? row->value : "");
        wrap_beside(out, indent, left, row->help);
    }
}

static bool is_dumb(void)
{
    const char *term = getenv("TERM");
    return term && strcmp(term, "dumb") == 0;
}

/* FORCE_COLOR=0 means no colour, as in other programs. */
bool options_want_color(const struct options *o)
{
    const char *no = getenv("NO_COLOR"), *force = getenv("FORCE_COLOR");
    if (o->color != COLOR_AUTO)
        return o->color == COLOR_ALWAYS;
    if (force && force[0])
        return strcmp(force, "0") != 0;
    return !(no && no[0]) && !is_dumb() && isatty(STDOUT_FILENO);
}

struct progress options_progress(const struct options *o)
{
    bool moves = isatty(STDERR_FILENO) && !is_dumb();
    return progress_begin(o->quiet ? PROGRESS_NONE : moves ? PROGRESS_MOVES : PROGRESS_LOGS);
}
