/* Wake-ups from other threads.
 *
 * A send raises the wake-up's flag and, only if it was down, writes to the loop's
 * eventfd: sends before the callback are one (ASYNC-1) and end a blocked wait
 * (ASYNC-8). The loop sees the eventfd in poll (ASYNC-5) and goes over all wake-ups. */
#include <errno.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include "loop/inside.h"

/* The read fails if the counter is already 0: an earlier pass has read it. */
static void eventfd_drain(int fd)
{
    uint64_t count;
    while (read(fd, &count, sizeof count) < 0 && errno == EINTR)
        continue;
}

/* The write fails if the counter is full; then the loop will be woken anyway. */
static void eventfd_raise(int fd)
{
    const uint64_t one = 1;
    while (write(fd, &one, sizeof one) < 0 && errno == EINTR)
        continue;
}

/* Handles are called in the order of their creation, not of the sends (ASYNC-2). Before a callback
 * runs, its flag is cleared and its handle has left the pass. So a send to itself or to an earlier
 * handle is reported in the next iteration, a send to a later handle in this pass (ASYNC-3,
 * ASYNC-4). */
static void wakeups_run(struct loop *loop, struct descriptor *d, uint32_t events)
{
    struct list pass;

    (void)events;
    eventfd_drain(d->fd);
    list_move(&loop->wakeups, &pass);
    while (!list_is_empty(&pass)) {
        struct wakeup *w = LIST_ENTRY(list_rotate(&pass, &loop->wakeups), struct wakeup, link);
        if (atomic_exchange(&w->sent, false))
            w->run(loop, w);
    }
}

static int wakeups_open(struct loop *loop)
{
    loop->wake = (struct descriptor){ .ready = wakeups_run };
    list_init(&loop->wake.link);
    loop->wake.fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (loop->wake.fd < 0)
        return -1;
    descriptor_start(loop, &loop->wake, EPOLLIN);
    return 0;
}

int wakeups_init(struct loop *loop)
{
    list_init(&loop->wakeups);
    return wakeups_open(loop);
}

int wakeups_renew(struct loop *loop)
{
    for (struct list *l = loop->wakeups.next; l != &loop->wakeups; l = l->next)
        if (loop->policy.renewal_clears_sends)
            atomic_store(&LIST_ENTRY(l, struct wakeup, link)->sent, false);
    descriptor_close(loop, &loop->wake);
    return wakeups_open(loop);
}

void wakeup_add(struct loop *loop, struct wakeup *w)
{
    atomic_init(&w->sent, false);
    list_append(&loop->wakeups, &w->link);
}

void wakeup_send(struct loop *loop, struct wakeup *w)
{
    if (!atomic_exchange(&w->sent, true))
        eventfd_raise(loop->wake.fd);
}

static void handle_is_sent(struct loop *loop, struct wakeup *w)
{
    const struct loop_handle *h = LIST_ENTRY(w, struct loop_handle, async);
    (void)loop;
    if (h->callback)
        h->callback(h->arg, 0);
}

/* ASYNC-6: active from the start. */
int async_init(struct loop_handle *h, int unused)
{
    (void)unused;
    h->async.run = handle_is_sent;
    wakeup_add(h->loop, &h->async);
    handle_activate(h);
    return 0;
}

/* ASYNC-7, CLOSE-8: leave the list, so that no send is delivered any more. If the flag stays set,
 * further sends do nothing at all; if it is cleared, they still end the wait. */
bool async_close(struct loop_handle *h)
{
    list_remove(&h->async.link);
    atomic_store(&h->async.sent, h->loop->policy.closed_send_is_mute != 0);
    handle_deactivate(h);
    return true;
}

int loop_async_send(struct loop_handle *h)
{
    assert(h->kind == LOOP_ASYNC);
    wakeup_send(h->loop, &h->async);
    return 0;
}
