#include "match/marks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "match/choices.h"

struct marking {
    char *mark;
    size_t lines;
    const struct match_result *result;
    struct choices choices; /* if the trace matches: which alternatives it took */
    bool past;              /* the walk over the items is past the break */
};

/* If a line holds several items, keep the most important mark: the first in this order. */
static void set_mark(struct marking *m, size_t line, char mark)
{
    static const char ranks[] = { MARK_BROKEN, MARK_UNKNOWN, MARK_MET,
                                  MARK_NOT_SO, MARK_NOTHING, '\0' };
    if (line >= 1 && line <= m->lines && strchr(ranks, mark) < strchr(ranks, m->mark[line - 1]))
        m->mark[line - 1] = mark;
}

static void mark_all(struct marking *m, const struct expect_item *item, char mark)
{
    if (item->item_count == 0 || item->kind == EXPECT_BEFORE)
        set_mark(m, item->at.line, item == m->result->item ? MARK_BROKEN : mark);
    else
        for (size_t i = 0; i < item->item_count; i++)
            mark_all(m, item->item[i], mark);
}

static bool has_break(const struct marking *m, const struct expect_item *item)
{
    bool has = item == m->result->item;
    for (size_t i = 0; i < item->item_count && !has; i++)
        has = has_break(m, item->item[i]);
    return has;
}

static bool was_taken(const struct marking *m, const struct expect_item *choice)
{
    size_t i = 0;
    while (i < m->choices.count && m->choices.choice[i].item != choice)
        i++;
    assert(i < m->choices.count);
    return m->choices.choice[i].taken > 0;
}

/* Promises are judged on their own, wherever they stand; the search stops at the first broken one.
 * In a `one of`, the path that broke is known line by line, the others are not. A `never` may have
 * broken before all lines were examined. */
static void mark_item(struct marking *m, const struct expect_item *item)
{
    const struct expect_item *broken = m->result->item;
    bool passed = m->result->verdict == MATCH_PASS, breaks = has_break(m, item);
    bool cut = broken && broken->kind == EXPECT_NEVER;
    switch (item->kind) {
    case EXPECT_NEVER:
    case EXPECT_BEFORE:
    case EXPECT_FIGURE: mark_all(m, item, passed ? MARK_MET : MARK_UNKNOWN); return;
    case EXPECT_CHOICE:
        for (size_t i = 0; i < item->item_count; i++)
            mark_item(m, item->item[i]);
        return;
    default: break;
    }
    if (m->past)
        mark_all(m, item, MARK_UNKNOWN);
    else if (item->kind != EXPECT_ONE_OF)
        mark_all(m, item, breaks || cut ? MARK_NOT_SO : MARK_MET);
    else
        for (size_t i = 0; i < item->item_count; i++)
            if (breaks ? has_break(m, item->item[i]) : was_taken(m, item->item[i]))
                mark_item(m, item->item[i]);
            else
                mark_all(m, item->item[i], MARK_NOT_SO);
    m->past |= breaks;
}

char *match_marks(const struct expect *e, const struct profile *profile, struct labels labels,
                  const struct trace *t, const struct match_sight *sight,
                  const struct match_result *m, size_t lines)
{
    if (m->verdict == MATCH_NOTHING)
        return xstrdup("");
    struct marking marking = { .lines = lines, .result = m };
    struct expect_item whole = { .kind = EXPECT_CHOICE };
    marking.mark = xmalloc(lines + 1);
    memset(marking.mark, MARK_NOTHING, lines);
    marking.mark[lines] = '\0';
    choices_init(&marking.choices, e, profile);
    if (m->verdict == MATCH_PASS)
        choices_note(&marking.choices, e, profile, labels, t, sight);
    whole.item = expect_flatten(e, profile, &whole.item_count);
    mark_item(&marking, &whole);
    free((void *)whole.item);
    choices_release(&marking.choices);
    return marking.mark;
}
