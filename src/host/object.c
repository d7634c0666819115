/* object.c - the program's handles and requests, and their callbacks. */
#include "host/inside.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

void *object_add(struct host *h, const struct step *s, enum trace_kind kind, size_t size)
{
    assert(size >= sizeof(struct object));
    struct object *o = xcalloc(1, size);
    o->host = h;
    o->step = s;
    o->body = s->body;
    o->kind = kind;
    o->due_ns = o->owed_since_ns = TRACE_NO_DUE;
    o->cause = h->record.running;
    o->next = h->objects;
    h->objects = o;
    if (s->name && word_makes(word_of(s->kind))) /* else the name belongs to another object */
        h->by_name[s->name] = o;
    return o;
}

static bool is_closed(const struct object *o)
{
    return trace_kind_row(o->kind)->has_handle && !o->handle;
}

static struct object *find(struct host *h, const struct step *s, uint32_t name)
{
    struct object *o = h->by_name[name];
    const char *text = h->config->program->string[name];
    if (!o)
        host_fail(h, s, "'%s' does not exist yet", text);
    if (is_closed(o))
        host_fail(h, s, "'%s' is closed", text);
    return o;
}

static struct object *find_open(struct host *h, const struct step *s, uint32_t name)
{
    struct object *o = find(h, s, name);
    if (o->closing)
        host_fail(h, s, "'%s' is closing", h->config->program->string[name]);
    return o;
}

struct object *object_find(struct host *h, const struct step *s)
{
    return find(h, s, s->name);
}

struct object *object_find_open(struct host *h, const struct step *s)
{
    return find_open(h, s, s->name);
}

struct object *object_find_source(struct host *h, const struct step *s)
{
    return find_open(h, s, s->from);
}

uint64_t object_ms(uint64_t ns)
{
    return ns == FOR_EVER ? UINT64_MAX : ns == NO_TIME ? 0 : ns / MS;
}

/* Loops count a delay from their cached time, which does not move during a callback. So a deadline
 * may have passed when its timer is started. A loop cannot be late for a timer that was not started
 * yet, so such a timer is due when it is started. */
void object_plan(struct object *o, uint64_t after_ms)
{
    uint64_t now = host_loop_ms(o->host), start_ns = world_now_ns();
    bool far = after_ms > TRACE_NO_DUE / MS - now - 1;
    uint64_t shown_ns = far ? TRACE_NO_DUE : (now + after_ms) * MS, part_ns = o->host->part_ns;
    o->due_ns = shown_ns > start_ns + part_ns ? shown_ns - (far ? 0 : part_ns) : start_ns;
    o->early_ns = o->due_ns;
    if (o->host->hides_clock && !far)
        o->early_ns -= start_ns - o->host->waited_ns < o->early_ns ? start_ns - o->host->waited_ns
                                                                   : o->early_ns;
    o->cause = o->host->record.running;
}

/* ---- callbacks ---- */

struct callback_args {
    struct object *object;
    int status;
    int reported;
    const struct block *body;
    bool is_timer;
};

static void perform_callback(struct host *h, void *arg)
{
    const struct callback_args *args = arg;
    struct object *o = args->object;
    if (args->is_timer && o->repeat_ms > 0)
        object_plan(o, o->repeat_ms); /* a repeating timer is started again before its callback */
    h->status = args->status;
    h->reported = args->reported;
    if (args->body)
        host_perform(h, args->body);
}

/* Check what backend.h requires of callbacks. If a loop breaks it, events would be recorded where
 * they did not happen, or we would crash. */
static void check_callback(struct object *o, bool is_over)
{
    struct host *h = o->host;
    const char *wrong = NULL;
    if (h->is_in_run && !pthread_equal(h->thread_of_run, pthread_self()))
        wrong = "on another thread than the one that runs the loop";
    else if (is_over)
        wrong = "after its close callback";
    else if (!h->is_in_run)
        wrong = "outside of run(), as if from inside the call that asked for it";
    else if (h->record.running != 0)
        wrong = "while another callback was running";
    if (wrong)
        host_fail(h, o->step, "the backend called '%s' %s", step_word(o->step->kind), wrong);
}

static void check_status(const struct object *o, int status)
{
    if (trace_kind_row(o->kind)->status_is_error && status > 0)
        host_fail(o->host, o->step,
                  "the backend called '%s' with the status %d, which is neither 0 nor an error",
                  step_word(o->step->kind), status);
}

