/* libuv.c - whatever libuv.so is loaded, behind the vtable. Each call is passed on
 * as it is; nothing is made up for. */
#include <uv.h>

#include <assert.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "backend/backend.h"
#include "backend/builtin.h"
#include "base/mem.h"

struct loop {
    uv_loop_t uv;
};

/* The uv handle comes first, so that libuv's pointer is ours. */
struct loop_handle {
    union {
        uv_handle_t any;
        uv_timer_t timer;
        uv_idle_t idle;
        uv_prepare_t prepare;
        uv_check_t check;
        uv_poll_t poll;
        uv_async_t async;
    } uv;
    enum loop_kind kind;
    loop_callback *callback, *closed;
    void *arg;
};

struct loop_request {
    union {
        uv_req_t any;
        uv_work_t work;
        uv_fs_t fs;
    } uv;
    loop_job *job;
    loop_callback *done;
    void *arg;
};

static struct loop_handle *of(void *uv)
{
    return uv;
}

static void call(struct loop_handle *h, int status)
{
    h->callback(h->arg, status);
}

static void on_timer(uv_timer_t *t)
{
    call(of(t), 0);
}

static void on_idle(uv_idle_t *i)
{
    call(of(i), 0);
}

static void on_prepare(uv_prepare_t *p)
{
    call(of(p), 0);
}

static void on_check(uv_check_t *c)
{
    call(of(c), 0);
}

static void on_poll(uv_poll_t *p, int status, int events)
{
    (void)events;
    call(of(p), status);
}

static void on_async(uv_async_t *a)
{
    call(of(a), 0);
}

/* ---- the loop ---- */

/* uv_timer_get_due_in() came with 1.40; an older library is not to be turned away
 * for one observation, so it is asked for by name. */
typedef uint64_t due_in_function(const uv_timer_t *timer);

static due_in_function *find_due_in(void)
{
    due_in_function *f;
    void *found = dlsym(RTLD_DEFAULT, "uv_timer_get_due_in");
    memcpy(&f, &found, sizeof f);
    return f;
}

static struct loop *open_loop(const struct loop_config *config, char *error, size_t size)
{
    /* libuv reads the pool's size from the environment, once, at first use. Its own
     * default is part of what is tested, so the user's setting must not reach it. */
    if (config->workers > 0) {
        char workers[16];
        snprintf(workers, sizeof workers, "%u", config->workers);
        setenv("UV_THREADPOOL_SIZE", workers, 1);
    } else {
        unsetenv("UV_THREADPOOL_SIZE");
    }

    struct loop *loop = xcalloc(1, sizeof *loop);
    int result = uv_loop_init(&loop->uv);
    if (result < 0) {
        snprintf(error, size, "uv_loop_init: %s", uv_strerror(result));
        free(loop);
        return NULL;
    }
    return loop;
}

