#include <string.h>

#include "base/link.h"
#include "catalogue/reader.h"

/* An id that is new for its kind, and the text after it. */
static int read_named(struct reader *r, enum cited kind, const char **id, const char **text)
{
    struct location at = r->lx.token.at;
    if (reader_word(r, "an id", id) < 0)
        return -1;
    if (cite_find(r->c, kind, *id))
        return lex_error_at(&r->lx, at, NULL, "%s '%s' is there twice", cite_word(kind), *id);
    return reader_text(r, "the text", text);
}

/* `at` or `no-address` on the line below the title; lint requires one of them. */
static int read_address(struct reader *r, struct source *source)
{
    if (lex_is(&r->lx, LEX_WORD, "no-address"))
        return reader_next(r) < 0 ? -1 : reader_text(r, "'no-address'", &source->no_address);
    if (!lex_is(&r->lx, LEX_WORD, "at"))
        return 0;
    if (reader_next(r) < 0 ||
        reader_string(r, "an address", "write \"https://...\"; an anchor stands with the rule",
                      link_is_address, &source->address) < 0)
        return -1;
    return reader_end_line(r);
}

int reader_source(struct reader *r, int is_code)
{
    struct source *source = arena_alloc(&r->c->arena, sizeof *source);
    reader_close_source(r);
    source->is_code = is_code;
    source->at = r->lx.token.at;
    if (read_named(r, CITED_SOURCE, &source->id, &source->title) < 0 || read_address(r, source) < 0)
        return -1;
    PUSH(r->c->source, r->c->source_count, r->c->source_room, source);
    r->open = source;
    return 0;
}

int reader_switch(struct reader *r, int unused)
{
    (void)unused;
    struct rule_switch *choice = arena_alloc(&r->c->arena, sizeof *choice);
    if (read_named(r, CITED_SWITCH, &choice->id, &choice->says) < 0)
        return -1;
    PUSH(r->c->choice, r->c->choice_count, r->c->choice_room, choice);
    return 0;
}

/* --- parts --- */

void reader_close_source(struct reader *r)
{
    if (r->open && r->part_count > 0) {
        struct part *part = arena_alloc(&r->c->arena, r->part_count * sizeof *part);
        memcpy(part, r->part, r->part_count * sizeof *part);
        r->open->part = part;
        r->open->part_count = r->part_count;
    }
    r->open = NULL;
    r->part_count = 0;
}

/* The lines below the title. They have no braces; any other word ends them. */
static int read_part_lines(struct reader *r, struct part *part)
{
    for (;;) {
        bool informs = lex_is(&r->lx, LEX_WORD, "informative");
        bool is_rules = lex_is(&r->lx, LEX_WORD, "rules");
        if (!informs && !is_rules && !lex_is(&r->lx, LEX_WORD, "contradictions"))
            return 0;
        if (reader_next(r) < 0)
            return -1;
        if ((informs ? reader_text(r, "'informative'", &part->informative)
                     : cite(r, is_rules ? CITED_RULE : CITED_CONTRADICTION)) < 0)
            return -1;
    }
}

static int settle_part(struct reader *r, struct part *part)
{
    const char *kind = part_kind_name(part->kind);
    if (cite_reserve(r, CITED_RULE, kind, part->title, &part->rule, &part->rule_count) < 0 ||
        cite_reserve(r, CITED_CONTRADICTION, kind, part->title, &part->contradiction,
                     &part->contradiction_count) < 0)
        return -1;
    if (part->informative && part->rule_count + part->contradiction_count > 0)
        return lex_error_at(&r->lx, part->at, NULL, "%s '%s' is informative, yet has %s", kind,
                            part->title, part->rule_count > 0 ? "rules" : "contradictions");
    return 0;
}

static int read_part_title(struct reader *r, struct part *part)
{
    if (reader_text(r, "the title", &part->section) < 0)
        return -1;
    int length = link_name_length(part->section);
    bool has_anchor = link_has_anchor(part->section);
    if (!link_is_section(part->section) || length == 0 || (has_anchor && !r->open->address))
        return lex_error_at(&r->lx, part->at, "write \"title\" or, at an address, \"title#anchor\"",
                            "\"%s\" is not the title of a part", part->section);
    part->title = arena_strndup(&r->c->arena, part->section, (size_t)length);
    return 0;
}

int reader_part(struct reader *r, int kind)
{
    struct part part = { .kind = (enum part_kind)kind, .at = r->lx.token.at };
    const char *name = part_kind_name(part.kind);
    if (!r->open)
        return lex_error(&r->lx, "declare it first: source ID \"Title\"",
                         "a %s of no source in this file", name);
    if (read_part_title(r, &part) < 0 || read_part_lines(r, &part) < 0 || settle_part(r, &part) < 0)
        return -1;
    PUSH(r->part, r->part_count, r->part_room, part);
    return 0;
}
