/* Handles passed over a stream: a descriptor is sent along with a byte and waits at the receiving
 * end until the user accepts it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "base/mem.h"
#include "loop/inside.h"

enum { DESCRIPTORS_MAX = 64 }; /* in one message; each message of ours has one */

union control {
    struct cmsghdr head;
    char room[CMSG_SPACE(DESCRIPTORS_MAX * sizeof(int))];
};

int channel_init(struct loop_handle *h, int fd)
{
    h->kind = LOOP_STREAM;
    const int status = stream_init(h, fd);
    h->stream.flags |= STREAM_IS_CHANNEL;
    return status;
}

ssize_t channel_send(const struct stream *s, const void *bytes, size_t size,
                     const struct loop_handle *passed)
{
    struct iovec part = { (void *)bytes, size };
    union control control = { .head = { .cmsg_level = SOL_SOCKET,
                                        .cmsg_type = SCM_RIGHTS,
                                        .cmsg_len = CMSG_LEN(sizeof(int)) } };
    const struct msghdr message = { .msg_iov = &part,
                                    .msg_iovlen = 1,
                                    .msg_control = &control,
                                    .msg_controllen = CMSG_SPACE(sizeof(int)) };

    if (passed->state & LOOP_IS_CLOSING) {
        errno = EBADF;
        return -1;
    }
    memcpy(CMSG_DATA(&control.head), &passed->stream.io.fd, sizeof(int));
    return TEMP_FAILURE_RETRY(sendmsg(s->io.fd, &message, MSG_NOSIGNAL));
}

static void keep(struct stream *s, struct cmsghdr *head)
{
    const size_t count = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);

    for (size_t i = 0; i < count; i++) {
        GROW(s->passed, s->passed_count, s->passed_room);
        memcpy(&s->passed[s->passed_count++], CMSG_DATA(head) + i * sizeof(int), sizeof(int));
    }
}

ssize_t channel_read(struct stream *s)
{
    struct iovec part = { s->buffer, s->buffer_size };
    union control control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control
    };
    const ssize_t n = TEMP_FAILURE_RETRY(recvmsg(s->io.fd, &message, MSG_CMSG_CLOEXEC));

    if (n <= 0)
        return n;
    for (struct cmsghdr *c = CMSG_FIRSTHDR(&message); c; c = CMSG_NXTHDR(&message, c))
        if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS)
            keep(s, c);
    return n;
}

/* STREAM-16. After the last descriptor has been accepted, the loop reads on. */
int channel_take(struct loop_handle *h)
{
    struct stream *s = &h->stream;

    if (s->passed_count == 0)
        return -1;
    const int fd = s->passed[0];
    s->passed_count--;
    memmove(s->passed, s->passed + 1, s->passed_count * sizeof *s->passed);
    if (s->passed_count == 0)
        descriptor_start(h->loop, &s->io, EPOLLIN);
    return fd;
}

void channel_close(struct stream *s)
{
    for (size_t i = 0; i < s->passed_count; i++)
        close(s->passed[i]);
    free(s->passed);
    s->passed = NULL;
    s->passed_count = 0;
}

int loop_passed(struct loop_handle *h)
{
    assert(h->kind == LOOP_STREAM);
    return (int)h->stream.passed_count;
}
