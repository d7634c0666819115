/* option_table.c - every option there is: its name, what it takes, what the help says of it. */
#include "runner/options/option_table.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/lex.h"
#include "base/mem.h"
#include "base/suggest.h"
#include "explore/schedule.h"
#include "fuzz/family.h"
#include "profile/profile.h"
#include "reports/report.h"

enum {
    JOBS_MAX = 1024,
    COUNT_MAX = 1000000,
};
#define PROGRAMS_MAX 1000000000000ull
static const uint64_t timeout_max_ns = 24ull * 3600 * 1000000000;

static option_setter add_backend, add_exclude, set_profile, set_level, set_clock, set_jobs,
    set_timeout, set_repeat, set_shard, set_min_cases, set_baseline, set_fail_fast, set_grade,
    set_cases, set_expected, add_format, set_json, set_as, set_check, set_idle_cases, set_schedule,
    set_bound, set_programs, set_seconds, set_seed, set_family, set_save, set_help, set_version;

const struct option_row option_table[] = {
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
    [OPTION_JOBS] = { "jobs", "N", "runs at a time; default: the number of cores", set_jobs, 'j' },
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
static_assert(ARRAY_SIZE(option_table) == OPTION_COUNT, "an option has no row");

const char *option_name(enum option_id id)
{
    assert(id < OPTION_COUNT);
    return option_table[id].name;
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
    return diag_usage(d, hint, "'--%s' does not know '%s'", option_table[id].name, value);
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
        return diag_usage(d, hint, "'--%s' cannot be '%s'", option_table[id].name, value);
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
        return diag_usage(d, NULL, "'--%s' has an empty value", option_table[id].name);
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
    if (answer == 0) /* "-" is standard output, as it is elsewhere */
        list_add(&o->format, strcmp(value + length, ":-") == 0 ? word[chosen] : value);
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
