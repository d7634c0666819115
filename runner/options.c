#include "runner/options.h"

#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lex.h"
#include "base/mem.h"
#include "base/suggest.h"
#include "explore/schedule.h"
#include "fuzz/family.h"
#include "profile/profile.h"
#include "reports/place.h"
#include "reports/report.h"
#include "runner/commands.h"

enum {
    JOBS_MAX = 1024,
    COUNT_MAX = 1000000,
    TIMEOUT_DEFAULT_MS = 10 * 1000,
    BOUND_DEFAULT = 1000,
};
#define PROGRAMS_MAX 1000000000000ull
static const uint64_t timeout_max_ns = 24ull * 3600 * 1000000000;

/* Takes the value of an option; returns -1 with `*d` if it is no such value. */
typedef int option_setter(struct options *o, const char *value, struct diag *d);

static option_setter add_backend, add_exclude, set_profile, set_level, set_clock, set_jobs,
    set_timeout, set_repeat, set_shard, set_min_cases, set_baseline, set_fail_fast, set_grade,
    set_cases, set_expected, add_format, set_json, set_as, set_check, set_idle_cases, set_schedule,
    set_bound, set_programs, set_seconds, set_seed, set_family, set_save, set_help, set_version;

static const struct option_row {
    const char *name;
    const char *value; /* what the help calls it; NULL for a flag */
    const char *help;
    option_setter *set;
    char letter; /* 0 for none */
} rows[] = {
    [OPTION_BACKEND] = { "backend", "BACKEND",
                         "the loop or runtime under test; may be given several times", add_backend,
                         'b' },
    [OPTION_EXCLUDE] = { "exclude", "GLOB", "leave out the cases whose name matches; several times",
                         add_exclude, 'x' },
    [OPTION_PROFILE] = { "profile", "PROFILE",
                         "the documented variant to expect, as node-20 or libuv-1.44.2",
                         set_profile, 0 },
    [OPTION_LEVEL] = { "level", "must|should|may",
                       "the laxest rules that count; default: may, which is all of them", set_level,
                       0 },
    [OPTION_CLOCK] = { "clock", "virtual|real", "exact virtual time (default), or real time",
                       set_clock, 0 },
    [OPTION_JOBS] = { "jobs", "N", "cases at a time; default: the number of cores", set_jobs, 'j' },
    [OPTION_TIMEOUT] = { "timeout", "TIME", "real time that a case may take; default: 10s",
                         set_timeout, 0 },
    [OPTION_REPEAT] = { "repeat", "N", "run each case N times", set_repeat, 0 },
    [OPTION_SHARD] = { "shard", "I/N", "only the I-th of N parts of the cases or programs",
                       set_shard, 0 },
    [OPTION_MIN_CASES] = { "min-cases", "N", "exit 3 if fewer cases than this ran", set_min_cases,
                           0 },
    [OPTION_BASELINE] = { "baseline", "FILE",
                          "known failures; default: expected/baselines/NAME.baseline", set_baseline,
                          0 },
    [OPTION_FAIL_FAST] = { "fail-fast", NULL, "stop at the first case that is not as expected",
                           set_fail_fast, 0 },
    [OPTION_GRADE] = { "grade", NULL, "then tell which profiles the backend satisfies", set_grade,
                       0 },
    [OPTION_CASES] = { "cases", "DIR", "the folder of cases", set_cases, 0 },
    [OPTION_EXPECTED] = { "expected", "DIR", "the folder of expected traces", set_expected, 0 },
    [OPTION_FORMAT] = { "format", "FMT[:FILE]", "a report, to a file or to standard output",
                        add_format, 0 },
    [OPTION_JSON] = { "json", NULL, "write JSON for programs instead of text for people", set_json,
                      0 },
    [OPTION_AS] = { "as", "loop|js|c", "print only the program, in this form", set_as, 0 },
    [OPTION_CHECK] = { "check", NULL, "write nothing; exit 1 if a file would change", set_check,
                       0 },
    [OPTION_IDLE_CASES] = { "idle-cases", NULL,
                            "name the cases, too, that kill no mutant of their rules",
                            set_idle_cases, 0 },
    [OPTION_SCHEDULE] = { "schedule", "S", "the way to go where it is open, as 'explore' prints it",
                          set_schedule, 0 },
    [OPTION_BOUND] = { "bound", "N", "at most so many schedules of a case; default: 1000",
                       set_bound, 0 },
    [OPTION_PROGRAMS] = { "programs", "N",
                          "how many random programs; default: 10000, without --seconds",
                          set_programs, 'n' },
    [OPTION_SECONDS] = { "seconds", "N", "stop after so many seconds of real time", set_seconds,
                         0 },
    [OPTION_SEED] = { "seed", "N", "where chance begins: the same seed, the same programs",
                      set_seed, 0 },
    [OPTION_FAMILY] = { "family", "FAMILY", "what the programs are about; default: all of it",
                        set_family, 0 },
    [OPTION_SAVE] = { "save", "DIR", "the folder for what was found; default: loopspec-fuzz",
                      set_save, 0 },
    [OPTION_HELP] = { "help", NULL, "print this help", set_help, 'h' },
    [OPTION_VERSION] = { "version", NULL, "print the version", set_version, 0 },
};
static_assert(ARRAY_SIZE(rows) == OPTION_COUNT, "an option has no row");

