/* Files that are watched by examining them at intervals. One check: a file request goes to the
 * pool; when it is done, the handle is called if the file has changed (WATCH-10 to WATCH-13), and a
 * timer is set for the next check. An inspection lasts from a start of the handle to its stop. It
 * ends when its timer is closed, one iteration later; by then the handle may have begun another. A
 * handle is closed when all of its inspections have ended. */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include "base/mem.h"
#include "loop/inside.h"

struct inspection {
    struct loop_handle *handle;
    struct loop_handle *timer; /* does not keep the loop alive */
    struct inspection *next;   /* an older inspection of the same handle */
    char *path;
    uint64_t every_ms;
    uint64_t check_began_ms; /* when the latest check began */
    int status;              /* result of the latest check but the first: 1 for success */
    struct stat before, found;
};

static bool looks_same(const struct stat *a, const struct stat *b)
{
    return a->st_size == b->st_size && a->st_mode == b->st_mode && a->st_ino == b->st_ino &&
           a->st_dev == b->st_dev && a->st_uid == b->st_uid && a->st_gid == b->st_gid &&
           a->st_ctim.tv_sec == b->st_ctim.tv_sec && a->st_ctim.tv_nsec == b->st_ctim.tv_nsec &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static void on_ended(void *arg, int status)
{
    struct inspection *i = arg;
    struct loop_handle *h = i->handle;
    struct inspection **at = &h->inspect.latest;

    (void)status;
    while (*at != i)
        at = &(*at)->next;
    *at = i->next;
    if (!h->inspect.latest && (h->state & LOOP_IS_CLOSING))
        handle_is_closed(h);
    free(i->path);
    free(i);
}

static bool is_over(const struct inspection *i)
{
    return !(i->handle->state & LOOP_IS_ACTIVE) || i->handle->inspect.latest != i;
}

/* WATCH-10: the first check only stores the state. WATCH-12: an error is reported once. */
static void compare(struct inspection *i, int status)
{
    struct loop_handle *h = i->handle;
    const int before = i->status;

    i->status = status < 0 ? status : 1;
    if (status < 0 ? before != status
                   : before < 0 || (before > 0 && !looks_same(&i->before, &i->found)))
        h->callback(h->arg, status);
    i->before = i->found;
}

/* WATCH-11: the time that the check took is part of the interval. */
static void on_checked(void *arg, int status)
{
    struct inspection *i = arg;
    const struct loop *loop = i->handle->loop;

    if (!is_over(i))
        compare(i, status);
    if (is_over(i))
        loop_handle_close(i->timer, on_ended);
    else
        loop_timer_start(i->timer, i->every_ms - (loop->now_ms - i->check_began_ms) % i->every_ms,
                         0);
}

static int check_file(struct inspection *i)
{
    struct loop *loop = i->handle->loop;

    i->check_began_ms = loop->now_ms;
    return request_stat(loop, i->path, &i->found, on_checked, i) ? 0 : -errno;
}

static void on_timer(void *arg, int status)
{
    (void)status;
    if (check_file(arg) < 0)
        abort(); /* cannot happen: the first check has started the pool */
}

int loop_inspect_file(struct loop_handle *h, const char *path, unsigned every_ms)
{
    assert(h->kind == LOOP_INSPECT);
    if ((h->state & LOOP_IS_CLOSING) || !h->callback)
        return -EINVAL;
    if (h->state & LOOP_IS_ACTIVE)
        return 0;

    struct inspection *i = xcalloc(1, sizeof *i);
    i->handle = h;
    i->path = xstrdup(path);
    i->every_ms = every_ms ? every_ms : 1;
    i->timer = loop_handle_new(h->loop, LOOP_TIMER, -1, on_timer, i);
    loop_handle_ref(i->timer, 0);
    list_remove(&i->timer->in_loop); /* LOOP-6: it is the loop's own */
    i->next = h->inspect.latest;
    h->inspect.latest = i;
    const int status = check_file(i);
    if (status < 0)
        loop_handle_close(i->timer, on_ended);
    else
        handle_activate(h);
    return status;
}

/* If the timer is not active, a check is under way; the inspection ends when that is done. */
int inspect_stop(struct loop_handle *h)
{
    assert(h->kind == LOOP_INSPECT);
    if (!(h->state & LOOP_IS_ACTIVE))
        return 0;
    handle_deactivate(h);
    if (h->inspect.latest->timer->state & LOOP_IS_ACTIVE)
        loop_handle_close(h->inspect.latest->timer, on_ended);
    return 0;
}

bool inspect_close(struct loop_handle *h)
{
    inspect_stop(h);
    return !h->inspect.latest;
}

const char *inspect_path(const struct loop_handle *h)
{
    return h->state & LOOP_IS_ACTIVE ? h->inspect.latest->path : NULL;
}
