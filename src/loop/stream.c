/* Streams: reading, opening and closing them. write.c sends. An event of the descriptor is first
 * used for reading, then for writing (POLL-21). An entry in the pending queue counts as "writable":
 * it reports what was already done on submission (PEND-1), and also tries to send what is left. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include "base/mem.h"
#include "loop/inside.h"

enum { READS_MAX = 32 }; /* reads per event (POLL-18) */

static bool is_open(const struct stream *s)
{
    return s->io.fd >= 0;
}

/* A stream is active while it reads. Up to 1.41: if it stops reading while a write is queued, it
 * stays active for good. */
static void reading_end(struct loop_handle *h)
{
    struct stream *s = &h->stream;

    s->flags &= ~(uint32_t)STREAM_IS_READING;
    descriptor_drop(h->loop, &s->io, EPOLLIN);
    if (!h->loop->policy.write_holds_handle || !(s->io.wanted & EPOLLOUT))
        handle_deactivate(h);
}

static void read_ended(struct loop_handle *h)
{
    h->stream.flags |= STREAM_HAS_ENDED;
    if (h->loop->policy.end_bars_read)
        h->stream.flags &= ~(uint32_t)STREAM_IS_READABLE;
    reading_end(h);
    h->callback(h->arg, LOOP_END_OF_FILE);
}

static void read_failed(struct loop_handle *h, int error)
{
    if (h->loop->policy.shutdown_bars_write)
        h->stream.flags &= ~(uint32_t)(STREAM_IS_READABLE | STREAM_IS_WRITABLE);
    h->callback(h->arg, -error);
    if (h->stream.flags & STREAM_IS_READING)
        reading_end(h);
}

/* POLL-18, POLL-22, POLL-23: read until it would block, is stopped, ends or has had its share. If a
 * read does not fill the buffer, there is no more for now. */
static void read_all(struct loop_handle *h)
{
    struct stream *s = &h->stream;

    s->flags &= ~(uint32_t)STREAM_HAS_SHORTAGE;
    for (int i = 0; i < READS_MAX && (s->flags & STREAM_IS_READING); i++) {
        const size_t room = s->buffer_size;
        if (room == 0) { /* STREAM-5 */
            h->callback(h->arg, -ENOBUFS);
            return;
        }
        const ssize_t n = s->flags & STREAM_IS_CHANNEL
                              ? channel_read(s)
                              : TEMP_FAILURE_RETRY(read(s->io.fd, s->buffer, room));
        if (n < 0) {
            if (errno != EAGAIN)
                read_failed(h, errno);
            return;
        }
        if (n == 0) {
            read_ended(h);
            return;
        }
        h->callback(h->arg, (int)n);
        if ((size_t)n < room) {
            s->flags |= STREAM_HAS_SHORTAGE;
            return;
        }
    }
}

/* The other side has closed and nothing is left to read: report the end without another read. */
static bool end_is_known(const struct loop_handle *h, uint32_t events)
{
    const uint32_t flags = h->stream.flags;

    if (!(events & EPOLLHUP) || !(flags & STREAM_IS_READING) || (flags & STREAM_HAS_ENDED))
        return false;
    return h->loop->policy.hangup_is_read ? (flags & STREAM_HAS_SHORTAGE) : !(events & EPOLLIN);
}

static bool wants_read(const struct loop_handle *h, uint32_t events)
{
    if (events & (EPOLLIN | EPOLLERR))
        return true;
    return (events & EPOLLHUP) && h->loop->policy.hangup_is_read;
}

/* A callback may close the stream at any time. */
static void stream_is_ready(struct loop *loop, struct descriptor *d, uint32_t events)
{
    struct loop_handle *h = LIST_ENTRY(d, struct loop_handle, stream.io);
    struct stream *s = &h->stream;

    (void)loop;
    if (s->connect.done) {
        stream_connected(h);
        return;
    }
    if (wants_read(h, events))
        read_all(h);
    if (is_open(s) && end_is_known(h, events))
        read_ended(h);
    if (!is_open(s) || !(events & (EPOLLOUT | EPOLLERR | EPOLLHUP)))
        return;
    stream_send(h);
    stream_report_writes(h);
    if (list_is_empty(&s->writes))
        stream_drained(h);
}

