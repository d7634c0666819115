#include "catalogue/reader.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "base/suggest.h"

/* --- tokens and lines --- */

static int next(struct reader *r)
{
    do {
        if (lex_next(&r->lx) < 0)
            return -1;
    } while (r->lx.token.kind == LEX_COMMENT);
    return 0;
}

static int expected(struct reader *r, const char *what)
{
    return lex_error(&r->lx, NULL, "expected %s, found %s", what, lex_shown(&r->lx));
}

static int skip_blank_lines(struct reader *r)
{
    while (r->lx.token.kind == LEX_NEWLINE || r->lx.token.kind == LEX_COMMENT)
        if (next(r) < 0)
            return -1;
    return 0;
}

/* To the first token of the next line that has one. */
static int end_line(struct reader *r)
{
    if (r->lx.token.kind != LEX_NEWLINE && r->lx.token.kind != LEX_END)
        return expected(r, "the end of the line");
    return skip_blank_lines(r);
}

static char *keep(struct reader *r, const char *text)
{
    return arena_strndup(&r->c->arena, text, strlen(text));
}

/* A word, kept for as long as the catalogue. */
static int read_word(struct reader *r, const char *what, const char **into)
{
    if (r->lx.token.kind != LEX_WORD)
        return expected(r, what);
    *into = keep(r, r->lx.token.text);
    return next(r);
}

/* One of `count` words that `name` knows by number. */
static int read_choice(struct reader *r, const char *what, int count, const char *(*name)(int),
                       int *into)
{
    struct suggest near;
    char hint[120];
    if (r->lx.token.kind != LEX_WORD)
        return lex_error(&r->lx, NULL, "expected a %s, found %s", what, lex_shown(&r->lx));
    suggest_init(&near, r->lx.token.text);
    for (*into = 0; *into < count; ++*into) {
        if (lex_is(&r->lx, LEX_WORD, name(*into)))
            return next(r);
        suggest_offer(&near, name(*into));
    }
    return lex_error(&r->lx, suggest_hint(&near, NULL, hint, sizeof hint), "unknown %s '%s'", what,
                     r->lx.token.text);
}

/* A string and those that begin the lines after it, a space between them: prose
 * is longer than a line. */
static int read_text(struct reader *r, const char *what, const char **into)
{
    if (*into)
        return lex_error(&r->lx, NULL, "%s is given twice", what);
    if (r->lx.token.kind != LEX_STRING)
        return expected(r, "a string");
    char *text = xstrdup("");
    int status = 0;
    while (status == 0 && r->lx.token.kind == LEX_STRING) {
        char *joined = xasprintf("%s%s%s", text, *text ? " " : "", r->lx.token.text);
        free(text);
        text = joined;
        if (r->lx.token.length == 0)
            status = lex_error(&r->lx, NULL, "%s is empty", what);
        else if (next(r) < 0 || end_line(r) < 0)
            status = -1;
    }
    *into = keep(r, text);
    free(text);
    return status;
}

/* --- the fields of a rule --- */

static int read_says(struct reader *r, struct rule *rule)
{
    return read_text(r, "'says'", &rule->says);
}

static int read_profiles(struct reader *r, struct rule *rule)
{
    return read_text(r, "'profiles'", &rule->profiles);
}

static int read_note(struct reader *r, struct rule *rule)
{
    return read_text(r, "'note'", &rule->note);
}

static int read_informative(struct reader *r, struct rule *rule)
{
    return read_text(r, "'informative'", &rule->informative);
}

static int read_linux(struct reader *r, struct rule *rule)
{
    rule->on_linux = true;
    return end_line(r);
}

static int read_sources(struct reader *r, struct rule *rule)
{
    do {
        struct citation cited = { .at = r->lx.token.at };
        if (read_word(r, "the id of a source", &cited.id) < 0)
            return -1;
        GROW(r->citation, r->citation_count, r->citation_room);
        r->citation[r->citation_count++] = cited;
        rule->source_count++;
    } while (r->lx.token.kind == LEX_WORD);
    return end_line(r);
}

static const struct field {
    const char *word;
    int (*read)(struct reader *r, struct rule *rule);
} fields[] = {
    { "says", read_says }, { "sources", read_sources }, { "profiles", read_profiles },
    { "note", read_note }, { "linux", read_linux },     { "informative", read_informative },
};

