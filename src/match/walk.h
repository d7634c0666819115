/* walk.h - is this trace permitted, and if not, where did it break?
 *
 * Each item maps the set of places that the items before it can have reached to the set
 * that it can reach itself: a line steps over its logs, a gap reaches everything after it,
 * `one of` hands its set to each of its choices, `any order` reaches the end of each stretch
 * that can be assigned to its lines. Items are taken in the order of the text, so a set is
 * complete before it is used: every way through is followed at once and nothing is tried
 * twice. A line compares a log once, from however many places it is tried, so the
 * whole is bounded by logs times lines, however large the counts are. Only `any order` and
 * many places before `one of` can take more, and are cut at a budget.
 *
 * Without `one of`, all places of a set have explained the same number of logs, and what a
 * gap reaches from the first of them it reaches from all. So the places after a
 * gap are tried a batch at a time, until the next gap is reached: a comparison or two a
 * log in practice.
 *
 * In an open world a place reached makes all later ones reachable, and a set is its
 * earliest place: each item is taken as early as it can be.
 *
 * Of the ways that broke, the one that explained the most logs is told, with all that
 * could have come there. Inner to this folder. */
#ifndef MATCH_WALK_H
#define MATCH_WALK_H
#include "match/lines.h"

enum walk_end {
    WALK_FOUND,
    WALK_BROKEN,   /* a line was not met */
    WALK_LEFTOVER, /* every line was met; then came a log that none explains */
};

enum { WALK_WANTED_MAX = 4 };

struct walk_wanted {
    const struct expect_item *item;
    uint64_t seen; /* how often in a row it had been met */
};

struct walk_result {
    enum walk_end end;
    struct walk_wanted wanted[WALK_WANTED_MAX]; /* WALK_BROKEN */
    size_t wanted_count;
    bool wanted_more;
    uint64_t event; /* where it broke; trace->count if the trace ended */
    uint64_t work;  /* comparisons made */
    /* Not NULL: the budget was used up at this one, and nothing else counts. */
    const struct expect_item *gave_up;
    const char *gave_up_why;
};

void walk_trace(struct lines *ls, struct walk_result *out);
#endif
