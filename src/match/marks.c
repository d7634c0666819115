#include "match/marks.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "match/choices.h"

struct marking {
    char *mark;
    size_t lines;
    const struct match_result *result;
    struct choices choices; /* of a trace that matches: which alternatives it took */
    bool behind;            /* the break is behind us */
    char met;               /* the mark of a line before the break */
};

/* What matters more comes first. */
static const char ranks[] = {
    MARK_BROKEN, MARK_UNKNOWN, MARK_MET, MARK_NOT_SO, MARK_NOTHING, '\0'
};

static void set_mark(struct marking *m, const struct expect_item *item, char mark)
{
    size_t line = item->at.line;
    if (line < 1 || line > m->lines)
        return;
    char *to = &m->mark[line - 1];
    if (strchr(ranks, mark) < strchr(ranks, *to))
        *to = mark;
}

static bool is_line(const struct expect_item *item)
{
    return item->item_count == 0 || item->kind == EXPECT_BEFORE;
}

static void mark_all(struct marking *m, const struct expect_item *item, char mark)
{
    bool broken = item == m->result->item;
    if (is_line(item))
        set_mark(m, item, broken ? MARK_BROKEN : mark);
    for (size_t i = 0; !is_line(item) && i < item->item_count; i++)
        mark_all(m, &item->item[i], mark);
}

static bool has_break(const struct marking *m, const struct expect_item *item)
{
    if (item == m->result->item)
        return true;
    for (size_t i = 0; i < item->item_count; i++)
        if (has_break(m, &item->item[i]))
            return true;
    return false;
}

static bool was_taken(const struct marking *m, const struct expect_item *choice)
{
    for (size_t i = 0; i < m->choices.count; i++)
        if (m->choices.choice[i].item == choice)
            return m->choices.choice[i].taken > 0;
    return false;
}

static void mark_item(struct marking *m, const struct expect_item *item);

/* The way that broke is known line by line, the others are not. */
static void mark_choices(struct marking *m, const struct expect_item *item, bool breaks)
{
    for (size_t i = 0; i < item->item_count; i++) {
        const struct expect_item *choice = &item->item[i];
        if (breaks ? !has_break(m, choice) : !was_taken(m, choice)) {
            mark_all(m, choice, MARK_NOT_SO);
            continue;
        }
        for (size_t k = 0; k < choice->item_count; k++)
            mark_item(m, &choice->item[k]);
    }
}

static bool is_promise(const struct expect_item *item)
{
    return item->kind == EXPECT_NEVER || item->kind == EXPECT_BEFORE || item->kind == EXPECT_FIGURE;
}

/* Promises are judged by themselves, wherever they stand; of several only one that
 * is broken is looked for. */
static void mark_item(struct marking *m, const struct expect_item *item)
{
    bool passed = m->result->verdict == MATCH_PASS, breaks = has_break(m, item);
    if (is_promise(item)) {
        mark_all(m, item, passed ? MARK_MET : MARK_UNKNOWN);
        return;
    }
    if (m->behind)
        mark_all(m, item, MARK_UNKNOWN);
    else if (item->kind == EXPECT_ONE_OF)
        mark_choices(m, item, breaks);
    else
        mark_all(m, item, breaks ? MARK_NOT_SO : m->met);
    m->behind |= breaks;
}

char *match_marks(const struct expect *e, const struct profile *profile, struct labels labels,
                  const struct trace *t, const struct match_sight *sight,
                  const struct match_result *m, size_t lines)
{
    if (m->verdict == MATCH_NOTHING)
        return xstrdup("");
    /* What was never to come may have come before the lines were gone through. */
    bool cut = m->item && m->item->kind == EXPECT_NEVER;
    struct marking marking = { .lines = lines, .result = m, .met = cut ? MARK_NOT_SO : MARK_MET };
    marking.mark = xmalloc(lines + 1);
    memset(marking.mark, MARK_NOTHING, lines);
    marking.mark[lines] = '\0';
    choices_init(&marking.choices, e, profile);
    if (m->verdict == MATCH_PASS)
        choices_note(&marking.choices, e, profile, labels, t, sight);
    size_t count;
    const struct expect_item **item = expect_flatten(e, profile, &count);
    for (size_t i = 0; i < count; i++)
        mark_item(&marking, item[i]);
    free(item);
    choices_release(&marking.choices);
    return marking.mark;
}
