#include "catalogue/reader.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "base/suggest.h"

int reader_next(struct reader *r)
{
    return lex_next_past_comments(&r->lx);
}

int reader_expected(struct reader *r, const char *what)
{
    return lex_error(&r->lx, NULL, "expected %s, found %s", what, lex_shown(&r->lx));
}

static int skip_blank_lines(struct reader *r)
{
    while (r->lx.token.kind == LEX_NEWLINE || r->lx.token.kind == LEX_COMMENT)
        if (reader_next(r) < 0)
            return -1;
    return 0;
}

int reader_end_line(struct reader *r)
{
    if (r->lx.token.kind != LEX_NEWLINE && r->lx.token.kind != LEX_END)
        return reader_expected(r, "the end of the line");
    return skip_blank_lines(r);
}

static char *keep(struct reader *r, const char *text)
{
    return arena_strndup(&r->c->arena, text, strlen(text));
}

int reader_word(struct reader *r, const char *what, const char **into)
{
    if (r->lx.token.kind != LEX_WORD)
        return reader_expected(r, what);
    *into = keep(r, r->lx.token.text);
    return reader_next(r);
}

int reader_string(struct reader *r, const char *what, const char *hint,
                  bool (*is_good)(const char *text), const char **into)
{
    if (r->lx.token.kind != LEX_STRING)
        return reader_expected(r, "a string");
    if (!is_good(r->lx.token.text))
        return lex_error(&r->lx, hint, "\"%s\" is not %s", r->lx.token.text, what);
    *into = keep(r, r->lx.token.text);
    return reader_next(r);
}

int reader_choice(struct reader *r, const char *what, int count, const char *(*name)(int),
                  int *into)
{
    struct suggest near;
    if (r->lx.token.kind != LEX_WORD)
        return lex_error(&r->lx, NULL, "expected a %s, found %s", what, lex_shown(&r->lx));
    for (*into = 0; *into < count; ++*into)
        if (lex_is(&r->lx, LEX_WORD, name(*into)))
            return reader_next(r);
    suggest_init(&near, r->lx.token.text);
    for (int i = 0; i < count; i++)
        suggest_offer(&near, name(i));
    return lex_error(&r->lx, suggest_hint(&near, NULL), "unknown %s '%s'", what, r->lx.token.text);
}

int reader_text(struct reader *r, const char *what, const char **into)
{
    if (*into)
        return lex_error(&r->lx, NULL, "%s is given twice", what);
    if (r->lx.token.kind != LEX_STRING)
        return reader_expected(r, "a string");
    char *text = NULL;
    size_t length = 0;
    int status = 0;
    do {
        size_t more = r->lx.token.length;
        text = xrealloc(text, length + more + 2, 1);
        if (length > 0)
            text[length++] = ' ';
        memcpy(text + length, r->lx.token.text, more);
        length += more;
        if (more == 0)
            status = lex_error(&r->lx, NULL, "%s is empty", what);
        else if (reader_next(r) < 0 || reader_end_line(r) < 0)
            status = -1;
    } while (status == 0 && r->lx.token.kind == LEX_STRING);
    *into = arena_strndup(&r->c->arena, text, length);
    free(text);
    return status;
}

int reader_strings(struct reader *r, const char *const **list, size_t *count)
{
    if (r->lx.token.kind != LEX_STRING)
        return reader_expected(r, "a string");
    while (r->lx.token.kind == LEX_STRING) {
        const char **longer = arena_alloc(&r->c->arena, (*count + 1) * sizeof *longer);
        for (size_t i = 0; i < *count; i++)
            longer[i] = (*list)[i];
        longer[(*count)++] = keep(r, r->lx.token.text);
        *list = longer;
        if (reader_next(r) < 0 || reader_end_line(r) < 0)
            return -1;
    }
    return 0;
}

static int unknown_field(struct reader *r, const struct field *fields, size_t count)
{
    struct suggest near;
    if (r->lx.token.kind != LEX_WORD)
        return reader_expected(r, "a field");
    suggest_init(&near, r->lx.token.text);
    for (size_t i = 0; i < count; i++)
        suggest_offer(&near, fields[i].word);
    return lex_error(&r->lx, suggest_hint(&near, NULL), "unknown field '%s'", r->lx.token.text);
}

static int read_field(struct reader *r, const struct field *f, void *entry)
{
    char what[32];
    if (f->kind == FIELD_OWN)
        return f->read(r, entry);
    if (f->kind == FIELD_CITES)
        return cite(r, f->cites);
    snprintf(what, sizeof what, "'%s'", f->word);
    return reader_text(r, what, (const char **)((char *)entry + f->text));
}

int reader_fields(struct reader *r, const struct field *fields, size_t count, void *entry,
                  const char *what, const char *id, struct location at)
{
    if (!lex_is(&r->lx, LEX_PUNCT, "{"))
        return reader_expected(r, "'{'");
    if (reader_next(r) < 0 || reader_end_line(r) < 0)
        return -1;
    while (!lex_is(&r->lx, LEX_PUNCT, "}")) {
        if (r->lx.token.kind == LEX_END)
            return lex_error_at(&r->lx, at, "close it with '}'", "%s '%s' is not closed", what, id);
        size_t i = 0;
        while (i < count && !lex_is(&r->lx, LEX_WORD, fields[i].word))
            i++;
        if (i == count)
            return unknown_field(r, fields, count);
        if (reader_next(r) < 0 || read_field(r, &fields[i], entry) < 0)
            return -1;
    }
    return reader_next(r) < 0 ? -1 : reader_end_line(r);
}

/* --- ids --- */

bool reader_is_id(const char *id)
{
    assert(id);
    size_t letters = strspn(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    if (letters == 0 || id[letters] != '-')
        return false;
    const char *digits = id + letters + 1;
    return *digits != '0' && *digits && digits[strspn(digits, "0123456789")] == '\0';
}

int reader_there_twice(struct reader *r, const char *what, const char *id, struct location at,
                       struct location first)
{
    char hint[160];
    snprintf(hint, sizeof hint, "the first is at %s:%u", first.file, first.line);
    return lex_error_at(&r->lx, at, hint, "%s '%s' is there twice", what, id);
}

/* --- entries --- */

static const struct entry {
    const char *word;
    int (*read)(struct reader *r, int number);
    int number;
} entries[] = {
    { "rule", reader_rule, 0 },
    { "contradiction", reader_contradiction, 0 },
    { "bug", reader_bug, 0 },
    { "source", reader_source, false },
    { "code", reader_source, true },
    { "switch", reader_switch, 0 },
    { "loop", reader_loop, 0 },
    { "section", reader_part, PART_SECTION },
    { "snippet", reader_part, PART_SNIPPET },
    { "sentence", reader_part, PART_SENTENCE },
};

static const char *entry_name(int i)
{
    return entries[i].word;
}

static int read_entries(struct reader *r)
{
    if (skip_blank_lines(r) < 0)
        return -1;
    while (r->lx.token.kind != LEX_END) {
        int i = 0;
        if (reader_choice(r, "word", (int)ARRAY_SIZE(entries), entry_name, &i) < 0 ||
            entries[i].read(r, entries[i].number) < 0)
            return -1;
        cite_end_entry(r);
    }
    return 0;
}

int reader_parse(struct reader *r, const struct text *text)
{
    if (lex_init(&r->lx, text->path, text->bytes, text->length, r->d) < 0)
        return -1;
    int status = read_entries(r);
    reader_close_source(r);
    lex_release(&r->lx);
    return status;
}
