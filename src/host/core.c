/* core.c - the host of core programs: a step is a call, a callback is a body.
 *
 * The happy path: open the loop; start two unreferenced observers, a prepare and a
 * check handle, before anything of the program's, so that they are the last of
 * their phases and bracket the wait; perform the steps; run; close everything;
 * release the loop; record the outcome; leave.
 * The other ways out all end in leave(): the budget is used up, the world is stuck,
 * a step asks for what the scenario has no sense for. They leave the loop as it is;
 * the process ends with it. */
#include "host/host.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "host/record.h"

enum { MS = 1000000, BUDGET_DEFAULT = 15 * 1000 * 1000 };

struct host {
    const struct host_config *config;
    const struct loop_backend *backend;
    struct loop *loop; /* NULL once it is released */
    struct record record;
    struct object **by_name;  /* [string id]: the latest that was made under the name */
    struct object *objects;   /* all of them, newest first */
    uint32_t *first;          /* [slot]: how often a `first` step was reached */
    struct loop_handle *observer[2];
    pthread_t *thread;
    size_t thread_count, thread_room;
    uint64_t origin_ms;       /* the loop's clock when the program began */
    int64_t result;           /* of the latest call */
    int64_t status;           /* that the running callback was given */
    bool ending;              /* everything is being closed: callbacks are not recorded */
};

/* A handle or a request of the program's. Kept to the end, closed or not. */
struct object {
    struct host *host;
    struct object *next;
    const struct step *step;      /* that made it */
    enum trace_kind kind;
    struct loop_handle *handle;   /* NULL once closed */
    struct loop_request *request; /* NULL once done */
    struct world_fd *fd;
    uint64_t due_ns, repeat_ms;   /* timers; due_ns also when a job ended */
    uint32_t cause;               /* as in struct trace_event */
    bool closing;
    const struct block *closed;   /* body of the close callback */
    uint32_t closed_cause;
};

static void perform(struct host *h, const struct block *block);

/* ---- ways out ---- */

_Noreturn static void leave(struct host *h, enum trace_outcome outcome)
{
    struct trace *t = h->record.trace;
    if (!h->ending)
        t->end_ns = world_now_ns();
    t->outcome = outcome;
    fflush(NULL);
    _exit(0);
}

__attribute__((format(printf, 3, 4))) _Noreturn static void
fail(struct host *h, const struct step *s, const char *fmt, ...)
{
    struct trace *t = h->record.trace;
    int n = 0;
    if (s)
        n = snprintf(t->message, sizeof t->message, "line %u: ", s->at.line);
    va_list args;
    va_start(args, fmt);
    vsnprintf(t->message + n, sizeof t->message - (size_t)n, fmt, args);
    va_end(args);
    leave(h, OUTCOME_ERROR);
}

static void on_full(void *arg, enum trace_outcome outcome)
{
    leave(arg, outcome);
}

static void on_stuck(void *arg, const char *waiters)
{
    struct host *h = arg;
    struct trace *t = h->record.trace;
    snprintf(t->message, sizeof t->message, "%s%s", waiters,
             h->ending ? ", while everything was being closed" : "");
    leave(h, OUTCOME_STUCK);
}

/* ---- objects ---- */

static uint64_t loop_ms(struct host *h)
{
    return h->backend->can & LOOP_CAN_CLOCK ? h->backend->now(h->loop) - h->origin_ms
                                            : world_now_ns() / MS;
}

static struct object *find(struct host *h, const struct step *s)
{
    struct object *o = h->by_name[s->name];
    const char *name = h->config->program->string[s->name];
    if (!o)
        fail(h, s, "'%s' does not exist yet", name);
    if (o->kind != TRACE_WORK && o->kind != TRACE_STAT && !o->handle)
        fail(h, s, "'%s' is closed", name);
    return o;
}

