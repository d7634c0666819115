/* glib.c - GLib's main loop through backend.h. Our words, and what GLib has for them:
 *
 *   timer          g_timeout_source_new(), whose callback removes it; each start is a new
 *                  source, since a destroyed one cannot be attached again
 *   repeat         as timer, but the callback keeps it: its interval is also its first delay,
 *                  and a start with a different one is refused
 *   idle           g_idle_source_new(), with its default priority, below all others
 *   poll           g_unix_fd_source_new()
 *   async          a source of its own, woken by g_source_set_ready_time(0) from any thread
 *   child          g_spawn_async() and g_child_watch_source_new()
 *   prefer, defer  g_source_set_priority() to a multiple of G_PRIORITY_HIGH or G_PRIORITY_LOW
 *   run default    g_main_loop_run()    once, nowait  g_main_context_iteration()
 *   stop loop      g_main_loop_quit(); single iterations have no main loop to quit
 *
 * Not in GLib: an end (a main loop runs until it is quit, whatever is left), so nothing can be
 * alive or unreferenced; prepare and check callbacks (a source has functions of these names, which
 * only say whether that source is ready); a clock that can be refreshed; timers whose first delay
 * differs from their interval, and `again`; a close that calls back; a thread pool behind the loop.
 * This adapter does not cover GLib's signals: they are taken by a thread that GLib never ends, and
 * whose descriptor stays open when the loop is released. */
#include <glib-unix.h>
#include <glib.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "interface/backend.h"

struct loop {
    GMainContext *context;
    GMainLoop *main;
};

struct loop_handle {
    struct loop *loop;
    enum loop_kind kind;
    int fd;
    int rank;
    bool repeats;    /* a timer */
    GSource *source; /* NULL while stopped */
    loop_callback *callback;
    void *arg;
};

/* ---- the loop ---- */

static const char *version(void)
{
    static char text[24];
    snprintf(text, sizeof text, "%u.%u.%u", glib_major_version, glib_minor_version,
             glib_micro_version);
    return text;
}

static struct loop *open_loop(const struct loop_config *config, char *error, size_t size)
{
    struct loop *loop = calloc(1, sizeof *loop);
    (void)config;
    if (!loop) {
        snprintf(error, size, "no memory");
        return NULL;
    }
    loop->context = g_main_context_new();
    loop->main = g_main_loop_new(loop->context, FALSE);
    return loop;
}

static int close_loop(struct loop *loop)
{
    g_main_loop_unref(loop->main);
    g_main_context_unref(loop->context);
    free(loop);
    return 0;
}

static int run(struct loop *loop, enum loop_mode mode)
{
    if (mode == LOOP_DEFAULT)
        g_main_loop_run(loop->main);
    else
        g_main_context_iteration(loop->context, mode == LOOP_ONCE);
    return 1; /* it never ends by itself */
}

static void stop(struct loop *loop)
{
    g_main_loop_quit(loop->main);
}

/* ---- sources ---- */

static int handle_stop(struct loop_handle *h)
{
    if (h->source) {
        g_source_destroy(h->source);
        g_source_unref(h->source);
    }
    h->source = NULL;
    return 0;
}

/* Without a priority of its own a source has that of its kind. */
static void set_priority(const struct loop_handle *h, GSource *source)
{
    int usual = h->kind == LOOP_IDLE ? G_PRIORITY_DEFAULT_IDLE : G_PRIORITY_DEFAULT;
    int own = h->rank > 0 ? G_PRIORITY_HIGH * h->rank : G_PRIORITY_LOW * -h->rank;
    g_source_set_priority(source, h->rank == 0 ? usual : own);
}

static void attach(struct loop_handle *h, GSource *source, GSourceFunc function)
{
    h->source = source;
    set_priority(h, source);
    g_source_set_callback(source, function, h, NULL);
    g_source_attach(source, h->loop->context);
}

static void call(struct loop_handle *h)
{
    if (h->callback)
        h->callback(h->arg, 0);
}

