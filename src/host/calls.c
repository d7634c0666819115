#include "host/inside.h"

#include <errno.h>
#include <stdlib.h>

#include "base/mem.h"

/* Wrappers around the tested loop and its handles, which have the same type names but are only
 * passed on, never accessed. */
struct loop {
    struct host *host;
    const struct loop_backend *tested;
    struct loop_backend backend; /* the tested backend's table, with the functions below */
    struct loop *inner;          /* NULL until it is open */
    struct loop_handle *handles; /* all handles made in it, newest first */
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

/* The trace has one note: only the first loop, on its own thread, writes it. */
static bool is_noted(const struct host *h)
{
    return h == h->main && pthread_equal(h->self, pthread_self());
}

static uint32_t name_now(const struct host *h)
{
    return h->step ? h->step->name : 0;
}

/* Write the note of a call. Returns the note of the call around it, which end() restores. */
static struct trace_site begin(const struct loop *l, size_t call, uint32_t label)
{
    const struct host *h = l->host;
    struct trace_site *site = &h->record.trace->site, before = { 0 };
    if (h->config->clock == WORLD_VIRTUAL)
        world_note_change();
    if (!is_noted(h))
        return before;
    before = *site;
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

/* While everything is being closed, failures are not recorded. */
static void note_failure(const struct loop *l, size_t call, uint32_t label, int64_t result)
{
    struct host *h = l->host;
    if (result < 0 && !h->ending && pthread_equal(h->self, pthread_self()))
        record_call(&h->record, (uint32_t)call, label, result);
}

void calls_note_callback(struct host *h, uint32_t label, uint32_t line, unsigned kind)
{
    struct trace_site *site = &h->record.trace->site;
    if (!is_noted(h) || site->call != offsetof(struct loop_backend, run))
        return;
    site->label = label;
    site->line = line;
    site->kind = (uint8_t)kind;
    site->phase = (uint8_t)h->record.phase;
}

/* ---- handles and requests that the loop makes ---- */

#define LISTED(what)                                                                 \
    static struct loop_##what *add_##what(struct loop *l, struct loop_##what *inner) \
    {                                                                                \
        if (!inner)                                                                  \
            return NULL;                                                             \
        struct loop_##what *made = xmalloc(sizeof *made);                            \
        *made = (struct loop_##what){ l, inner, name_now(l->host), l->what##s };     \
        return l->what##s = made;                                                    \
    }                                                                                \
    static void free_##what##s(struct loop *l)                                       \
    {                                                                                \
        for (struct loop_##what * next, *at = l->what##s; at; at = next) {           \
            next = at->next;                                                         \
            free(at);                                                                \
        }                                                                            \
    }
LISTED(handle)
LISTED(request)

/* ---- the calls ---- */

/* Every function of the backend that needs a loop. A row has the member, the loop, the string id of
 * the name concerned, the parameters, and the arguments for the tested loop. ASKS: returns a
 * number; a negative one is a failure. GETS: returns another value. TELLS: returns nothing. MAKES:
 * returns a new handle or request. `h` is a handle or a request. */
/* clang-format off */
#define CALLS(ASKS, GETS, TELLS, MAKES) \
    ASKS(close, l, 0, (struct loop *l), (l->inner)) \
    ASKS(run, l, 0, (struct loop *l, enum loop_mode mode), (l->inner, mode)) \
    TELLS(stop, l, 0, (struct loop *l), (l->inner)) \
    GETS(int, alive, l, 0, (struct loop *l), (l->inner)) \
    GETS(uint64_t, now, l, 0, (struct loop *l), (l->inner)) \
    TELLS(update_time, l, 0, (struct loop *l), (l->inner)) \
    GETS(int, poll_timeout, l, 0, (struct loop *l), (l->inner)) /* -1 is no failure */ \
    GETS(uint64_t, turns, l, 0, (struct loop *l), (l->inner)) \
    MAKES(handle, handle_new, l, name_now(l->host), \
          (struct loop *l, enum loop_kind kind, int fd, loop_callback *callback, void *arg), \
          (l->inner, kind, fd, callback, arg)) \
    ASKS(timer_start, h->loop, h->label, \
         (struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms), \
         (h->inner, after_ms, repeat_ms)) \
    ASKS(timer_again, h->loop, h->label, (struct loop_handle *h), (h->inner)) \
    TELLS(timer_set_repeat, h->loop, h->label, (struct loop_handle *h, uint64_t repeat_ms), \
          (h->inner, repeat_ms)) \
    GETS(uint64_t, timer_due_in, h->loop, h->label, (struct loop_handle *h), (h->inner)) \
    ASKS(watch_start, h->loop, h->label, (struct loop_handle *h), (h->inner)) \
    ASKS(poll_start, h->loop, h->label, (struct loop_handle *h, unsigned events), \
         (h->inner, events)) \
    ASKS(async_send, h->loop, h->label, (struct loop_handle *h), (h->inner)) \
    ASKS(signal_start, h->loop, h->label, (struct loop_handle *h, int signal), (h->inner, signal)) \
    ASKS(handle_stop, h->loop, h->label, (struct loop_handle *h), (h->inner)) \
    TELLS(handle_ref, h->loop, h->label, (struct loop_handle *h, int referenced), \
          (h->inner, referenced)) \
    GETS(unsigned, handle_state, h->loop, h->label, (struct loop_handle *h), (h->inner)) \
    TELLS(handle_close, h->loop, h->label, (struct loop_handle *h, loop_callback *closed), \
          (h->inner, closed)) \
    MAKES(request, work, l, name_now(l->host), \
          (struct loop *l, loop_job *job, loop_callback *done, void *arg), \
          (l->inner, job, done, arg)) \
    MAKES(request, stat, l, name_now(l->host), \
          (struct loop *l, const char *path, loop_callback *done, void *arg), \
          (l->inner, path, done, arg)) \
    ASKS(cancel, h->loop, h->label, (struct loop_request *h), (h->inner)) \
    ASKS(stat_inline, l, 0, (struct loop *l, const char *path), (l->inner, path)) \
    MAKES(request, lookup, l, name_now(l->host), \
          (struct loop *l, const char *name, loop_callback *done, void *arg), \
          (l->inner, name, done, arg)) \
    MAKES(handle, spawn, l, name_now(l->host), \
          (struct loop *l, char *const argv[], loop_callback *exited, void *arg, int *pid), \
          (l->inner, argv, exited, arg, pid)) \
    ASKS(read_start, h->loop, h->label, (struct loop_handle *h, size_t size), (h->inner, size)) \
    ASKS(write, h->loop, h->label, \
         (struct loop_handle *h, const void *bytes, size_t size, loop_callback *done, void *arg), \
         (h->inner, bytes, size, done, arg)) \
    ASKS(shutdown, h->loop, h->label, (struct loop_handle *h, loop_callback *done, void *arg), \
         (h->inner, done, arg)) \
    ASKS(connect, h->loop, h->label, \
         (struct loop_handle *h, const struct sockaddr *to, loop_callback *done, void *arg), \
         (h->inner, to, done, arg)) \
    ASKS(listen, h->loop, h->label, (struct loop_handle *h), (h->inner)) \
    MAKES(handle, accept, h->loop, h->label, \
          (struct loop_handle *h, loop_callback *callback, void *arg), (h->inner, callback, arg)) \
    ASKS(handle_priority, h->loop, h->label, (struct loop_handle *h, int rank), (h->inner, rank)) \
    ASKS(datagram_start, h->loop, h->label, (struct loop_handle *h, int room, int thorough), \
         (h->inner, room, thorough)) \
    MAKES(handle, datagram_new, l, name_now(l->host), \
          (struct loop *l, int fd, size_t batch, loop_callback *callback, void *arg), \
          (l->inner, fd, batch, callback, arg)) \
    ASKS(datagram_connect, h->loop, h->label, \
         (struct loop_handle *h, const struct sockaddr *to), (h->inner, to)) \
    ASKS(send, h->loop, h->label, \
         (struct loop_handle *h, const void *bytes, size_t size, const struct sockaddr *to, \
          loop_callback *done, void *arg), \
         (h->inner, bytes, size, to, done, arg)) \
    ASKS(try_send, h->loop, h->label, \
         (struct loop_handle *h, const void *bytes, size_t size, const struct sockaddr *to), \
         (h->inner, bytes, size, to)) \
    ASKS(try_send_batch, h->loop, h->label, \
         (struct loop_handle *h, const void *bytes, size_t size, size_t count, \
          const struct sockaddr *to), \
         (h->inner, bytes, size, count, to)) \
    GETS(uint64_t, sends_queued, h->loop, h->label, (struct loop_handle *h), (h->inner)) \
    GETS(uint64_t, bytes_queued, h->loop, h->label, (struct loop_handle *h), (h->inner)) \
    ASKS(lookup_inline, l, 0, (struct loop *l, const char *name), (l->inner, name)) \
    MAKES(request, reverse_lookup, l, name_now(l->host), \
          (struct loop *l, const struct sockaddr *address, loop_callback *done, void *arg), \
          (l->inner, address, done, arg)) \
    ASKS(reverse_lookup_inline, l, 0, (struct loop *l, const struct sockaddr *address), \
         (l->inner, address)) \
    MAKES(request, random, l, name_now(l->host), \
          (struct loop *l, void *bytes, size_t size, loop_callback *done, void *arg), \
          (l->inner, bytes, size, done, arg)) \
    ASKS(random_inline, l, 0, (struct loop *l, void *bytes, size_t size), \
         (l->inner, bytes, size)) \
    ASKS(try_write, h->loop, h->label, (struct loop_handle *h, const void *bytes, size_t size), \
         (h->inner, bytes, size)) \
    GETS(size_t, unwritten, h->loop, h->label, (struct loop_handle *h), (h->inner)) \
    ASKS(close_reset, h->loop, h->label, (struct loop_handle *h, loop_callback *closed), \
         (h->inner, closed)) \
    GETS(int, descriptor, h->loop, h->label, (struct loop_handle *h), (h->inner)) \
    ASKS(bind, h->loop, h->label, (struct loop_handle *h, const struct sockaddr *at), \
         (h->inner, at)) \
    ASKS(pass, h->loop, h->label, \
         (struct loop_handle *h, struct loop_handle *other, loop_callback *done, void *arg), \
         (h->inner, other->inner, done, arg)) \
    GETS(int, passed, h->loop, h->label, (struct loop_handle *h), (h->inner)) \
    ASKS(set_blocking, h->loop, h->label, (struct loop_handle *h, int blocking), \
         (h->inner, blocking)) \
    ASKS(watch_file, h->loop, h->label, (struct loop_handle *h, const char *path), \
         (h->inner, path)) \
    ASKS(inspect_file, h->loop, h->label, \
         (struct loop_handle *h, const char *path, unsigned every_ms), (h->inner, path, every_ms)) \
    ASKS(child_kill, h->loop, h->label, (struct loop_handle *h, int signal), (h->inner, signal)) \
    ASKS(signal_start_once, h->loop, h->label, (struct loop_handle *h, int signal), \
         (h->inner, signal)) \
    GETS(int, callback_told, h->loop, h->label, (struct loop_handle *h), (h->inner)) \
    GETS(uint64_t, events, l, 0, (struct loop *l), (l->inner)) \
    GETS(uint64_t, events_waiting, l, 0, (struct loop *l), (l->inner)) \
    GETS(uint64_t, idle_time, l, 0, (struct loop *l), (l->inner)) \
    ASKS(configure, l, 0, (struct loop *l, enum loop_option option, int signal), \
         (l->inner, option, signal)) \
    ASKS(wait_fd, l, 0, (struct loop *l), (l->inner)) \
    GETS(uint64_t, visits, l, h ? h->label : 0, (struct loop *l, const struct loop_handle *h), \
         (l->inner, h ? h->inner : NULL)) \
    ASKS(renew, l, 0, (struct loop *l), (l->inner)) \
    GETS(int, handle_name, h->loop, h->label, \
         (struct loop_handle *h, enum loop_name which, void *buffer, size_t *size), \
         (h->inner, which, buffer, size)) \
    ASKS(tune, h->loop, h->label, (struct loop_handle *h, enum loop_tuning what, int value), \
         (h->inner, what, value)) \
    GETS(uint64_t, timer_repeat, h->loop, h->label, (struct loop_handle *h), (h->inner)) \
    TELLS(handle_callback, h->loop, h->label, (struct loop_handle *h, loop_callback *callback), \
          (h->inner, callback)) \
    ASKS(ask, l, 0, (struct loop *l, uint32_t question), (l->inner, question))
/* clang-format on */

/* A function that the tested loop lacks fails with -ENOSYS: timer_again and timer_set_repeat are
 * optional. */
#define ASK(member, l, label, parameters, arguments)                                       \
    static int noted_##member parameters                                                   \
    {                                                                                      \
        struct trace_site before = begin(l, offsetof(struct loop_backend, member), label); \
        int result = (l)->tested->member ? (l)->tested->member arguments : -ENOSYS;        \
        end(l, before);                                                                    \
        note_failure(l, offsetof(struct loop_backend, member), label, result);             \
        return result;                                                                     \
    }
#define GET(type, member, l, label, parameters, arguments)                                 \
    static type noted_##member parameters                                                  \
    {                                                                                      \
        struct trace_site before = begin(l, offsetof(struct loop_backend, member), label); \
        type result = (l)->tested->member arguments;                                       \
        end(l, before);                                                                    \
        return result;                                                                     \
    }
#define TELL(member, l, label, parameters, arguments)                                      \
    static void noted_##member parameters                                                  \
    {                                                                                      \
        struct trace_site before = begin(l, offsetof(struct loop_backend, member), label); \
        if ((l)->tested->member)                                                           \
            (l)->tested->member arguments;                                                 \
        end(l, before);                                                                    \
        if (!(l)->tested->member)                                                          \
            note_failure(l, offsetof(struct loop_backend, member), label, -ENOSYS);        \
    }
#define MAKE(what, member, l, label, parameters, arguments)                                \
    static struct loop_##what *noted_##member parameters                                   \
    {                                                                                      \
        struct trace_site before = begin(l, offsetof(struct loop_backend, member), label); \
        struct loop_##what *made = (l)->tested->member arguments;                          \
        end(l, before);                                                                    \
        return add_##what(l, made);                                                        \
    }
CALLS(ASK, GET, TELL, MAKE)

static const struct loop_backend noted = {
#define MEMBER(member, ...)      .member = noted_##member,
#define TYPED(type, member, ...) .member = noted_##member,
    CALLS(MEMBER, TYPED, MEMBER, TYPED)
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
    free_handles(l);
    free_requests(l);
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

void calls_set_tested(struct loop *l, struct loop *tested)
{
    l->inner = tested;
}

struct loop *calls_tested(struct loop *l)
{
    return l->inner;
}