static struct object *add_object(struct host *h, const struct step *s, enum trace_kind kind)
{
    struct object *o = xcalloc(1, sizeof *o);
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

static uint64_t to_ms(uint64_t ns)
{
    return ns == FOR_EVER ? UINT64_MAX : ns == NO_TIME ? 0 : ns / MS;
}

static void plan_timer(struct object *o, uint64_t after_ms)
{
    uint64_t now = loop_ms(o->host);
    bool far = after_ms > TRACE_NO_DUE / MS - now - 1;
    o->due_ns = far ? TRACE_NO_DUE : (now + after_ms) * MS;
    o->cause = o->host->record.running;
}

static void run_body(struct object *o, int status)
{
    struct host *h = o->host;
    int64_t outer = h->status;
    h->status = status;
    if (o->step->body)
        perform(h, o->step->body);
    h->status = outer;
}

static void on_event(void *arg, int status)
{
    struct object *o = arg;
    struct host *h = o->host;
    if (h->ending)
        return;
    if (o->fd)
        o->due_ns = world_fd_ready_ns(o->fd);
    uint32_t index = record_callback(&h->record, o->kind, o->step->name, o->due_ns, o->cause);
    if (o->kind == TRACE_TIMER && o->repeat_ms > 0)
        plan_timer(o, o->repeat_ms); /* a repeating timer is armed again before its callback */
    run_body(o, status);
    record_callback_end(&h->record, index);
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
    (void)status;
    o->handle = NULL;
    if (h->ending || !o->closed)
        return;
    uint32_t index = record_callback(&h->record, TRACE_CLOSE, o->step->name, TRACE_NO_DUE,
                                     o->closed_cause);
    perform(h, o->closed);
    record_callback_end(&h->record, index);
}

static void do_job(void *arg)
{
    struct object *o = arg;
    world_busy(o->step->after_ns);
    o->due_ns = world_now_ns();
}

/* ---- steps that make something ---- */

static struct object *add_handle(struct host *h, const struct step *s, enum trace_kind kind,
                                 enum loop_kind loop_kind, int fd)
{
    struct object *o = add_object(h, s, kind);
    o->handle = h->backend->handle_new(h->loop, loop_kind, fd, on_event, o);
    if (!o->handle)
        fail(h, s, "the backend could not make the handle");
    return o;
}

static void start_timer(struct host *h, struct object *o, const struct step *s)
{
    o->repeat_ms = to_ms(s->repeat_ns);
    plan_timer(o, to_ms(s->after_ns));
    h->result = h->backend->timer_start(o->handle, to_ms(s->after_ns), o->repeat_ms);
}

static void make_timer(struct host *h, const struct step *s)
{
    struct object *o = add_handle(h, s, TRACE_TIMER, LOOP_TIMER, -1);
    if (s->after_ns != NO_TIME && !s->stopped)
        start_timer(h, o, s);
}

static void make_watcher(struct host *h, const struct step *s)
{
    static const struct {
        enum trace_kind trace;
        enum loop_kind loop;
    } kinds[] = {
        [STEP_IDLE] = { TRACE_IDLE, LOOP_IDLE },
        [STEP_PREPARE] = { TRACE_PREPARE, LOOP_PREPARE },
        [STEP_CHECK] = { TRACE_CHECK, LOOP_CHECK },
    };
    struct object *o = add_handle(h, s, kinds[s->kind].trace, kinds[s->kind].loop, -1);
    if (!s->stopped)
        h->result = h->backend->watch_start(o->handle);
}

static unsigned poll_events(const struct object *o)
{
    return o->step->option == POLL_WRITABLE ? LOOP_WRITABLE : LOOP_READABLE;
}

static void make_poll(struct host *h, const struct step *s)
{
    struct world_fd *fd = world_fd_open(s->option == POLL_WRITABLE ? WORLD_FD_WRITABLE
                                                                   : WORLD_FD_READABLE);
    if (!fd)
        fail(h, s, "no descriptor left");
    struct object *o = add_handle(h, s, TRACE_POLL, LOOP_POLL, world_fd_number(fd));
    o->fd = fd;
    if (s->after_ns != NO_TIME)
        world_fd_ready_after(fd, s->after_ns);
    if (!s->stopped)
        h->result = h->backend->poll_start(o->handle, poll_events(o));
}

static void make_async(struct host *h, const struct step *s)
{
    add_handle(h, s, TRACE_ASYNC, LOOP_ASYNC, -1);
}

static void make_request(struct host *h, const struct step *s)
{
    bool is_work = s->kind == STEP_WORK;
    struct object *o = add_object(h, s, is_work ? TRACE_WORK : TRACE_STAT);
    loop_callback *done = s->body ? on_done : NULL;
    o->request = is_work ? h->backend->work(h->loop, do_job, done, o)
                         : h->backend->stat(h->loop, "/", done, o);
    if (!o->request)
        fail(h, s, "the backend refused the request");
    if (!s->body)
        o->request = NULL; /* nobody will say when it ends */
}

/* ---- steps that act on a handle ---- */

static void do_start(struct host *h, const struct step *s)
{
    struct object *o = find(h, s);
    if (o->kind == TRACE_TIMER) {
        start_timer(h, o, s);
        return;
    }
    /* Only timers document what a start on a closing handle does. */
    if (o->closing)
        fail(h, s, "'%s' is closing", h->config->program->string[s->name]);
    o->cause = h->record.running;
    h->result = o->kind == TRACE_POLL ? h->backend->poll_start(o->handle, poll_events(o))
                                      : h->backend->watch_start(o->handle);
}

static void do_stop(struct host *h, const struct step *s)
{
    h->result = h->backend->handle_stop(find(h, s)->handle);
}

static void do_close(struct host *h, const struct step *s)
{
    struct object *o = find(h, s);
    if (o->closing)
        fail(h, s, "'%s' is closing already", h->config->program->string[s->name]);
    o->closing = true;
    o->closed = s->body;
    o->closed_cause = h->record.running;
    h->backend->handle_close(o->handle, on_closed);
}

static void do_ref(struct host *h, const struct step *s)
{
    h->backend->handle_ref(find(h, s)->handle, s->kind == STEP_REF);
}

static void do_again(struct host *h, const struct step *s)
{
    struct object *o = find(h, s);
    if (o->repeat_ms > 0)
        plan_timer(o, o->repeat_ms);
    h->result = h->backend->timer_again(o->handle);
}

static void do_set_repeat(struct host *h, const struct step *s)
{
    struct object *o = find(h, s);
    o->repeat_ms = to_ms(s->repeat_ns);
    h->backend->timer_set_repeat(o->handle, o->repeat_ms);
}

static void do_ready(struct host *h, const struct step *s)
{
    struct object *o = find(h, s);
    o->cause = h->record.running;
    if (s->after_ns == NO_TIME)
        world_fd_ready(o->fd);
    else
        world_fd_ready_after(o->fd, s->after_ns);
}

static void do_drain(struct host *h, const struct step *s)
{
    world_fd_drain(find(h, s)->fd);
}

static void do_send(struct host *h, const struct step *s)
{
    struct object *o = find(h, s);
    o->cause = h->record.running;
    h->result = h->backend->async_send(o->handle);
}

static void do_cancel(struct host *h, const struct step *s)
{
    struct object *o = find(h, s);
    if (!o->request)
        fail(h, s, "'%s' is done", h->config->program->string[s->name]);
    h->result = h->backend->cancel(o->request);
}

/* ---- steps on the trace, the world and the loop ---- */

static void do_log(struct host *h, const struct step *s)
{
    for (uint32_t i = 0; i < s->label_count; i++)
        record_log(&h->record, s->label[i]);
}

static int64_t observe(struct host *h, const struct step *s)
{
    const struct loop_backend *b = h->backend;
    switch ((enum observe_what)s->option) {
    case OBSERVE_ALIVE: return b->alive(h->loop) != 0;
    case OBSERVE_TIMEOUT: return b->poll_timeout(h->loop);
    case OBSERVE_NOW: return (int64_t)loop_ms(h);
    case OBSERVE_RESULT: return h->result;
    case OBSERVE_STATUS: return h->status;
    case OBSERVE_ACTIVE: return (b->handle_state(find(h, s)->handle) & LOOP_IS_ACTIVE) != 0;
    case OBSERVE_CLOSING: return (b->handle_state(find(h, s)->handle) & LOOP_IS_CLOSING) != 0;
    case OBSERVE_REFERENCED:
        return (b->handle_state(find(h, s)->handle) & LOOP_IS_REFERENCED) != 0;
    case OBSERVE_DUE: {
        uint64_t due = b->timer_due_in(find(h, s)->handle);
        return due > INT64_MAX ? INT64_MAX : (int64_t)due;
    }
    case OBSERVE_COUNT: break;
    }
    assert(!"an observation that cannot be");
    return 0;
}

static void do_observe(struct host *h, const struct step *s)
{
    if (!h->loop)
        fail(h, s, "the loop is closed");
    int64_t value = observe(h, s);
    record_value(&h->record, s->label[0], value);
}

static void do_busy(struct host *h, const struct step *s)
{
    (void)h;
    world_busy(s->after_ns);
}

static void do_repeat(struct host *h, const struct step *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        perform(h, s->body);
}

static void do_first(struct host *h, const struct step *s)
{
    if (h->first[s->slot] < s->count) {
        h->first[s->slot]++;
        perform(h, s->body);
    } else if (s->otherwise) {
        perform(h, s->otherwise);
    }
}

struct errand {
    struct host *host;
    const struct block *body;
};

/* A second thread has no part in the trace: it only takes time and sends. */
static void *run_errand(void *arg)
{
    struct errand e = *(struct errand *)arg;
    free(arg);
    for (uint32_t i = 0; i < e.body->count; i++) {
        const struct step *s = &e.body->step[i];
        if (s->kind == STEP_BUSY)
            world_busy(s->after_ns);
        else if (s->kind == STEP_SEND && !e.host->ending)
            e.host->backend->async_send(find(e.host, s)->handle);
    }
    return NULL;
}

static void do_thread(struct host *h, const struct step *s)
{
    struct errand *e = xmalloc(sizeof *e);
    *e = (struct errand){ h, s->body };
    GROW(h->thread, h->thread_count, h->thread_room);
    if (pthread_create(&h->thread[h->thread_count], NULL, run_errand, e) != 0)
        fail(h, s, "no thread could be started");
    h->thread_count++;
}

static void do_interrupt(struct host *h, const struct step *s)
{
    (void)h;
    for (uint32_t i = 1; i <= s->count; i++)
        world_interrupt_after(i * s->after_ns);
}

static void do_run(struct host *h, const struct step *s)
{
    static const enum loop_mode modes[] = {
        [RUN_DEFAULT] = LOOP_DEFAULT,
        [RUN_ONCE] = LOOP_ONCE,
        [RUN_NOWAIT] = LOOP_NOWAIT,
    };
    h->result = h->backend->run(h->loop, modes[s->option]);
    record_poll_end(&h->record);
}

static void do_stop_loop(struct host *h, const struct step *s)
{
    (void)s;
    h->backend->stop(h->loop);
}

static void do_close_loop(struct host *h, const struct step *s)
{
    (void)s;
    h->result = h->backend->close(h->loop);
    if (h->result == 0)
        h->loop = NULL;
}

static void do_update_time(struct host *h, const struct step *s)
{
    (void)s;
    h->backend->update_time(h->loop);
}

static void (*const deeds[STEP_KIND_COUNT])(struct host *h, const struct step *s) = {
    [STEP_TIMER] = make_timer,       [STEP_IDLE] = make_watcher,
    [STEP_PREPARE] = make_watcher,   [STEP_CHECK] = make_watcher,
    [STEP_POLL] = make_poll,         [STEP_ASYNC] = make_async,
    [STEP_WORK] = make_request,      [STEP_STAT] = make_request,
    [STEP_START] = do_start,         [STEP_STOP] = do_stop,
    [STEP_CLOSE] = do_close,         [STEP_REF] = do_ref,
    [STEP_UNREF] = do_ref,           [STEP_AGAIN] = do_again,
    [STEP_SET_REPEAT] = do_set_repeat, [STEP_READY] = do_ready,
    [STEP_DRAIN] = do_drain,         [STEP_SEND] = do_send,
    [STEP_CANCEL] = do_cancel,       [STEP_LOG] = do_log,
    [STEP_OBSERVE] = do_observe,     [STEP_BUSY] = do_busy,
    [STEP_REPEAT] = do_repeat,       [STEP_FIRST] = do_first,
    [STEP_THREAD] = do_thread,       [STEP_INTERRUPT] = do_interrupt,
    [STEP_RUN] = do_run,             [STEP_STOP_LOOP] = do_stop_loop,
    [STEP_CLOSE_LOOP] = do_close_loop, [STEP_UPDATE_TIME] = do_update_time,
};

static bool needs_loop(enum step_kind kind)
{
    return kind != STEP_LOG && kind != STEP_BUSY && kind != STEP_REPEAT && kind != STEP_FIRST &&
           kind != STEP_OBSERVE;
}

static void perform(struct host *h, const struct block *block)
{
    for (uint32_t i = 0; i < block->count; i++) {
        const struct step *s = &block->step[i];
        if (!h->loop && needs_loop(s->kind))
            fail(h, s, "the loop is closed");
        deeds[s->kind](h, s);
    }
}

/* ---- beginning and end ---- */

static void on_prepare(void *arg, int status)
{
    (void)status;
    record_poll_begin(arg);
}

static void on_check(void *arg, int status)
{
    (void)status;
    record_poll_end(arg);
}

static bool has_step(const struct block *b, enum step_kind kind)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const struct step *s = &b->step[i];
        if (s->kind == kind || (s->body && has_step(s->body, kind)) ||
            (s->otherwise && has_step(s->otherwise, kind)))
            return true;
    }
    return false;
}

