/* libuv.c - the loaded libuv.so behind the interface: the loop itself. */
#include "backend/libuv.h"
#include <assert.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "backend/builtin.h"
#include "base/mem.h"

/* ---- calls that older versions lack ---- */

/* These are looked up by name, so that an older libuv without them can still be tested:
 * uv_metrics_idle_time() came with 1.39, uv_timer_get_due_in() with 1.40, uv_metrics_info() with
 * 1.45. */
typedef uint64_t due_in_function(const uv_timer_t *timer);

/* What uv_metrics_info() fills in: 16 words, of which we use the first three. */
struct metrics {
    uint64_t loop_count, events, events_waiting;
    uint64_t others[13];
};
typedef int metrics_function(uv_loop_t *loop, struct metrics *metrics);
typedef uint64_t idle_time_function(uv_loop_t *loop);

/* A function pointer cannot be cast from void * in ISO C, so it is copied. */
#define FIND(kind, name)                         \
    static kind##_function *find_##kind(void)    \
    {                                            \
        kind##_function *f;                      \
        void *found = dlsym(RTLD_DEFAULT, name); \
        memcpy(&f, &found, sizeof f);            \
        return f;                                \
    }
FIND(due_in, "uv_timer_get_due_in")
FIND(metrics, "uv_metrics_info")
FIND(idle_time, "uv_metrics_idle_time")

static uint64_t timer_due_in(struct loop_handle *h)
{
    due_in_function *due_in = find_due_in();
    assert(due_in);
    return due_in(&h->uv.timer);
}

static struct metrics metrics(struct loop *loop)
{
    metrics_function *metrics_info = find_metrics();
    struct metrics m = { 0 };

    assert(metrics_info);
    metrics_info(&loop->uv, &m);
    return m;
}

static uint64_t turns(struct loop *loop)
{
    return metrics(loop).loop_count;
}

static uint64_t events(struct loop *loop)
{
    return metrics(loop).events;
}

static uint64_t events_waiting(struct loop *loop)
{
    return metrics(loop).events_waiting;
}

static uint64_t idle_time(struct loop *loop)
{
    idle_time_function *metrics_idle_time = find_idle_time();
    assert(metrics_idle_time);
    return metrics_idle_time(&loop->uv);
}

/* UV_METRICS_IDLE_TIME, which came with 1.39. */
enum { METRICS_IDLE_TIME = 1, OPTION_OF_NOBODY = 999 };

/* UV_LOOP_USE_IO_URING_SQPOLL, which came with 1.49. */
enum { LOOP_USE_IO_URING_SQPOLL = 2 };

/* ---- the loop ---- */

static struct loop *open_loop(const struct loop_config *config, char *error, size_t size)
{
    /* libuv reads the pool's size from the environment, once, at first use. Its default is part of
     * what is tested, so the user's own setting must not reach it. */
    if (config->workers)
        setenv("UV_THREADPOOL_SIZE", config->workers, 1);
    else
        unsetenv("UV_THREADPOOL_SIZE");

    struct loop *loop = xcalloc(1, sizeof *loop);
    memset(&loop->uv, NOT_CLEAN, sizeof loop->uv);
    int result = uv_loop_init(&loop->uv);
    if (result < 0) {
        snprintf(error, size, "uv_loop_init: %s", uv_strerror(result));
        free(loop);
        return NULL;
    }
    /* From 1.49 on the environment variable is not enough. Older versions refuse this option and do
     * not need it. */
    if (strcmp(config->args, BACKEND_ARG_RING) == 0)
        uv_loop_configure(&loop->uv, (uv_loop_option)LOOP_USE_IO_URING_SQPOLL);
    return loop;
}

static int close_loop(struct loop *loop)
{
    int result = uv_loop_close(&loop->uv);
    if (result < 0)
        return result;
    free(loop->signals);
    free(loop);
    return result;
}

static int run(struct loop *loop, enum loop_mode mode)
{
    static const uv_run_mode modes[] = {
        [LOOP_DEFAULT] = UV_RUN_DEFAULT,
        [LOOP_ONCE] = UV_RUN_ONCE,
        [LOOP_NOWAIT] = UV_RUN_NOWAIT,
    };
    return uv_run(&loop->uv, modes[mode]);
}

