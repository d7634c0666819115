/* libuv_datagram.c - sending datagrams, batches, connected datagram handles. */
#include "backend/libuv.h"
#include <assert.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"

/* UV_UDP_RECVMMSG, which came with 1.37. */
enum { UDP_RECVMMSG = 256 };

/* uv_udp_try_send2() came with 1.50, so it is looked up by name. */
typedef int try_send2_function(uv_udp_t *handle, unsigned count, uv_buf_t *bufs[], unsigned nbufs[],
                               struct sockaddr *to[], unsigned flags);

static try_send2_function *find_try_send2(void)
{
    try_send2_function *f;
    void *found = dlsym(RTLD_DEFAULT, "uv_udp_try_send2");
    memcpy(&f, &found, sizeof f);
    return f;
}

bool libuv_has_send_batch(void)
{
    return find_try_send2();
}

/* ---- receiving ---- */

int libuv_datagram_start(struct loop_handle *h, int room, int thorough)
{
    int result = libuv_read_start(h, DATAGRAM_SIZE_MAX);
    if (result < 0)
        return result;
    h->is_thorough = thorough;
    if (!room)
        h->room.len = 0;
    return result;
}

struct loop_handle *libuv_datagram_new(struct loop *loop, int fd, size_t batch,
                                       loop_callback *callback, void *arg)
{
    struct loop_handle *h = handle_alloc(loop, LOOP_DATAGRAM, callback, arg);
    int result = uv_udp_init_ex(&loop->uv, &h->uv.udp, AF_UNSPEC | UDP_RECVMMSG);

    h->batch = batch;
    if (result == 0)
        result = uv_udp_open(&h->uv.udp, fd);
    return result < 0 ? handle_give_up(h) : h;
}

/* ---- sending ---- */

AFTER(udp_send)

int libuv_datagram_connect(struct loop_handle *h, const struct sockaddr *to)
{
    return uv_udp_connect(&h->uv.udp, to);
}

int libuv_send(struct loop_handle *h, const void *bytes, size_t size, const struct sockaddr *to,
               loop_callback *done, void *arg)
{
    struct loop_request *r = request_alloc(done, arg);
    /* Libuv does not write to it. */
    const uv_buf_t buffer = uv_buf_init((char *)bytes, (unsigned)size);
    int result = uv_udp_send(&r->uv.udp_send, &h->uv.udp, &buffer, 1, to, after_udp_send);

    request_keep(r, result);
    return result;
}

int libuv_try_send(struct loop_handle *h, const void *bytes, size_t size, const struct sockaddr *to)
{
    const uv_buf_t buffer = uv_buf_init((char *)bytes, (unsigned)size);
    return uv_udp_try_send(&h->uv.udp, &buffer, 1, to);
}

int libuv_try_send_batch(struct loop_handle *h, const void *bytes, size_t size, size_t count,
                         const struct sockaddr *to)
{
    try_send2_function *try_send2 = find_try_send2();
    uv_buf_t buffer = uv_buf_init((char *)bytes, (unsigned)size);
    uv_buf_t **buffers = xcalloc(count, sizeof *buffers);
    unsigned *counts = xcalloc(count, sizeof *counts);
    struct sockaddr **tos = xcalloc(count, sizeof *tos);

    assert(try_send2);
    for (size_t i = 0; i < count; i++) {
        buffers[i] = &buffer;
        counts[i] = 1;
        tos[i] = (struct sockaddr *)to; /* libuv does not write to it */
    }
    int result = try_send2(&h->uv.udp, (unsigned)count, buffers, counts, tos, 0);
    free(buffers);
    free(counts);
    free(tos);
    return result;
}

uint64_t libuv_sends_queued(struct loop_handle *h)
{
    return uv_udp_get_send_queue_count(&h->uv.udp);
}

uint64_t libuv_bytes_queued(struct loop_handle *h)
{
    return uv_udp_get_send_queue_size(&h->uv.udp);
}