/* A program that releases the loop itself must find no handle of ours in it, so it
 * is run without observers and its phases are not told. */
static void start_observers(struct host *h)
{
    const struct loop_backend *b = h->backend;
    if (!(b->can & LOOP_CAN_PHASES) || has_step(&h->config->program->main, STEP_CLOSE_LOOP))
        return;
    h->observer[0] = b->handle_new(h->loop, LOOP_PREPARE, -1, on_prepare, &h->record);
    h->observer[1] = b->handle_new(h->loop, LOOP_CHECK, -1, on_check, &h->record);
    for (size_t i = 0; i < 2; i++) {
        if (!h->observer[i] || b->watch_start(h->observer[i]) < 0)
            fail(h, NULL, "the observers of the loop's phases could not be started");
        b->handle_ref(h->observer[i], 0);
    }
    h->record.trace->phases = 1;
}

static int wait_on(int fd, int timeout_ms)
{
    struct pollfd pfd = { fd, POLLIN, 0 };
    int n = poll(&pfd, 1, timeout_ms);
    return n < 0 ? -errno : n;
}

static void open_loop(struct host *h)
{
    static const struct loop_world world = { .now_ns = world_now_ns, .wait = wait_on };
    const struct host_config *c = h->config;
    const uint32_t *libuv = c->profile.libuv.part;
    struct loop_config config = { .version = { libuv[0], libuv[1], libuv[2] },
                                  .workers = c->program->workers,
                                  .args = c->args,
                                  .world = &world };
    char error[160] = "it gave no reason";
    h->loop = h->backend->open(&config, error, sizeof error);
    if (!h->loop)
        fail(h, NULL, "the loop could not be opened: %s", error);
    if (h->backend->can & LOOP_CAN_CLOCK)
        h->origin_ms = h->backend->now(h->loop);
}