/* The callback's second result besides its status, such as the signal; 0 if the kind has none. */
static int second_result(struct object *o, enum trace_kind kind)
{
    const struct loop_backend *b = o->host->backend;
    bool is_given = kind == TRACE_POLL || kind == TRACE_SIGNAL || kind == TRACE_CHILD ||
                    (kind == TRACE_DATAGRAM && b->can & LOOP_CAN_NAMES);
    return is_given && b->can & LOOP_CAN_TOLD ? b->callback_told(o->handle) : 0;
}

/* A timer that comes at a time that the loop's clock may show as its deadline is neither early nor
 * late. */
static uint64_t due_by_loop(const struct object *o)
{
    const uint64_t now_ns = world_now_ns();
    bool may_be_due = o->kind == TRACE_TIMER && o->host->hides_clock && o->early_ns <= now_ns;
    return may_be_due && now_ns < o->due_ns ? now_ns : o->due_ns;
}

void object_call(struct object *o, int status, const struct block *body)
{
    bool is_close = body == o->closed && body;
    struct host_callback c = {
        .kind = is_close ? TRACE_CLOSE : o->kind,
        .label = o->step->name,
        .due_ns = is_close ? TRACE_NO_DUE : due_by_loop(o),
        .cause = is_close ? o->closed_cause : o->cause,
        .line = o->step->at.line,
    };
    struct callback_args args = { o, status, second_result(o, c.kind), body,
                                  c.kind == TRACE_TIMER };
    name_note_changed_file(o, c.kind);
    if (c.kind != TRACE_PREPARE && c.kind != TRACE_CHECK) {
        o->host->called++;
        end_pause(o->host);
    }
    host_enter(o->host, &c, perform_callback, &args);
}

/* When the world caused what the callback reports. */
static uint64_t happened_ns(struct object *o, int status)
{
    if (o->fd)
        return world_fd_ready_ns(o->fd);
    if (o->lookup)
        return world_name_done_ns(o->lookup);
    if (o->kind == TRACE_DATAGRAM)
        return status >= 0 ? world_socket_read_ns(o->socket, 1) : TRACE_NO_DUE;
    if (o->kind == TRACE_READ)
        return o->socket && status > 0 ? world_socket_read_ns(o->socket, (uint32_t)status)
                                       : TRACE_NO_DUE;
    return o->due_ns;
}

static void called(struct object *o, int status, const struct block *body)
{
    struct host *h = o->host;
    if (h->ending)
        return;
    check_callback(o, is_closed(o));
    check_status(o, status);
    if (h->layer->before)
        h->layer->before(o);
    o->awaited = false;
    o->sent = false;
    o->calls++;
    o->due_ns = happened_ns(o, status);
    object_call(o, status, body);
    if (h->layer->after)
        h->layer->after(h);
    end_watch(h);
}

void object_called(void *arg, int status)
{
    struct object *o = arg;
    called(o, status, o->body);
}

/* ---- callbacks that a later start gives ---- */

/* The loop gets a function, so each of these callbacks needs one of its own. */
#define CALLED_AS_GIVEN(number)                                 \
    static void called_as_given_##number(void *arg, int status) \
    {                                                           \
        struct object *o = arg;                                 \
        called(o, status, o->given[number]);                    \
    }
CALLED_AS_GIVEN(0)
CALLED_AS_GIVEN(1)
CALLED_AS_GIVEN(2)
#undef CALLED_AS_GIVEN

void object_give(struct host *h, const struct step *s)
{
    static loop_callback *const called_as_given[OBJECT_GIVEN_MAX] = { called_as_given_0,
                                                                      called_as_given_1,
                                                                      called_as_given_2 };
    struct object *o = object_find_open(h, s);
    size_t i = 0;
    while (i < OBJECT_GIVEN_MAX && o->given[i] && o->given[i] != s->body)
        i++;
    if (i == OBJECT_GIVEN_MAX)
        host_fail(h, s, "a handle can be given %d callbacks", OBJECT_GIVEN_MAX);
    o->given[i] = s->body;
    h->backend->handle_callback(o->handle, called_as_given[i]);
}

void object_give_nothing(struct host *h, const struct step *s)
{
    h->backend->handle_callback(object_find_open(h, s)->handle, NULL);
}

