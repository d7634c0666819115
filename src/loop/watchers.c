/* Idle, prepare and check: called once in every iteration, before or after the
 * wait (IDLE-1, IDLE-2, PREP-1, CHECK-1). */
#include <errno.h>
#include "loop/inside.h"

static bool is_watcher(const struct loop_handle *h)
{
    return h->kind == LOOP_IDLE || h->kind == LOOP_PREPARE || h->kind == LOOP_CHECK;
}

/* The newest handle is called first (IDLE-4, PREP-2, CHECK-2). Starting an active one changes
 * nothing (CHECK-6). */
int loop_watch_start(struct loop_handle *h)
{
    assert(is_watcher(h));
    if (h->state & LOOP_IS_ACTIVE)
        return 0;
    if ((h->state & LOOP_IS_CLOSING) || !h->given) /* CHECK-7 */
        return -EINVAL;
    h->callback = h->given;
    list_prepend(&h->loop->watchers[h->kind], &h->link);
    handle_activate(h);
    return 0;
}

int watcher_stop(struct loop_handle *h)
{
    assert(is_watcher(h));
    list_remove(&h->link);
    handle_deactivate(h);
    return 0;
}

/* The pass works on a snapshot of the queue. A handle that is started meanwhile waits for the next
 * iteration and is then called first (PHASE-7, IDLE-5, CHECK-3, CHECK-5). A handle that is stopped
 * or closed meanwhile leaves the pass (CHECK-4, CHECK-8, CHECK-9). Each goes back to the queue
 * before its callback, so that it can stop itself. */
void watchers_run(struct loop *loop, enum loop_kind kind)
{
    struct list *queue = &loop->watchers[kind];
    struct list pass;

    list_move(queue, &pass);
    while (!list_is_empty(&pass)) {
        struct loop_handle *h = LIST_ENTRY(list_rotate(&pass, queue), struct loop_handle, link);
        h->callback(h->arg, 0);
    }
}
