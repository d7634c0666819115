#include "match/choices.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "match/groups.h"

/* ---- which there are ---- */

static size_t list(const struct expect_item *item, struct choice *to)
{
    size_t n = 0;
    if (item->kind == EXPECT_CHOICE) {
        if (to)
            to->item = item;
        n++;
    }
    for (size_t i = 0; i < item->item_count; i++)
        n += list(&item->item[i], to ? to + n : NULL);
    return n;
}

void choices_init(struct choices *c, const struct expect *e, const struct profile *profile)
{
    size_t count, n = 0;
    const struct expect_item **flat = expect_flatten(e, profile, &count);
    *c = (struct choices){ 0 };
    for (size_t i = 0; i < count; i++)
        c->count += list(flat[i], NULL);
    c->choice = xcalloc(c->count, sizeof *c->choice);
    for (size_t i = 0; i < count; i++)
        n += list(flat[i], c->choice + n);
    free(flat);
}

void choices_release(struct choices *c)
{
    free(c->choice);
    *c = (struct choices){ 0 };
}

/* ---- which are taken ---- */

struct noting {
    struct choices *choices;
    struct lines *lines;
    const struct trace *trace;
};

static void take(struct choices *c, const struct expect_item *item)
{
    size_t i = 0;
    while (i < c->count && c->choice[i].item != item)
        i++;
    assert(i < c->count);
    c->choice[i].taken++;
}

static bool matches(const struct noting *n)
{
    struct groups_result found;
    groups_match(n->lines, n->trace, &found);
    return found.end == SEARCH_FOUND && !found.gave_up && !n->lines->runaway;
}

/* The sets of places that the matcher follows do not tell by which way a place was
 * reached. So each alternative is tried as if it were the only one, and those in it
 * within that: it is taken if the trace still matches. */
static void note_node(const struct noting *n, struct node *node)
{
    struct node *child = node->child;
    size_t count = node->child_count;
    for (size_t i = 0; i < count; i++) {
        if (node->kind == NODE_ONE_OF) {
            node->child = child + i;
            node->child_count = 1;
            if (!matches(n))
                continue;
            take(n->choices, child[i].item);
        }
        note_node(n, &child[i]);
    }
    node->child = child;
    node->child_count = count;
}

void choices_note(struct choices *c, const struct expect *e, const struct profile *profile,
                  struct labels labels, const struct trace *t, const struct match_sight *sight)
{
    struct lines lines;
    if (c->count == 0)
        return;
    lines_init(&lines, e, profile, labels, sight);
    note_node(&(struct noting){ c, &lines, t }, &lines.whole);
    lines_release(&lines);
}

size_t choices_missed(const struct choices *c)
{
    size_t missed = 0;
    for (size_t i = 0; i < c->count; i++)
        missed += c->choice[i].taken == 0;
    return missed;
}
