/* The heap hands out the least (deadline, order) first, whatever was inserted and
 * removed from its middle before; a naive array is the model. */
#include "loop/heap.h"
#include <stdbool.h>
#include <stdlib.h>
#include "base/mem.h"
#include "tap/tap.h"

enum { NODES = 500, STEPS = 20000 };

struct model {
    struct heap_node node[NODES];
    uint64_t deadline[NODES], order[NODES];
    bool held[NODES];
    size_t count;
};

static uint32_t random_next(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static size_t model_least(const struct model *m)
{
    size_t least = NODES;

    for (size_t i = 0; i < NODES; i++) {
        if (!m->held[i])
            continue;
        if (least == NODES || m->deadline[i] < m->deadline[least] ||
            (m->deadline[i] == m->deadline[least] && m->order[i] < m->order[least]))
            least = i;
    }
    return least;
}

static bool heap_is_sound(const struct heap *h)
{
    for (size_t i = 0; i < h->count; i++) {
        const struct heap_entry *e = &h->entry[i], *parent = &h->entry[i > 0 ? (i - 1) / 2 : 0];
        if (e->node->index != i)
            return false;
        if (parent->deadline > e->deadline ||
            (parent->deadline == e->deadline && parent->order > e->order))
            return false;
    }
    return true;
}

static bool agree(const struct heap *h, const struct model *m)
{
    const struct heap_entry *first = heap_first(h);
    const size_t least = model_least(m);

    if (h->count != m->count)
        return false;
    return least == NODES ? !first : first && first->node == &m->node[least];
}

static void toggle(struct heap *h, struct model *m, size_t i, uint64_t deadline, uint64_t order)
{
    if (m->held[i]) {
        heap_remove(h, &m->node[i]);
        m->count--;
    } else {
        m->deadline[i] = deadline;
        m->order[i] = order;
        heap_insert(h, &m->node[i], deadline, order);
        m->count++;
    }
    m->held[i] = !m->held[i];
}

/* Few deadlines make many ties; many make the order come from the deadline. */
static void test_random(uint32_t seed, uint32_t deadlines)
{
    struct model *m = xcalloc(1, sizeof *m);
    struct heap h = { 0 };
    size_t disagreed = 0, unsound = 0;

    for (uint64_t step = 0; step < STEPS; step++) {
        toggle(&h, m, random_next(&seed) % NODES, random_next(&seed) % deadlines, step);
        disagreed += !agree(&h, m);
        unsound += step % 64 == 0 && !heap_is_sound(&h);
    }
    is_int(disagreed, 0, "%u deadlines: the first is the least after every step", deadlines);
    is_int(unsound, 0, "%u deadlines: every member knows its place", deadlines);

    while (m->count > 0) {
        const size_t least = model_least(m);
        disagreed += !agree(&h, m);
        toggle(&h, m, least, 0, 0);
    }
    is_int(disagreed, 0, "%u deadlines: emptied in order", deadlines);
    ok(!heap_first(&h), "%u deadlines: an empty heap has no first", deadlines);
    heap_release(&h);
    free(m);
}

int main(void)
{
    static const uint32_t deadlines[] = { 1, 7, 300, 1000000 };

    for (size_t i = 0; i < ARRAY_SIZE(deadlines); i++)
        test_random(17 + (uint32_t)i, deadlines[i]);
    return done_testing();
}
