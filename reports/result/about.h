/* about.h - what results are about: the planned cases, the rules that they prove, the documents
 * that state these rules, and the real bugs that the cases catch. A report contains it once, however many backends there are. It consists
 * of strings only, so that it can be read back from a file. The arena owns them all. */
#ifndef REPORTS_RESULT_ABOUT_H
#define REPORTS_RESULT_ABOUT_H
#include <stdbool.h>
#include <stddef.h>
#include "base/mem.h"

struct about_source {
    const char *id, *title;
    bool is_code;    /* source code, which shows what a loop does but promises nothing */
    const char *url; /* passes link_is_address(); NULL if it has no address */
};

struct about_rule {
    const char *id, *says, *level, *layer;
    const char *note, *profiles, *informative; /* as in catalogue.h; NULL for none */
    bool on_linux;
    const char *const *source;          /* ids */
    const char *const *section;         /* one per source, see base/link.h; "" for the whole page */
    size_t source_count, section_count; /* equal; two, since JSON has two lists */
};

struct about_bug {
    const char *id, *system, *says;
    const char *since, *fixed, *release, *unproven; /* as in catalogue.h; NULL for none */
    const char *const *url, *const *caught, *const *mutant;
    size_t url_count, caught_count, mutant_count;
};

struct about_case {
    const char *name, *layer;
    const char *path, *scenario; /* path and text of the .loop or .js file */
    const char *expect_path,
        *expected;      /* path and text of the .trace file; both NULL without one */
    const char *js, *c; /* exported as a stand-alone program; NULL if that is not possible */
};

struct about {
    struct about_source *source; /* in the catalogue's order, as are the rules */
    size_t source_count, source_room;
    struct about_rule *rule;
    size_t rule_count, rule_room;
    struct about_bug *bug;
    size_t bug_count, bug_room;
    struct about_case *item; /* the cases, sorted by name after about_sort() */
    size_t item_count, item_room;
    struct arena arena;
};

void about_release(struct about *a);
/* Add it unless there is one with the same id; the strings are copied. */
void about_add_source(struct about *a, const struct about_source *s);
void about_add_rule(struct about *a, const struct about_rule *r);
void about_add_bug(struct about *a, const struct about_bug *b);
/* Duplicates among cases are removed only by about_sort(), which keeps the first of each name. */
void about_add_case(struct about *a, const struct about_case *c);
void about_sort(struct about *a);

/* NULL if there is none; `a` may be NULL. about_find_case() needs about_sort() first. */
const struct about_source *about_find_source(const struct about *a, const char *id);
const struct about_rule *about_find_rule(const struct about *a, const char *id);
const struct about_bug *about_find_bug(const struct about *a, const char *id);
const struct about_case *about_find_case(const struct about *a, const char *name);
#endif
