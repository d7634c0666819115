/* groups.h - do these lines explain this trace, where groups are among them?
 *
 * Each node maps the set of places that the lines before it can have reached to
 * the set that it can reach itself: a line steps over its logs, a gap reaches
 * everything behind, `one of` is the union of its choices, `any order` reaches the
 * end of each stretch that can be assigned to its lines. So every way through is
 * followed at once and nothing is tried twice. Without a gap before it a set has
 * one place or a few.
 *
 * In an open world a place reached makes all later ones reachable, and a set is
 * its earliest place: each node is taken as early as it can be.
 *
 * Of the ways that broke, the one that explained the most logs is told, with all
 * that could have come there. Inner to match/. */
#ifndef MATCH_GROUPS_H
#define MATCH_GROUPS_H
#include "match/lines.h"
#include "match/search.h"

enum { GROUPS_WANTED_MAX = 4 };

struct groups_wanted {
    const struct expect_item *item;
    uint64_t seen; /* how often in a row it had been met */
};

struct groups_result {
    enum search_end end;
    struct groups_wanted wanted[GROUPS_WANTED_MAX]; /* SEARCH_BROKEN */
    size_t wanted_count;
    bool wanted_more;
    uint64_t event; /* as in struct search_result */
    uint64_t work;
    /* Not NULL: the budget was used up at this one, and nothing else counts. */
    const struct expect_item *gave_up;
    const char *gave_up_why;
};

void groups_match(struct lines *ls, const struct trace *t, struct groups_result *out);
#endif
