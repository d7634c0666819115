/* walk.h - is this trace permitted, and if not, where did it break?
 *
 * A position is a number of logs: those before it have been explained. Each item maps the set of
 * positions reached before it to the set reached after it. A line steps over its logs; a gap
 * reaches every later position; `one of` passes its set to each of its choices; `any order` reaches
 * the end of each run of logs that can be assigned to its lines. Items are processed in the order
 * of the text, so a set is complete before it is used: all paths are followed at once and nothing
 * is tried twice. A line compares each log once, from however many positions it is tried, so the
 * work is at most logs times lines, however large the counts are. Only `any order`, and many
 * positions before `one of`, can take more; a budget limits them.
 *
 * Without `one of`, all positions of a set have explained the same number of logs, and a gap
 * reaches from the first of them whatever it reaches from any. So the positions after a gap are
 * tried a batch at a time, until the next gap is reached: in practice one or two comparisons per
 * log.
 *
 * In an open expectation a position makes all later ones reachable, so a set is only its earliest
 * position: each item is matched as early as possible.
 *
 * Of the paths that broke, the result reports the one that explained the most logs, with all items
 * that could have come there. Inner to this folder. */
#ifndef MATCH_WALK_H
#define MATCH_WALK_H
#include "match/lines.h"

enum walk_end {
    WALK_FOUND,
    WALK_BROKEN,   /* a line was not met */
    WALK_LEFTOVER, /* every line was met; then came a log that no line explains */
};

enum { WALK_WANTED_MAX = 4 };

struct walk_wanted {
    const struct expect_item *item;
    uint64_t seen; /* how many logs in a row it had taken */
};

struct walk_result {
    enum walk_end end;
    struct walk_wanted wanted[WALK_WANTED_MAX]; /* WALK_BROKEN: what could have come */
    size_t wanted_count;
    bool wanted_more;
    uint64_t event; /* where it broke; trace->count if the trace ended */
    uint64_t work;  /* comparisons made */
    /* Not NULL: the budget was used up at this item, and nothing else here is valid. */
    const struct expect_item *gave_up;
    const char *gave_up_why;
};

void walk_trace(struct lines *ls, struct walk_result *out);
#endif