/* Close all that is open, let the loop turn until it has said so, release it. */
static void close_all(struct host *h)
{
    const struct loop_backend *b = h->backend;
    for (size_t i = 0; i < h->thread_count; i++)
        pthread_join(h->thread[i], NULL);
    if (!h->loop)
        return;
    for (struct object *o = h->objects; o; o = o->next)
        if (o->handle && !o->closing)
            b->handle_close(o->handle, on_closed);
    for (size_t i = 0; i < 2; i++)
        if (h->observer[i])
            b->handle_close(h->observer[i], NULL);
    /* A stop that was asked for and not yet honoured ends the first run at once. */
    for (int i = 0; i < 3 && b->run(h->loop, LOOP_DEFAULT) != 0; i++)
        continue;
    int result = b->close(h->loop);
    if (result != 0)
        fail(h, NULL, "the loop cannot be released after every handle was closed (%d)", result);
}

static void free_objects(struct host *h)
{
    while (h->objects) {
        struct object *o = h->objects;
        h->objects = o->next;
        if (o->fd)
            world_fd_close(o->fd);
        free(o);
    }
    free(h->by_name);
    free(h->first);
    free(h->thread);
}

void host_run(const struct host_config *config)
{
    const struct program *p = config->program;
    static const struct version tail = { { 1, 45, 0 } };
    struct host h = { .config = config, .backend = config->backend };
    h.record = (struct record){
        .trace = config->trace,
        .callbacks_max = p->budget ? p->budget : BUDGET_DEFAULT,
        .timers_at_tail = version_compare(config->profile.libuv, tail) >= 0,
        .full = on_full,
        .arg = &h,
    };
    h.by_name = xcalloc(p->string_count, sizeof *h.by_name);
    h.first = xcalloc(p->slot_count, sizeof *h.first);

    world_begin(&(struct world_config){ config->clock, on_stuck, &h });
    open_loop(&h);
    start_observers(&h);
    perform(&h, &p->main);
    if (!has_step(&p->main, STEP_RUN) && h.loop)
        do_run(&h, &(struct step){ .option = RUN_DEFAULT });

    config->trace->end_ns = world_now_ns();
    h.ending = true;
    close_all(&h);
    free_objects(&h);
    leave(&h, OUTCOME_FINISHED);
}
