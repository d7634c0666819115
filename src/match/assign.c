#include "match/assign.h"

#include <stdlib.h>

#include "base/mem.h"

void assign_init(struct assign *a, struct lines *ls, const struct node *any_order,
                 const struct trace *t, uint64_t *work, uint64_t work_max)
{
    *a = (struct assign){
        .ls = ls,
        .trace = t,
        .first = any_order->first,
        .count = any_order->count,
        .work = work,
        .work_max = work_max,
    };
    a->line = xcalloc(a->count, sizeof *a->line);
    for (size_t j = 0; j < a->count; j++)
        a->wanted += ls->line[a->first + j].count;
}

void assign_release(struct assign *a)
{
    for (size_t j = 0; j < a->count; j++)
        free(a->line[j].held);
    free(a->line);
}

void assign_clear(struct assign *a)
{
    for (size_t j = 0; j < a->count; j++)
        a->line[j].count = 0;
    a->placed = 0;
}

static bool accepts(struct assign *a, size_t j, uint64_t event)
{
    if (++*a->work > a->work_max)
        return false;
    return line_accepts(a->ls, &a->ls->line[a->first + j], &a->trace->event[event]);
}

/* A line with room of its own. */
static bool place_simply(struct assign *a, uint64_t event)
{
    for (size_t j = 0; j < a->count; j++) {
        struct assign_line *line = &a->line[j];
        if (line->count == a->ls->line[a->first + j].count || line->asked || !accepts(a, j, event))
            continue;
        GROW(line->held, line->count, line->room);
        line->held[line->count++] = event;
        return true;
    }
    return false;
}

/* Else one whose logs can be moved elsewhere. Each line is asked once in a search,
 * so the recursion is no deeper than there are lines. */
static bool place(struct assign *a, uint64_t event)
{
    if (place_simply(a, event))
        return true;
    for (size_t j = 0; j < a->count; j++) {
        struct assign_line *line = &a->line[j];
        if (line->asked || !accepts(a, j, event))
            continue;
        line->asked = true;
        for (size_t k = 0; k < line->count; k++) {
            if (place(a, line->held[k])) {
                line->held[k] = event;
                return true;
            }
            if (*a->work > a->work_max)
                return false;
        }
    }
    return false;
}

bool assign_add(struct assign *a, uint64_t event)
{
    for (size_t j = 0; j < a->count; j++)
        a->line[j].asked = false;
    bool placed = place(a, event);
    a->placed += placed;
    return placed;
}
