#include "host/inside.h"

#include <errno.h>
#include <stdlib.h>

#include "base/mem.h"

/* Ours, around those of the tested loop, which have the same names and are never looked into. */
struct loop {
    struct host *host;
    const struct loop_backend *tested;
    struct loop_backend backend; /* what the tested one has, by the functions below */
    struct loop *inner;          /* NULL until it is open */
    struct loop_handle *handles; /* all that were made, newest first */
    struct loop_request *requests;
};

struct loop_handle {
    struct loop *loop;
    struct loop_handle *inner;
    uint32_t label; /* string id of its name in the program; 0 for none */
    struct loop_handle *next;
};

struct loop_request {
    struct loop *loop;
    struct loop_request *inner;
    uint32_t label;
    struct loop_request *next;
};

/* ---- notes ---- */

/* There is one note in the trace: it is the first loop's, and its own thread's. */
static bool is_noted(const struct host *h)
{
    return h == h->main && pthread_equal(h->self, pthread_self());
}

static uint32_t name_now(const struct host *h)
{
    return h->step ? h->step->name : 0;
}

/* The note of whatever call this one is made in, for end(). */
static struct trace_site begin(const struct loop *l, size_t call, uint32_t label)
{
    const struct host *h = l->host;
    struct trace_site *site = &h->record.trace->site, before = *site;
    if (is_noted(h))
        *site = (struct trace_site){ .call = (uint32_t)call,
                                     .label = label,
                                     .line = h->step ? h->step->at.line : 0,
                                     .phase = (uint8_t)h->record.phase };
    return before;
}

static void end(const struct loop *l, struct trace_site before)
{
    if (is_noted(l->host))
        l->host->record.trace->site = before;
}

/* Once everything is being closed nobody asks for anything any more. */
static void note_failure(const struct loop *l, size_t call, uint32_t label, int64_t result)
{
    struct host *h = l->host;
    if (result < 0 && !h->ending && pthread_equal(h->self, pthread_self()))
        record_call(&h->record, (uint32_t)call, label, result);
}

void calls_note_callback(struct host *h, uint32_t label, uint32_t line, unsigned kind)
{
    struct trace_site *site = &h->record.trace->site;
    if (site->call != offsetof(struct loop_backend, run) || !is_noted(h))
        return;
    site->label = label;
    site->line = line;
    site->kind = (uint8_t)kind;
    site->phase = (uint8_t)h->record.phase;
}

/* A call that answers with a number, of which a negative one is a failure; one that answers
 * with anything else; and one that does not answer. */
#define ASK(l, member, label, ...)                                                         \
    do {                                                                                   \
        struct trace_site before = begin(l, offsetof(struct loop_backend, member), label); \
        int result = (l)->tested->member(__VA_ARGS__);                                     \
        end(l, before);                                                                    \
        note_failure(l, offsetof(struct loop_backend, member), label, result);             \
        return result;                                                                     \
    } while (0)
#define GET(l, type, member, label, ...)                                                   \
    do {                                                                                   \
        struct trace_site before = begin(l, offsetof(struct loop_backend, member), label); \
        type result = (l)->tested->member(__VA_ARGS__);                                    \
        end(l, before);                                                                    \
        return result;                                                                     \
    } while (0)
#define TELL(l, member, label, ...)                                                        \
    do {                                                                                   \
        struct trace_site before = begin(l, offsetof(struct loop_backend, member), label); \
        (l)->tested->member(__VA_ARGS__);                                                  \
        end(l, before);                                                                    \
    } while (0)

/* ---- the loop ---- */

static int close_loop(struct loop *l)
{
    ASK(l, close, 0, l->inner);
}

static int run(struct loop *l, enum loop_mode mode)
{
    ASK(l, run, 0, l->inner, mode);
}

static void stop(struct loop *l)
{
    TELL(l, stop, 0, l->inner);
}

static int alive(struct loop *l)
{
    GET(l, int, alive, 0, l->inner);
}

static uint64_t now(struct loop *l)
{
    GET(l, uint64_t, now, 0, l->inner);
}

static void update_time(struct loop *l)
{
    TELL(l, update_time, 0, l->inner);
}

static int poll_timeout(struct loop *l) /* -1 is no failure */
{
    GET(l, int, poll_timeout, 0, l->inner);
}

static uint64_t turns(struct loop *l)
{
    GET(l, uint64_t, turns, 0, l->inner);
}