static const char *field_name(int i)
{
    return fields[i].word;
}

static int read_fields(struct reader *r, struct rule *rule)
{
    while (!lex_is(&r->lx, LEX_PUNCT, "}")) {
        int i = 0;
        if (r->lx.token.kind == LEX_END)
            return lex_error_at(&r->lx, rule->at, "close it with '}'", "rule '%s' is not closed",
                                rule->id);
        if (read_choice(r, "field", (int)ARRAY_SIZE(fields), field_name, &i) < 0 ||
            fields[i].read(r, rule) < 0)
            return -1;
    }
    return next(r) < 0 ? -1 : end_line(r);
}

/* --- rules and sources --- */

/* [A-Z]+-[1-9][0-9]*: no leading zero, or one rule would have two ids. */
static bool is_rule_id(const char *id)
{
    assert(id);
    size_t letters = strspn(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    if (letters == 0 || id[letters] != '-')
        return false;
    const char *digits = id + letters + 1;
    return *digits != '0' && *digits && digits[strspn(digits, "0123456789")] == '\0';
}

static int check_rule_id(struct reader *r, const struct rule *rule)
{
    char hint[160];
    if (!is_rule_id(rule->id))
        return lex_error_at(&r->lx, rule->at, "a group and a number, such as TIMER-2",
                            "'%s' is not the id of a rule", rule->id);
    const struct rule *other = catalogue_find(r->c, rule->id);
    if (!other)
        return 0;
    snprintf(hint, sizeof hint, "the first is at %s:%u", other->at.file, other->at.line);
    return lex_error_at(&r->lx, rule->at, hint, "rule '%s' is there twice", rule->id);
}

static const char *level_name(int i)
{
    return rule_level_name((enum rule_level)i);
}

static const char *layer_name(int i)
{
    return program_layer_name((enum program_layer)i);
}

static int read_rule(struct reader *r)
{
    struct rule rule = { .at = r->lx.token.at };
    int level = 0, layer = 0;
    if (read_word(r, "the id of a rule", &rule.id) < 0 || check_rule_id(r, &rule) < 0 ||
        read_choice(r, "level", LEVEL_COUNT, level_name, &level) < 0 ||
        read_choice(r, "layer", LAYER_COUNT, layer_name, &layer) < 0)
        return -1;
    if (!lex_is(&r->lx, LEX_PUNCT, "{"))
        return expected(r, "'{'");
    if (next(r) < 0 || end_line(r) < 0 || read_fields(r, &rule) < 0)
        return -1;
    if (!rule.says)
        return lex_error_at(&r->lx, rule.at, "add: says \"...\"", "rule '%s' says nothing",
                            rule.id);
    if (rule.source_count == 0)
        return lex_error_at(&r->lx, rule.at, "add: sources ...", "rule '%s' has no source",
                            rule.id);
    rule.level = (enum rule_level)level;
    rule.layer = (enum program_layer)layer;
    GROW(r->c->rule, r->c->rule_count, r->c->rule_room);
    r->c->rule[r->c->rule_count++] = rule;
    return 0;
}

static int read_source(struct reader *r)
{
    struct source *source = arena_alloc(&r->c->arena, sizeof *source);
    struct place at = r->lx.token.at;
    if (read_word(r, "the id of a source", &source->id) < 0)
        return -1;
    if (reader_find_source(r, source->id))
        return lex_error_at(&r->lx, at, NULL, "source '%s' is there twice", source->id);
    if (read_text(r, "the title", &source->title) < 0)
        return -1;
    GROW(r->c->source, r->c->source_count, r->c->source_room);
    r->c->source[r->c->source_count++] = source;
    return 0;
}

static const struct entry {
    const char *word;
    int (*read)(struct reader *r);
} entries[] = {
    { "rule", read_rule },
    { "source", read_source },
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
        if (read_choice(r, "word", (int)ARRAY_SIZE(entries), entry_name, &i) < 0 ||
            entries[i].read(r) < 0)
            return -1;
    }
    return 0;
}

int reader_parse(struct reader *r, const struct text *text)
{
    if (lex_init(&r->lx, text->path, text->bytes, text->length, r->d) < 0)
        return -1;
    int status = read_entries(r);
    lex_release(&r->lx);
    return status;
}
