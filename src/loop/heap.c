#include "loop/heap.h"
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include "base/mem.h"

void heap_release(struct heap *h)
{
    free(h->entry);
    *h = (struct heap){ 0 };
}

/* TIMER-1, TIMER-2: order by deadline, then by the order of starting. */
static inline bool entry_is_less(const struct heap_entry *a, const struct heap_entry *b)
{
    return a->deadline < b->deadline || (a->deadline == b->deadline && a->order < b->order);
}

static inline void entry_put(struct heap *h, size_t i, struct heap_entry e)
{
    h->entry[i] = e;
    e.node->index = i;
}

/* Put `e` at the hole `i` or above it. */
static void sift_up(struct heap *h, size_t i, struct heap_entry e)
{
    while (i > 0) {
        const size_t parent = (i - 1) / 2;
        if (!entry_is_less(&e, &h->entry[parent]))
            break;
        entry_put(h, i, h->entry[parent]);
        i = parent;
    }
    entry_put(h, i, e);
}

/* Put `e` at the hole `i` or below it. The hole first falls to the bottom along
 * the lesser children, then `e` rises: `e` was a leaf and mostly stays one, which
 * saves a comparison on every level. */
static void sift_down(struct heap *h, size_t i, struct heap_entry e)
{
    for (size_t child = 2 * i + 1; child < h->count; child = 2 * i + 1) {
        if (child + 1 < h->count)
            child += entry_is_less(&h->entry[child + 1], &h->entry[child]);
        entry_put(h, i, h->entry[child]);
        i = child;
    }
    sift_up(h, i, e);
}

void heap_insert(struct heap *h, struct heap_node *node, uint64_t deadline, uint64_t order)
{
    assert(node);
    GROW(h->entry, h->count, h->room);
    sift_up(h, h->count++, (struct heap_entry){ deadline, order, node });
}

void heap_remove(struct heap *h, struct heap_node *node)
{
    const size_t i = node->index;
    assert(i < h->count);
    assert(h->entry[i].node == node);

    const struct heap_entry last = h->entry[--h->count];
    if (last.node != node)
        sift_down(h, i, last);
}
