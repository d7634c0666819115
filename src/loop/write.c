/* Sending on a stream: writes, and the shutdown after the last of them. A write is tried at once if
 * no other is queued. Sent or failed, it then waits in the `written` list for its callback, which
 * the pending queue calls (PEND-1). What the kernel does not take at once goes out when the
 * descriptor is writable, in poll (PEND-12). Both ways lead through stream_send() and
 * stream_report_writes(), so callbacks come in the order of the writes (PEND-11). */
#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include "base/mem.h"
#include "loop/inside.h"

struct write {
    struct list link; /* in stream.writes, then in stream.written */
    const char *bytes;
    size_t left;                /* bytes not sent, if it failed */
    int error;                  /* a negative errno, or 0 */
    struct loop_handle *passed; /* handle to pass with the first byte; NULL: none */
    struct call call;
};

void call_end(struct loop_handle *h, struct call *c, int status)
{
    const struct call call = *c;

    if (!call.done)
        return;
    assert(h->loop->active_requests > 0);
    c->done = NULL;
    h->loop->active_requests--;
    call.done(call.arg, status);
}

void call_begin(struct loop_handle *h, struct call *c, loop_callback *done, void *arg)
{
    assert(done);
    *c = (struct call){ done, arg };
    h->loop->active_requests++;
}

/* Returns how many bytes were sent, or a negative errno: -EAGAIN if none. */
static ssize_t send_some(const struct stream *s, const void *bytes, size_t size,
                         const struct loop_handle *passed)
{
    const ssize_t n = passed ? channel_send(s, bytes, size, passed)
                             : TEMP_FAILURE_RETRY(send(s->io.fd, bytes, size, MSG_NOSIGNAL));

    if (n >= 0)
        return n;
    return errno == ENOBUFS ? -EAGAIN : -errno;
}

/* As send_some(), but 0 instead of -EAGAIN. */
static ssize_t write_some(const struct stream *s, const struct write *w)
{
    const ssize_t n = send_some(s, w->bytes, w->left, w->passed);
    return n == -EAGAIN ? 0 : n;
}

static void write_finish(struct loop_handle *h, struct write *w)
{
    list_remove(&w->link);
    list_append(&h->stream.written, &w->link);
    loop_pend(h->loop, &h->stream.pending);
}

/* An error ends this write only; the ones queued after it are tried when it is reported. */
static void write_failed(struct loop_handle *h, struct write *w, int error)
{
    struct descriptor *io = &h->stream.io;

    w->error = error;
    write_finish(h, w);
    descriptor_drop(h->loop, io, EPOLLOUT);
    if (!(io->wanted & EPOLLIN))
        handle_deactivate(h);
}

void stream_send(struct loop_handle *h)
{
    struct stream *s = &h->stream;

    for (uint32_t i = 0; i < h->loop->policy.writes_max && !list_is_empty(&s->writes); i++) {
        struct write *w = LIST_ENTRY(s->writes.next, struct write, link);
        const ssize_t n = write_some(s, w);
        if (n < 0) {
            write_failed(h, w, (int)n);
            return;
        }
        w->bytes += n;
        w->left -= (size_t)n;
        s->unwritten -= (size_t)n;
        if (w->left > 0) {
            descriptor_start(h->loop, &s->io, EPOLLOUT);
            return;
        }
        write_finish(h, w);
    }
}

/* Report the writes that are done now: a write that a callback makes is for the next round
 * (PEND-6). */
void stream_report_writes(struct loop_handle *h)
{
    struct list round;

    list_move(&h->stream.written, &round);
    while (!list_is_empty(&round)) {
        struct write *w = LIST_ENTRY(round.next, struct write, link);
        struct call call = w->call;
        const int error = w->error;

        list_remove(&w->link);
        h->stream.unwritten -= w->left;
        if (w->passed)
            handle_let_go(w->passed);
        free(w);
        call_end(h, &call, error);
    }
}

void stream_cancel_writes(struct loop_handle *h)
{
    struct stream *s = &h->stream;

    while (!list_is_empty(&s->writes))
        LIST_ENTRY(list_rotate(&s->writes, &s->written), struct write, link)->error = -ECANCELED;
}

/* PEND-9. If the callback of the last write closed the stream, the shutdown is cancelled at once;
 * with an older policy, in the closing phase. */
