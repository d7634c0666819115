/* libuv_socket.c - handles with a socket: streams, listeners and datagrams. libuv has two kinds of
 * streams: "pipe" for AF_UNIX and "tcp" for inet. The socket's family decides which one is made. */
#include "backend/libuv.h"
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include "base/mem.h"

static_assert(LOOP_IS_CUT == (int)UV_UDP_PARTIAL, "flags are passed on as they are");
static_assert(LOOP_END_OF_FILE == UV_EOF, "a read's status is passed on as it is");

/* UV_UDP_MMSG_FREE, which came with 1.40. */
enum { UDP_MMSG_FREE = 16 };

/* ---- making one ---- */

static int family_of(int fd)
{
    struct sockaddr_storage name = { 0 };
    socklen_t size = sizeof name;

    if (fd < 0)
        return AF_UNIX;
    return getsockname(fd, (struct sockaddr *)&name, &size) < 0 ? -errno : name.ss_family;
}

static int init_pipe(struct loop_handle *h, uv_loop_t *loop, int fd)
{
    int result = uv_pipe_init(loop, &h->uv.pipe, h->kind == LOOP_CHANNEL);
    if (h->kind == LOOP_CHANNEL)
        h->kind = LOOP_STREAM;
    return result < 0 || fd < 0 ? result : uv_pipe_open(&h->uv.pipe, fd);
}

static int init_tcp(struct loop_handle *h, uv_loop_t *loop, int fd)
{
    int result = uv_tcp_init(loop, &h->uv.tcp);
    return result < 0 ? result : uv_tcp_open(&h->uv.tcp, fd);
}

static int init_udp(struct loop_handle *h, uv_loop_t *loop, int fd)
{
    int result = uv_udp_init(loop, &h->uv.udp);
    return result < 0 ? result : uv_udp_open(&h->uv.udp, fd);
}

int socket_init(struct loop_handle *h, uv_loop_t *loop, int fd)
{
    int family = family_of(fd);

    if (family < 0)
        return family;
    if (h->kind == LOOP_DATAGRAM)
        return init_udp(h, loop, fd);
    return family == AF_UNIX ? init_pipe(h, loop, fd) : init_tcp(h, loop, fd);
}

/* ---- reading ---- */

/* All reads use the same buffer: nobody looks at the bytes. */
static void give_room(uv_handle_t *uv, size_t suggested, uv_buf_t *out)
{
    (void)suggested;
    *out = ((struct loop_handle *)uv)->room;
}

/* libuv also calls back to return an unused buffer. That is no read. */
static void on_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *bytes)
{
    struct loop_handle *h = (struct loop_handle *)stream;

    (void)bytes;
    if (size != 0)
        h->callback(h->arg, (int)size);
}

/* As on_read(). An empty datagram has a sender, an unused buffer has none. */
static void on_datagram(uv_udp_t *udp, ssize_t size, const uv_buf_t *bytes,
                        const struct sockaddr *from, unsigned flags)
{
    struct loop_handle *h = (struct loop_handle *)udp;

    (void)bytes;
    h->told = (int)flags;
    if (size != 0 || from)
        h->callback(h->arg, (int)size);
    else if (h->is_thorough)
        h->callback(h->arg, flags & UDP_MMSG_FREE ? LOOP_END_OF_FILE : UV_EAGAIN);
}

int libuv_read_start(struct loop_handle *h, size_t size)
{
    int result = h->kind == LOOP_DATAGRAM
                     ? uv_udp_recv_start(&h->uv.udp, give_room, h->callback ? on_datagram : NULL)
                     : uv_read_start(&h->uv.stream, give_room, h->callback ? on_read : NULL);

    /* libuv asks for the buffer in poll only. If the call was refused, reading goes on as
     * before. */
    if (result == 0 && h->batch > 0)
        size = h->batch * DATAGRAM_SIZE_MAX;
    if (result == 0)
        h->room = uv_buf_init(xrealloc(h->room.base, size, 1), (unsigned)size);
    return result;
}

/* ---- requests over a stream ---- */

AFTER(write)
AFTER(shutdown)
AFTER(connect)

