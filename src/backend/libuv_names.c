/* libuv_names.c - what libuv reports of a handle, and options of its socket. */
#include "backend/libuv.h"
#include <errno.h>
#include <string.h>
#include <sys/socket.h>

static int changed_name(const struct loop_handle *h, char *buffer, size_t *size)
{
    const size_t length = h->changed ? strlen(h->changed) : 0;

    if (length == 0)
        return UV_EINVAL;
    if (length >= *size)
        return *size = length + 1, UV_ENOBUFS;
    memcpy(buffer, h->changed, length + 1);
    *size = length;
    return 0;
}

static int path_name(struct loop_handle *h, char *buffer, size_t *size)
{
    if (h->kind == LOOP_WATCH)
        return uv_fs_event_getpath(&h->uv.watch, buffer, size);
    return h->kind == LOOP_INSPECT ? uv_fs_poll_getpath(&h->uv.inspect, buffer, size) : UV_EINVAL;
}

/* The name of a pipe is text, of any other socket a struct. */
static int socket_name(struct loop_handle *h, bool is_own, void *buffer, size_t *size)
{
    int length = (int)*size, result;

    switch (h->uv.any.type) {
    case UV_NAMED_PIPE:
        return is_own ? uv_pipe_getsockname(&h->uv.pipe, buffer, size)
                      : uv_pipe_getpeername(&h->uv.pipe, buffer, size);
    case UV_TCP:
        result = is_own ? uv_tcp_getsockname(&h->uv.tcp, buffer, &length)
                        : uv_tcp_getpeername(&h->uv.tcp, buffer, &length);
        break;
    case UV_UDP:
        result = is_own ? uv_udp_getsockname(&h->uv.udp, buffer, &length)
                        : uv_udp_getpeername(&h->uv.udp, buffer, &length);
        break;
    default: return UV_EINVAL;
    }
    *size = (size_t)length;
    return result;
}

int libuv_name(struct loop_handle *h, enum loop_name which, void *buffer, size_t *size)
{
    switch (which) {
    case LOOP_NAME_PATH: return path_name(h, buffer, size);
    case LOOP_NAME_CHANGED: return changed_name(h, buffer, size);
    default: return socket_name(h, which == LOOP_NAME_ADDRESS, buffer, size);
    }
}

int libuv_tune(struct loop_handle *h, enum loop_tuning what, int value)
{
    bool is_tcp = h->uv.any.type == UV_TCP, is_udp = h->uv.any.type == UV_UDP;

    if (is_tcp && what == LOOP_TUNE_NODELAY)
        return uv_tcp_nodelay(&h->uv.tcp, value);
    if (is_tcp && what == LOOP_TUNE_KEEP_ALIVE)
        return uv_tcp_keepalive(&h->uv.tcp, value >= 0, value < 0 ? 0 : (unsigned)value);
    if (is_udp && what == LOOP_TUNE_TTL)
        return uv_udp_set_ttl(&h->uv.udp, value);
    if (is_udp && what == LOOP_TUNE_BROADCAST)
        return uv_udp_set_broadcast(&h->uv.udp, value);
    return UV_EINVAL;
}
