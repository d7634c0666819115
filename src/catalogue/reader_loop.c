#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "catalogue/reader.h"

enum { VERSIONS_MAX = 64 };

static int check_name(struct reader *r, const struct own_loop *own)
{
    int known = loops_find(&r->c->loops, own->name);
    if (known >= FAMILY_COUNT)
        return reader_there_twice(r, "loop", own->name, own->at,
                                  r->c->loops.item[known - FAMILY_COUNT].at);
    struct profile p;
    if (profile_parse_family(own->name, &p) || condition_knows(own->name))
        return lex_error_at(&r->lx, own->at,
                            "its rules and versions are known already; give yours another name",
                            "'%s' cannot be declared again", own->name);
    if (!loops_may_name(own->name))
        return lex_error_at(&r->lx, own->at,
                            "letters, digits and hyphens, at most 23, with no number at the end",
                            "'%s' is no name for a loop", own->name);
    return 0;
}

/* Versions, from old to new, up to the end of the line. */
static int read_versions(struct reader *r, struct version *version, size_t *count)
{
    static const char example[] = "as in: loop my-loop 1.0 1.4 2.0";
    *count = 0;
    while (r->lx.token.kind == LEX_WORD || r->lx.token.kind == LEX_NUMBER) {
        struct version v;
        if (!version_parse(r->lx.token.text, &v))
            return lex_error(&r->lx, "a version is one to three numbers: 11, 1.48 or 1.44.2",
                             "expected a version, found %s", lex_shown(&r->lx));
        if (*count > 0 && version_compare(version[*count - 1], v) >= 0)
            return lex_error(&r->lx, "versions go from old to new, each once",
                             "version %s does not come after the one before it", r->lx.token.text);
        if (*count == VERSIONS_MAX)
            return lex_error(&r->lx, NULL, "a loop has at most %d versions", VERSIONS_MAX);
        version[(*count)++] = v;
        if (reader_next(r) < 0)
            return -1;
    }
    return *count > 0
               ? reader_end_line(r)
               : lex_error(&r->lx, example, "expected a version, found %s", lex_shown(&r->lx));
}

/* Keep the versions, and the names of the profiles that they make. */
static void keep_versions(struct reader *r, struct own_loop *own, const struct version *version,
                          size_t count)
{
    struct version *kept = arena_alloc(&r->c->arena, count * sizeof *kept);
    const char **name = arena_alloc(&r->c->arena, count * sizeof *name);
    memcpy(kept, version, count * sizeof *kept);
    for (size_t i = 0; i < count; i++) {
        char text[24];
        char *whole = xasprintf("%s-%s", own->name, version_print(version[i], text));
        name[i] = arena_strndup(&r->c->arena, whole, strlen(whole));
        free(whole);
    }
    own->version = kept;
    own->profile = name;
    own->version_count = count;
}

int reader_loop(struct reader *r, int unused)
{
    (void)unused;
    struct own_loop own = { .at = r->lx.token.at };
    struct version version[VERSIONS_MAX];
    size_t count;
    if (reader_word(r, "the name of a loop", &own.name) < 0 || check_name(r, &own) < 0 ||
        read_versions(r, version, &count) < 0)
        return -1;
    if (r->c->loops.count == LOOPS_MAX)
        return lex_error_at(&r->lx, own.at, NULL, "a catalogue declares at most %d loops",
                            LOOPS_MAX);
    keep_versions(r, &own, version, count);
    r->c->loops.item[r->c->loops.count++] = own;
    return 0;
}
