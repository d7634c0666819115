/* assign.h - lines of `any order` against logs, each log to one line.
 * A line takes as many logs as its COUNT says. Logs are added one by one; a log
 * that finds its lines full makes others move, along an augmenting path, so that
 * no early choice is ever final: it is refused only if no assignment has room
 * for it beside those that are in. Inner to this folder. */
#ifndef MATCH_ASSIGN_H
#define MATCH_ASSIGN_H
#include "match/lines.h"

struct assign_line {
    struct line *line;
    uint32_t *held; /* logs that it took */
    size_t count, room;
    bool asked; /* in the search under way */
};

struct assign {
    struct lines *ls;
    struct assign_line *line;
    size_t line_count;
    uint64_t placed; /* logs */
    uint64_t *work;  /* comparisons made, here and elsewhere */
    uint64_t work_max;
};

void assign_init(struct assign *a, struct lines *ls, const struct expect_item *any_order,
                 uint64_t *work, uint64_t work_max);
void assign_release(struct assign *a);
void assign_clear(struct assign *a);
/* False if there is no room for this log, or the work is used up. */
bool assign_add(struct assign *a, uint32_t log);
#endif
