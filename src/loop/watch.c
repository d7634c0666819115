/* Files and folders that are watched by inotify. A loop has one inotify instance for all of them,
 * made when it is first needed. Its descriptor does not keep the loop alive; the handles do
 * (ALIVE-1). Handles that watch the same file share one watch of inotify and are called one after
 * the other (WATCH-3). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>
#include "base/mem.h"
#include "loop/inside.h"

enum { CHANGES = IN_ATTRIB | IN_MODIFY, EVENTS_SIZE = 4096 };

/* A file or folder that inotify watches. */
struct watched {
    struct list link; /* in loop->watched */
    int id;
    char *path;
    struct list handles; /* in the order of their start */
    bool is_reported;    /* its handles are being called, so it must not be freed */
};

static struct watched *watched_find(const struct loop *loop, int id)
{
    for (struct list *at = loop->watched.next; at != &loop->watched; at = at->next) {
        struct watched *w = LIST_ENTRY(at, struct watched, link);
        if (w->id == id)
            return w;
    }
    return NULL;
}

static struct watched *watched_add(struct loop *loop, int id, const char *path)
{
    struct watched *w = xcalloc(1, sizeof *w);

    w->id = id;
    w->path = xstrdup(path);
    list_init(&w->handles);
    list_append(&loop->watched, &w->link);
    return w;
}

static void watched_drop_unused(struct loop *loop, struct watched *w)
{
    if (w->is_reported || !list_is_empty(&w->handles))
        return;
    list_remove(&w->link);
    inotify_rm_watch(loop->changes.fd, w->id); /* fails if the file is gone */
    free(w->path);
    free(w);
}

/* Call each handle that watches it now once, unless an earlier callback stops it (WATCH-5). */
static void report(struct loop *loop, const struct inotify_event *e)
{
    struct watched *w = watched_find(loop, e->wd);
    const int changes = (e->mask & CHANGES ? LOOP_CHANGED : 0) |
                        (e->mask & ~(uint32_t)CHANGES ? LOOP_RENAMED : 0);
    struct list pass;

    if (!w)
        return; /* from before a stop: nobody watches it now */
    const char *const slash = strrchr(w->path, '/'), *const own = slash ? slash + 1 : w->path;
    w->is_reported = true;
    list_move(&w->handles, &pass);
    while (!list_is_empty(&pass)) {
        struct list *link = list_rotate(&pass, &w->handles);
        struct loop_handle *h = LIST_ENTRY(link, struct loop_handle, watch.link);
        h->watch.changed = e->len > 0 ? e->name : own; /* TELL-4 */
        h->callback(h->arg, changes);
    }
    w->is_reported = false;
    watched_drop_unused(loop, w);
}

/* Report all events that are there, in the order in which they happened (WATCH-2). */
static void changes_are_ready(struct loop *loop, struct descriptor *d, uint32_t events)
{
    _Alignas(struct inotify_event) char buffer[EVENTS_SIZE];

    (void)events;
    for (;;) {
        const ssize_t n = TEMP_FAILURE_RETRY(read(d->fd, buffer, sizeof buffer));
        if (n <= 0)
            return;
        const struct inotify_event *e;
        for (const char *at = buffer; at < buffer + n; at += sizeof *e + e->len) {
            e = (const struct inotify_event *)at;
            report(loop, e);
        }
    }
}

void watches_init(struct loop *loop)
{
    loop->changes = (struct descriptor){ .fd = -1, .ready = changes_are_ready };
    list_init(&loop->changes.link);
    list_init(&loop->watched);
}

void watches_release(struct loop *loop)
{
    assert(list_is_empty(&loop->watched));
    if (loop->changes.fd >= 0)
        close(loop->changes.fd);
}

static int changes_open(struct loop *loop)
{
    if (loop->changes.fd >= 0)
        return 0;
    loop->changes.fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (loop->changes.fd < 0)
        return -errno;
    descriptor_start(loop, &loop->changes, EPOLLIN);
    return 0;
}

int watch_init(struct loop_handle *h, int unused)
{
    (void)unused;
    list_init(&h->watch.link);
    return 0;
}

int loop_watch_file(struct loop_handle *h, const char *path)
{
    assert(h->kind == LOOP_WATCH);
    struct loop *loop = h->loop;

    if ((h->state & (LOOP_IS_ACTIVE | LOOP_IS_CLOSING)) || !h->callback)
        return -EINVAL;
    const int status = changes_open(loop);
    if (status < 0)
        return status;
    const int id = inotify_add_watch(loop->changes.fd, path,
                                     CHANGES | IN_CREATE | IN_DELETE | IN_DELETE_SELF |
                                         IN_MOVE_SELF | IN_MOVED_FROM | IN_MOVED_TO);
    if (id < 0)
        return -errno;
    struct watched *w = watched_find(loop, id);
    if (!w)
        w = watched_add(loop, id, path);
    h->watch.id = id;
    list_append(&w->handles, &h->watch.link);
    handle_activate(h);
    return 0;
}

int watch_stop(struct loop_handle *h)
{
    assert(h->kind == LOOP_WATCH);
    if (!(h->state & LOOP_IS_ACTIVE))
        return 0;
    handle_deactivate(h);
    list_remove(&h->watch.link);
    watched_drop_unused(h->loop, watched_find(h->loop, h->watch.id));
    return 0;
}

const char *watch_path(const struct loop_handle *h)
{
    const bool is_active = h->state & LOOP_IS_ACTIVE;
    return is_active ? watched_find(h->loop, h->watch.id)->path : NULL;
}