static void stream_is_pending(struct loop *loop, struct pending *p)
{
    struct stream *s = LIST_ENTRY(p, struct stream, pending);
    stream_is_ready(loop, &s->io, EPOLLOUT);
}

int stream_init(struct loop_handle *h, int fd)
{
    struct stream *s = &h->stream;

    s->io = (struct descriptor){ .fd = fd, .ready = stream_is_ready };
    s->pending.run = stream_is_pending;
    list_init(&s->io.link);
    list_init(&s->pending.link);
    list_init(&s->writes);
    list_init(&s->written);
    if (fd >= 0)
        s->flags = STREAM_IS_READABLE | STREAM_IS_WRITABLE;
    return 0;
}

int stream_read_start(struct loop_handle *h, size_t size)
{
    struct stream *s = &h->stream;

    if ((h->state & LOOP_IS_CLOSING) || !h->callback)
        return -EINVAL;
    if ((s->flags & STREAM_IS_READING) && h->loop->policy.reading_twice_fails)
        return -EALREADY;
    if (!(s->flags & STREAM_IS_READABLE))
        return -ENOTCONN;
    s->buffer = xrealloc(s->buffer, size, 1);
    s->buffer_size = size;
    s->flags |= STREAM_IS_READING;
    s->flags &= ~(uint32_t)STREAM_HAS_ENDED;
    descriptor_start(h->loop, &s->io, EPOLLIN);
    handle_activate(h);
    return 0;
}

int stream_read_stop(struct loop_handle *h)
{
    if (h->stream.flags & STREAM_IS_READING)
        reading_end(h);
    return 0;
}

int loop_read_start(struct loop_handle *h, size_t size)
{
    assert(h->kind == LOOP_STREAM || h->kind == LOOP_DATAGRAM);
    return h->kind == LOOP_STREAM ? stream_read_start(h, size) : datagram_read_start(h, size);
}

/* The other side sees the end at once. */
bool stream_close(struct loop_handle *h)
{
    struct stream *s = &h->stream;

    list_remove(&s->pending.link);
    channel_close(s);
    stream_read_stop(h);
    handle_deactivate(h);
    descriptor_close(h->loop, &s->io);
    s->flags &= ~(uint32_t)(STREAM_IS_READABLE | STREAM_IS_WRITABLE);
    return true;
}

unsigned stream_state(const struct loop_handle *h)
{
    const uint32_t flags = h->stream.flags;
    return (flags & STREAM_IS_READABLE ? LOOP_IS_READABLE : 0u) |
           (flags & STREAM_IS_WRITABLE ? LOOP_IS_WRITABLE : 0u);
}

/* STREAM-18 */
int loop_set_blocking(struct loop_handle *h, int blocking)
{
    assert(h->kind == LOOP_STREAM);
    const int flags = fcntl(h->stream.io.fd, F_GETFL);

    if (flags < 0)
        return -errno;
    const int wanted = blocking ? flags & ~O_NONBLOCK : flags | O_NONBLOCK;
    return fcntl(h->stream.io.fd, F_SETFL, wanted) == 0 ? 0 : -errno;
}

static bool is_tcp(const struct stream *s)
{
    int family = 0;
    socklen_t size = sizeof family;

    return getsockopt(s->io.fd, SOL_SOCKET, SO_DOMAIN, &family, &size) == 0 && family != AF_UNIX;
}

/* STREAM-9, STREAM-10: a linger time of 0 makes the kernel send a reset instead of an end. */
int loop_close_reset(struct loop_handle *h, loop_callback *closed)
{
    assert(h->kind == LOOP_STREAM);
    const struct linger none = { .l_onoff = 1, .l_linger = 0 };

    if (h->stream.shutdown.done || !is_tcp(&h->stream))
        return -EINVAL;
    if (setsockopt(h->stream.io.fd, SOL_SOCKET, SO_LINGER, &none, sizeof none) != 0)
        return -errno;
    loop_handle_close(h, closed);
    return 0;
}

/* CLOSE-9: the callbacks of unfinished operations come before the close callback, in this order. */
bool stream_finish(struct loop_handle *h)
{
    struct stream *s = &h->stream;

    call_end(h, &s->connect, -ECANCELED);
    stream_cancel_writes(h);
    stream_report_writes(h);
    call_end(h, &s->shutdown, -ECANCELED);
    assert(list_is_empty(&s->pending.link));
    free(s->buffer);
    return true;
}
