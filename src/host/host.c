/* host.c - from an empty loop to an outcome.
 *
 * The happy path: open the loop; start two unreferenced observers, a prepare and a
 * check handle, before anything of the program's, so that they are the last of
 * their phases and bracket the wait; perform the program; let the layer run the
 * loop; close everything; release the loop; record the outcome; leave.
 * The other ways out all end in host_leave(): the budget is used up, the world is
 * stuck, a step asks for what the scenario has no sense for. They leave the loop as
 * it is; the process ends with it. */
#include "host/inside.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "host/remains.h"

enum { BUDGET_DEFAULT = 15 * 1000 * 1000 };

/* ---- ways out ---- */

/* The outcome is that of the thread which comes here first; the process ends under
 * any other. */
static struct trace *begin_leaving(struct host *h)
{
    pthread_mutex_lock(&h->main->leaving);
    return h->record.trace;
}

static _Noreturn void leave(struct host *h, enum trace_outcome outcome)
{
    struct trace *t = h->record.trace;
    if (!h->main->ending)
        t->end_ns = world_now_ns();
    t->disturbed_ns = world_disturbed_ns();
    t->outcome = outcome;
    fflush(NULL);
    _exit(0);
}

_Noreturn void host_leave(struct host *h, enum trace_outcome outcome)
{
    begin_leaving(h);
    leave(h, outcome);
}

void host_fail(struct host *h, const struct step *s, const char *fmt, ...)
{
    struct trace *t = begin_leaving(h);
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
    host_leave(arg, outcome);
}

/* A loop that has no end of its own has come to it when nothing can happen any more: it
 * is not for the loop to see. */
static bool is_at_end(const struct host *h)
{
    return h->last_run && !h->ending && h->record.running == 0 &&
           !(h->backend->can & LOOP_CAN_ENDS);
}

static void on_stuck(void *arg, const char *waiters)
{
    struct host *h = arg;
    if (is_at_end(h))
        host_leave(h, OUTCOME_FINISHED);
    struct trace *t = begin_leaving(h);
    snprintf(t->message, sizeof t->message, "%s%s", waiters,
             h->ending ? ", while everything was being closed" : "");
    leave(h, OUTCOME_STUCK);
}

/* What was planned for an instant after the program's end has nobody to be missed by. */
static void on_failed(void *arg, const char *why)
{
    struct host *h = arg;
    if (!h->ending)
        host_fail(h, NULL, "%s", why);
}

/* ---- performing ---- */

const char *host_name(const struct host *h, const struct step *s)
{
    return h->config->program->string[s->name];
}

uint64_t host_loop_ms(struct host *h)
{
    if (!(h->backend->can & LOOP_CAN_CLOCK))
        return world_now_ns() / MS;
    uint64_t now = h->backend->now(h->loop) - h->origin_ms;
    if ((int64_t)now < (int64_t)h->latest_ms)
        host_fail(h, NULL, "the loop's clock went back, from %lld to %lld ms",
                  (long long)h->latest_ms, (long long)now);
    h->latest_ms = now;
    return now;
}

static bool needs_loop(enum step_kind kind)
{
    return kind != STEP_LOG && kind != STEP_BUSY && kind != STEP_REPEAT && kind != STEP_FIRST &&
           kind != STEP_OBSERVE;
}

void host_perform(struct host *h, const struct block *block)
{
    for (uint32_t i = 0; i < block->count && !h->thrown; i++) {
        const struct step *s = &block->step[i];
        if (!h->loop && needs_loop(s->kind))
            host_fail(h, s, "the loop is closed");
        h->layer->deeds[s->kind](h, s);
    }
}

void host_call(struct host *h, enum trace_kind kind, uint32_t label, uint64_t due_ns,
               uint32_t cause, const struct block *body)
{
    uint32_t index = record_callback(&h->record, kind, label, due_ns, cause);
    if (body)
        host_perform(h, body);
    record_callback_end(&h->record, index);
}

/* ---- the loop ---- */

static void on_prepare(void *arg, int status)
{
    struct host *h = arg;
    (void)status;
    record_poll_begin(&h->record);
}

/* Timers are looked at next, here and there after close callbacks. */
static void on_check(void *arg, int status)
{
    struct host *h = arg;
    (void)status;
    record_poll_end(&h->record);
    choice_before_timers(h);
}

int host_turn(struct host *h, enum loop_mode mode)
{
    choice_before_timers(h);
    h->thread_of_run = pthread_self();
    h->turning = true;
    int result = h->backend->run(h->loop, mode);
    h->turning = false;
    record_main(&h->record);
    return result;
}