void stream_drained(struct loop_handle *h)
{
    struct stream *s = &h->stream;
    const bool is_closing = (h->state & LOOP_IS_CLOSING) != 0;
    int status = -ECANCELED;

    assert(list_is_empty(&s->writes));
    if (!is_closing)
        descriptor_drop(h->loop, &s->io, EPOLLOUT);
    if (!s->shutdown.done || (is_closing && !h->loop->policy.shutdown_pends))
        return;
    if (!is_closing)
        status = shutdown(s->io.fd, SHUT_WR) == 0 ? 0 : -errno;
    if (status == 0)
        s->flags |= STREAM_IS_SHUT;
    call_end(h, &s->shutdown, status);
}

/* Start a write; `*what` is copied. */
static int write_begin(struct loop_handle *h, const struct write *what, loop_callback *done,
                       void *arg)
{
    assert(h->kind == LOOP_STREAM);
    struct stream *s = &h->stream;
    const bool is_first = s->unwritten == 0;
    const size_t size = what->left;

    if (s->io.fd < 0)
        return -EBADF;
    if (!(s->flags & STREAM_IS_WRITABLE))
        return -EPIPE;
    if (what->passed && !(s->flags & STREAM_IS_CHANNEL))
        return -EINVAL;
    if (what->passed && what->passed->stream.io.fd < 0)
        return -EBADF;
    struct write *w = xcalloc(1, sizeof *w);
    *w = *what;
    if (w->passed)
        handle_hold(w->passed);
    call_begin(h, &w->call, done, arg);
    s->unwritten += size;
    list_append(&s->writes, &w->link);
    if (s->connect.done)
        return 0;
    if (is_first)
        stream_send(h);
    else
        descriptor_start(h->loop, &s->io, EPOLLOUT);
    return 0;
}

int loop_write(struct loop_handle *h, const void *bytes, size_t size, loop_callback *done,
               void *arg)
{
    return write_begin(h, &(struct write){ .bytes = bytes, .left = size }, done, arg);
}

/* STREAM-15, STREAM-17 */
int loop_pass(struct loop_handle *h, struct loop_handle *other, loop_callback *done, void *arg)
{
    assert(other->kind == LOOP_STREAM);
    return write_begin(h, &(struct write){ .bytes = "", .left = 1, .passed = other }, done, arg);
}

/* Up to 1.41: try_write is a write that is queued and taken back. So an empty write that is already
 * queued is sent in its place, and what is done at once makes the stream pending. */
static int try_as_write(struct loop_handle *h, const void *bytes, size_t size)
{
    struct stream *s = &h->stream;
    ssize_t n = -EAGAIN;

    if (!list_is_empty(&s->writes))
        stream_send(h);
    else
        n = send_some(s, bytes, size, NULL);
    if (n != -EAGAIN && (n < 0 || (size_t)n == size))
        loop_pend(h->loop, &s->pending);
    return size == 0 ? 0 : (int)n;
}

/* STREAM-1, STREAM-2, STREAM-3 */
int loop_try_write(struct loop_handle *h, const void *bytes, size_t size)
{
    assert(h->kind == LOOP_STREAM);
    const struct stream *s = &h->stream;

    if (s->connect.done || s->unwritten > 0)
        return -EAGAIN;
    if (s->io.fd < 0)
        return -EBADF;
    if (!(s->flags & STREAM_IS_WRITABLE))
        return -EPIPE;
    return h->loop->policy.try_is_write ? try_as_write(h, bytes, size)
                                        : (int)send_some(s, bytes, size, NULL);
}

size_t loop_unwritten(struct loop_handle *h)
{
    assert(h->kind == LOOP_STREAM);
    return h->stream.unwritten;
}

int loop_shutdown(struct loop_handle *h, loop_callback *done, void *arg)
{
    assert(h->kind == LOOP_STREAM);
    struct stream *s = &h->stream;

    if (!(s->flags & STREAM_IS_WRITABLE) || (s->flags & STREAM_IS_SHUT) || s->shutdown.done)
        return -ENOTCONN;
    call_begin(h, &s->shutdown, done, arg);
    if (h->loop->policy.shutdown_bars_write)
        s->flags &= ~(uint32_t)STREAM_IS_WRITABLE;
    if (!h->loop->policy.shutdown_pends)
        descriptor_start(h->loop, &s->io, EPOLLOUT);
    else if (list_is_empty(&s->writes))
        loop_pend(h->loop, &s->pending);
    return 0;
}
