/* cite.c - entries that name other entries, in any file. Each name is recorded with its location
 * and gets a slot in an array of the naming entry. It is looked up after all files are read. */
#include <assert.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include "base/text.h"
#include "base/link.h"
#include "base/suggest.h"
#include "catalogue/reader.h"

static const struct {
    size_t size;
    const char *what, *hint;
} kinds[] = {
    [CITED_SOURCE] = { sizeof(struct source), "source", "declare it: source ID \"Title\"" },
    [CITED_RULE] = { sizeof(struct rule), "rule", "'loopspec list rules' names them all" },
    [CITED_SWITCH] = { sizeof(struct rule_switch), "switch", "declare it: switch ID \"...\"" },
    [CITED_CONTRADICTION] = { sizeof(struct contradiction), "contradiction",
                              "'loopspec list contradictions' names them all" },
};
static_assert(ARRAY_SIZE(kinds) == CITED_COUNT, "a kind is missing");

/* NULL after the last. */
static const void *entry_at(const struct catalogue *c, enum cited kind, size_t i)
{
    switch (kind) {
    case CITED_SOURCE: return i < c->source_count ? c->source[i] : NULL;
    case CITED_RULE: return i < c->rule_count ? &c->rule[i] : NULL;
    case CITED_CONTRADICTION: return i < c->contradiction_count ? &c->contradiction[i] : NULL;
    default: return i < c->choice_count ? c->choice[i] : NULL;
    }
}

/* Every kind of entry begins with its id. */
static_assert(offsetof(struct source, id) + offsetof(struct rule, id) +
                      offsetof(struct rule_switch, id) + offsetof(struct contradiction, id) ==
                  0,
              "an entry's first member is its id");
static const char *id_of(const void *entry)
{
    return *(const char *const *)entry;
}

const void *cite_find(const struct catalogue *c, enum cited kind, const char *id)
{
    const void *entry = NULL;
    if (kind == CITED_RULE)
        return catalogue_find(c, id);
    for (size_t i = 0; (entry = entry_at(c, kind, i)) && !text_equals(id_of(entry), id);)
        i++;
    return entry;
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
        struct citation cited = { .kind = kind, .section = "", .at = r->lx.token.at };
        if (reader_word(r, what, &cited.id) < 0)
            return -1;
        if (kind == CITED_SOURCE && r->lx.token.kind == LEX_STRING &&
            reader_string(r, "a section", "write \"name\", \"#anchor\" or \"name#anchor\"",
                          link_is_section, &cited.section) < 0)
            return -1;
        PUSH(r->citation, r->citation_count, r->citation_room, cited);
    } while (r->lx.token.kind == LEX_WORD);
    return reader_end_line(r);
}

int cite_reserve(struct reader *r, enum cited kind, const char *what, const char *by, void *array,
                 size_t *count)
{
    size_t cited = r->citation_count - r->finished;
    const void **slots = arena_alloc(&r->c->arena, cited * sizeof *slots);
    for (size_t i = r->finished; i < r->citation_count; i++) {
        struct citation *c = &r->citation[i];
        if (c->kind != kind)
            continue;
        for (size_t before = r->finished; before < i; before++)
            if (r->citation[before].kind == kind && strcmp(r->citation[before].id, c->id) == 0)
                return lex_error_at(&r->lx, c->at, NULL, "%s '%s' names %s '%s' twice", what, by,
                                    kinds[kind].what, c->id);
        c->slot = &slots[(*count)++];
    }
    memcpy(array, &slots, sizeof slots);
    return 0;
}

int cite_reserve_sources(struct reader *r, const char *what, const char *by,
                         const struct source *const **source, const char *const **section,
                         size_t *count)
{
    if (cite_reserve(r, CITED_SOURCE, what, by, source, count) < 0)
        return -1;
    const char **sections = arena_alloc(&r->c->arena, *count * sizeof *sections);
    size_t n = 0;
    for (size_t i = r->finished; i < r->citation_count; i++)
        if (r->citation[i].kind == CITED_SOURCE)
            sections[n++] = r->citation[i].section;
    assert(n == *count);
    *section = sections;
    return 0;
}

void cite_end_entry(struct reader *r)
{
    assert(r->finished <= r->citation_count);
    r->finished = r->citation_count;
}

/* The line of the error may be in any file. */
static int quote(struct reader *r, const struct citation *cited)
{
    for (size_t i = 0; i < r->text_count; i++)
        if (r->text[i].path == cited->at.file)
            diag_quote(r->d, r->text[i].bytes, r->text[i].length);
    return -1;
}

static int unknown(struct reader *r, const struct citation *cited)
{
    struct suggest near;
    suggest_init(&near, cited->id);
    for (size_t i = 0; entry_at(r->c, cited->kind, i); i++)
        suggest_offer(&near, id_of(entry_at(r->c, cited->kind, i)));
    diag_set(r->d, cited->at, suggest_hint(&near, kinds[cited->kind].hint), "unknown %s '%s'",
             kinds[cited->kind].what, cited->id);
    return quote(r, cited);
}

static int check_section(struct reader *r, const struct citation *cited,
                         const struct source *source)
{
    if (source->address || !link_has_anchor(cited->section))
        return 0;
    diag_set(r->d, cited->at, "add below it: at \"https://...\"",
             "source '%s' has no address for the anchor of \"%s\"", source->id, cited->section);
    return quote(r, cited);
}

static const char *find_section(const struct source *source, const struct rule *rule)
{
    for (size_t i = 0; i < source->part_count; i++)
        for (size_t k = 0; k < source->part[i].rule_count; k++)
            if (source->part[i].rule[k] == rule)
                return source->part[i].section;
    return "";
}

static void complete_sections(struct catalogue *c, struct rule *rule)
{
    const char **section = arena_alloc(&c->arena, rule->source_count * sizeof *section);
    for (size_t i = 0; i < rule->source_count; i++)
        section[i] = *rule->section[i] ? rule->section[i] : find_section(rule->source[i], rule);
    rule->section = section;
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
        bool is_elsewhere = !found && r->partial;
        if (is_elsewhere)
            found = stand_in(r, cited);
        if (!found)
            return unknown(r, cited);
        if (!is_elsewhere && cited->kind == CITED_SOURCE && check_section(r, cited, found) < 0)
            return -1;
        memcpy(cited->slot, &found, sizeof found);
    }
    for (size_t i = 0; i < r->c->rule_count; i++)
        complete_sections(r->c, &r->c->rule[i]);
    return 0;
}