static int close_loop(struct loop *loop)
{
    int result = uv_loop_close(&loop->uv);
    if (result == 0)
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

/* ---- handles ---- */

static int init_handle(struct loop_handle *h, uv_loop_t *loop, int fd)
{
    switch (h->kind) {
    case LOOP_TIMER: return uv_timer_init(loop, &h->uv.timer);
    case LOOP_IDLE: return uv_idle_init(loop, &h->uv.idle);
    case LOOP_PREPARE: return uv_prepare_init(loop, &h->uv.prepare);
    case LOOP_CHECK: return uv_check_init(loop, &h->uv.check);
    case LOOP_POLL: return uv_poll_init(loop, &h->uv.poll, fd);
    case LOOP_ASYNC: return uv_async_init(loop, &h->uv.async, on_async);
    case LOOP_KIND_COUNT: break;
    }
    return UV_EINVAL;
}

static struct loop_handle *handle_new(struct loop *loop, enum loop_kind kind, int fd,
                                      loop_callback *callback, void *arg)
{
    struct loop_handle *h = xcalloc(1, sizeof *h);
    h->kind = kind;
    h->callback = callback;
    h->arg = arg;
    if (init_handle(h, &loop->uv, fd) < 0) {
        free(h);
        return NULL;
    }
    return h;
}

static int timer_start(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms)
{
    return uv_timer_start(&h->uv.timer, on_timer, after_ms, repeat_ms);
}

static int timer_again(struct loop_handle *h)
{
    return uv_timer_again(&h->uv.timer);
}

static void timer_set_repeat(struct loop_handle *h, uint64_t repeat_ms)
{
    uv_timer_set_repeat(&h->uv.timer, repeat_ms);
}

static uint64_t timer_due_in(struct loop_handle *h)
{
    due_in_function *due_in = find_due_in();
    assert(due_in);
    return due_in(&h->uv.timer);
}

static int watch_start(struct loop_handle *h)
{
    switch (h->kind) {
    case LOOP_IDLE: return uv_idle_start(&h->uv.idle, on_idle);
    case LOOP_PREPARE: return uv_prepare_start(&h->uv.prepare, on_prepare);
    case LOOP_CHECK: return uv_check_start(&h->uv.check, on_check);
    default: return UV_EINVAL;
    }
}

static int poll_start(struct loop_handle *h, unsigned events)
{
    int uv_events = (events & LOOP_READABLE ? UV_READABLE : 0) |
                    (events & LOOP_WRITABLE ? UV_WRITABLE : 0);
    return uv_poll_start(&h->uv.poll, uv_events, on_poll);
}

static int async_send(struct loop_handle *h)
{
    return uv_async_send(&h->uv.async);
}

static int handle_stop(struct loop_handle *h)
{
    switch (h->kind) {
    case LOOP_TIMER: return uv_timer_stop(&h->uv.timer);
    case LOOP_IDLE: return uv_idle_stop(&h->uv.idle);
    case LOOP_PREPARE: return uv_prepare_stop(&h->uv.prepare);
    case LOOP_CHECK: return uv_check_stop(&h->uv.check);
    case LOOP_POLL: return uv_poll_stop(&h->uv.poll);
    default: return UV_EINVAL;
    }
}

static void handle_ref(struct loop_handle *h, int referenced)
{
    if (referenced)
        uv_ref(&h->uv.any);
    else
        uv_unref(&h->uv.any);
}

static unsigned handle_state(struct loop_handle *h)
{
    return (uv_is_active(&h->uv.any) ? LOOP_IS_ACTIVE : 0u) |
           (uv_has_ref(&h->uv.any) ? LOOP_IS_REFERENCED : 0u) |
           (uv_is_closing(&h->uv.any) ? LOOP_IS_CLOSING : 0u);
}

static void on_closed(uv_handle_t *uv)
{
    struct loop_handle *h = of(uv);
    if (h->closed)
        h->closed(h->arg, 0);
    free(h);
}

static void handle_close(struct loop_handle *h, loop_callback *closed)
{
    h->closed = closed;
    uv_close(&h->uv.any, on_closed);
}

/* ---- requests ---- */

static void do_work(uv_work_t *w)
{
    struct loop_request *r = (struct loop_request *)w;
    r->job(r->arg);
}

static void after_work(uv_work_t *w, int status)
{
    struct loop_request *r = (struct loop_request *)w;
    if (r->done)
        r->done(r->arg, status);
    free(r);
}

static struct loop_request *work(struct loop *loop, loop_job *job, loop_callback *done, void *arg)
{
    struct loop_request *r = xcalloc(1, sizeof *r);
    r->job = job;
    r->done = done;
    r->arg = arg;
    if (uv_queue_work(&loop->uv, &r->uv.work, do_work, after_work) < 0) {
        free(r);
        return NULL;
    }
    return r;
}

static void after_stat(uv_fs_t *fs)
{
    struct loop_request *r = (struct loop_request *)fs;
    int status = (int)fs->result;
    uv_fs_req_cleanup(fs);
    if (r->done)
        r->done(r->arg, status);
    free(r);
}

static struct loop_request *stat_path(struct loop *loop, const char *path, loop_callback *done,
                                      void *arg)
{
    struct loop_request *r = xcalloc(1, sizeof *r);
    r->done = done;
    r->arg = arg;
    if (uv_fs_stat(&loop->uv, &r->uv.fs, path, after_stat) < 0) {
        free(r);
        return NULL;
    }
    return r;
}

static int cancel(struct loop_request *r)
{
    return uv_cancel(&r->uv.any);
}

/* Before 1.40 there is no due-in query; that alone is no reason to turn a library
 * away, so it is one capability less. */
enum {
    CAN_SINCE_1_40 = LOOP_CAN_DUE_IN,
    CAN = LOOP_CAN_TIMER | LOOP_CAN_REPEAT | LOOP_CAN_IDLE | LOOP_CAN_PREPARE | LOOP_CAN_CHECK |
          LOOP_CAN_POLL | LOOP_CAN_ASYNC | LOOP_CAN_WORK | LOOP_CAN_CANCEL | LOOP_CAN_STAT |
          LOOP_CAN_CLOSE | LOOP_CAN_REF | LOOP_CAN_ONCE | LOOP_CAN_NOWAIT | LOOP_CAN_STOP |
          LOOP_CAN_ALIVE | LOOP_CAN_CLOCK | LOOP_CAN_POLL_TIMEOUT | LOOP_CAN_PHASES |
          LOOP_CAN_VIRTUAL_CLOCK,
};

#define LIBUV_BACKEND(capabilities)                                                         \
    {                                                                                       \
        .abi = LOOP_BACKEND_ABI, .can = (capabilities), .name = "libuv",                    \
        .version = uv_version_string, .open = open_loop, .close = close_loop, .run = run,   \
        .stop = stop, .alive = alive, .now = now, .update_time = update_time,               \
        .poll_timeout = poll_timeout, .handle_new = handle_new, .timer_start = timer_start, \
        .timer_again = timer_again, .timer_set_repeat = timer_set_repeat,                   \
        .timer_due_in = timer_due_in, .watch_start = watch_start, .poll_start = poll_start, \
        .async_send = async_send, .handle_stop = handle_stop, .handle_ref = handle_ref,     \
        .handle_state = handle_state, .handle_close = handle_close, .work = work,           \
        .stat = stat_path, .cancel = cancel,                                                \
    }

const struct loop_backend *backend_libuv(void)
{
    static const struct loop_backend today = LIBUV_BACKEND(CAN | CAN_SINCE_1_40);
    static const struct loop_backend before_1_40 = LIBUV_BACKEND(CAN);
    return find_due_in() ? &today : &before_1_40;
}
