/* assign.h - lines of `any order` against logs, each log to one line.
 * A line takes as many logs as its COUNT says. Logs are added one by one; a log
 * that finds its lines full makes others move, along an augmenting path, so that
 * no early choice is ever final: it is refused only if no assignment has room
 * for it beside those that are in. Inner to match/. */
#ifndef MATCH_ASSIGN_H
#define MATCH_ASSIGN_H
#include "match/lines.h"

struct assign_line {
    uint64_t *held; /* events that it took */
    size_t count, room;
    bool asked; /* in the search under way */
};

struct assign {
    struct lines *ls;
    const struct trace *trace;
    size_t first, count;      /* lines of ls */
    struct assign_line *line; /* one each */
    uint64_t placed, wanted;  /* logs */
    uint64_t *work;           /* comparisons made, here and elsewhere */
    uint64_t work_max;
};

void assign_init(struct assign *a, struct lines *ls, const struct node *any_order,
                 const struct trace *t, uint64_t *work, uint64_t work_max);
void assign_release(struct assign *a);
void assign_clear(struct assign *a);
/* False if there is no room for this log, or the work is used up. */
bool assign_add(struct assign *a, uint64_t event);
#endif
