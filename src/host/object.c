/* object.c - handles and requests of the program's, and their callbacks. */
#include "host/inside.h"

#include <stdlib.h>

#include "base/mem.h"

void *object_add(struct host *h, const struct step *s, enum trace_kind kind, size_t size)
{
    struct object *o = xcalloc(1, size);
    o->host = h;
    o->step = s;
    o->kind = kind;
    o->due_ns = TRACE_NO_DUE;
    o->cause = h->record.running;
    o->next = h->objects;
    h->objects = o;
    if (s->name)
        h->by_name[s->name] = o;
    return o;
}

static bool has_handle(enum trace_kind kind)
{
    return kind == TRACE_TIMER || kind == TRACE_IDLE || kind == TRACE_PREPARE ||
           kind == TRACE_CHECK || kind == TRACE_POLL || kind == TRACE_ASYNC;
}

struct object *object_find(struct host *h, const struct step *s)
{
    struct object *o = h->by_name[s->name];
    if (!o)
        host_fail(h, s, "'%s' does not exist yet", host_name(h, s));
    if (has_handle(o->kind) && !o->handle)
        host_fail(h, s, "'%s' is closed", host_name(h, s));
    return o;
}

uint64_t object_ms(uint64_t ns)
{
    return ns == FOR_EVER ? UINT64_MAX : ns == NO_TIME ? 0 : ns / MS;
}

void object_plan(struct object *o, uint64_t after_ms)
{
    uint64_t now = host_loop_ms(o->host);
    bool far = after_ms > TRACE_NO_DUE / MS - now - 1;
    o->due_ns = far ? TRACE_NO_DUE : (now + after_ms) * MS;
    o->cause = o->host->record.running;
}

/* ---- callbacks ---- */

void object_call(struct object *o, int status, const struct block *body)
{
    struct host *h = o->host;
    bool is_close = body == o->closed && body;
    enum trace_kind kind = is_close ? TRACE_CLOSE : o->kind;
    uint64_t due = is_close ? TRACE_NO_DUE : o->due_ns;
    uint32_t cause = is_close ? o->closed_cause : o->cause;
    uint32_t index = record_callback(&h->record, kind, o->step->name, due, cause);
    if (kind == TRACE_TIMER && o->repeat_ms > 0)
        object_plan(o, o->repeat_ms); /* a repeating timer is armed again before its callback */
    h->status = status;
    if (body)
        host_perform(h, body);
    record_callback_end(&h->record, index);
}

static void on_event(void *arg, int status)
{
    struct object *o = arg;
    struct host *h = o->host;
    if (h->ending)
        return;
    if (o->fd)
        o->due_ns = world_fd_ready_ns(o->fd);
    object_call(o, status, o->step->body);
    if (h->layer->after)
        h->layer->after(h);
}

static void on_done(void *arg, int status)
{
    struct object *o = arg;
    o->request = NULL;
    on_event(o, status);
}

static void on_closed(void *arg, int status)
{
    struct object *o = arg;
    struct host *h = o->host;
    o->handle = NULL;
    if (h->ending || !o->closed)
        return;
    object_call(o, status, o->closed);
    if (h->layer->after)
        h->layer->after(h);
}

static void do_job(void *arg)
{
    struct object *o = arg;
    world_busy(o->step->after_ns);
    o->due_ns = world_now_ns();
}

/* ---- steps ---- */

struct object *object_add_handle(struct host *h, const struct step *s, enum trace_kind kind,
                                 enum loop_kind loop_kind, int fd)
{
    struct object *o = object_add(h, s, kind, sizeof *o);
    o->handle = h->backend->handle_new(h->loop, loop_kind, fd, on_event, o);
    if (!o->handle)
        host_fail(h, s, "the backend could not make the handle");
    return o;
}

static unsigned poll_events(const struct object *o)
{
    return o->step->option == POLL_WRITABLE ? LOOP_WRITABLE : LOOP_READABLE;
}

void object_make_poll(struct host *h, const struct step *s)
{
    struct world_fd *fd = world_fd_open(s->option == POLL_WRITABLE ? WORLD_FD_WRITABLE
                                                                   : WORLD_FD_READABLE);
    if (!fd)
        host_fail(h, s, "no descriptor left");
    struct object *o = object_add_handle(h, s, TRACE_POLL, LOOP_POLL, world_fd_number(fd));
    o->fd = fd;
    if (s->after_ns != NO_TIME)
        world_fd_ready_after(fd, s->after_ns);
    if (!s->stopped)
        h->result = h->backend->poll_start(o->handle, poll_events(o));
}

void object_make_request(struct host *h, const struct step *s)
{
    bool is_work = s->kind == STEP_WORK;
    struct object *o = object_add(h, s, is_work ? TRACE_WORK : TRACE_STAT, sizeof *o);
    loop_callback *done = s->body ? on_done : NULL;
    o->request = is_work ? h->backend->work(h->loop, do_job, done, o)
                         : h->backend->stat(h->loop, "/", done, o);
    if (!o->request)
        host_fail(h, s, "the backend refused the request");
    if (!s->body)
        o->request = NULL; /* nobody will say when it ends */
}

void object_start_poll(struct host *h, const struct step *s)
{
    struct object *o = object_find(h, s);
    o->cause = h->record.running;
    h->result = h->backend->poll_start(o->handle, poll_events(o));
}

void object_close(struct host *h, const struct step *s)
{
    struct object *o = object_find(h, s);
    if (o->closing)
        host_fail(h, s, "'%s' is closing already", host_name(h, s));
    o->closing = true;
    o->closed = s->body;
    o->closed_cause = h->record.running;
    h->backend->handle_close(o->handle, on_closed);
}

void object_ref(struct host *h, const struct step *s)
{
    h->backend->handle_ref(object_find(h, s)->handle, s->kind == STEP_REF);
}

void object_ready(struct host *h, const struct step *s)
{
    struct object *o = object_find(h, s);
    o->cause = h->record.running;
    if (s->after_ns == NO_TIME)
        world_fd_ready(o->fd);
    else
        world_fd_ready_after(o->fd, s->after_ns);
}

void object_drain(struct host *h, const struct step *s)
{
    world_fd_drain(object_find(h, s)->fd);
}