/* ---- handles ---- */

static struct loop_handle *add_handle(struct loop *l, struct loop_handle *inner)
{
    if (!inner)
        return NULL;
    struct loop_handle *h = xmalloc(sizeof *h);
    *h = (struct loop_handle){ l, inner, name_now(l->host), l->handles };
    l->handles = h;
    return h;
}

static struct loop_handle *new_inner(struct loop *l, enum loop_kind kind, int fd,
                                     loop_callback *callback, void *arg)
{
    GET(l, struct loop_handle *, handle_new, name_now(l->host), l->inner, kind, fd, callback, arg);
}

static struct loop_handle *handle_new(struct loop *l, enum loop_kind kind, int fd,
                                      loop_callback *callback, void *arg)
{
    return add_handle(l, new_inner(l, kind, fd, callback, arg));
}

static struct loop_handle *spawn_inner(struct loop *l, char *const argv[], loop_callback *exited,
                                       void *arg, int *pid)
{
    GET(l, struct loop_handle *, spawn, name_now(l->host), l->inner, argv, exited, arg, pid);
}

static struct loop_handle *spawn(struct loop *l, char *const argv[], loop_callback *exited,
                                 void *arg, int *pid)
{
    return add_handle(l, spawn_inner(l, argv, exited, arg, pid));
}

static struct loop_handle *accept_inner(struct loop_handle *h, loop_callback *callback, void *arg)
{
    GET(h->loop, struct loop_handle *, accept, h->label, h->inner, callback, arg);
}

static struct loop_handle *accept_connection(struct loop_handle *h, loop_callback *callback,
                                             void *arg)
{
    return add_handle(h->loop, accept_inner(h, callback, arg));
}

static int timer_start(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms)
{
    ASK(h->loop, timer_start, h->label, h->inner, after_ms, repeat_ms);
}

/* These two may be missing. */
static int timer_again(struct loop_handle *h)
{
    if (!h->loop->tested->timer_again) {
        note_failure(h->loop, offsetof(struct loop_backend, timer_again), h->label, -ENOSYS);
        return -ENOSYS;
    }
    ASK(h->loop, timer_again, h->label, h->inner);
}

static void timer_set_repeat(struct loop_handle *h, uint64_t repeat_ms)
{
    if (!h->loop->tested->timer_set_repeat) {
        note_failure(h->loop, offsetof(struct loop_backend, timer_set_repeat), h->label, -ENOSYS);
        return;
    }
    TELL(h->loop, timer_set_repeat, h->label, h->inner, repeat_ms);
}

static uint64_t timer_due_in(struct loop_handle *h)
{
    GET(h->loop, uint64_t, timer_due_in, h->label, h->inner);
}

static int watch_start(struct loop_handle *h)
{
    ASK(h->loop, watch_start, h->label, h->inner);
}

static int poll_start(struct loop_handle *h, unsigned events)
{
    ASK(h->loop, poll_start, h->label, h->inner, events);
}

static int async_send(struct loop_handle *h)
{
    ASK(h->loop, async_send, h->label, h->inner);
}

static int signal_start(struct loop_handle *h, int signal)
{
    ASK(h->loop, signal_start, h->label, h->inner, signal);
}

static int handle_stop(struct loop_handle *h)
{
    ASK(h->loop, handle_stop, h->label, h->inner);
}

static void handle_ref(struct loop_handle *h, int referenced)
{
    TELL(h->loop, handle_ref, h->label, h->inner, referenced);
}

static unsigned handle_state(struct loop_handle *h)
{
    GET(h->loop, unsigned, handle_state, h->label, h->inner);
}

static void handle_close(struct loop_handle *h, loop_callback *closed)
{
    TELL(h->loop, handle_close, h->label, h->inner, closed);
}

static int handle_priority(struct loop_handle *h, int rank)
{
    ASK(h->loop, handle_priority, h->label, h->inner, rank);
}

static int read_start(struct loop_handle *h, size_t size)
{
    ASK(h->loop, read_start, h->label, h->inner, size);
}

static int write_bytes(struct loop_handle *h, const void *bytes, size_t size, loop_callback *done,
                       void *arg)
{
    ASK(h->loop, write, h->label, h->inner, bytes, size, done, arg);
}

static int shutdown_stream(struct loop_handle *h, loop_callback *done, void *arg)
{
    ASK(h->loop, shutdown, h->label, h->inner, done, arg);
}

