#include "match/expect_parser.h"

#include <stdlib.h>

#include "base/mem.h"

/* The kinds of paths through a list that require no log. */
enum { PATH_EMPTY = 1, PATH_GAP = 2 }; /* a path without a gap; a path with one */

static unsigned paths_through(const struct expect_item *const *items, size_t count);

static unsigned paths_past(const struct expect_item *item)
{
    unsigned paths = 0;
    switch (item->kind) {
    case EXPECT_GAP: return PATH_GAP;
    case EXPECT_OPEN: return PATH_EMPTY;
    case EXPECT_BLOCK:
    case EXPECT_CHOICE: return paths_through(item->item, item->item_count);
    case EXPECT_ONE_OF:
        for (size_t i = 0; i < item->item_count; i++)
            paths |= paths_past(item->item[i]);
        return paths;
    default: return 0;
    }
}

static unsigned join_paths(unsigned a, unsigned b)
{
    unsigned empty = a & b & PATH_EMPTY;
    unsigned gap = a && b ? (a | b) & PATH_GAP : 0;
    return empty | gap;
}

static unsigned paths_through(const struct expect_item *const *items, size_t count)
{
    unsigned paths = PATH_EMPTY;
    for (size_t i = 0; i < count; i++)
        paths = join_paths(paths, paths_past(items[i]));
    return paths;
}

static bool is_blank(const struct expect_item *item)
{
    return item->kind == EXPECT_GAP || item->kind == EXPECT_OPEN ||
           (item->kind == EXPECT_BLOCK && item->item_count == 0);
}

bool expect_can_fail(const struct expect_item *const *items, size_t count)
{
    unsigned paths = paths_through(items, count);
    bool open = false, blank = true;
    for (size_t i = 0; i < count; i++) {
        open = open || items[i]->kind == EXPECT_OPEN;
        blank = blank && is_blank(items[i]);
    }
    /* A gap accepts any trace, and so does a path without lines in an open expectation. */
    return !(paths & PATH_GAP) && !(open && paths) && !blank;
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