/* getopt's values: letters are themselves, long options lie above them. */
enum { LONG_BASE = 256 };

const char *option_name(enum option_id id)
{
    assert(id < OPTION_COUNT);
    return rows[id].name;
}

static void list_add(struct option_list *list, const char *word)
{
    GROW(list->item, list->count, list->room);
    list->item[list->count++] = word;
}

/* A word of a fixed set, by its place in it. */
static int choose(enum option_id id, const char *value, const char *const *word, size_t count,
                  size_t *chosen, struct diag *d)
{
    char all[160] = "", nearest[120], hint[sizeof d->hint];
    struct suggest s;
    suggest_init(&s, value);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(value, word[i]) == 0) {
            *chosen = i;
            return 0;
        }
        suggest_offer(&s, word[i]);
        size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "", word[i]);
    }
    const char *near = suggest_hint(&s, NULL, nearest, sizeof nearest);
    snprintf(hint, sizeof hint, "%s%sknown: %s", near ? near : "", near ? " " : "", all);
    return diag_usage(d, hint, "'--%s' does not know '%s'", rows[id].name, value);
}

static int set_long_number(enum option_id id, const char *value, uint64_t min, uint64_t max,
                           uint64_t *out, struct diag *d)
{
    char hint[96];
    char *end;
    errno = 0;
    unsigned long long n = strtoull(value, &end, 10);
    /* strtoull would take blanks and a sign. */
    bool digits = value[0] >= '0' && value[0] <= '9' && *end == '\0' && errno == 0;
    if (!digits || n < min || n > max) {
        snprintf(hint, sizeof hint, "give a whole number from %llu to %llu",
                 (unsigned long long)min, (unsigned long long)max);
        return diag_usage(d, hint, "'--%s' cannot be '%s'", rows[id].name, value);
    }
    *out = n;
    return 0;
}

static int set_number(enum option_id id, const char *value, uint32_t min, uint32_t max,
                      uint32_t *out, struct diag *d)
{
    uint64_t n = 0;
    int result = set_long_number(id, value, min, max, &n, d);
    *out = (uint32_t)n;
    return result;
}

/* An empty value is an unset variable in somebody's script. */
static int set_text(enum option_id id, const char *value, const char **out, struct diag *d)
{
    if (value[0] == '\0')
        return diag_usage(d, NULL, "'--%s' has an empty value", rows[id].name);
    *out = value;
    return 0;
}

static int add_text(enum option_id id, const char *value, struct option_list *list, struct diag *d)
{
    const char *text = NULL;
    if (set_text(id, value, &text, d) < 0)
        return -1;
    list_add(list, text);
    return 0;
}

static int add_backend(struct options *o, const char *value, struct diag *d)
{
    return add_text(OPTION_BACKEND, value, &o->backend, d);
}

