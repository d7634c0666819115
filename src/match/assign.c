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
    return !line->asked && ++*a->work <= a->work_max && line_accepts(a->ls, line->line, log);
}

/* A line with room of its own, else one whose logs can be moved elsewhere. Each line is
 * asked once in a search, so the recursion is no deeper than there are lines. */
static bool place(struct assign *a, uint32_t log)
{
    for (size_t j = 0; j < a->line_count; j++) {
        struct assign_line *line = &a->line[j];
        if (line->count == line->line->count || !accepts(a, line, log))
            continue;
        PUSH(line->held, line->count, line->room, log);
        return true;
    }
    for (size_t j = 0; j < a->line_count; j++) {
        struct assign_line *line = &a->line[j];
        if (!accepts(a, line, log))
            continue;
        line->asked = true;
        for (size_t k = 0; k < line->count && *a->work <= a->work_max; k++) {
            if (place(a, line->held[k])) {
                line->held[k] = log;
                return true;
            }
        }
    }
    return false;
}

bool assign_add(struct assign *a, uint32_t log)
{
    for (size_t j = 0; j < a->line_count; j++)
        a->line[j].asked = false;
    bool placed = place(a, log);
    a->placed += placed;
    return placed;
}
