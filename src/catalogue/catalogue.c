/* Files are read one by one, in the order of their names. An entry may name an entry of any file,
 * so names are resolved after all files are read. The texts are kept until then, so that a late
 * error can show its line, too. */
#include "catalogue/catalogue.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
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

bool rule_cites(const struct rule *rule, const struct source *source)
{
    for (size_t i = 0; i < rule->source_count; i++)
        if (rule->source[i] == source)
            return true;
    return false;
}

const char *bug_proof(const struct bug *bug)
{
    return bug->mutant_count > 0 ? "mutant" : bug->release ? "release" : "none";
}

static const char *const part_names[] = {
    [PART_SECTION] = "section",
    [PART_SNIPPET] = "snippet",
    [PART_SENTENCE] = "sentence",
};
static_assert(ARRAY_SIZE(part_names) == PART_KIND_COUNT, "a kind of part has no name");

const char *part_kind_name(enum part_kind kind)
{
    assert(kind < PART_KIND_COUNT);
    return part_names[kind];
}

enum part_answer part_answer(const struct part *part)
{
    if (part->contradiction_count > 0)
        return ANSWER_CONTRADICTION;
    if (part->rule_count > 0)
        return ANSWER_RULES;
    return part->informative ? ANSWER_REASON : ANSWER_NONE;
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
    PUSH(r->text, r->text_count, r->text_room, text);
    return reader_parse(r, &text);
}

static int is_rules_file(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return entry->d_name[0] != '.' && strcmp(dot ? dot : "", ".rules") == 0;
}

/* By bytes, so that the order of the rules does not depend on the locale. */
static int compare_names(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_folder(const struct dirent *entry)
{
    return entry->d_type != DT_REG && !strchr(entry->d_name, '.');
}

static int read_folder(struct reader *r, const char *directory, const char *name);

/* Call `read` for each entry of the directory that `wanted` accepts. */
static int read_entries(struct reader *r, const char *directory,
                        int (*wanted)(const struct dirent *),
                        int (*read)(struct reader *, const char *, const char *))
{
    struct dirent **entry;
    int count = scandir(directory, &entry, wanted, compare_names);
    if (count < 0) {
        mem_of(NULL);
        return diag_unreadable(r->d, (struct location){ .file = directory }, NULL,
                               "cannot read: %s", strerror(errno));
    }
    int status = 0;
    for (int i = 0; i < count; i++) {
        if (status == 0)
            status = read(r, directory, entry[i]->d_name);
        free(entry[i]);
    }
    free(entry);
    return status;
}

/* Read the files of a directory, then those of the folders in it. */
static int read_tree(struct reader *r, const char *directory)
{
    int status = read_entries(r, directory, is_rules_file, read_file);
    return status == 0 ? read_entries(r, directory, is_folder, read_folder) : status;
}

static int read_folder(struct reader *r, const char *directory, const char *name)
{
    char *path = xasprintf("%s/%s", directory, name);
    int status = read_tree(r, path);
    free(path);
    return status;
}

static int read_catalogue(struct reader *r, const char *directory)
{
    int status = read_tree(r, directory);
    if (status == 0 && r->c->rule_count == 0)
        return diag_set(r->d, (struct location){ .file = directory },
                        "rules are read from the files named *.rules in it",
                        "there is no rule in this folder");
    return status;
}

/* --- the whole --- */

static void reader_release(struct reader *r)
{
    for (size_t i = 0; i < r->text_count; i++)
        free(r->text[i].bytes);
    free(r->text);
    free(r->citation);
    free(r->part);
}

bool catalogue_is_beside(const char *own_dir)
{
    struct dirent **entry;
    int count = scandir(own_dir, &entry, is_rules_file, compare_names);
    for (int i = 0; i < count; i++)
        free(entry[i]);
    if (count >= 0)
        free(entry);
    return count > 0;
}

struct catalogue *catalogue_read(const char *cases_dir, const char *own_dir, struct diag *d)
{
    struct catalogue *c = xcalloc(1, sizeof *c);
    struct reader r = { .c = c, .d = d };
    char *directory = xasprintf("%s/catalogue", cases_dir);
    if (read_catalogue(&r, directory) < 0 ||
        (own_dir && read_entries(&r, own_dir, is_rules_file, read_file) < 0) ||
        cite_resolve(&r) < 0) {
        catalogue_free(c);
        c = NULL;
    }
    reader_release(&r);
    free(directory);
    return c;
}

/* Read the file in which a rule of this id must be. */
static int read_family(struct reader *r, const char *directory, const char *id)
{
    const char *dash = strrchr(id, '-');
    char *name = xasprintf("%.*s.rules", (int)(dash ? dash - id : 0), id);
    for (char *p = name; *p; p++)
        *p = *p >= 'A' && *p <= 'Z' ? (char)(*p - 'A' + 'a') : *p;
    int result = read_file(r, directory, name);
    free(name);
    return result;
}

struct catalogue *catalogue_read_rules(const char *cases_dir, const char *const *id, size_t count)
{
    struct diag ignored;
    struct catalogue *c = xcalloc(1, sizeof *c);
    c->cases_dir = arena_strndup(&c->arena, cases_dir, strlen(cases_dir));
    struct reader r = { .c = c, .d = &ignored, .partial = true };
    char *directory = xasprintf("%s/catalogue", cases_dir);
    bool found = true;
    for (size_t i = 0; found && i < count; i++)
        found = catalogue_find(c, id[i]) ||
                (read_family(&r, directory, id[i]) == 0 && catalogue_find(c, id[i]));
    if (!found || cite_resolve(&r) < 0) {
        catalogue_free(c);
        c = NULL;
    }
    reader_release(&r);
    free(directory);
    return c;
}

struct catalogue *catalogue_read_rest(const struct catalogue *c)
{
    struct diag ignored;
    return c->cases_dir ? catalogue_read(c->cases_dir, NULL, &ignored) : NULL;
}

void catalogue_free(struct catalogue *c)
{
    if (!c)
        return;
    arena_release(&c->arena);
    free(c->rule);
    free(c->by_id);
    free(c->source);
    free(c->choice);
    free(c->contradiction);
    free(c->bug);
    free(c);
}

/* The place of this id in the hash table, or a free one. The table is never full. */
static uint32_t *place_of(const struct catalogue *c, const char *id)
{
    uint32_t hash = 2166136261u;
    for (const char *p = id; *p; p++)
        hash = (hash ^ (unsigned char)*p) * 16777619u;
    size_t i = hash % c->by_id_room;
    while (c->by_id[i] && !text_equals(c->rule[c->by_id[i] - 1].id, id))
        i = (i + 1) % c->by_id_room;
    return &c->by_id[i];
}

void catalogue_add_rule(struct catalogue *c, const struct rule *rule)
{
    PUSH(c->rule, c->rule_count, c->rule_room, *rule);
    size_t from = c->rule_count;
    if (2 * c->rule_count > c->by_id_room) {
        free(c->by_id);
        c->by_id_room = 4 * c->rule_count;
        c->by_id = xcalloc(c->by_id_room, sizeof *c->by_id);
        from = 1;
    }
    for (size_t number = from; number <= c->rule_count; number++)
        *place_of(c, c->rule[number - 1].id) = (uint32_t)number;
}

const struct rule *catalogue_find(const struct catalogue *c, const char *id)
{
    uint32_t number = c->rule_count > 0 ? *place_of(c, id) : 0;
    return number > 0 ? &c->rule[number - 1] : NULL;
}
