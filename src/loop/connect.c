/* Connecting a stream. The kernel reports the outcome by making the descriptor writable. Connecting
 * to a path where nobody listens fails in the call itself, and the pending queue reports it
 * (PEND-7). A port that nobody listens on is refused by the other side; poll reports that, as it
 * reports success (PEND-8). */
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include "loop/inside.h"

static socklen_t size_of(const struct sockaddr *to)
{
    switch (to->sa_family) {
    case AF_UNIX: return sizeof(struct sockaddr_un);
    case AF_INET: return sizeof(struct sockaddr_in);
    case AF_INET6: return sizeof(struct sockaddr_in6);
    default: return 0;
    }
}

static int begin(struct stream *s, const struct sockaddr *to)
{
    const long status = TEMP_FAILURE_RETRY(connect(s->io.fd, to, size_of(to)));

    return status == 0 || errno == EINPROGRESS ? 0 : -errno;
}

/* The socket of a failed connection is kept; another attempt would use it again. */
int loop_connect(struct loop_handle *h, const struct sockaddr *to, loop_callback *done, void *arg)
{
    assert(h->kind == LOOP_STREAM);
    struct stream *s = &h->stream;
    const bool is_path = to->sa_family == AF_UNIX;

    if ((h->state & LOOP_IS_CLOSING) || !done || size_of(to) == 0)
        return -EINVAL;
    if (s->connect.done)
        return -EALREADY;
    if (s->io.fd < 0) {
        s->io.fd = socket(to->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        if (s->io.fd < 0)
            return -errno;
    }
    const int status = begin(s, to);
    if (status < 0 && !is_path && status != -ECONNREFUSED)
        return status;
    s->connect_error = status;
    s->connect = (struct call){ done, arg };
    h->loop->active_requests++;
    if (status == 0 || !is_path) {
        s->flags |= STREAM_IS_READABLE | STREAM_IS_WRITABLE;
        descriptor_start(h->loop, &s->io, EPOLLOUT);
    }
    if (status != 0)
        loop_pend(h->loop, &s->pending);
    return 0;
}

static int outcome(struct stream *s)
{
    int error = s->connect_error;
    socklen_t size = sizeof error;

    s->connect_error = 0;
    if (error != 0)
        return error;
    return getsockopt(s->io.fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? -error : -errno;
}

/* Writes that waited for the connection go out at the next event; if it failed, they are cancelled
 * at once. */
void stream_connected(struct loop_handle *h)
{
    struct stream *s = &h->stream;
    const int status = outcome(s);

    if (status == -EINPROGRESS)
        return;
    if (status < 0 || list_is_empty(&s->writes))
        descriptor_drop(h->loop, &s->io, EPOLLOUT);
    call_end(h, &s->connect, status);
    if (s->io.fd < 0 || status == 0)
        return;
    stream_cancel_writes(h);
    stream_report_writes(h);
}