static void stop(struct loop *loop)
{
    uv_stop(&loop->uv);
}

static int alive(struct loop *loop)
{
    return uv_loop_alive(&loop->uv);
}

static uint64_t now(struct loop *loop)
{
    return uv_now(&loop->uv);
}

static void update_time(struct loop *loop)
{
    uv_update_time(&loop->uv);
}

static int poll_timeout(struct loop *loop)
{
    return uv_backend_timeout(&loop->uv);
}

static int configure(struct loop *loop, enum loop_option option, int signal)
{
    switch (option) {
    case LOOP_BLOCKS_SIGNAL: return uv_loop_configure(&loop->uv, UV_LOOP_BLOCK_SIGNAL, signal);
    case LOOP_COUNTS_IDLE_TIME:
        return uv_loop_configure(&loop->uv, (uv_loop_option)METRICS_IDLE_TIME);
    case LOOP_USES_RING:
        return uv_loop_configure(&loop->uv, (uv_loop_option)LOOP_USE_IO_URING_SQPOLL);
    case LOOP_OPTION_UNKNOWN: break;
    }
    return uv_loop_configure(&loop->uv, (uv_loop_option)OPTION_OF_NOBODY);
}

static int wait_fd(struct loop *loop)
{
    return uv_backend_fd(&loop->uv);
}

struct walk {
    const struct loop_handle *to; /* NULL: to any address */
    uint64_t visits;
};

static void visit(uv_handle_t *uv, void *arg)
{
    struct walk *walk = arg;
    if (!walk->to || uv == &walk->to->uv.any)
        walk->visits++;
}

static uint64_t visits(struct loop *loop, const struct loop_handle *h)
{
    struct walk walk = { .to = h };
    uv_walk(&loop->uv, visit, &walk);
    return walk.visits;
}

static int renew(struct loop *loop)
{
    return uv_loop_fork(&loop->uv);
}

/* ---- the table ---- */

#define CAN                                                                                       \
    (LOOP_CAN_TIMER | LOOP_CAN_REPEAT | LOOP_CAN_IDLE | LOOP_CAN_PREPARE | LOOP_CAN_CHECK |       \
     LOOP_CAN_POLL | LOOP_CAN_ASYNC | LOOP_CAN_WORK | LOOP_CAN_CANCEL | LOOP_CAN_STAT |           \
     LOOP_CAN_CLOSE | LOOP_CAN_REF | LOOP_CAN_ONCE | LOOP_CAN_NOWAIT | LOOP_CAN_STOP |            \
     LOOP_CAN_ALIVE | LOOP_CAN_CLOCK | LOOP_CAN_POLL_TIMEOUT | LOOP_CAN_SIGNAL | LOOP_CAN_CHILD | \
     LOOP_CAN_STREAM | LOOP_CAN_LISTEN | LOOP_CAN_DATAGRAM | LOOP_CAN_LOOKUP | LOOP_CAN_LOOPS |   \
     LOOP_CAN_PHASES | LOOP_CAN_VIRTUAL_CLOCK | LOOP_CAN_ENDS | LOOP_CAN_DATAGRAM_SEND |          \
     LOOP_CAN_REVERSE_LOOKUP | LOOP_CAN_RANDOM | LOOP_CAN_TRY_WRITE | LOOP_CAN_STREAM_STATE |     \
     LOOP_CAN_RESET | LOOP_CAN_DESCRIPTOR | LOOP_CAN_BIND | LOOP_CAN_PASS | LOOP_CAN_WATCH |      \
     LOOP_CAN_INSPECT | LOOP_CAN_KILL | LOOP_CAN_ONESHOT | LOOP_CAN_POLL_EVENTS | LOOP_CAN_TOLD | \
     LOOP_CAN_OPTIONS | LOOP_CAN_EMBED | LOOP_CAN_WALK | LOOP_CAN_RENEW | LOOP_CAN_NAMES |        \
     LOOP_CAN_TUNE | LOOP_CAN_GIVEN)
#define CAN_SINCE_1_39 (CAN | LOOP_CAN_IDLE_TIME)
#define CAN_SINCE_1_40 (CAN_SINCE_1_39 | LOOP_CAN_DUE_IN | LOOP_CAN_DATAGRAM_BATCH)
#define CAN_SINCE_1_45 (CAN_SINCE_1_40 | LOOP_CAN_METRICS | LOOP_CAN_EVENTS)
#define CAN_SINCE_1_50 (CAN_SINCE_1_45 | LOOP_CAN_SEND_BATCH)

