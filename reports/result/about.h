/* about.h - what results are about: the cases that were planned, the rules that they
 * prove and the documents that state them. Told once a report, however many backends
 * there are. Strings only, so that it can be read back from a file; an arena of the
 * filler's owns everything. */
#ifndef REPORTS_RESULT_ABOUT_H
#define REPORTS_RESULT_ABOUT_H
#include <stdbool.h>
#include <stddef.h>
#include "base/mem.h"

struct about_source {
    const char *id, *title;
    bool is_code;    /* it shows, but promises nothing */
    const char *url; /* where it can be read: link_is_address(); NULL if it has no address */
};

struct about_rule {
    const char *id, *says, *level, *layer;
    const char *note, *profiles, *informative; /* as in catalogue.h; NULL for none */
    bool on_linux;
    const char *const *source;  /* ids */
    const char *const *section; /* of each source, as base/link.h has it; "" for the whole page */
    size_t source_count, section_count; /* which are equal */
};

struct about_case {
    const char *name, *layer;
    const char *path, *scenario;        /* of the .loop or .js file, and what it says */
    const char *expect_path, *expected; /* of the .trace file; NULL both if there is none */
    const char *js, *c; /* as a program of its own; NULL where it has no such form */
};

struct about {
    struct about_source *source; /* in the catalogue's order, as are the rules */
    size_t source_count, source_room;
    struct about_rule *rule;
    size_t rule_count, rule_room;
    struct about_case *item; /* the cases, sorted by name after about_sort() */
    size_t item_count, item_room;
    struct arena arena;
};

void about_release(struct about *a);
/* Add one if there is none of that id or name yet; the strings are copied. */
void about_add_source(struct about *a, const struct about_source *s);
void about_add_rule(struct about *a, const struct about_rule *r);
/* Cases are not compared until about_sort(), which leaves out the second of a name. */
void about_add_case(struct about *a, const struct about_case *c);
void about_sort(struct about *a);

/* NULL if there is none; `a` may be NULL too. */
const struct about_source *about_find_source(const struct about *a, const char *id);
const struct about_rule *about_find_rule(const struct about *a, const char *id);
const struct about_case *about_find_case(const struct about *a, const char *name);
#endif
