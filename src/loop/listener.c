/* Listeners. The loop takes a connection from the kernel and calls back. The user accepts it in
 * that callback or later; until then the listener takes no other connection. */
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include "loop/inside.h"

/* Connections that the other side gave up while they queued are skipped. */
static int connection_take(const struct listener *l)
{
    int fd;

    do {
        fd = accept4(l->io.fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    } while (fd < 0 && (errno == EINTR || errno == ECONNABORTED));
    return fd;
}

/* POLL-20: one connection per event or all that are queued, as the policy says. */
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

static int bind_path(struct listener *l, const struct sockaddr *at)
{
    if (l->io.fd >= 0)
        return -EINVAL;
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -errno;
    if (bind(fd, at, sizeof(struct sockaddr_un)) != 0) {
        const int error = errno;
        close(fd);
        return -error;
    }
    l->io.fd = fd;
    return 0;
}

/* STREAM-11: a port in use is not reported here, but by loop_listen(). */
static int bind_port(struct listener *l, const struct sockaddr *at)
{
    const int on = 1;

    setsockopt(l->io.fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(l->io.fd, at, sizeof(struct sockaddr_in)) == 0)
        return 0;
    if (errno != EADDRINUSE)
        return -errno;
    l->bind_error = -errno;
    return 0;
}

int loop_bind(struct loop_handle *h, const struct sockaddr *at)
{
    assert(h->kind == LOOP_LISTENER);
    return at->sa_family == AF_UNIX ? bind_path(&h->listener, at) : bind_port(&h->listener, at);
}

int loop_listen(struct loop_handle *h)
{
    assert(h->kind == LOOP_LISTENER);
    if ((h->state & LOOP_IS_CLOSING) || !h->callback || h->listener.io.fd < 0)
        return -EINVAL;
    if (h->listener.bind_error != 0)
        return h->listener.bind_error;
    if (listen(h->listener.io.fd, SOMAXCONN) != 0)
        return -errno;
    descriptor_start(h->loop, &h->listener.io, EPOLLIN);
    handle_activate(h);
    return 0;
}

static int connection_give(struct loop_handle *h)
{
    struct listener *l = &h->listener;
    const int fd = l->connection;

    if (fd < 0)
        return -1;
    l->connection = -1;
    descriptor_start(h->loop, &l->io, EPOLLIN);
    return fd;
}

struct loop_handle *loop_accept(struct loop_handle *from, loop_callback *callback, void *arg)
{
    assert(from->kind == LOOP_LISTENER || from->kind == LOOP_STREAM);
    const int fd = from->kind == LOOP_LISTENER ? connection_give(from) : channel_take(from);

    if (fd < 0) {
        errno = EAGAIN;
        return NULL;
    }
    return loop_handle_new(from->loop, LOOP_STREAM, fd, callback, arg);
}

/* Connections that nobody accepted are closed. */
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
