#include "match/assign.h"

#include <assert.h>
#include <stdlib.h>

void assign_init(struct assign *a, struct lines *ls, const struct expect_item *any_order,
                 uint64_t *work, uint64_t work_max)
{
    assert(any_order->kind == EXPECT_ANY_ORDER);
    *a = (struct assign){ .ls = ls, .work = work, .work_max = work_max };
    a->line_count = any_order->item_count;
    a->line = xcalloc(a->line_count, sizeof *a->line);
    for (size_t j = 0; j < a->line_count; j++)
        a->line[j].line = lines_of(ls, any_order->item[j]);
}

void assign_release(struct assign *a)
{
    for (size_t j = 0; j < a->line_count; j++)
        free(a->line[j].held);
    free(a->line);
}

void assign_clear(struct assign *a)
{
    for (size_t j = 0; j < a->line_count; j++)
        a->line[j].count = 0;
    a->placed = 0;
}

static bool accepts(struct assign *a, struct assign_line *line, uint32_t log)
{
    return !line->visited && ++*a->work <= a->work_max && line_accepts(a->ls, line->line, log);
}

/* Find a line with room, else one whose logs can move elsewhere. A search visits each line once, so
 * the recursion is at most as deep as there are lines. */
static bool assign_log(struct assign *a, uint32_t log)
{
    for (size_t j = 0; j < a->line_count; j++) {
        struct assign_line *line = &a->line[j];
        if (line->count == line->line->count || !accepts(a, line, log))
            continue;
        assert(line->count < line->line->count);
        PUSH(line->held, line->count, line->room, log);
        return true;
    }
    for (size_t j = 0; j < a->line_count; j++) {
        struct assign_line *line = &a->line[j];
        if (!accepts(a, line, log))
            continue;
        line->visited = true;
        for (size_t k = 0; k < line->count && *a->work <= a->work_max; k++) {
            if (assign_log(a, line->held[k])) {
                line->held[k] = log;
                return true;
            }
        }
    }
    return false;
}

bool assign_add(struct assign *a, uint32_t log)
{
    assert(log < a->ls->log_count);
    for (size_t j = 0; j < a->line_count; j++)
        a->line[j].visited = false;
    bool placed = assign_log(a, log);
    a->placed += placed;
    return placed;
}
