/* cite.c - entries that name other entries, in any file. What is named is noted with
 * its place, given a slot in an array of the naming entry, and looked up when all
 * files have been read. */
#include <assert.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include "base/suggest.h"
#include "catalogue/reader.h"

static const void *find_source(const struct catalogue *c, const char *id)
{
    for (size_t i = 0; i < c->source_count; i++)
        if (strcmp(c->source[i]->id, id) == 0)
            return c->source[i];
    return NULL;
}

static const void *find_rule(const struct catalogue *c, const char *id)
{
    return catalogue_find(c, id);
}

static const void *find_switch(const struct catalogue *c, const char *id)
{
    for (size_t i = 0; i < c->choice_count; i++)
        if (strcmp(c->choice[i]->id, id) == 0)
            return c->choice[i];
    return NULL;
}

static void offer_sources(const struct catalogue *c, struct suggest *near)
{
    for (size_t i = 0; i < c->source_count; i++)
        suggest_offer(near, c->source[i]->id);
}

static void offer_rules(const struct catalogue *c, struct suggest *near)
{
    for (size_t i = 0; i < c->rule_count; i++)
        suggest_offer(near, c->rule[i].id);
}

static void offer_switches(const struct catalogue *c, struct suggest *near)
{
    for (size_t i = 0; i < c->choice_count; i++)
        suggest_offer(near, c->choice[i]->id);
}

/* The id comes first in an entry of any kind: where it stands in a file that was not read, it is
 * all that is known. */
static_assert(offsetof(struct source, id) == 0, "a source begins with its id");
static_assert(offsetof(struct rule, id) == 0, "a rule begins with its id");
static_assert(offsetof(struct rule_switch, id) == 0, "a switch begins with its id");

static const struct {
    size_t size;
    const char *what, *hint;
    const void *(*find)(const struct catalogue *c, const char *id);
    void (*offer)(const struct catalogue *c, struct suggest *near);
} kinds[] = {
    [CITED_SOURCE] = { sizeof(struct source), "source", "declare it: source ID \"Title\"",
                       find_source, offer_sources },
    [CITED_RULE] = { sizeof(struct rule), "rule", "'loopspec list rules' names them all", find_rule,
                     offer_rules },
    [CITED_SWITCH] = { sizeof(struct rule_switch), "switch", "declare it: switch ID \"...\"",
                       find_switch, offer_switches },
};
static_assert(ARRAY_SIZE(kinds) == CITED_COUNT, "a kind is missing");

const void *cite_find(const struct catalogue *c, enum cited kind, const char *id)
{
    return kinds[kind].find(c, id);
}

const char *cite_word(enum cited kind)
{
    return kinds[kind].what;
}

int cite(struct reader *r, enum cited kind)
{
    char what[32];
    snprintf(what, sizeof what, "the id of a %s", kinds[kind].what);
    do {
        struct citation cited = { .kind = kind, .at = r->lx.token.at };
        if (reader_word(r, what, &cited.id) < 0)
            return -1;
        GROW(r->citation, r->citation_count, r->citation_room);
        r->citation[r->citation_count++] = cited;
    } while (r->lx.token.kind == LEX_WORD);
    return reader_end_line(r);
}

int cite_settle(struct reader *r, enum cited kind, const char *what, const char *by, void *array,
                size_t *count)
{
    size_t cited = r->citation_count - r->settled;
    const void **slots = arena_alloc(&r->c->arena, cited * sizeof *slots);
    for (size_t i = r->settled; i < r->citation_count; i++) {
        struct citation *c = &r->citation[i];
        if (c->kind != kind)
            continue;
        for (size_t before = r->settled; before < i; before++)
            if (r->citation[before].kind == kind && strcmp(r->citation[before].id, c->id) == 0)
                return lex_error_at(&r->lx, c->at, NULL, "%s '%s' names %s '%s' twice", what, by,
                                    kinds[kind].what, c->id);
        c->slot = &slots[(*count)++];
    }
    memcpy(array, &slots, sizeof slots);
    return 0;
}

void cite_end_entry(struct reader *r)
{
    r->settled = r->citation_count;
}

static int unknown(struct reader *r, const struct citation *cited)
{
    struct suggest near;
    char hint[200];
    suggest_init(&near, cited->id);
    kinds[cited->kind].offer(r->c, &near);
    diag_set(r->d, cited->at, suggest_hint(&near, kinds[cited->kind].hint, hint, sizeof hint),
             "unknown %s '%s'", kinds[cited->kind].what, cited->id);
    for (size_t i = 0; i < r->text_count; i++)
        if (r->text[i].path == cited->at.file)
            diag_quote(r->d, r->text[i].bytes, r->text[i].length);
    return -1;
}

static const void *stand_in(struct reader *r, const struct citation *cited)
{
    const char **entry = arena_alloc(&r->c->arena, kinds[cited->kind].size);
    *entry = cited->id;
    return entry;
}

int cite_resolve(struct reader *r)
{
    for (size_t i = 0; i < r->citation_count; i++) {
        const struct citation *cited = &r->citation[i];
        const void *found = cite_find(r->c, cited->kind, cited->id);
        assert(cited->slot);
        if (!found && r->partial)
            found = stand_in(r, cited);
        if (!found)
            return unknown(r, cited);
        memcpy(cited->slot, &found, sizeof found);
    }
    return 0;
}
