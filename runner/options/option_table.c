/* option_table.c - the table of options: names, values, help. */
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
#include "scenario/program.h"

enum { COUNT_MAX = 1000000 };
#define PROGRAMS_MAX 1000000000000ull
static const uint64_t timeout_max_ns = 24ull * 3600 * 1000000000;

static option_setter set_profile, set_level, set_clock, set_timeout, set_shard, add_format, set_as,
    set_schedule, set_family, set_color, set_begin;

const struct option_row option_table[] = {
#define OPTION(id, letter, name, value, sets, help) \
    [OPTION_##id] = { letter, name, value, help, sets },
#define MEMBER(member) \
    .at = offsetof(struct options, member), .size = sizeof((struct options *)0)->member
#define FLAG(member) .kind = OPTION_IS_FLAG, MEMBER(member)
#define TEXT(member) .kind = OPTION_IS_TEXT, MEMBER(member)
#define LIST(member) .kind = OPTION_IS_LIST, MEMBER(member)
#define NUMBER(type, member, min, max) \
    .kind = OPTION_IS_NUMBER, MEMBER(member), .least = min, .most = max
#define OWN(setter) .kind = OPTION_IS_OWN, .set = setter
#include "runner/options/option_rows.h"
#undef MEMBER
};

const char *option_name(enum option_id id)
{
    assert(id < OPTION_COUNT);
    return option_table[id].name;
}

static void list_add(struct option_list *list, const char *word)
{
    PUSH(list->item, list->count, list->room, word);
}

/* Set a member to the index of a word in a fixed list. */
static int choose(enum option_id id, const char *value, const char *const *word, size_t count,
                  size_t *chosen, struct diag *d)
{
    char all[160] = "", hint[sizeof d->hint];
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
    const char *near = suggest_hint(&s, NULL);
    snprintf(hint, sizeof hint, "%s%sknown: %s", near ? near : "", near ? " " : "", all);
    return diag_usage(d, hint, "'--%s' does not know '%s'", option_table[id].name, value);
}

static int set_number(const struct option_row *row, const char *value, void *to, struct diag *d)
{
    char hint[96];
    char *end;
    errno = 0;
    unsigned long long n = strtoull(value, &end, 10);
    /* strtoull() would accept blanks and a sign. */
    bool digits = value[0] >= '0' && value[0] <= '9' && *end == '\0' && errno == 0;
    if (!digits || n < row->least || n > row->most) {
        snprintf(hint, sizeof hint, "give a whole number from %llu to %llu",
                 (unsigned long long)row->least, (unsigned long long)row->most);
        return diag_usage(d, hint, "'--%s' cannot be '%s'", row->name, value);
    }
    if (row->size == sizeof(uint32_t))
        *(uint32_t *)to = (uint32_t)n;
    else
        *(uint64_t *)to = n;
    return 0;
}

/* An empty value is most likely an unset variable in a script. */
static int set_text(enum option_id id, const char *value, const char **out, struct diag *d)
{
    if (value[0] == '\0')
        return diag_usage(d, NULL, "'--%s' has an empty value", option_table[id].name);
    *out = value;
    return 0;
}

static int set_profile(struct options *o, const char *value, struct diag *d)
{
    struct profile checked;
    o->profile_before = o->profile;
    o->profile = value;
    /* Whether a loop of that name was declared is known when the suite has been read. */
    return profile_may_be_own(value) ? 0 : profile_parse(value, &checked, d);
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

/* Durations as in scenarios, so that 500ms means the same everywhere. */
static bool read_time(const char *value, uint64_t least_ns, uint64_t most_ns, uint64_t *ns)
{
    struct lexer lx;
    struct diag ignored;
    bool good = false;
    if (lex_init(&lx, "", value, strlen(value), &ignored) == 0) {
        *ns = lx.token.ns;
        good = lx.token.kind == LEX_DURATION && *ns >= least_ns && *ns <= most_ns &&
               lex_next(&lx) == 0 && lx.token.kind == LEX_END;
        lex_release(&lx);
    }
    return good;
}

static int set_timeout(struct options *o, const char *value, struct diag *d)
{
    uint64_t ns = 0;
    if (!read_time(value, 1000000, timeout_max_ns, &ns))
        return diag_usage(d,
                          "give a time with its unit, as 500ms, 10s or 2min, from 1ms to 1440min",
                          "'--timeout' cannot be '%s'", value);
    o->timeout_ms = (uint32_t)(ns / 1000000);
    return 0;
}

static int set_begin(struct options *o, const char *value, struct diag *d)
{
    if (read_time(value, PROGRAM_UPTIME_MIN, PROGRAM_UPTIME_MAX, &o->begin_ns))
        return 0;
    return diag_usage(d, "give a time with its unit, as 200d or 4294967295.5ms, from 1ms to 3650d",
                      "'--begin' cannot be '%s'", value);
}

static int set_shard(struct options *o, const char *value, struct diag *d)
{
    return shard_parse(value, &o->shard, d);
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

static int set_color(struct options *o, const char *value, struct diag *d)
{
    static const char *const word[] = {
        [COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never"
    };
    size_t chosen = 0;
    if (choose(OPTION_COLOR, value, word, ARRAY_SIZE(word), &chosen, d) < 0)
        return -1;
    o->color = chosen;
    return 0;
}

int option_set(enum option_id id, struct options *o, const char *value, struct diag *d)
{
    const struct option_row *row = &option_table[id];
    void *to = (char *)o + row->at;
    const char *word = NULL;
    switch (row->kind) {
    case OPTION_IS_FLAG: *(bool *)to = true; return 0;
    case OPTION_IS_TEXT: return set_text(id, value, to, d);
    case OPTION_IS_LIST:
        if (set_text(id, value, &word, d) < 0)
            return -1;
        list_add(to, word);
        return 0;
    case OPTION_IS_NUMBER: return set_number(row, value, to, d);
    case OPTION_IS_OWN: break;
    }
    return row->set(o, value, d);
}
