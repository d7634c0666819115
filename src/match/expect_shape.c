#include "match/expect_parser.h"

#include <stdlib.h>

#include "base/mem.h"

/* The ways through a list on which nothing is asked for. */
enum { WAY_EMPTY = 1, WAY_GAP = 2 }; /* a way without any gap, and one with */

static unsigned ways_through(const struct expect_item *const *items, size_t count);

static unsigned ways_past(const struct expect_item *item)
{
    unsigned ways = 0;
    switch (item->kind) {
    case EXPECT_GAP: return WAY_GAP;
    case EXPECT_OPEN: return WAY_EMPTY;
    case EXPECT_BLOCK:
    case EXPECT_CHOICE: return ways_through(item->item, item->item_count);
    case EXPECT_ONE_OF:
        for (size_t i = 0; i < item->item_count; i++)
            ways |= ways_past(item->item[i]);
        return ways;
    default: return 0;
    }
}

static unsigned join_ways(unsigned a, unsigned b)
{
    unsigned empty = a & b & WAY_EMPTY;
    unsigned gap = a && b ? (a | b) & WAY_GAP : 0;
    return empty | gap;
}

static unsigned ways_through(const struct expect_item *const *items, size_t count)
{
    unsigned ways = WAY_EMPTY;
    for (size_t i = 0; i < count; i++)
        ways = join_ways(ways, ways_past(items[i]));
    return ways;
}

static bool is_blank(const struct expect_item *item)
{
    return item->kind == EXPECT_GAP || item->kind == EXPECT_OPEN ||
           (item->kind == EXPECT_BLOCK && item->item_count == 0);
}

bool expect_can_fail(const struct expect_item *const *items, size_t count)
{
    unsigned ways = ways_through(items, count);
    bool open = false, blank = true;
    for (size_t i = 0; i < count; i++) {
        open = open || items[i]->kind == EXPECT_OPEN;
        blank = blank && is_blank(items[i]);
    }
    /* A gap takes any trace, and so does a way without lines in an open world. */
    return !(ways & WAY_GAP) && !(open && ways) && !blank;
}

const struct expect_item **expect_flatten(const struct expect *e, const struct profile *profile,
                                          size_t *count)
{
    const struct expect_item **flat = NULL;
    size_t n = 0, room = 0;
    for (size_t i = 0; i < e->item_count; i++) {
        const struct expect_item *item = e->item[i];
        bool block = item->kind == EXPECT_BLOCK;
        size_t inner = !block                                       ? 1
                       : condition_holds(&item->condition, profile) ? item->item_count
                                                                    : 0;
        for (size_t j = 0; j < inner; j++) {
            PUSH(flat, n, room, block ? item->item[j] : item);
        }
    }
    *count = n;
    return flat;
}