bool host_has_step(const struct block *b, enum step_kind kind)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const struct step *s = &b->step[i];
        if (s->kind == kind || (s->body && host_has_step(s->body, kind)) ||
            (s->otherwise && host_has_step(s->otherwise, kind)))
            return true;
    }
    return false;
}

/* A program that releases the loop itself must find no handle of ours in it, so it
 * is run without observers and its phases are not told. */
static void start_observers(struct host *h)
{
    const struct loop_backend *b = h->backend;
    if (!(b->can & LOOP_CAN_PHASES) || host_has_step(&h->config->program->main, STEP_CLOSE_LOOP))
        return;
    h->observer[0] = b->handle_new(h->loop, LOOP_PREPARE, -1, on_prepare, h);
    h->observer[1] = b->handle_new(h->loop, LOOP_CHECK, -1, on_check, h);
    for (size_t i = 0; i < 2; i++) {
        if (!h->observer[i] || b->watch_start(h->observer[i]) < 0)
            host_fail(h, NULL, "the observers of the loop's phases could not be started");
        b->handle_ref(h->observer[i], 0);
    }
    if (h == h->main)
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
        host_fail(h, NULL, "the loop could not be opened: %s", error);
    if (h->backend->can & LOOP_CAN_CLOCK)
        h->origin_ms = h->backend->now(h->loop) - (h == h->main ? 0 : world_now_ns() / MS);
}

void host_init(struct host *h, const struct host_config *config, struct host *main)
{
    static const struct layer *const layers[] = {
        [LAYER_CORE] = &layer_core,
        [LAYER_NODE] = &layer_node,
        [LAYER_BROWSER] = &layer_browser,
    };
    const struct program *p = config->program;
    *h = (struct host){
        .config = config, .main = main, .backend = config->backend, .layer = layers[p->layer]
    };
    h->record = (struct record){
        .trace = config->trace,
        .callbacks_max = p->budget ? p->budget : BUDGET_DEFAULT,
        .timers_at_tail = profile_has_timers_at_tail(&config->profile),
        .all_at_tail = config->profile.family > FAMILY_ANY,
        .full = on_full,
        .arg = h,
    };
    h->by_name = xcalloc(p->string_count, sizeof *h->by_name);
    h->first = xcalloc(p->slot_count, sizeof *h->first);
    pthread_mutex_init(&h->recording, NULL);
    pthread_mutex_init(&h->leaving, NULL);
}

void host_open(struct host *h)
{
    open_loop(h);
    start_observers(h);
    if (h->layer->begin)
        h->layer->begin(h);
}

/* ---- the end ---- */

static void on_closed(void *arg, int status)
{
    struct object *o = arg;
    (void)status;
    o->handle = NULL;
}

void host_close(struct host *h)
{
    const struct loop_backend *b = h->backend;
    h->ending = true;
    if (h->layer->end)
        h->layer->end(h);
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
    /* A stop that was asked for and not yet honoured ends the first run at once. A loop
     * that neither ends nor calls back has nothing to be run for. */
    bool runs = b->can & (LOOP_CAN_ENDS | LOOP_CAN_CLOSE);
    for (int i = 0; i < 3 && runs && b->run(h->loop, LOOP_DEFAULT) != 0; i++)
        continue;
    int result = b->close(h->loop);
    if (result != 0)
        host_fail(h, NULL, "the loop cannot be released after every handle was closed (%d)",
                  result);
}

void host_release(struct host *h)
{
    while (h->objects) {
        struct object *o = h->objects;
        h->objects = o->next;
        if (o->fd)
            world_fd_close(o->fd);
        if (o->socket)
            world_socket_close(o->socket);
        if (o->lookup)
            world_name_close(o->lookup);
        free(o);
    }
    free(h->by_name);
    free(h->first);
    free(h->thread);
    for (size_t i = 0; i < EVENT_COUNT; i++)
        free(h->handler[i].item);
    free(h->blank);
}

void host_run(const struct host_config *config)
{
    struct host h;
    struct remains before;
    char says[200];
    host_init(&h, config, &h);
    if (config->foreign)
        remains_note(&before);
    world_begin(&(struct world_config){ .clock = config->clock,
                                        .ticks = config->foreign,
                                        .stuck = on_stuck,
                                        .arg = &h,
                                        .failed = on_failed,
                                        .choose = config->schedule ? choice_make : NULL });
    host_open(&h);
    host_perform(&h, &config->program->main);
    h.layer->finish(&h);
    second_join(&h);

    config->trace->end_ns = world_now_ns();
    host_close(&h);
    host_release(&h);
    if (config->foreign && remains_find(&before, says, sizeof says))
        host_fail(&h, NULL, "%s", says);
    host_leave(&h, OUTCOME_FINISHED);
}
