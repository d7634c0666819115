/* libuv_file.c - handles that watch a file: uv_fs_event, by events of the system, and uv_fs_poll,
 * by examining it at intervals. */
#include "backend/libuv.h"
#include <assert.h>

static_assert(LOOP_RENAMED == (int)UV_RENAME && LOOP_CHANGED == (int)UV_CHANGE,
              "events are passed on as they are");

int file_init(struct loop_handle *h, uv_loop_t *loop)
{
    return h->kind == LOOP_WATCH ? uv_fs_event_init(loop, &h->uv.watch)
                                 : uv_fs_poll_init(loop, &h->uv.inspect);
}

int file_stop(struct loop_handle *h)
{
    return h->kind == LOOP_WATCH ? uv_fs_event_stop(&h->uv.watch) : uv_fs_poll_stop(&h->uv.inspect);
}

static void on_watch(uv_fs_event_t *uv, const char *name, int events, int status)
{
    struct loop_handle *h = (struct loop_handle *)uv;

    h->changed = name;
    h->callback(h->arg, status < 0 ? status : events);
}

static void on_inspect(uv_fs_poll_t *uv, int status, const uv_stat_t *before, const uv_stat_t *now)
{
    struct loop_handle *h = (struct loop_handle *)uv;

    (void)before, (void)now;
    h->callback(h->arg, status);
}

int libuv_watch_file(struct loop_handle *h, const char *path)
{
    return uv_fs_event_start(&h->uv.watch, on_watch, path, 0);
}

int libuv_inspect_file(struct loop_handle *h, const char *path, unsigned every_ms)
{
    return uv_fs_poll_start(&h->uv.inspect, on_inspect, path, every_ms);
}
