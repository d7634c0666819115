/* Datagrams. */
#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include "base/mem.h"
#include "loop/inside.h"

/* POLL-19: until there are none, it is stopped, or it has had its share. */
static void datagram_is_ready(struct loop *loop, struct descriptor *d, uint32_t events)
{
    struct loop_handle *h = LIST_ENTRY(d, struct loop_handle, datagram.io);
    const struct datagram *g = &h->datagram;

    if (!(events & EPOLLIN))
        return;
    for (uint32_t i = 0; i < loop->policy.datagrams_max && (d->wanted & EPOLLIN); i++) {
        const ssize_t n = TEMP_FAILURE_RETRY(recv(d->fd, g->buffer, g->buffer_size, 0));
        if (n >= 0 || errno != EAGAIN)
            h->callback(h->arg, n >= 0 ? (int)n : -errno);
        if (n < 0)
            return;
    }
}

int datagram_init(struct loop_handle *h, int fd)
{
    h->datagram.io = (struct descriptor){ .fd = fd, .ready = datagram_is_ready };
    list_init(&h->datagram.io.link);
    return 0;
}

int datagram_read_start(struct loop_handle *h, size_t size)
{
    struct datagram *g = &h->datagram;

    if ((h->state & LOOP_IS_CLOSING) || !h->callback || size == 0)
        return -EINVAL;
    if (g->io.wanted & EPOLLIN)
        return -EALREADY;
    g->buffer = xrealloc(g->buffer, size, 1);
    g->buffer_size = size;
    descriptor_start(h->loop, &g->io, EPOLLIN);
    handle_activate(h);
    return 0;
}

int datagram_read_stop(struct loop_handle *h)
{
    descriptor_drop(h->loop, &h->datagram.io, EPOLLIN);
    handle_deactivate(h);
    return 0;
}

bool datagram_close(struct loop_handle *h)
{
    handle_deactivate(h);
    descriptor_close(h->loop, &h->datagram.io);
    free(h->datagram.buffer);
    return true;
}
