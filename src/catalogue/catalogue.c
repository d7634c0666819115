/* Reading goes file by file, in the order of their names; a source may be
 * declared in any of them, so citations are resolved when all are read. Until
 * then the texts are kept, so that a late error can show its line too. */
#include "catalogue/catalogue.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "base/suggest.h"
#include "catalogue/reader.h"

static const char *const level_names[] = {
    [LEVEL_MUST] = "must",
    [LEVEL_SHOULD] = "should",
    [LEVEL_MAY] = "may",
};
static_assert(ARRAY_SIZE(level_names) == LEVEL_COUNT, "a level has no name");

const char *rule_level_name(enum rule_level level)
{
    assert(level < LEVEL_COUNT);
    return level_names[level];
}

/* --- files --- */

static int read_file(struct reader *r, const char *directory, const char *name)
{
    char *path = xasprintf("%s/%s", directory, name);
    struct text text = { .path = arena_strndup(&r->c->arena, path, strlen(path)) };
    free(path);
    text.bytes = lex_read_file(text.path, &text.length, r->d);
    if (!text.bytes)
        return -1;
    GROW(r->text, r->text_count, r->text_room);
    r->text[r->text_count++] = text;
    return reader_parse(r, &text);
}

static int is_rules_file(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return entry->d_name[0] != '.' && strcmp(dot ? dot : "", ".rules") == 0;
}

/* By bytes, so that the order of the rules does not hang on the locale. */
static int compare_names(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int read_directory(struct reader *r, const char *directory)
{
    struct place at = { .file = directory };
    struct dirent **entry;
    int count = scandir(directory, &entry, is_rules_file, compare_names);
    if (count < 0)
        return diag_set(r->d, at, NULL, "cannot read: %s", strerror(errno));
    int status = 0;
    for (int i = 0; i < count; i++) {
        if (status == 0)
            status = read_file(r, directory, entry[i]->d_name);
        free(entry[i]);
    }
    free(entry);
    if (status == 0 && r->c->rule_count == 0)
        return diag_set(r->d, at, "rules are read from the files named *.rules in it",
                        "there is no rule in this folder");
    return status;
}

/* --- citations --- */

const struct source *reader_find_source(const struct reader *r, const char *id)
{
    for (size_t i = 0; i < r->c->source_count; i++)
        if (strcmp(r->c->source[i]->id, id) == 0)
            return r->c->source[i];
    return NULL;
}

/* An error at a place whose file has been read to its end. */
__attribute__((format(printf, 4, 5))) static int late_error(struct reader *r, struct place at,
                                                            const char *hint, const char *fmt, ...)
{
    char message[sizeof r->d->message];
    va_list args;
    va_start(args, fmt);
    vsnprintf(message, sizeof message, fmt, args);
    va_end(args);
    diag_set(r->d, at, hint, "%s", message);
    for (size_t i = 0; i < r->text_count; i++)
        if (r->text[i].path == at.file)
            diag_quote(r->d, r->text[i].bytes, r->text[i].length);
    return -1;
}

static int unknown_source(struct reader *r, const struct citation *cited)
{
    struct suggest near;
    char hint[200];
    suggest_init(&near, cited->id);
    for (size_t i = 0; i < r->c->source_count; i++)
        suggest_offer(&near, r->c->source[i]->id);
    return late_error(r, cited->at,
                      suggest_hint(&near, "declare it: source ID \"Title\"", hint, sizeof hint),
                      "unknown source '%s'", cited->id);
}

static int resolve_rule(struct reader *r, struct rule *rule, const struct citation *cited)
{
    const struct source **list = arena_alloc(&r->c->arena, rule->source_count * sizeof *list);
    assert(cited || rule->source_count == 0);
    for (size_t i = 0; i < rule->source_count; i++) {
        list[i] = reader_find_source(r, cited[i].id);
        if (!list[i])
            return unknown_source(r, &cited[i]);
        for (size_t before = 0; before < i; before++)
            if (list[before] == list[i])
                return late_error(r, cited[i].at, NULL, "rule '%s' names source '%s' twice",
                                  rule->id, cited[i].id);
    }
    rule->source = list;
    return 0;
}

static int resolve(struct reader *r)
{
    const struct citation *cited = r->citation;
    for (size_t i = 0; i < r->c->rule_count; i++) {
        struct rule *rule = &r->c->rule[i];
        if (resolve_rule(r, rule, cited) < 0)
            return -1;
        cited += rule->source_count;
    }
    assert(cited == r->citation + r->citation_count);
    return 0;
}

/* --- the whole --- */

static void reader_release(struct reader *r)
{
    for (size_t i = 0; i < r->text_count; i++)
        free(r->text[i].bytes);
    free(r->text);
    free(r->citation);
}

struct catalogue *catalogue_read(const char *cases_dir, struct diag *d)
{
    struct catalogue *c = xcalloc(1, sizeof *c);
    struct reader r = { .c = c, .d = d };
    char *directory = xasprintf("%s/catalogue", cases_dir);
    if (read_directory(&r, directory) < 0 || resolve(&r) < 0) {
        catalogue_free(c);
        c = NULL;
    }
    reader_release(&r);
    free(directory);
    return c;
}

void catalogue_free(struct catalogue *c)
{
    if (!c)
        return;
    arena_release(&c->arena);
    free(c->rule);
    free(c->source);
    free(c);
}

size_t catalogue_rule_count(const struct catalogue *c)
{
    return c->rule_count;
}

const struct rule *catalogue_rule(const struct catalogue *c, size_t i)
{
    assert(i < c->rule_count);
    return &c->rule[i];
}

const struct rule *catalogue_find(const struct catalogue *c, const char *id)
{
    for (size_t i = 0; i < c->rule_count; i++)
        if (strcmp(c->rule[i].id, id) == 0)
            return &c->rule[i];
    return NULL;
}

size_t catalogue_source_count(const struct catalogue *c)
{
    return c->source_count;
}

const struct source *catalogue_source(const struct catalogue *c, size_t i)
{
    assert(i < c->source_count);
    return c->source[i];
}