static int connect_stream(struct loop_handle *h, const struct sockaddr *to, loop_callback *done,
                          void *arg)
{
    ASK(h->loop, connect, h->label, h->inner, to, done, arg);
}

static int listen_on(struct loop_handle *h)
{
    ASK(h->loop, listen, h->label, h->inner);
}

/* ---- requests ---- */

static struct loop_request *add_request(struct loop *l, struct loop_request *inner)
{
    if (!inner)
        return NULL;
    struct loop_request *r = xmalloc(sizeof *r);
    *r = (struct loop_request){ l, inner, name_now(l->host), l->requests };
    l->requests = r;
    return r;
}

static struct loop_request *work_inner(struct loop *l, loop_job *job, loop_callback *done,
                                       void *arg)
{
    GET(l, struct loop_request *, work, name_now(l->host), l->inner, job, done, arg);
}

static struct loop_request *work(struct loop *l, loop_job *job, loop_callback *done, void *arg)
{
    return add_request(l, work_inner(l, job, done, arg));
}

static struct loop_request *stat_inner(struct loop *l, const char *path, loop_callback *done,
                                       void *arg)
{
    GET(l, struct loop_request *, stat, name_now(l->host), l->inner, path, done, arg);
}

static struct loop_request *stat_file(struct loop *l, const char *path, loop_callback *done,
                                      void *arg)
{
    return add_request(l, stat_inner(l, path, done, arg));
}

static struct loop_request *lookup_inner(struct loop *l, const char *name, loop_callback *done,
                                         void *arg)
{
    GET(l, struct loop_request *, lookup, name_now(l->host), l->inner, name, done, arg);
}

static struct loop_request *lookup(struct loop *l, const char *name, loop_callback *done, void *arg)
{
    return add_request(l, lookup_inner(l, name, done, arg));
}

static int stat_inline(struct loop *l, const char *path)
{
    ASK(l, stat_inline, 0, l->inner, path);
}

static int cancel(struct loop_request *r)
{
    ASK(r->loop, cancel, r->label, r->inner);
}

/* ---- all of it ---- */

static const struct loop_backend noted = {
    .close = close_loop,
    .run = run,
    .stop = stop,
    .alive = alive,
    .now = now,
    .update_time = update_time,
    .poll_timeout = poll_timeout,
    .turns = turns,
    .handle_new = handle_new,
    .timer_start = timer_start,
    .timer_again = timer_again,
    .timer_set_repeat = timer_set_repeat,
    .timer_due_in = timer_due_in,
    .watch_start = watch_start,
    .poll_start = poll_start,
    .async_send = async_send,
    .signal_start = signal_start,
    .handle_stop = handle_stop,
    .handle_ref = handle_ref,
    .handle_state = handle_state,
    .handle_close = handle_close,
    .work = work,
    .stat = stat_file,
    .cancel = cancel,
    .stat_inline = stat_inline,
    .lookup = lookup,
    .spawn = spawn,
    .read_start = read_start,
    .write = write_bytes,
    .shutdown = shutdown_stream,
    .connect = connect_stream,
    .listen = listen_on,
    .accept = accept_connection,
    .handle_priority = handle_priority,
};

struct loop *calls_new(struct host *h, const struct loop_backend *tested)
{
    struct loop *l = xcalloc(1, sizeof *l);
    l->host = h;
    l->tested = tested;
    l->backend = noted;
    l->backend.abi = tested->abi;
    l->backend.can = tested->can;
    l->backend.name = tested->name;
    l->backend.version = tested->version;
    return l;
}

void calls_free(struct loop *l)
{
    while (l->handles) {
        struct loop_handle *h = l->handles;
        l->handles = h->next;
        free(h);
    }
    while (l->requests) {
        struct loop_request *r = l->requests;
        l->requests = r->next;
        free(r);
    }
    free(l);
}

const struct loop_backend *calls_backend(const struct loop *l)
{
    return &l->backend;
}

bool calls_open(struct loop *l, const struct loop_config *config, char *error, size_t size)
{
    struct trace_site before = begin(l, offsetof(struct loop_backend, open), 0);
    l->inner = l->tested->open(config, error, size);
    end(l, before);
    return l->inner;
}

void calls_take(struct loop *l, struct loop *tested)
{
    l->inner = tested;
}

struct loop *calls_give(struct loop *l)
{
    return l->inner;
}
