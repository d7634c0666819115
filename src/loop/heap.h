/* heap.h - a binary heap of timers, ordered by deadline, then by the order of starting. The keys
 * lie in the heap's own array, so moving entries never reads a timer. A timer only stores its
 * index, so that it can be removed from the middle. */
#ifndef LOOP_HEAP_H
#define LOOP_HEAP_H
#include <stddef.h>
#include <stdint.h>

struct heap_node {
    size_t index; /* in the heap that holds it */
};

struct heap_entry {
    uint64_t deadline, order;
    struct heap_node *node;
};

struct heap { /* all zero is an empty heap */
    struct heap_entry *entry;
    size_t count, room;
};

void heap_release(struct heap *h);
/* `node` must be in no heap and stay where it is while it is in this one. */
void heap_insert(struct heap *h, struct heap_node *node, uint64_t deadline, uint64_t order);
void heap_remove(struct heap *h, struct heap_node *node);

/* The least, or NULL. Borrowed until the next insertion or removal. */
static inline const struct heap_entry *heap_first(const struct heap *h)
{
    return h->count > 0 ? h->entry : NULL;
}
#endif
