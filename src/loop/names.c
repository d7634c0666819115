/* Paths and addresses of a handle, and the options of its socket. */
#include <errno.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/un.h>
#include "loop/inside.h"

/* TELL-1, TELL-2: copy a text and its zero, or report how much room they need. */
static int copy_text(const char *text, size_t length, char *buffer, size_t *size)
{
    if (*size == 0)
        return -EINVAL;
    if (length >= *size) {
        *size = length + 1;
        return -ENOBUFS;
    }
    memcpy(buffer, text, length);
    buffer[length] = '\0';
    *size = length;
    return 0;
}

/* TELL-1: a stopped handle has no path. */
static int copy_path(const struct loop_handle *h, char *buffer, size_t *size)
{
    const char *path = h->kind == LOOP_WATCH     ? watch_path(h)
                       : h->kind == LOOP_INSPECT ? inspect_path(h)
                                                 : NULL;
    return path ? copy_text(path, strlen(path), buffer, size) : -EINVAL;
}

/* TELL-2: if a bind has failed and nobody was told yet, the answer is that error (STREAM-11). */
static int copy_address(struct loop_handle *h, bool is_own, void *buffer, size_t *size)
{
    const int fd = h->kind == LOOP_LISTENER && h->listener.bind_error ? h->listener.bind_error
                                                                      : loop_descriptor(h);
    struct sockaddr_storage name = { 0 };
    socklen_t length = sizeof name;

    if (fd < 0)
        return fd;
    const int result = is_own ? getsockname(fd, (struct sockaddr *)&name, &length)
                              : getpeername(fd, (struct sockaddr *)&name, &length);
    if (result != 0)
        return -errno;
    if (name.ss_family == AF_UNIX && h->kind != LOOP_DATAGRAM) {
        const struct sockaddr_un *un = (const struct sockaddr_un *)&name;
        return copy_text(un->sun_path, strnlen(un->sun_path, sizeof un->sun_path), buffer, size);
    }
    memcpy(buffer, &name, length < *size ? length : *size);
    *size = length;
    return 0;
}

int loop_name(struct loop_handle *h, enum loop_name which, void *buffer, size_t *size)
{
    if (which == LOOP_NAME_PATH)
        return copy_path(h, buffer, size);
    if (which != LOOP_NAME_CHANGED)
        return copy_address(h, which == LOOP_NAME_ADDRESS, buffer, size);
    if (h->kind != LOOP_WATCH || !h->watch.changed)
        return -EINVAL;
    return copy_text(h->watch.changed, strlen(h->watch.changed), buffer, size);
}

/* ---- options ---- */

static int set(int fd, int level, int option, int value)
{
    return setsockopt(fd, level, option, &value, sizeof value) == 0 ? 0 : -errno;
}

/* TELL-8: ten probes, each a second after the one before. */
static int keep_alive(const struct loop_policy *policy, int fd, int delay_s)
{
    int result = set(fd, SOL_SOCKET, SO_KEEPALIVE, delay_s >= 0);

    if (result < 0 || delay_s < 0)
        return result;
    if (delay_s < 1)
        return -(int)policy->no_delay_error;
    result = set(fd, IPPROTO_TCP, TCP_KEEPIDLE, delay_s);
    if (result < 0 || !policy->probes_are_set)
        return result;
    result = set(fd, IPPROTO_TCP, TCP_KEEPINTVL, 1);
    return result < 0 ? result : set(fd, IPPROTO_TCP, TCP_KEEPCNT, 10);
}

static bool is_tcp(const struct loop_handle *h, int fd)
{
    int domain = 0;
    socklen_t size = sizeof domain;

    return h->kind == LOOP_STREAM && getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0 &&
           domain != AF_UNIX;
}

int loop_tune(struct loop_handle *h, enum loop_tuning what, int value)
{
    const int fd = loop_descriptor(h);
    const bool of_tcp = what == LOOP_TUNE_NODELAY || what == LOOP_TUNE_KEEP_ALIVE;

    if (fd < 0 || (of_tcp ? !is_tcp(h, fd) : h->kind != LOOP_DATAGRAM))
        return -EINVAL;
    switch (what) {
    case LOOP_TUNE_NODELAY: return set(fd, IPPROTO_TCP, TCP_NODELAY, value);
    case LOOP_TUNE_KEEP_ALIVE: return keep_alive(&h->loop->policy, fd, value);
    case LOOP_TUNE_TTL:
        return value < 1 || value > 255 ? -EINVAL : set(fd, IPPROTO_IP, IP_TTL, value);
    case LOOP_TUNE_BROADCAST: return set(fd, SOL_SOCKET, SO_BROADCAST, value);
    }
    return -EINVAL;
}
