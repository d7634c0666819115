/* list.h - a doubly linked ring whose links live inside the things it holds, so
 * that queueing allocates nothing and a thing leaves its queue in one step. */
#ifndef LOOP_LIST_H
#define LOOP_LIST_H
#include <stdbool.h>
#include <stddef.h>

struct list {
    struct list *next, *prev; /* a link that is in no list points at itself */
};

#define LIST_ENTRY(link, type, member) ((type *)((char *)(link)-offsetof(type, member)))

static inline void list_init(struct list *l)
{
    l->next = l->prev = l;
}

static inline bool list_is_empty(const struct list *l)
{
    return l->next == l;
}

static inline void list_append(struct list *l, struct list *link)
{
    link->next = l;
    link->prev = l->prev;
    l->prev->next = link;
    l->prev = link;
}

static inline void list_prepend(struct list *l, struct list *link)
{
    list_append(l->next, link);
}

/* Harmless for a link that is in no list. */
static inline void list_remove(struct list *link)
{
    link->prev->next = link->next;
    link->next->prev = link->prev;
    list_init(link);
}

/* Move the first link of `from` to the tail of `to`, and return it: one step of a pass that calls
 * each member of a queue once and keeps it queued. */
static inline struct list *list_rotate(struct list *from, struct list *to)
{
    struct list *link = from->next;
    list_remove(link);
    list_append(to, link);
    return link;
}

/* Move all links of `from` to `to`, which need not be initialised: a snapshot for a pass, while
 * callbacks add to `from` again. */
static inline void list_move(struct list *from, struct list *to)
{
    list_init(to);
    if (list_is_empty(from))
        return;
    *to = *from;
    to->next->prev = to->prev->next = to;
    list_init(from);
}
#endif