static int add_exclude(struct options *o, const char *value, struct diag *d)
{
    return add_text(OPTION_EXCLUDE, value, &o->exclude, d);
}

static int set_profile(struct options *o, const char *value, struct diag *d)
{
    struct profile checked;
    o->profile_before = o->profile;
    o->profile = value;
    return profile_parse(value, &checked, d);
}

static int set_level(struct options *o, const char *value, struct diag *d)
{
    const char *word[LEVEL_COUNT];
    size_t chosen = 0;
    for (size_t i = 0; i < LEVEL_COUNT; i++)
        word[i] = rule_level_name((enum rule_level)i);
    if (choose(OPTION_LEVEL, value, word, LEVEL_COUNT, &chosen, d) < 0)
        return -1;
    o->level = (enum rule_level)chosen;
    return 0;
}

static int set_clock(struct options *o, const char *value, struct diag *d)
{
    static const char *const word[] = { "virtual", "real" };
    size_t chosen = 0;
    if (choose(OPTION_CLOCK, value, word, ARRAY_SIZE(word), &chosen, d) < 0)
        return -1;
    o->virtual_clock = chosen == 0;
    o->real_clock = chosen == 1;
    return 0;
}

static int set_jobs(struct options *o, const char *value, struct diag *d)
{
    return set_number(OPTION_JOBS, value, 1, JOBS_MAX, &o->jobs, d);
}

/* The languages' own durations, so that 500ms means the same everywhere. */
static int set_timeout(struct options *o, const char *value, struct diag *d)
{
    struct lexer lx;
    struct diag ignored;
    bool good = false;
    if (lex_init(&lx, "--timeout", value, strlen(value), &ignored) == 0) {
        uint64_t ns = lx.token.ns;
        good = lx.token.kind == LEX_DURATION && ns >= 1000000 && ns <= timeout_max_ns &&
               lex_next(&lx) == 0 && lx.token.kind == LEX_END;
        o->timeout_ms = good ? (uint32_t)(ns / 1000000) : 0;
        lex_release(&lx);
    }
    if (good)
        return 0;
    return diag_usage(d, "give a time with its unit, as 500ms, 10s or 2min, from 1ms to 1440min",
                      "'--timeout' cannot be '%s'", value);
}

static int set_repeat(struct options *o, const char *value, struct diag *d)
{
    return set_number(OPTION_REPEAT, value, 1, COUNT_MAX, &o->repeat, d);
}

static int set_shard(struct options *o, const char *value, struct diag *d)
{
    return shard_parse(value, &o->shard, d);
}

static int set_min_cases(struct options *o, const char *value, struct diag *d)
{
    return set_number(OPTION_MIN_CASES, value, 0, COUNT_MAX, &o->min_cases, d);
}

static int set_schedule(struct options *o, const char *value, struct diag *d)
{
    struct schedule checked;
    if (schedule_parse(value, &checked, d) < 0)
        return -1;
    schedule_release(&checked);
    o->schedule = value;
    return 0;
}

static int set_bound(struct options *o, const char *value, struct diag *d)
{
    return set_number(OPTION_BOUND, value, 1, COUNT_MAX, &o->bound, d);
}

static int set_baseline(struct options *o, const char *value, struct diag *d)
{
    return set_text(OPTION_BASELINE, value, &o->baseline, d);
}

static int set_cases(struct options *o, const char *value, struct diag *d)
{
    return set_text(OPTION_CASES, value, &o->cases_dir, d);
}

static int set_expected(struct options *o, const char *value, struct diag *d)
{
    return set_text(OPTION_EXPECTED, value, &o->expected_dir, d);
}

static int add_format(struct options *o, const char *value, struct diag *d)
{
    size_t length = strcspn(value, ":"), chosen = 0;
    if (strcmp(value + length, ":") == 0)
        return diag_usage(d, "write FMT:FILE, or FMT alone for standard output",
                          "'--format %s' names no file", value);
    char *name = xstrndup(value, length);
    size_t count = report_format_count();
    const char **word = xcalloc(count, sizeof *word);
    for (size_t i = 0; i < count; i++)
        word[i] = report_format_at(i)->name;
    int answer = choose(OPTION_FORMAT, name, word, count, &chosen, d);
    if (answer == 0)
        list_add(&o->format, value);
    free(word);
    free(name);
    return answer;
}

