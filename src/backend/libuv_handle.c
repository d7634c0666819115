/* libuv_handle.c - handles without a socket, and what all handles share. */
#include "backend/libuv.h"
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"

/* libuv's callbacks for a kind: the status that they report, and what else. libuv keeps a function
 * but no argument, so each callback that a start may give has a function of its own. */
#define ON_GIVEN(kind, number, parameters, status, what)                     \
    static void on_##kind##_##number parameters                              \
    {                                                                        \
        struct loop_handle *h = (struct loop_handle *)uv;                    \
        loop_callback *f = number == 0 ? h->callback : h->later[number - 1]; \
        h->told = what;                                                      \
        f(h->arg, status);                                                   \
    }
#define ON(kind, parameters, status, what)             \
    ON_GIVEN(kind, 0, parameters, status, what)        \
    ON_GIVEN(kind, 1, parameters, status, what)        \
    ON_GIVEN(kind, 2, parameters, status, what)        \
    ON_GIVEN(kind, 3, parameters, status, what)        \
    static void(*const on_##kind[1 + LATER_CALLBACKS]) \
        parameters = { on_##kind##_0, on_##kind##_1, on_##kind##_2, on_##kind##_3 };
ON(timer, (uv_timer_t * uv), 0, 0)
ON(idle, (uv_idle_t * uv), 0, 0)
ON(prepare, (uv_prepare_t * uv), 0, 0)
ON(check, (uv_check_t * uv), 0, 0)
ON(async, (uv_async_t * uv), 0, 0)
ON(poll, (uv_poll_t * uv, int status, int events), status, events)
ON(signal, (uv_signal_t * uv, int signal), 0, signal)
ON(child, (uv_process_t * uv, int64_t status, int signal), (int)status, signal)
#undef ON
#undef ON_GIVEN

/* A handle without a callback gets none in libuv either. */
#define GIVEN(h, functions) ((h)->given < 0 ? NULL : (functions)[(h)->given])

/* ---- making one ---- */

static int init_handle(struct loop_handle *h, uv_loop_t *loop, int fd)
{
    switch (h->kind) {
    case LOOP_TIMER: return uv_timer_init(loop, &h->uv.timer);
    case LOOP_IDLE: return uv_idle_init(loop, &h->uv.idle);
    case LOOP_PREPARE: return uv_prepare_init(loop, &h->uv.prepare);
    case LOOP_CHECK: return uv_check_init(loop, &h->uv.check);
    case LOOP_POLL: return uv_poll_init(loop, &h->uv.poll, fd);
    case LOOP_ASYNC: return uv_async_init(loop, &h->uv.async, GIVEN(h, on_async));
    case LOOP_SIGNAL: return uv_signal_init(loop, &h->uv.signal);
    case LOOP_STREAM:
    case LOOP_LISTENER:
    case LOOP_CHANNEL:
    case LOOP_DATAGRAM: return socket_init(h, loop, fd);
    case LOOP_WATCH:
    case LOOP_INSPECT: return file_init(h, loop);
    case LOOP_CHILD:
    case LOOP_SOON:
    case LOOP_POST:
    case LOOP_AT_EXIT:
    case LOOP_KIND_COUNT: break;
    }
    return UV_EINVAL;
}

static struct loop_handle *next_signal(struct loop *loop)
{
    if (loop->signal_count == SIGNALS_IN_ORDER)
        return xcalloc(1, sizeof *loop->signals);
    if (!loop->signals)
        loop->signals = xcalloc(SIGNALS_IN_ORDER, sizeof *loop->signals);
    struct loop_handle *h = &loop->signals[loop->signal_count++];
    h->is_loops = true;
    return h;
}

static void free_handle(struct loop_handle *h)
{
    h->is_gone = true;
    if (h->held > 0)
        return;
    free(h->room.base);
    if (!h->is_loops)
        free(h);
}

void handle_was_passed(struct loop_handle *h)
{
    assert(h->held > 0);
    if (--h->held == 0 && h->is_gone)
        free_handle(h);
}

struct loop_handle *handle_alloc(struct loop *loop, enum loop_kind kind, loop_callback *callback,
                                 void *arg)
{
    struct loop_handle *h = kind == LOOP_SIGNAL ? next_signal(loop) : xcalloc(1, sizeof *h);
    h->kind = kind;
    h->callback = callback;
    h->given = callback ? 0 : -1;
    h->arg = arg;
    /* ASK-84: the memory of a handle need not be clean. libuv < 1.41: the deadline of a timer that
     * was never started is whatever was there. */
    if (kind != LOOP_TIMER || uv_version() >= 0x12900)
        memset(&h->uv, NOT_CLEAN, sizeof h->uv);
    h->uv.any.loop = NULL;
    return h;
}

/* A handle that libuv has initialised but could not start must still be closed. One that failed to
 * initialise does not belong to a loop yet. */
struct loop_handle *handle_give_up(struct loop_handle *h)
{
    if (h->uv.any.loop)
        libuv_handle_close(h, NULL);
    else
        free_handle(h);
    return NULL;
}

struct loop_handle *libuv_handle_new(struct loop *loop, enum loop_kind kind, int fd,
                                     loop_callback *callback, void *arg)
{
    struct loop_handle *h = handle_alloc(loop, kind, callback, arg);
    return init_handle(h, &loop->uv, fd) < 0 ? handle_give_up(h) : h;
}

struct loop_handle *libuv_spawn(struct loop *loop, char *const argv[], loop_callback *exited,
                                void *arg, int *pid)
{
    struct loop_handle *h = handle_alloc(loop, LOOP_CHILD, exited, arg);
    const uv_process_options_t options = {
        .exit_cb = GIVEN(h, on_child),
        .file = argv[0],
        .args = (char **)argv, /* libuv does not write to them */
    };

    int result = uv_spawn(&loop->uv, &h->uv.process, &options);
    if (result < 0) {
        handle_give_up(h);
        errno = -result;
        return NULL;
    }
    *pid = uv_process_get_pid(&h->uv.process);
    return h;
}

/* ---- starting ---- */

int libuv_timer_start(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms)
{
    return uv_timer_start(&h->uv.timer, GIVEN(h, on_timer), after_ms, repeat_ms);
}

int libuv_timer_again(struct loop_handle *h)
{
    return uv_timer_again(&h->uv.timer);
}

void libuv_timer_set_repeat(struct loop_handle *h, uint64_t repeat_ms)
{
    uv_timer_set_repeat(&h->uv.timer, repeat_ms);
}

uint64_t libuv_timer_repeat(struct loop_handle *h)
{
    return uv_timer_get_repeat(&h->uv.timer);
}

int libuv_watch_start(struct loop_handle *h)
{
    switch (h->kind) {
    case LOOP_IDLE: return uv_idle_start(&h->uv.idle, GIVEN(h, on_idle));
    case LOOP_PREPARE: return uv_prepare_start(&h->uv.prepare, GIVEN(h, on_prepare));
    case LOOP_CHECK: return uv_check_start(&h->uv.check, GIVEN(h, on_check));
    default: return UV_EINVAL;
    }
}

int libuv_poll_start(struct loop_handle *h, unsigned events)
{
    int uv_events = (events & LOOP_READABLE ? UV_READABLE : 0) |
                    (events & LOOP_WRITABLE ? UV_WRITABLE : 0) |
                    (events & LOOP_DISCONNECT ? UV_DISCONNECT : 0) |
                    (events & LOOP_PRIORITIZED ? UV_PRIORITIZED : 0);
    return uv_poll_start(&h->uv.poll, uv_events, GIVEN(h, on_poll));
}

int libuv_async_send(struct loop_handle *h)
{
    return uv_async_send(&h->uv.async);
}

int libuv_signal_start(struct loop_handle *h, int signal)
{
    return uv_signal_start(&h->uv.signal, GIVEN(h, on_signal), signal);
}

int libuv_signal_start_once(struct loop_handle *h, int signal)
{
    return uv_signal_start_oneshot(&h->uv.signal, GIVEN(h, on_signal), signal);
}

int libuv_child_kill(struct loop_handle *h, int signal)
{
    return uv_process_kill(&h->uv.process, signal);
}

void libuv_handle_callback(struct loop_handle *h, loop_callback *callback)
{
    h->given = callback ? 0 : -1;
    if (!callback || callback == h->callback)
        return;
    while (h->later[h->given] && h->later[h->given] != callback)
        h->given++;
    assert(h->given < LATER_CALLBACKS);
    h->later[h->given++] = callback;
}

int libuv_callback_told(struct loop_handle *h)
{
    return h->told;
}

/* ---- what all handles have ---- */

int libuv_handle_stop(struct loop_handle *h)
{
    switch (h->kind) {
    case LOOP_TIMER: return uv_timer_stop(&h->uv.timer);
    case LOOP_IDLE: return uv_idle_stop(&h->uv.idle);
    case LOOP_PREPARE: return uv_prepare_stop(&h->uv.prepare);
    case LOOP_CHECK: return uv_check_stop(&h->uv.check);
    case LOOP_POLL: return uv_poll_stop(&h->uv.poll);
    case LOOP_SIGNAL: return uv_signal_stop(&h->uv.signal);
    case LOOP_STREAM: return uv_read_stop(&h->uv.stream);
    case LOOP_DATAGRAM: return uv_udp_recv_stop(&h->uv.udp);
    case LOOP_WATCH:
    case LOOP_INSPECT: return file_stop(h);
    default: return UV_EINVAL;
    }
}

void libuv_handle_ref(struct loop_handle *h, int referenced)
{
    if (referenced)
        uv_ref(&h->uv.any);
    else
        uv_unref(&h->uv.any);
}

static unsigned stream_state(const uv_stream_t *stream)
{
    return (uv_is_readable(stream) ? LOOP_IS_READABLE : 0u) |
           (uv_is_writable(stream) ? LOOP_IS_WRITABLE : 0u);
}

unsigned libuv_handle_state(struct loop_handle *h)
{
    return (uv_is_active(&h->uv.any) ? LOOP_IS_ACTIVE : 0u) |
           (uv_has_ref(&h->uv.any) ? LOOP_IS_REFERENCED : 0u) |
           (uv_is_closing(&h->uv.any) ? LOOP_IS_CLOSING : 0u) |
           (h->kind == LOOP_STREAM ? stream_state(&h->uv.stream) : 0u);
}

int libuv_descriptor(struct loop_handle *h)
{
    uv_os_fd_t fd = -1;
    int result = uv_fileno(&h->uv.any, &fd);
    return result < 0 ? result : fd;
}

static void on_closed(uv_handle_t *uv)
{
    struct loop_handle *h = (struct loop_handle *)uv;
    if (h->closed)
        h->closed(h->arg, 0);
    free_handle(h);
}

void libuv_handle_close(struct loop_handle *h, loop_callback *closed)
{
    h->closed = closed;
    uv_close(&h->uv.any, on_closed);
}

int libuv_close_reset(struct loop_handle *h, loop_callback *closed)
{
    if (h->uv.any.type != UV_TCP)
        return UV_EINVAL;
    h->closed = closed;
    return uv_tcp_close_reset(&h->uv.tcp, on_closed);
}