/* Some requests need a callback of ours. If the program gave no body, nothing is recorded. */
void object_done(void *arg, int status)
{
    struct object *o = arg;
    o->request = NULL;
    o->awaited = false;
    if (o->body)
        object_called(o, status);
    else
        end_watch(o->host);
}

static void on_closed(void *arg, int status)
{
    struct object *o = arg;
    struct host *h = o->host;
    if (!h->ending)
        check_callback(o, !o->handle);
    o->handle = NULL;
    if (h->ending)
        return;
    if (o->closed) {
        if (h->layer->before)
            h->layer->before(o);
        object_call(o, status, o->closed);
        if (h->layer->after)
            h->layer->after(h);
        choice_before_timers(h); /* for a timer that was started here */
    }
    end_watch(h);
}

/* Jobs of one step are alike, unless one of them can be named. */
static const struct step *kind_of_job(const struct step *s)
{
    return s->name ? NULL : s;
}

static void do_job(void *arg)
{
    struct object *o = arg;
    world_busy_alike(o->step->after_ns, kind_of_job(o->step));
    o->due_ns = world_now_ns();
}

/* ---- steps ---- */

struct object *object_add_handle(struct host *h, const struct step *s, enum trace_kind kind,
                                 enum loop_kind loop_kind, int fd)
{
    struct object *o = object_add(h, s, kind, sizeof *o);
    /* A handle that is made stopped may lack a callback, to see what starting it returns. */
    bool may_lack = s->stopped || s->kind == STEP_ASYNC;
    loop_callback *callback = may_lack && !s->body ? NULL : object_called;
    o->handle = h->backend->handle_new(h->loop, loop_kind, fd, callback, o);
    if (!o->handle)
        host_fail(h, s, "the backend could not make the handle");
    return o;
}