static int set_as(struct options *o, const char *value, struct diag *d)
{
    static const char *const word[] = { "loop", "js", "c" };
    size_t chosen = 0;
    if (choose(OPTION_AS, value, word, ARRAY_SIZE(word), &chosen, d) < 0)
        return -1;
    o->as = word[chosen];
    return 0;
}

static int set_programs(struct options *o, const char *value, struct diag *d)
{
    return set_long_number(OPTION_PROGRAMS, value, 1, PROGRAMS_MAX, &o->programs, d);
}

static int set_seconds(struct options *o, const char *value, struct diag *d)
{
    return set_long_number(OPTION_SECONDS, value, 1, COUNT_MAX, &o->seconds, d);
}

static int set_seed(struct options *o, const char *value, struct diag *d)
{
    return set_long_number(OPTION_SEED, value, 0, UINT64_MAX, &o->seed, d);
}

static int set_family(struct options *o, const char *value, struct diag *d)
{
    const char *word[32];
    size_t count = fuzz_family_count(), chosen = 0;
    assert(count <= ARRAY_SIZE(word));
    for (size_t i = 0; i < count; i++)
        word[i] = fuzz_family_at(i)->name;
    if (choose(OPTION_FAMILY, value, word, count, &chosen, d) < 0)
        return -1;
    o->family = word[chosen];
    return 0;
}

static int set_save(struct options *o, const char *value, struct diag *d)
{
    return set_text(OPTION_SAVE, value, &o->save, d);
}

#define FLAG(name)                                                              \
    static int set_##name(struct options *o, const char *value, struct diag *d) \
    {                                                                           \
        (void)value;                                                            \
        (void)d;                                                                \
        o->name = true;                                                         \
        return 0;                                                               \
    }
FLAG(fail_fast)
FLAG(grade)
FLAG(json)
FLAG(check)
FLAG(idle_cases)
FLAG(help)
FLAG(version)
#undef FLAG

static uint32_t core_count(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return (uint32_t)CPU_COUNT(&set);
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (uint32_t)n : 1;
}

/* What getopt needs, for the options of one command alone: then an abbreviation
 * is ambiguous only among those. */
struct getopt_tables {
    struct option longs[OPTION_COUNT + 1];
    char letters[2 * OPTION_COUNT + 2];
};

static void fill_tables(struct getopt_tables *t, uint32_t takes)
{
    size_t longs = 0, letters = 0;
    *t = (struct getopt_tables){ 0 };
    t->letters[letters++] = ':'; /* a missing value is told from an unknown option */
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option_row *row = &rows[id];
        if (!(takes & 1u << id))
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

/* The option that a value from getopt stands for, or OPTION_COUNT. */
static enum option_id find_option(int value)
{
    if (value >= LONG_BASE)
        return (enum option_id)(value - LONG_BASE);
    int id = 0;
    while (id < OPTION_COUNT && (value == 0 || rows[id].letter != value))
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

/* Do several of the command's options begin like this? Then `hint` names two. */
static bool is_ambiguous(const char *name, uint32_t takes, char *hint, size_t size)
{
    const char *first = NULL;
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (!(takes & 1u << id) || strncmp(name, rows[id].name, strlen(name)) != 0)
            continue;
        if (first) {
            snprintf(hint, size, "write '--%s' or '--%s'", first, rows[id].name);
            return true;
        }
        first = rows[id].name;
    }
    return false;
}

/* A long option that getopt did not find, or found more than once. */
static int refuse_long(const char *word, uint32_t takes, const struct command *command,
                       struct diag *d)
{
    char shown[96], hint[120], dashed[OPTION_COUNT][32];
    struct suggest s;
    snprintf(shown, sizeof shown, "%.*s", (int)strcspn(word, "="), word);
    suggest_init(&s, shown);
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (strcmp(shown + 2, rows[id].name) == 0)
            return refuse_foreign((enum option_id)id, shown, command, d);
        snprintf(dashed[id], sizeof dashed[id], "--%s", rows[id].name);
        if (takes & 1u << id)
            suggest_offer(&s, dashed[id]);
    }
    if (is_ambiguous(shown + 2, takes, hint, sizeof hint))
        return diag_usage(d, hint, "option '%s' is ambiguous", shown);
    if (!s.nearest)
        return refuse_foreign(OPTION_COUNT, shown, command, d);
    return diag_usage(d, suggest_hint(&s, NULL, hint, sizeof hint), "unknown option '%s'", shown);
}

