/* Datagrams: receiving them, and opening and closing their handles. send.c sends them. */
#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include "base/mem.h"
#include "loop/inside.h"

enum { BATCH_MAX = 20 }; /* datagrams per system call (DGRAM-12) */

/* Returns the number of bytes, or a negative errno; stores the flags for the callback. */
static int receive(const struct descriptor *d, const struct datagram *g, int *flags)
{
    struct iovec room = { g->buffer, g->buffer_size };
    struct msghdr message = { .msg_iov = &room, .msg_iovlen = 1 };
    const ssize_t n = TEMP_FAILURE_RETRY(recvmsg(d->fd, &message, 0));

    *flags = n >= 0 && message.msg_flags & MSG_TRUNC ? LOOP_IS_CUT : 0; /* TELL-5 */
    return n >= 0 ? (int)n : -errno;
}

static void call_back(struct loop_handle *h, int status, int flags)
{
    h->reported = flags;
    h->callback(h->arg, status);
}

/* A callback without a datagram. Only a handle that was started as `thorough` gets it
 * (DGRAM-10). */
static void call_without_datagram(struct loop_handle *h, int status, int flags)
{
    if (h->datagram.is_thorough && h->datagram.is_started)
        call_back(h, status, flags);
}

/* Receive with one system call, then call back for each datagram. If a callback stops the handle,
 * the rest of the batch is lost; if it closes the handle, the rest is still delivered (DGRAM-13).
 * Returns how many datagrams there were. */
static uint32_t receive_batch(struct loop_handle *h, struct descriptor *d)
{
    const struct datagram *g = &h->datagram;
    int size[BATCH_MAX], flags[BATCH_MAX];
    uint32_t count = 0;

    while (count < g->batch && count < BATCH_MAX &&
           (size[count] = receive(d, g, &flags[count])) >= 0)
        count++;
    for (uint32_t i = 0; i < count && g->is_started; i++)
        call_back(h, size[i], flags[i] | LOOP_IS_OF_BATCH); /* TELL-6 */
    if (count > 0)
        call_without_datagram(h, LOOP_END_OF_FILE, LOOP_ENDS_BATCH);
    else if (size[0] != -EAGAIN)
        call_back(h, size[0], 0);
    else
        call_without_datagram(h, -EAGAIN, 0);
    return count;
}

static uint32_t receive_one(struct loop_handle *h, struct descriptor *d)
{
    int flags;
    const int n = receive(d, &h->datagram, &flags);

    if (n != -EAGAIN)
        call_back(h, n, flags);
    else
        call_without_datagram(h, -EAGAIN, 0);
    return n >= 0;
}

/* POLL-19: receive until there are no more datagrams, the handle is stopped, or it has had its
 * share of this iteration. */
static void receive_all(struct loop_handle *h, struct descriptor *d)
{
    const struct datagram *g = &h->datagram;

    for (uint32_t i = 0; i < h->loop->policy.datagrams_max && (d->wanted & EPOLLIN);) {
        if (g->buffer_size == 0) { /* DGRAM-9 */
            call_back(h, -ENOBUFS, 0);
            return;
        }
        const uint32_t n = g->batch > 0 ? receive_batch(h, d) : receive_one(h, d);
        if (n == 0)
            return;
        i += n;
    }
}

/* A callback may close the handle at any time. */
static void datagram_is_ready(struct loop *loop, struct descriptor *d, uint32_t events)
{
    struct loop_handle *h = LIST_ENTRY(d, struct loop_handle, datagram.io);

    (void)loop;
    if (events & EPOLLIN)
        receive_all(h, d);
    if ((h->state & LOOP_IS_CLOSING) && !h->loop->policy.closed_is_sent)
        return;
    if (events & EPOLLOUT) {
        sends_try(h);
        sends_report(h);
    }
}

static void datagram_is_pending(struct loop *loop, struct pending *p)
{
    struct datagram *g = LIST_ENTRY(p, struct datagram, pending);
    datagram_is_ready(loop, &g->io, EPOLLOUT);
}

int datagram_init(struct loop_handle *h, int fd)
{
    struct datagram *g = &h->datagram;
    struct sockaddr_storage other;
    socklen_t size = sizeof other;

    g->io = (struct descriptor){ .fd = fd, .ready = datagram_is_ready };
    g->pending.run = datagram_is_pending;
    g->is_connected = getpeername(fd, (struct sockaddr *)&other, &size) == 0;
    list_init(&g->io.link);
    list_init(&g->pending.link);
    list_init(&g->sends);
    list_init(&g->sent);
    return 0;
}

struct loop_handle *loop_datagram_new(struct loop *loop, int fd, size_t batch,
                                      loop_callback *callback, void *arg)
{
    struct loop_handle *h = loop_handle_new(loop, LOOP_DATAGRAM, fd, callback, arg);

    if (h)
        h->datagram.batch = batch;
    return h;
}

static int start(struct loop_handle *h, size_t size, bool thorough)
{
    struct datagram *g = &h->datagram;

    if ((h->state & LOOP_IS_CLOSING) || !h->callback)
        return -EINVAL;
    if (g->io.wanted & EPOLLIN)
        return -EALREADY;
    g->buffer = size > 0 ? xrealloc(g->buffer, size, 1) : g->buffer;
    g->buffer_size = size;
    g->is_started = true;
    g->is_thorough = thorough;
    descriptor_start(h->loop, &g->io, EPOLLIN);
    handle_activate(h);
    return 0;
}

int datagram_read_start(struct loop_handle *h, size_t size)
{
    return size == 0 ? -EINVAL : start(h, size, false);
}

int loop_datagram_start(struct loop_handle *h, int room, int thorough)
{
    assert(h->kind == LOOP_DATAGRAM);
    return start(h, room ? 65536 : 0, thorough);
}

/* DGRAM-7. Queued sends still go out (DGRAM-19). */
int datagram_read_stop(struct loop_handle *h)
{
    struct descriptor *io = &h->datagram.io;

    h->datagram.is_started = false;
    descriptor_drop(h->loop, io, EPOLLIN);
    if (!(io->wanted & EPOLLOUT))
        handle_deactivate(h);
    return 0;
}

int loop_datagram_connect(struct loop_handle *h, const struct sockaddr *to)
{
    assert(h->kind == LOOP_DATAGRAM);
    const struct sockaddr nobody = { .sa_family = AF_UNSPEC };
    struct datagram *g = &h->datagram;
    const socklen_t size = to && to->sa_family == AF_INET6 ? 28 : 16;

    if (g->is_connected == (to != NULL))
        return to ? -EISCONN : -ENOTCONN;
    if (connect(g->io.fd, to ? to : &nobody, size) != 0)
        return -errno;
    g->is_connected = to != NULL;
    return 0;
}

bool datagram_close(struct loop_handle *h)
{
    list_remove(&h->datagram.pending.link);
    handle_deactivate(h);
    descriptor_close(h->loop, &h->datagram.io);
    return true;
}

/* DGRAM-6: the callbacks of queued sends come before the close callback. */
bool datagram_finish(struct loop_handle *h)
{
    sends_cancel(h);
    sends_report(h);
    list_remove(
        &h->datagram.pending.link); /* where closed handles still send, they are queued anew */
    free(h->datagram.buffer);
    return true;
}
