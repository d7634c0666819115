#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "base/link.h"
#include "catalogue/reader.h"

static const char bug_group[] = "BUG-";

/* Whose bugs there are. A name outside of this table is most likely a misspelt one. */
static const char *const systems[] = { "libuv",    "node",  "bun",      "deno",        "libev",
                                       "libevent", "glib",  "sd-event", "tevent",      "libuev",
                                       "llrt",     "txiki", "tornado",  "micropython", "ladybird",
                                       "quickjs",  "boa",   "webkit",   "gevent" };

static const char *system_name(int i)
{
    return systems[i];
}

/* --- the fields --- */

static int read_addresses(struct reader *r, void *entry)
{
    struct bug *bug = entry;
    struct location at = r->lx.token.at;
    size_t before = bug->address_count;
    if (reader_strings(r, &bug->address, &bug->address_count) < 0)
        return -1;
    for (size_t i = before; i < bug->address_count; i++)
        if (!link_is_address(bug->address[i]))
            return lex_error_at(&r->lx, at, "write \"https://...\"", "\"%s\" is not an address",
                                bug->address[i]);
    return 0;
}

static int read_cases(struct reader *r, void *entry)
{
    struct bug *bug = entry;
    return reader_strings(r, &bug->caught, &bug->caught_count);
}

static int read_mutants(struct reader *r, void *entry)
{
    struct bug *bug = entry;
    return reader_strings(r, &bug->mutant, &bug->mutant_count);
}

static bool is_version(const char *text)
{
    struct version ignored;
    return version_parse(text, &ignored);
}

static int read_version(struct reader *r, const char **into)
{
    if (*into)
        return lex_error(&r->lx, NULL, "the version is given twice");
    if (reader_string(r, "a version", "write \"1.45.0\"", is_version, into) < 0)
        return -1;
    return reader_end_line(r);
}

static int read_since(struct reader *r, void *entry)
{
    return read_version(r, &((struct bug *)entry)->since);
}

static int read_fixed(struct reader *r, void *entry)
{
    return read_version(r, &((struct bug *)entry)->fixed);
}

static int read_release(struct reader *r, void *entry)
{
    return read_version(r, &((struct bug *)entry)->release);
}

static const struct field bug_fields[] = {
    { TEXT(bug, says) },
    { "at", OWN(read_addresses) },
    { "since", OWN(read_since) },
    { "fixed", OWN(read_fixed) },
    { "cases", OWN(read_cases) },
    { "mutants", OWN(read_mutants) },
    { "release", OWN(read_release) },
    { TEXT(bug, unproven) },
};

/* --- the entry --- */

static int check_id(struct reader *r, const struct bug *bug)
{
    if (!reader_is_id(bug->id) || strncmp(bug->id, bug_group, strlen(bug_group)) != 0)
        return lex_error_at(&r->lx, bug->at, "BUG and a number, such as BUG-12",
                            "'%s' is not the id of a bug", bug->id);
    for (size_t i = 0; i < r->c->bug_count; i++)
        if (strcmp(r->c->bug[i].id, bug->id) == 0)
            return reader_there_twice(r, "bug", bug->id, bug->at, r->c->bug[i].at);
    return 0;
}

static int compare(const char *a, const char *b)
{
    struct version x, y;
    bool are_versions = version_parse(a, &x) && version_parse(b, &y);
    assert(are_versions);
    (void)are_versions;
    return version_compare(x, y);
}

static int check_versions(struct reader *r, const struct bug *bug)
{
    if (bug->since && bug->fixed && compare(bug->since, bug->fixed) >= 0)
        return lex_error_at(&r->lx, bug->at, NULL, "bug '%s' was fixed in %s, before it came in %s",
                            bug->id, bug->fixed, bug->since);
    if (bug->release && ((bug->since && compare(bug->release, bug->since) < 0) ||
                         (bug->fixed && compare(bug->release, bug->fixed) >= 0)))
        return lex_error_at(&r->lx, bug->at, NULL, "release %s does not have bug '%s'",
                            bug->release, bug->id);
    return 0;
}

static int check_fields(struct reader *r, const struct bug *bug)
{
    if (!bug->says)
        return lex_error_at(&r->lx, bug->at, "add: says \"...\"", "bug '%s' says nothing", bug->id);
    if (bug->address_count == 0)
        return lex_error_at(&r->lx, bug->at, "add: at \"https://...\"",
                            "bug '%s' does not say where it was reported", bug->id);
    if (bug->unproven && (bug->mutant_count > 0 || bug->release))
        return lex_error_at(&r->lx, bug->at, NULL, "bug '%s' is unproven, yet has a proof",
                            bug->id);
    return check_versions(r, bug);
}

int reader_bug(struct reader *r, int unused)
{
    (void)unused;
    struct bug bug = { .at = r->lx.token.at };
    int system = 0;
    if (reader_word(r, "the id of a bug", &bug.id) < 0 || check_id(r, &bug) < 0 ||
        reader_choice(r, "system", (int)ARRAY_SIZE(systems), system_name, &system) < 0 ||
        reader_fields(r, bug_fields, ARRAY_SIZE(bug_fields), &bug, "bug", bug.id, bug.at) < 0 ||
        check_fields(r, &bug) < 0)
        return -1;
    bug.system = systems[system];
    PUSH(r->c->bug, r->c->bug_count, r->c->bug_room, bug);
    return 0;
}
