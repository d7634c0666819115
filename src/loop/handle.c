/* What all handles have: references, stopping, closing. */
#include <errno.h>
#include <stdlib.h>
#include "base/mem.h"
#include "loop/inside.h"

static int (*const stop_kind[])(struct loop_handle *h) = {
    [LOOP_TIMER] = timer_stop,   [LOOP_IDLE] = watcher_stop, [LOOP_PREPARE] = watcher_stop,
    [LOOP_CHECK] = watcher_stop, [LOOP_POLL] = poll_stop,    [LOOP_ASYNC] = async_stop,
};
static_assert(ARRAY_SIZE(stop_kind) == LOOP_KIND_COUNT, "a kind cannot be stopped");

struct loop_handle *loop_handle_new(struct loop *loop, enum loop_kind kind, int fd,
                                    loop_callback *callback, void *arg)
{
    assert(kind < LOOP_KIND_COUNT);
    struct loop_handle *h = xcalloc(1, sizeof *h);

    h->loop = loop;
    h->kind = kind;
    h->callback = callback;
    h->arg = arg;
    h->state = LOOP_IS_REFERENCED;
    list_init(&h->link);
    if (kind == LOOP_POLL) {
        const int status = poll_init(h, fd);
        if (status < 0) {
            free(h);
            errno = -status;
            return NULL;
        }
    }
    if (kind == LOOP_ASYNC)
        async_init(h);
    loop->open_handles++;
    return h;
}

int loop_handle_stop(struct loop_handle *h)
{
    return h->kind == LOOP_ASYNC ? -EINVAL : stop_kind[h->kind](h);
}

/* ALIVE-3: a flag, not a counter. */
void loop_handle_ref(struct loop_handle *h, int referenced)
{
    if (!referenced == !(h->state & LOOP_IS_REFERENCED))
        return;
    h->state ^= LOOP_IS_REFERENCED;
    if (!(h->state & LOOP_IS_ACTIVE))
        return;
    if (referenced)
        h->loop->active_handles++;
    else
        h->loop->active_handles--;
}

unsigned loop_handle_state(struct loop_handle *h)
{
    return h->state;
}

/* CLOSE-1, CLOSE-3, CLOSE-4, CLOSE-7: it is inactive from now on and joins the
 * closing handles in front. */
void loop_handle_close(struct loop_handle *h, loop_callback *closed)
{
    assert(!(h->state & LOOP_IS_CLOSING));
    stop_kind[h->kind](h);
    h->state |= LOOP_IS_CLOSING;
    h->closed = closed;
    h->next_closing = h->loop->closing;
    h->loop->closing = h;
}

/* The closing phase. It takes the whole list: what a close callback closes is left
 * for the next iteration (CLOSE-2, CLOSE-5). A handle without a callback just goes
 * (CLOSE-11). */
void handles_close(struct loop *loop)
{
    struct loop_handle *h = loop->closing;

    loop->closing = NULL;
    while (h) {
        struct loop_handle *next = h->next_closing;
        h->state &= ~(uint32_t)LOOP_IS_REFERENCED;
        loop->open_handles--;
        if (h->closed)
            h->closed(h->arg, 0);
        free(h);
        h = next;
    }
}
