#include "match/choices.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "match/walk.h"

/* ---- which there are ---- */

static void list(struct choices *c, const struct expect_item *item, size_t *room)
{
    if (item->kind == EXPECT_CHOICE) {
        PUSH(c->choice, c->count, *room, (struct choice){ .item = item });
    }
    for (size_t i = 0; i < item->item_count; i++)
        list(c, item->item[i], room);
}

void choices_init(struct choices *c, const struct expect *e, const struct profile *profile)
{
    size_t count, room = 0;
    const struct expect_item **flat = expect_flatten(e, profile, &count);
    *c = (struct choices){ 0 };
    for (size_t i = 0; i < count; i++)
        list(c, flat[i], &room);
    free(flat);
}

void choices_release(struct choices *c)
{
    free(c->choice);
    *c = (struct choices){ 0 };
}

/* ---- which are taken ---- */

static void take(struct choices *c, const struct expect_item *item)
{
    size_t i = 0;
    while (i < c->count && c->choice[i].item != item)
        i++;
    assert(i < c->count);
    c->choice[i].taken++;
}

static bool matches(struct lines *ls)
{
    struct walk_result found;
    walk_trace(ls, &found);
    return found.end == WALK_FOUND && !found.gave_up && !ls->runaway;
}

/* The walk's sets of positions do not show which path led to a position. So try each alternative as
 * if it were the only one, and the inner ones within it: it is taken if the trace still matches. */
static void note(struct choices *c, struct lines *ls, const struct expect_item *owner)
{
    for (size_t i = 0; i < owner->item_count; i++) {
        const struct expect_item *item = owner->item[i];
        if (owner->kind == EXPECT_ONE_OF) {
            lines_of(ls, owner)->only = item->id;
            if (!matches(ls))
                continue;
            take(c, item);
        }
        note(c, ls, item);
    }
    if (owner->kind == EXPECT_ONE_OF)
        lines_of(ls, owner)->only = 0;
}

void choices_note(struct choices *c, const struct expect *e, const struct profile *profile,
                  struct labels labels, const struct trace *t, const struct match_sight *sight)
{
    struct lines lines;
    if (c->count == 0)
        return;
    lines_init(&lines, e, profile, labels, t, sight);
    note(c, &lines, &lines.whole);
    lines_release(&lines);
}

size_t choices_missed(const struct choices *c)
{
    size_t missed = 0;
    for (size_t i = 0; i < c->count; i++)
        missed += c->choice[i].taken == 0;
    return missed;
}
