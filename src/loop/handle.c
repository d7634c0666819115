/* What all handles have: references, stopping, closing. */
#include <errno.h>
#include <stdlib.h>
#include "base/mem.h"
#include "loop/inside.h"

/* What differs between kinds of handles. NULL: nothing to do; `stop` NULL: it cannot be stopped. */
struct kind {
    int (*init)(struct loop_handle *h, int fd); /* 0 or a negative errno */
    int (*stop)(struct loop_handle *h);
    bool (*close)(struct loop_handle *h); /* NULL: as stop; false: closing ends later */
    /* Before its close callback; false: not yet, call again in the next iteration. */
    bool (*finish)(struct loop_handle *h);
};

static const struct kind kinds[] = {
    [LOOP_TIMER] = { .stop = timer_stop },
    [LOOP_IDLE] = { .stop = watcher_stop },
    [LOOP_PREPARE] = { .stop = watcher_stop },
    [LOOP_CHECK] = { .stop = watcher_stop },
    [LOOP_POLL] = { .init = poll_init, .stop = poll_stop },
    [LOOP_ASYNC] = { .init = async_init, .close = async_close },
    [LOOP_SIGNAL] = { .init = signal_init,
                      .stop = signal_stop,
                      .close = signal_close,
                      .finish = signal_finish },
    [LOOP_CHILD] = { .close = child_close },
    [LOOP_STREAM] = { .init = stream_init,
                      .stop = stream_read_stop,
                      .close = stream_close,
                      .finish = stream_finish },
    [LOOP_CHANNEL] = { .init = channel_init },
    [LOOP_LISTENER] = { .init = listener_init, .close = listener_close },
    [LOOP_WATCH] = { .init = watch_init, .stop = watch_stop },
    [LOOP_INSPECT] = { .stop = inspect_stop, .close = inspect_close },
    [LOOP_DATAGRAM] = { .init = datagram_init,
                        .stop = datagram_read_stop,
                        .close = datagram_close,
                        .finish = datagram_finish },
    /* libuv has no such kinds, and reference.c does not declare them. */
    [LOOP_SOON] = { .stop = NULL },
    [LOOP_POST] = { .stop = NULL },
    [LOOP_AT_EXIT] = { .stop = NULL },
};
static_assert(ARRAY_SIZE(kinds) == LOOP_KIND_COUNT, "a kind has no row");

struct loop_handle *loop_handle_new(struct loop *loop, enum loop_kind kind, int fd,
                                    loop_callback *callback, void *arg)
{
    assert(kind < LOOP_KIND_COUNT);
    struct loop_handle *h = xcalloc(1, sizeof *h);

    h->loop = loop;
    h->kind = kind;
    h->callback = h->given = callback;
    h->arg = arg;
    h->state = LOOP_IS_REFERENCED;
    list_init(&h->link);
    const int status = kinds[kind].init ? kinds[kind].init(h, fd) : 0;
    if (status < 0) {
        free(h);
        errno = -status;
        return NULL;
    }
    list_append(&loop->handles, &h->in_loop);
    return h;
}

void loop_handle_callback(struct loop_handle *h, loop_callback *callback)
{
    h->given = callback;
}

int loop_callback_told(struct loop_handle *h)
{
    return h->reported;
}

int loop_handle_stop(struct loop_handle *h)
{
    assert(h->kind < LOOP_KIND_COUNT);
    return kinds[h->kind].stop ? kinds[h->kind].stop(h) : -EINVAL;
}

/* ALIVE-3: a reference is a flag, not a counter. */
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
    return h->state | (h->kind == LOOP_STREAM ? stream_state(h) : 0);
}

static const struct descriptor *descriptor_of(const struct loop_handle *h)
{
    switch (h->kind) {
    case LOOP_POLL: return &h->poll;
    case LOOP_STREAM: return &h->stream.io;
    case LOOP_LISTENER: return &h->listener.io;
    case LOOP_DATAGRAM: return &h->datagram.io;
    default: return NULL;
    }
}

/* HANDLE-1, HANDLE-2 */
int loop_descriptor(struct loop_handle *h)
{
    const struct descriptor *d = descriptor_of(h);

    if (!d)
        return -EINVAL;
    return d->fd < 0 || (h->state & LOOP_IS_CLOSING) ? -EBADF : d->fd;
}

/* LOOP-6: the loop's own handles, such as the watcher of SIGCHLD, are not visited. */
uint64_t loop_visits(struct loop *loop, const struct loop_handle *h)
{
    uint64_t visits = 0;

    for (const struct list *l = loop->handles.next; l != &loop->handles; l = l->next)
        visits += !h || l == &h->in_loop;
    return visits;
}

void handle_is_closed(struct loop_handle *h)
{
    assert(h->state & LOOP_IS_CLOSING);
    h->next_closing = h->loop->closing;
    h->loop->closing = h;
}

/* CLOSE-1, CLOSE-3, CLOSE-4, CLOSE-7: the handle is inactive from now on. It goes to the front of
 * the closing handles. */
void loop_handle_close(struct loop_handle *h, loop_callback *closed)
{
    const struct kind *kind = &kinds[h->kind];
    bool is_over = true;

    assert(!(h->state & LOOP_IS_CLOSING));
    assert(kind->close || kind->stop);
    if (kind->close)
        is_over = kind->close(h);
    else
        kind->stop(h);
    h->state |= LOOP_IS_CLOSING;
    h->closed = closed;
    if (is_over)
        handle_is_closed(h);
}

static void handle_free(struct loop_handle *h)
{
    assert(h->state & LOOP_IS_CLOSING);
    assert(!(h->state & LOOP_IS_ACTIVE));
    h->state &= ~(uint32_t)LOOP_IS_REFERENCED;
    list_remove(&h->in_loop);
    if (h->closed)
        h->closed(h->arg, 0);
    h->is_closed_but_held = true;
    if (h->held == 0)
        free(h);
}

void handle_hold(struct loop_handle *h)
{
    assert(!h->is_closed_but_held || h->held > 0); /* else its memory is freed */
    h->held++;
}

void handle_let_go(struct loop_handle *h)
{
    assert(h->held > 0);
    if (--h->held == 0 && h->is_closed_but_held)
        free(h);
}

/* The closing phase. It takes the whole list, so a handle that a close callback closes waits for
 * the next iteration (CLOSE-2, CLOSE-5). A handle without a close callback is closed all the same
 * (CLOSE-11). A handle that cannot be closed yet is put back (CLOSE-12). */
void handles_close(struct loop *loop)
{
    struct loop_handle *h = loop->closing;

    loop->closing = NULL;
    while (h) {
        struct loop_handle *next = h->next_closing;
        if (!kinds[h->kind].finish || kinds[h->kind].finish(h))
            handle_free(h);
        else
            handle_is_closed(h);
        h = next;
    }
}
