/* assign.h - assign logs to the lines of `any order`, each log to one line. A line takes as many
 * logs as its COUNT says. Logs are added one by one. A log whose lines are all full makes others
 * move (along an augmenting path), so no early assignment is final: a log is refused only if no
 * assignment has room for it and all logs added before. Inner to this folder. */
#ifndef MATCH_ASSIGN_H
#define MATCH_ASSIGN_H
#include "match/lines.h"

struct assign_line {
    struct line *line;
    uint32_t *held; /* the logs assigned to it */
    size_t count, room;
    bool visited; /* visited by the current search */
};

struct assign {
    struct lines *ls;
    struct assign_line *line;
    size_t line_count;
    uint64_t placed; /* how many logs */
    uint64_t *work;  /* comparisons made, here and by the caller */
    uint64_t work_max;
};

void assign_init(struct assign *a, struct lines *ls, const struct expect_item *any_order,
                 uint64_t *work, uint64_t work_max);
void assign_release(struct assign *a);
void assign_clear(struct assign *a);
/* False if there is no room for this log, or if `work_max` is reached. */
bool assign_add(struct assign *a, uint32_t log);
#endif
