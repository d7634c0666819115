/* reader_source.c - sources with their parts, and the switches of versions. */
#include <string.h>

#include "catalogue/reader.h"

/* An id that nothing of its kind has yet, and the text behind it. */
static int read_named(struct reader *r, enum cited kind, const char **id, const char **text)
{
    struct location at = r->lx.token.at;
    if (reader_word(r, "an id", id) < 0)
        return -1;
    if (cite_find(r->c, kind, *id))
        return lex_error_at(&r->lx, at, NULL, "%s '%s' is there twice", cite_word(kind), *id);
    return reader_text(r, "the text", text);
}

static int read_source(struct reader *r, bool is_code)
{
    struct source *source = arena_alloc(&r->c->arena, sizeof *source);
    reader_close_source(r);
    source->is_code = is_code;
    if (read_named(r, CITED_SOURCE, &source->id, &source->title) < 0)
        return -1;
    GROW(r->c->source, r->c->source_count, r->c->source_room);
    r->c->source[r->c->source_count++] = source;
    r->open = source;
    return 0;
}

int reader_source(struct reader *r)
{
    return read_source(r, false);
}

int reader_code(struct reader *r)
{
    return read_source(r, true);
}

int reader_switch(struct reader *r)
{
    struct rule_switch *choice = arena_alloc(&r->c->arena, sizeof *choice);
    if (read_named(r, CITED_SWITCH, &choice->id, &choice->says) < 0)
        return -1;
    GROW(r->c->choice, r->c->choice_count, r->c->choice_room);
    r->c->choice[r->c->choice_count++] = choice;
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

static int read_part_rules(struct reader *r, void *part)
{
    (void)part;
    return cite(r, CITED_RULE);
}

static int read_part_contradictions(struct reader *r, void *part)
{
    (void)part;
    return cite(r, CITED_CONTRADICTION);
}

static int read_part_informative(struct reader *r, void *part)
{
    return reader_text(r, "'informative'", &((struct part *)part)->informative);
}

static const struct field part_fields[] = {
    { "rules", read_part_rules },
    { "contradictions", read_part_contradictions },
    { "informative", read_part_informative },
};

static const struct field *part_field(struct reader *r)
{
    for (size_t i = 0; i < ARRAY_SIZE(part_fields); i++)
        if (lex_is(&r->lx, LEX_WORD, part_fields[i].word))
            return &part_fields[i];
    return NULL;
}

/* The lines below the title. They have no braces, so any other word ends them. */
static int read_part_lines(struct reader *r, struct part *part)
{
    for (const struct field *f = part_field(r); f; f = part_field(r))
        if (reader_next(r) < 0 || f->read(r, part) < 0)
            return -1;
    return 0;
}

static int settle_part(struct reader *r, struct part *part)
{
    const char *kind = part_kind_name(part->kind);
    if (cite_settle(r, CITED_RULE, kind, part->title, &part->rule, &part->rule_count) < 0 ||
        cite_settle(r, CITED_CONTRADICTION, kind, part->title, &part->contradiction,
                    &part->contradiction_count) < 0)
        return -1;
    if (part->informative && part->rule_count + part->contradiction_count > 0)
        return lex_error_at(&r->lx, part->at, NULL, "%s '%s' is informative, yet has %s", kind,
                            part->title, part->rule_count > 0 ? "rules" : "contradictions");
    return 0;
}

static int read_part(struct reader *r, enum part_kind kind)
{
    struct part part = { .kind = kind, .at = r->lx.token.at };
    if (!r->open)
        return lex_error(&r->lx, "declare it first: source ID \"Title\"",
                         "a %s of no source in this file", part_kind_name(kind));
    if (reader_text(r, "the title", &part.title) < 0 || read_part_lines(r, &part) < 0 ||
        settle_part(r, &part) < 0)
        return -1;
    GROW(r->part, r->part_count, r->part_room);
    r->part[r->part_count++] = part;
    return 0;
}

int reader_section(struct reader *r)
{
    return read_part(r, PART_SECTION);
}

int reader_snippet(struct reader *r)
{
    return read_part(r, PART_SNIPPET);
}

int reader_sentence(struct reader *r)
{
    return read_part(r, PART_SENTENCE);
}