int libuv_write(struct loop_handle *h, const void *bytes, size_t size, loop_callback *done,
                void *arg)
{
    struct loop_request *r = request_alloc(done, arg);
    /* Libuv does not write to it. */
    const uv_buf_t buffer = uv_buf_init((char *)bytes, (unsigned)size);
    int result = uv_write(&r->uv.write, &h->uv.stream, &buffer, 1, after_write);

    request_keep(r, result);
    return result;
}

int libuv_try_write(struct loop_handle *h, const void *bytes, size_t size)
{
    /* Libuv does not write to it. */
    const uv_buf_t buffer = uv_buf_init((char *)bytes, (unsigned)size);
    return uv_try_write(&h->uv.stream, &buffer, 1);
}

size_t libuv_unwritten(struct loop_handle *h)
{
    return uv_stream_get_write_queue_size(&h->uv.stream);
}

int libuv_set_blocking(struct loop_handle *h, int blocking)
{
    return uv_stream_set_blocking(&h->uv.stream, blocking);
}

int libuv_shutdown(struct loop_handle *h, loop_callback *done, void *arg)
{
    struct loop_request *r = request_alloc(done, arg);
    int result = uv_shutdown(&r->uv.shutdown, &h->uv.stream, after_shutdown);

    request_keep(r, result);
    return result;
}

int libuv_pass(struct loop_handle *h, struct loop_handle *other, loop_callback *done, void *arg)
{
    static char byte;
    struct loop_request *r = request_alloc(done, arg);
    const uv_buf_t buffer = uv_buf_init(&byte, 1);
    int result = uv_write2(&r->uv.write, &h->uv.stream, &buffer, 1, &other->uv.stream, after_write);

    if (request_keep(r, result)) {
        r->passed = other;
        other->held++;
    }
    return result;
}

int libuv_passed(struct loop_handle *h)
{
    return h->uv.any.type == UV_NAMED_PIPE ? uv_pipe_pending_count(&h->uv.pipe) : 0;
}

/* ---- connections ---- */

int libuv_connect(struct loop_handle *h, const struct sockaddr *to, loop_callback *done, void *arg)
{
    /* libuv would treat a pipe's memory as a tcp's, or the other way round. */
    if ((to->sa_family == AF_UNIX) != (h->uv.any.type == UV_NAMED_PIPE))
        return UV_EINVAL;

    struct loop_request *r = request_alloc(done, arg);
    int result = 0;
    if (to->sa_family == AF_UNIX)
        uv_pipe_connect(&r->uv.connect, &h->uv.pipe, ((const struct sockaddr_un *)to)->sun_path,
                        after_connect);
    else
        result = uv_tcp_connect(&r->uv.connect, &h->uv.tcp, to, after_connect);
    request_keep(r, result);
    return result;
}

int libuv_bind(struct loop_handle *h, const struct sockaddr *at)
{
    return at->sa_family == AF_UNIX
               ? uv_pipe_bind(&h->uv.pipe, ((const struct sockaddr_un *)at)->sun_path)
               : uv_tcp_bind(&h->uv.tcp, at, 0);
}

static void on_connection(uv_stream_t *listener, int status)
{
    struct loop_handle *h = (struct loop_handle *)listener;
    h->callback(h->arg, status);
}

int libuv_listen(struct loop_handle *h)
{
    return uv_listen(&h->uv.stream, SOMAXCONN, h->callback ? on_connection : NULL);
}

struct loop_handle *libuv_accept(struct loop_handle *listener, loop_callback *callback, void *arg)
{
    uv_loop_t *loop = listener->uv.any.loop;
    struct loop_handle *h = handle_alloc((struct loop *)loop, LOOP_STREAM, callback, arg);
    uv_handle_type type = listener->kind == LOOP_LISTENER || libuv_passed(listener) == 0
                              ? listener->uv.any.type
                              : uv_pipe_pending_type(&listener->uv.pipe);
    int result = type == UV_TCP ? uv_tcp_init(loop, &h->uv.tcp)
                                : uv_pipe_init(loop, &h->uv.pipe, 0);

    if (result == 0)
        result = uv_accept(&listener->uv.stream, &h->uv.stream);
    return result < 0 ? handle_give_up(h) : h;
}
