/* Listeners. A connection is taken from the kernel, then the callback is called, and in
 * it, or later, the user accepts. Until then the listener takes no other. */
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>
#include "loop/inside.h"

/* A connection that was given up while it queued is passed over. */
static int connection_take(const struct listener *l)
{
    int fd;

    do {
        fd = accept4(l->io.fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    } while (fd < 0 && (errno == EINTR || errno == ECONNABORTED));
    return fd;
}

/* POLL-20: one per event, or all that queue. */
static void listener_is_ready(struct loop *loop, struct descriptor *d, uint32_t events)
{
    struct loop_handle *h = LIST_ENTRY(d, struct loop_handle, listener.io);
    struct listener *l = &h->listener;
    const uint32_t most = loop->policy.accepts_max;

    (void)events;
    for (uint32_t i = 0; (most == 0 || i < most) && l->io.fd >= 0; i++) {
        assert(l->connection < 0);
        l->connection = connection_take(l);
        if (l->connection < 0)
            return;
        h->callback(h->arg, 0);
        if (l->connection >= 0) {
            descriptor_drop(loop, &l->io, EPOLLIN);
            return;
        }
    }
}

int listener_init(struct loop_handle *h, int fd)
{
    h->listener.io = (struct descriptor){ .fd = fd, .ready = listener_is_ready };
    list_init(&h->listener.io.link);
    h->listener.connection = -1;
    return 0;
}

int loop_listen(struct loop_handle *h)
{
    assert(h->kind == LOOP_LISTENER);
    if ((h->state & LOOP_IS_CLOSING) || !h->callback)
        return -EINVAL;
    if (listen(h->listener.io.fd, SOMAXCONN) != 0)
        return -errno;
    descriptor_start(h->loop, &h->listener.io, EPOLLIN);
    handle_activate(h);
    return 0;
}

struct loop_handle *loop_accept(struct loop_handle *listener, loop_callback *callback, void *arg)
{
    assert(listener->kind == LOOP_LISTENER);
    struct listener *l = &listener->listener;

    if (l->connection < 0) {
        errno = EAGAIN;
        return NULL;
    }
    struct loop_handle *h = loop_handle_new(listener->loop, LOOP_STREAM, l->connection, callback,
                                            arg);
    l->connection = -1;
    descriptor_start(listener->loop, &l->io, EPOLLIN);
    return h;
}

/* Whoever is still in the queue is cut off. */
bool listener_close(struct loop_handle *h)
{
    struct listener *l = &h->listener;

    handle_deactivate(h);
    descriptor_close(h->loop, &l->io);
    if (l->connection >= 0)
        close(l->connection);
    l->connection = -1;
    return true;
}