/* Say what getopt did not like. `word` is the one that it had in hand. */
static int refuse(int answer, const char *word, uint32_t takes, const struct command *command,
                  struct diag *d)
{
    enum option_id id = find_option(optopt);
    char letter[3] = { '-', (char)optopt, '\0' };
    char hint[80];
    if (answer == ':') {
        snprintf(hint, sizeof hint, "write '--%s %s'", rows[id].name, rows[id].value);
        return diag_usage(d, hint, "option '%s' needs a value", optopt < LONG_BASE ? letter : word);
    }
    if (optopt >= LONG_BASE)
        return diag_usage(d, NULL, "option '--%s' takes no value", rows[id].name);
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
    for (size_t i = 0; i < o->operand_count; i++)
        if (o->operand[i][0] == '\0')
            return diag_usage(d, hint, "operand %zu of '%s' is empty", i + 1, c->name);
    return 0;
}

/* Two reports in one place would be neither of them. */
static int check_formats(const struct options *o, struct diag *d)
{
    char **place = xcalloc(o->format.count + 1, sizeof *place);
    int result = 0;
    for (size_t i = 0; i < o->format.count; i++)
        place[i] = place_of(o->format.item[i]);
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

int options_parse(struct options *o, const struct command *command, int argc, char **argv,
                  struct diag *d)
{
    struct getopt_tables tables;
    uint32_t takes = command->takes | TAKES(HELP) | TAKES(VERSION);
    int answer;
    *o = (struct options){ .command = command,
                           .level = LEVEL_MAY,
                           .jobs = core_count(),
                           .timeout_ms = TIMEOUT_DEFAULT_MS,
                           .repeat = 1,
                           .bound = BOUND_DEFAULT,
                           .seed = 1 };
    fill_tables(&tables, takes);
    opterr = 0;
    optind = 0; /* GNU: start afresh, so that parsing can happen twice */
    while ((answer = getopt_long(argc, argv, tables.letters, tables.longs, NULL)) != -1) {
        if (answer == '?' || answer == ':')
            return refuse(answer, argv[optind - 1], takes, command, d);
        if (rows[find_option(answer)].set(o, optarg, d) < 0)
            return -1;
        if (o->help || o->version)
            return 0;
    }
    o->operand = (const char *const *)(argv + optind);
    o->operand_count = (size_t)(argc - optind);
    return check_operands(o, d) < 0 || check_formats(o, d) < 0 ? -1 : 0;
}

void options_release(struct options *o)
{
    free(o->backend.item);
    free(o->exclude.item);
    free(o->format.item);
}

void options_print_help(uint32_t set, FILE *out)
{
    set |= TAKES(HELP) | TAKES(VERSION);
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option_row *row = &rows[id];
        char left[48], letter[8] = "    ";
        if (!(set & 1u << id))
            continue;
        if (row->letter)
            snprintf(letter, sizeof letter, "-%c, ", row->letter);
        snprintf(left, sizeof left, "%s--%s%s%s", letter, row->name, row->value ? " " : "",
                 row->value ? row->value : "");
        fprintf(out, "  %-29s %s\n", left, row->help);
    }
}

bool options_want_color(FILE *out)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return !(no && no[0]) && !(term && strcmp(term, "dumb") == 0) && isatty(fileno(out));
}