/* A timer that does not repeat is stopped before its callback, which may start it again. */
static gboolean on_timer(gpointer arg)
{
    struct loop_handle *h = arg;
    bool stays = h->repeats;
    if (!stays)
        handle_stop(h);
    call(h);
    return stays ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static gboolean on_idle(gpointer arg)
{
    call(arg);
    return G_SOURCE_CONTINUE;
}

static gboolean on_descriptor(gint fd, GIOCondition condition, gpointer arg)
{
    (void)fd;
    (void)condition;
    call(arg);
    return G_SOURCE_CONTINUE;
}

/* A wake-up: the source is ready from g_source_set_ready_time(0) until it is called. */
static gboolean dispatch_async(GSource *source, GSourceFunc callback, gpointer arg)
{
    g_source_set_ready_time(source, -1);
    return callback(arg);
}

static GSourceFuncs async_functions = { .dispatch = dispatch_async };

static struct loop_handle *handle_new(struct loop *loop, enum loop_kind kind, int fd,
                                      loop_callback *callback, void *arg)
{
    struct loop_handle *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    *h = (struct loop_handle){
        .loop = loop, .kind = kind, .fd = fd, .callback = callback, .arg = arg
    };
    if (kind == LOOP_ASYNC)
        attach(h, g_source_new(&async_functions, sizeof(GSource)), on_idle);
    return h;
}

static int timer_start(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms)
{
    if (repeat_ms > 0 && repeat_ms != after_ms)
        return -ENOTSUP;
    if (after_ms > G_MAXUINT)
        return -ERANGE;
    handle_stop(h);
    h->repeats = repeat_ms > 0;
    attach(h, g_timeout_source_new((guint)after_ms), on_timer);
    return 0;
}

static int watch_start(struct loop_handle *h)
{
    if (h->kind != LOOP_IDLE)
        return -EINVAL;
    if (!h->source)
        attach(h, g_idle_source_new(), on_idle);
    return 0;
}

static int poll_start(struct loop_handle *h, unsigned events)
{
    GIOCondition condition = 0;
    if (events & LOOP_READABLE)
        condition |= G_IO_IN;
    if (events & LOOP_WRITABLE)
        condition |= G_IO_OUT;
    handle_stop(h);
    attach(h, g_unix_fd_source_new(h->fd, condition), G_SOURCE_FUNC(on_descriptor));
    return 0;
}

static void on_child(GPid pid, gint status, gpointer arg)
{
    struct loop_handle *h = arg;
    g_spawn_close_pid(pid);
    handle_stop(h);
    if (h->callback)
        h->callback(h->arg, WIFEXITED(status) ? WEXITSTATUS(status) : 0);
}

static struct loop_handle *spawn(struct loop *loop, char *const argv[], loop_callback *exited,
                                 void *arg, int *pid)
{
    const GSpawnFlags flags = G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_SEARCH_PATH |
                              G_SPAWN_CHILD_INHERITS_STDIN;
    GError *error = NULL;
    if (!g_spawn_async(NULL, (gchar **)argv, NULL, flags, NULL, NULL, pid, &error)) {
        errno = error->code == G_SPAWN_ERROR_NOENT ? ENOENT : EIO;
        g_error_free(error);
        return NULL;
    }
    struct loop_handle *h = handle_new(loop, LOOP_CHILD, -1, exited, arg);
    if (h)
        attach(h, g_child_watch_source_new(*pid), G_SOURCE_FUNC(on_child));
    return h;
}

static int async_send(struct loop_handle *h)
{
    g_source_set_ready_time(h->source, 0);
    return 0;
}

static int handle_priority(struct loop_handle *h, int rank)
{
    h->rank = rank;
    if (h->source)
        set_priority(h, h->source);
    return 0;
}

static unsigned handle_state(struct loop_handle *h)
{
    return (h->source ? LOOP_IS_ACTIVE : 0u) | LOOP_IS_REFERENCED;
}

static void handle_close(struct loop_handle *h, loop_callback *closed)
{
    (void)closed;
    handle_stop(h);
    free(h);
}

const struct loop_backend loopspec_backend = {
    .abi = LOOP_BACKEND_ABI,
    .can = LOOP_CAN_TIMER | LOOP_CAN_REPEAT | LOOP_CAN_IDLE | LOOP_CAN_POLL | LOOP_CAN_ASYNC |
           LOOP_CAN_CHILD | LOOP_CAN_ONCE | LOOP_CAN_NOWAIT | LOOP_CAN_STOP | LOOP_CAN_PRIORITY |
           LOOP_CAN_VIRTUAL_CLOCK,
    .name = "glib",
    .version = version,
    .open = open_loop,
    .close = close_loop,
    .run = run,
    .stop = stop,
    .handle_new = handle_new,
    .timer_start = timer_start,
    .watch_start = watch_start,
    .poll_start = poll_start,
    .async_send = async_send,
    .spawn = spawn,
    .handle_stop = handle_stop,
    .handle_state = handle_state,
    .handle_close = handle_close,
    .handle_priority = handle_priority,
};