#define LIBUV_BACKEND(capabilities)                                                               \
    {                                                                                             \
        .abi = LOOP_BACKEND_ABI, .can = (capabilities), .name = "libuv",                          \
        .version = uv_version_string, .open = open_loop, .close = close_loop, .run = run,         \
        .stop = stop, .alive = alive, .now = now, .update_time = update_time,                     \
        .poll_timeout = poll_timeout, .turns = turns, .handle_new = libuv_handle_new,             \
        .timer_start = libuv_timer_start, .timer_again = libuv_timer_again,                       \
        .timer_set_repeat = libuv_timer_set_repeat, .timer_due_in = timer_due_in,                 \
        .watch_start = libuv_watch_start, .poll_start = libuv_poll_start,                         \
        .async_send = libuv_async_send, .signal_start = libuv_signal_start,                       \
        .handle_stop = libuv_handle_stop, .handle_ref = libuv_handle_ref,                         \
        .handle_state = libuv_handle_state, .handle_close = libuv_handle_close,                   \
        .work = libuv_work, .stat = libuv_stat, .cancel = libuv_cancel,                           \
        .stat_inline = libuv_stat_inline, .lookup = libuv_lookup, .spawn = libuv_spawn,           \
        .read_start = libuv_read_start, .write = libuv_write, .shutdown = libuv_shutdown,         \
        .connect = libuv_connect, .listen = libuv_listen, .accept = libuv_accept,                 \
        .datagram_start = libuv_datagram_start, .datagram_new = libuv_datagram_new,               \
        .datagram_connect = libuv_datagram_connect, .send = libuv_send,                           \
        .try_send = libuv_try_send, .try_send_batch = libuv_try_send_batch,                       \
        .sends_queued = libuv_sends_queued, .bytes_queued = libuv_bytes_queued,                   \
        .lookup_inline = libuv_lookup_inline, .reverse_lookup = libuv_reverse_lookup,             \
        .reverse_lookup_inline = libuv_reverse_lookup_inline, .random = libuv_random,             \
        .random_inline = libuv_random_inline, .try_write = libuv_try_write,                       \
        .unwritten = libuv_unwritten, .close_reset = libuv_close_reset,                           \
        .descriptor = libuv_descriptor, .bind = libuv_bind, .pass = libuv_pass,                   \
        .passed = libuv_passed, .set_blocking = libuv_set_blocking,                               \
        .watch_file = libuv_watch_file, .inspect_file = libuv_inspect_file,                       \
        .child_kill = libuv_child_kill, .signal_start_once = libuv_signal_start_once,             \
        .callback_told = libuv_callback_told, .events = events, .events_waiting = events_waiting, \
        .idle_time = idle_time, .configure = configure, .wait_fd = wait_fd, .visits = visits,     \
        .renew = renew, .handle_name = libuv_name, .tune = libuv_tune,                            \
        .timer_repeat = libuv_timer_repeat, .handle_callback = libuv_handle_callback,             \
        .ask = libuv_ask,                                                                         \
    }

const struct loop_backend *backend_libuv(bool ring)
{
    static const struct loop_backend since_1_50 = LIBUV_BACKEND(CAN_SINCE_1_50);
    static const struct loop_backend since_1_45 = LIBUV_BACKEND(CAN_SINCE_1_45);
    static const struct loop_backend since_1_40 = LIBUV_BACKEND(CAN_SINCE_1_40);
    static const struct loop_backend since_1_39 = LIBUV_BACKEND(CAN_SINCE_1_39);
    static const struct loop_backend older = LIBUV_BACKEND(CAN);
    static const struct loop_backend with_ring = LIBUV_BACKEND(CAN_SINCE_1_45 &
                                                               ~LOOP_CAN_VIRTUAL_CLOCK);

    if (ring)
        return &with_ring;
    if (libuv_has_send_batch())
        return &since_1_50;
    if (find_metrics())
        return &since_1_45;
    if (find_due_in())
        return &since_1_40;
    return find_idle_time() ? &since_1_39 : &older;
}