/* The events of a step, of the loop and of the world have the same bits. */
#define SAME_BIT(event, bit) \
    static_assert(1u << POLL_##event == LOOP_##event && 1u << POLL_##event == (bit), "")
SAME_BIT(READABLE, WORLD_FD_READABLE);
SAME_BIT(WRITABLE, WORLD_FD_WRITABLE);
SAME_BIT(DISCONNECT, WORLD_FD_ENDED);
SAME_BIT(PRIORITIZED, WORLD_FD_URGENT);

/* The events that a poll was made with; for a socket, readable. */
static unsigned made_events(const struct step *maker)
{
    return maker->events ? maker->events : WORLD_FD_READABLE;
}

/* The events that the step names, or all that the poll was made with. */
static unsigned poll_events(const struct object *o, const struct step *s)
{
    return s->events ? s->events : made_events(o->step);
}

static struct world_fd *open_fd(struct host *h, const struct object *o, const struct step *s)
{
    if (world_fd_number(o->fd) < 0)
        host_fail(h, s, "the descriptor of '%s' is closed", host_name(h, s));
    return o->fd;
}

void object_make_poll(struct host *h, const struct step *s)
{
    struct world_fd *fd = world_fd_open(made_events(s));
    if (!fd)
        host_note_loopback(h); /* one with urgent bytes is a TCP connection */
    if (!fd)
        host_fail(h, s, "no descriptor left");
    struct object *o = object_add_handle(h, s, TRACE_POLL, LOOP_POLL, world_fd_number(fd));
    o->fd = fd;
    if (s->after_ns != NO_TIME)
        world_fd_ready_after(fd, made_events(s), s->after_ns);
    if (!s->stopped)
        h->result = h->backend->poll_start(o->handle, poll_events(o, s));
}

static struct object *ask_for_work(struct host *h, const struct step *s)
{
    struct object *o = object_add(h, s, TRACE_WORK, sizeof *o);
    o->request = h->backend->work(h->loop, do_job, s->body ? object_done : NULL, o);
    return o;
}

static const char *stat_path(struct host *h, const struct step *s)
{
    return s->from ? file_path(h, s) : "/";
}

static struct object *ask_for_stat(struct host *h, const struct step *s)
{
    struct object *o = object_add(h, s, TRACE_STAT, sizeof *o);
    o->request = h->backend->stat(h->loop, stat_path(h, s), object_done, o);
    return o;
}

static struct object *ask_for_lookup(struct host *h, const struct step *s)
{
    struct object *o = object_add(h, s, TRACE_LOOKUP, sizeof *o);
    o->lookup = world_name_open(s->after_ns, kind_of_job(s));
    o->request = h->backend->lookup(h->loop, world_name_text(o->lookup), object_done, o);
    return o;
}

static struct object *ask_for_reverse_lookup(struct host *h, const struct step *s)
{
    struct object *o = object_add(h, s, TRACE_LOOKUP, sizeof *o);
    o->lookup = world_name_open(s->after_ns, kind_of_job(s));
    o->request = h->backend->reverse_lookup(h->loop, world_name_address(o->lookup), object_done, o);
    return o;
}

static struct object *ask_for_random(struct host *h, const struct step *s)
{
    struct object *o = object_add(h, s, TRACE_WORK, sizeof *o);
    o->bytes = xcalloc(s->count, 1);
    o->request = h->backend->random(h->loop, o->bytes, s->count, object_done, o);
    return o;
}

/* Without a callback the request is done at once and returns its result. */
static int64_t make_at_once(struct host *h, const struct step *s)
{
    const struct loop_backend *b = h->backend;
    if (s->kind == STEP_STAT)
        return b->stat_inline(h->loop, stat_path(h, s));
    if (s->kind == STEP_RANDOM) {
        void *bytes = xcalloc(s->count, 1);
        int result = b->random_inline(h->loop, bytes, s->count);
        free(bytes);
        return result;
    }
    struct world_name *name = world_name_open(s->after_ns, NULL);
    int result = s->kind == STEP_LOOKUP
                     ? b->lookup_inline(h->loop, world_name_text(name))
                     : b->reverse_lookup_inline(h->loop, world_name_address(name));
    world_name_close(name);
    return result;
}

static struct object *ask(struct host *h, const struct step *s)
{
    switch (s->kind) {
    case STEP_WORK: return ask_for_work(h, s);
    case STEP_STAT: return ask_for_stat(h, s);
    case STEP_REVERSE_LOOKUP: return ask_for_reverse_lookup(h, s);
    case STEP_RANDOM: return ask_for_random(h, s);
    default: return ask_for_lookup(h, s);
    }
}

void object_make_request(struct host *h, const struct step *s)
{
    if (!s->body && s->kind != STEP_WORK) {
        h->result = make_at_once(h, s);
        return;
    }
    struct object *o = ask(h, s);
    if (!o->request)
        host_fail(h, s, "the backend refused the request");
    if (!s->body)
        o->request = NULL; /* no callback will say when it ends */
}

void object_start_poll(struct host *h, const struct step *s)
{
    struct object *o = object_find(h, s);
    o->cause = h->record.running;
    open_fd(h, o, s);
    h->result = h->backend->poll_start(o->handle, poll_events(o, s));
}

static struct object *begin_close(struct host *h, const struct step *s)
{
    struct object *o = object_find(h, s);
    if (o->closing)
        host_fail(h, s, "'%s' is closing already", host_name(h, s));
    o->closing = true;
    o->closed = s->body;
    o->closed_cause = h->record.running;
    return o;
}

void object_close(struct host *h, const struct step *s)
{
    h->backend->handle_close(begin_close(h, s)->handle, on_closed);
}

void object_close_reset(struct host *h, const struct step *s)
{
    struct object *o = begin_close(h, s);
    h->result = h->backend->close_reset(o->handle, on_closed);
    o->closing = h->result >= 0;
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
        world_fd_ready(open_fd(h, o, s), poll_events(o, s));
    else
        world_fd_ready_after(open_fd(h, o, s), poll_events(o, s), s->after_ns);
}

void object_drain(struct host *h, const struct step *s)
{
    const struct object *o = object_find(h, s);
    world_fd_drain(open_fd(h, o, s), poll_events(o, s));
}

void object_break(struct host *h, const struct step *s)
{
    struct object *o = object_find(h, s);
    o->cause = h->record.running;
    if (s->after_ns == NO_TIME)
        world_fd_break(open_fd(h, o, s));
    else
        world_fd_break_after(open_fd(h, o, s), s->after_ns);
}

/* Polling a descriptor that was closed is undefined behaviour. */
void object_free(struct host *h, const struct step *s)
{
    const struct object *o = object_find(h, s);
    if (h->backend->handle_state(o->handle) & LOOP_IS_ACTIVE)
        host_fail(h, s, "'%s' is active", host_name(h, s));
    world_fd_free(open_fd(h, o, s));
}
