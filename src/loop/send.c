/* Sending datagrams. A send is tried at once if no other is queued. Sent or failed, it then waits
 * in the `sent` list for its callback, which the pending queue calls. What the kernel does not take
 * at once goes out when the descriptor is writable, in poll (DGRAM-2). While callbacks of sends
 * run, a new send is only queued (DGRAM-3). */
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "base/mem.h"
#include "loop/inside.h"

enum { BATCH_MAX = 20 }; /* datagrams per system call, from 1.35 on */

struct send {
    struct list link; /* in datagram.sends, then in datagram.sent */
    const void *bytes;
    size_t size;
    struct sockaddr_storage to;
    bool is_addressed;
    int status; /* 0 or a negative errno */
    struct call call;
};

static socklen_t address_size(const struct sockaddr *to)
{
    if (!to)
        return 0;
    return to->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
}

/* 0 or a negative errno. */
static int send_one(const struct datagram *g, const void *bytes, size_t size,
                    const struct sockaddr *to)
{
    const ssize_t n = TEMP_FAILURE_RETRY(
        sendto(g->io.fd, bytes, size, MSG_NOSIGNAL, to, address_size(to)));

    if (n >= 0)
        return 0;
    return errno == ENOBUFS ? -EAGAIN : -errno;
}

/* DGRAM-15. */
static int check_address(const struct datagram *g, const struct sockaddr *to)
{
    if (to && g->is_connected)
        return -EISCONN;
    return !to && !g->is_connected ? -EDESTADDRREQ : 0;
}

/* Move the first `count` queued sends, or fewer if there are not as many, to the sent ones. A loop
 * that sends them one by one queues the handle after each. */
static void finish(struct loop_handle *h, uint32_t count, int status)
{
    struct datagram *g = &h->datagram;

    for (; count > 0 && !list_is_empty(&g->sends); count--)
        LIST_ENTRY(list_rotate(&g->sends, &g->sent), struct send, link)->status = status;
    if (h->loop->policy.send_error == SEND_ERROR_IS_ITS_OWN)
        loop_pend(h->loop, &g->pending);
}

/* DGRAM-21: what a failed send does to those queued after it. `place` is its index in its batch.
 * Returns whether the next ones may be tried now. */
static bool finish_failed(struct loop_handle *h, uint32_t place, int status)
{
    switch ((enum policy_send_error)h->loop->policy.send_error) {
    case SEND_ERROR_IS_ITS_OWN: finish(h, 1, status); return true;
    case SEND_ERROR_IS_MISSED:
        finish(h, BATCH_MAX - place, place > 0 ? 0 : status);
        return place > 0;
    case SEND_ERROR_SPREADS: finish(h, BATCH_MAX, status); return false;
    case SEND_ERROR_ENDS_ROUND: finish(h, 1, status); return false;
    }
    return false;
}

/* The handle is queued once all is sent or one has failed, not while the socket takes no more: it
 * waits for the socket then. */
void sends_try(struct loop_handle *h)
{
    const struct datagram *g = &h->datagram;
    bool goes_on = true;

    if (list_is_empty(&g->sends))
        return;
    for (uint32_t place = 0; goes_on && !list_is_empty(&g->sends);
         place = (place + 1) % BATCH_MAX) {
        const struct send *s = LIST_ENTRY(g->sends.next, struct send, link);
        const struct sockaddr *to = s->is_addressed ? (const struct sockaddr *)&s->to : NULL;
        const int status = send_one(g, s->bytes, s->size, to);
        if (status == -EAGAIN)
            return;
        if (status == 0)
            finish(h, 1, 0);
        else
            goes_on = finish_failed(h, place, status);
    }
    loop_pend(h->loop, &h->datagram.pending);
}

/* Sends that callbacks add meanwhile are reported, too: the queues are checked again each time. */
void sends_report(struct loop_handle *h)
{
    struct datagram *g = &h->datagram;

    g->is_reporting = true;
    while (!list_is_empty(&g->sent)) {
        struct send *s = LIST_ENTRY(g->sent.next, struct send, link);
        struct call call = s->call;
        const int status = s->status;

        list_remove(&s->link);
        g->send_count--;
        g->send_bytes -= s->size;
        free(s);
        call_end(h, &call, status);
    }
    g->is_reporting = false;
    if (!list_is_empty(&g->sends) || g->io.fd < 0)
        return;
    descriptor_drop(h->loop, &g->io, EPOLLOUT);
    if (!(g->io.wanted & EPOLLIN))
        handle_deactivate(h);
}

void sends_cancel(struct loop_handle *h)
{
    struct datagram *g = &h->datagram;

    while (!list_is_empty(&g->sends))
        LIST_ENTRY(list_rotate(&g->sends, &g->sent), struct send, link)->status = -ECANCELED;
}

int loop_send(struct loop_handle *h, const void *bytes, size_t size, const struct sockaddr *to,
              loop_callback *done, void *arg)
{
    assert(h->kind == LOOP_DATAGRAM);
    struct datagram *g = &h->datagram;
    const bool is_first = g->send_count == 0;
    const int status = check_address(g, to);

    if (status < 0)
        return status;
    struct send *s = xcalloc(1, sizeof *s);
    s->bytes = bytes;
    s->size = size;
    s->is_addressed = to;
    if (to)
        memcpy(&s->to, to, address_size(to));
    call_begin(h, &s->call, done, arg);
    g->send_count++;
    g->send_bytes += size;
    list_append(&g->sends, &s->link);
    handle_activate(h);
    if (is_first && !g->is_reporting)
        sends_try(h);
    if (!list_is_empty(&g->sends))
        descriptor_start(h->loop, &g->io, EPOLLOUT);
    return 0;
}

/* DGRAM-5: fails if a send is queued, since it must not overtake that. */
int loop_try_send(struct loop_handle *h, const void *bytes, size_t size, const struct sockaddr *to)
{
    assert(h->kind == LOOP_DATAGRAM);
    const struct datagram *g = &h->datagram;
    int status = check_address(g, to);

    if (status == 0 && g->send_count > 0)
        status = -EAGAIN;
    if (status == 0)
        status = send_one(g, bytes, size, to);
    return status < 0 ? status : (int)size;
}

int loop_try_send_batch(struct loop_handle *h, const void *bytes, size_t size, size_t count,
                        const struct sockaddr *to)
{
    assert(h->kind == LOOP_DATAGRAM);
    const struct datagram *g = &h->datagram;
    int status = g->send_count > 0 ? -EAGAIN : 0, sent = 0;

    for (size_t i = 0; i < count && status == 0; i++) {
        status = send_one(g, bytes, size, to);
        sent += status == 0;
    }
    return sent > 0 ? sent : status;
}

uint64_t loop_sends_queued(struct loop_handle *h)
{
    return h->datagram.send_count;
}

uint64_t loop_bytes_queued(struct loop_handle *h)
{
    return h->datagram.send_bytes;
}
