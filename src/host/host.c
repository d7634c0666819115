/* host.c - runs a program, from an empty loop to an outcome. The usual course: open the loop; start
 * two unreferenced observers, a prepare and a check handle, before any handle of the program, so
 * that they are called last in their phases and enclose the wait; perform the program; let the
 * layer run the loop; close everything; release the loop; record the outcome; return. early_exit.c
 * has the other ways to end. */
#include "host/inside.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "host/leak_check.h"

enum { BUDGET_DEFAULT = 15 * 1000 * 1000 };

/* ---- performing ---- */

const char *host_name(const struct host *h, const struct step *s)
{
    return h->config->program->string[s->name];
}

uint64_t host_loop_ms(struct host *h)
{
    if (!(h->backend->can & LOOP_CAN_NOW))
        return world_now_ms();
    uint64_t now = h->backend->now(h->loop) - h->origin_ms;
    if ((int64_t)now < (int64_t)h->latest_ms)
        host_fail(h, NULL, "the loop's clock went back, from %lld to %lld ms",
                  (long long)h->latest_ms, (long long)now);
    h->latest_ms = now;
    return now;
}

void host_perform(struct host *h, const struct block *block)
{
    const struct step *around = h->step;
    assert(h->layer);
    for (uint32_t i = 0; i < block->count && !h->thrown && !h->ending; i++) {
        const struct step *s = &block->step[i];
        if (!h->loop && !word_of(s->kind)->off_loop)
            host_fail(h, s, "the loop is closed");
        assert(h->layer->step_functions[s->kind]); /* else the case is skipped */
        h->step = s;
        h->performed++;
        if (h->config->clock == WORLD_VIRTUAL)
            world_note_change();
        h->layer->step_functions[s->kind](h, s);
    }
    h->step = around;
}

struct entry {
    const struct host_callback *callback;
    void (*perform)(struct host *h, void *arg);
    void *arg;
};

static void enter(struct host *h, void *arg)
{
    const struct entry *e = arg;
    const struct host_callback *c = e->callback;
    uint32_t index = record_callback(&h->record, c->kind, c->label, c->due_ns, c->cause);
    world_note_call();
    if (c->kind == TRACE_IDLE)
        world_note_idle();
    calls_note_callback(h, c->label, c->line, c->kind);
    if (h->record.callbacks % STARVE_CHECK_EVERY == 0)
        starve_look(h, c);
    if (h->hides_clock && world_now_ns() != h->left_ns)
        h->waited_ns = world_now_ns();
    e->perform(h, e->arg);
    record_callback_end(&h->record, index);
    if (h->hides_clock)
        h->left_ns = world_now_ns();
}

void host_enter(struct host *h, const struct host_callback *c,
                void (*perform)(struct host *h, void *arg), void *arg)
{
    struct entry e = { c, perform, arg };
    if (h->ending)
        return;
    if (h->config->reuse)
        host_guard(h, enter, &e);
    else
        enter(h, &e); /* this is a hot path: skip the extra call of host_guard() */
}

static void perform_body(struct host *h, void *body)
{
    if (body)
        host_perform(h, body);
}

void host_call(struct host *h, enum trace_kind kind, uint32_t label, uint64_t due_ns,
               uint32_t cause, const struct block *body)
{
    uint32_t line = body && body->count > 0 ? body->step[0].at.line : 0;
    host_enter(h, &(struct host_callback){ kind, label, due_ns, cause, line }, perform_body,
               (void *)body); /* not written to */
}

/* ---- the loop ---- */

static void on_prepare(void *arg, int status)
{
    struct host *h = arg;
    (void)status;
    record_poll_begin(&h->record);
}

/* The loop checks its timers next; some loops close handles first. */
static void on_check(void *arg, int status)
{
    struct host *h = arg;
    (void)status;
    record_poll_end(&h->record);
    choice_before_timers(h);
    host_note_turn(h);
}

int host_turn(struct host *h, enum loop_mode mode)
{
    choice_before_timers(h);
    h->thread_of_run = pthread_self();
    if (h == h->main && !h->has_run)
        h->record.trace->run_ns = world_now_ns();
    h->has_run = h->is_in_run = true;
    world_note_call();
    int result = h->backend->run(h->loop, mode);
    h->is_in_run = false;
    record_main(&h->record);
    return result;
}

void host_turn_default(struct host *h)
{
    if (host_turn(h, LOOP_DEFAULT) < 0 && !h->ending)
        host_fail(h, NULL, "the loop could not be run");
}

bool host_is_endless(const struct host *h)
{
    return !(h->backend->can & LOOP_CAN_ENDS);
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

/* A program that releases the loop itself must find no handle of ours in it. So it runs without
 * observers, and its phases are not recorded. */
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

int host_wait_on(int fd, int timeout_ms)
{
    struct pollfd pfd = { fd, POLLIN, 0 };
    int n = poll(&pfd, 1, timeout_ms);
    return n < 0 ? -errno : n;
}

/* Opening and closing a loop is the slowest part of a run. A loop without handles is as good as
 * new, once it has updated its time. */
static bool take_earlier_loop(struct host *h)
{
    if (!h->config->reuse || h != h->main || !*h->config->reuse)
        return false;
    calls_set_tested(h->calls, *h->config->reuse);
    *h->config->reuse = NULL;
    h->backend->update_time(h->calls);
    return true;
}

static bool has_handles(const struct host *h)
{
    for (const struct object *o = h->objects; o; o = o->next)
        if (o->handle)
            return true;
    return false;
}

static bool leave_loop(struct host *h)
{
    const uint64_t needs = LOOP_CAN_ALIVE | LOOP_CAN_CLOCK;
    if (!h->config->reuse || h != h->main || (h->backend->can & needs) != needs ||
        h->backend->alive(h->loop))
        return false;
    if (has_handles(h))
        return false;
    *h->config->reuse = calls_tested(h->loop);
    return true;
}

static void open_loop(struct host *h)
{
    static const struct loop_world world = { .now_ns = world_read_ns, .wait = host_wait_on };
    const struct host_config *c = h->config;
    const uint32_t *libuv = c->profile.libuv.part;
    struct loop_config config = { .version = { libuv[0], libuv[1], libuv[2] },
                                  .workers = c->program->workers,
                                  .args = c->args,
                                  .world = &world };
    char error[160] = "it gave no reason";
    if (!take_earlier_loop(h) && !calls_open(h->calls, &config, error, sizeof error))
        host_fail(h, NULL, "the loop could not be opened: %s", error);
    h->loop = h->calls;
    h->hides_clock = !(h->backend->can & LOOP_CAN_NOW);
    if (!h->hides_clock)
        h->origin_ms = h->backend->now(h->loop) - (h == h->main ? 0 : world_now_ms());
}

void host_init(struct host *h, const struct host_config *config, struct host *main)
{
    static const struct layer *const layers[] = {
        [LAYER_CORE] = &layer_core,
        [LAYER_NODE] = &layer_node,
        [LAYER_BROWSER] = &layer_browser,
    };
    const struct program *p = config->program;
    *h = (struct host){ .config = config, .main = main, .layer = layers[p->layer] };
    h->calls = calls_new(h, config->backend);
    h->backend = calls_backend(h->calls);
    h->self = pthread_self();
    h->record = (struct record){
        .trace = config->trace,
        .callbacks_max = p->budget ? p->budget : BUDGET_DEFAULT,
        .timers_at_tail = profile_has_timers_at_tail(&config->profile),
        .all_at_tail = config->profile.family > FAMILY_ANY,
        .full = host_full,
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
    host_make_waker(h);
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

/* Can this loop, which has no end, be run without waiting, so that it returns? */
static bool can_run_without_wait(const struct host *h)
{
    return host_is_endless(h) && h->backend->can & LOOP_CAN_NOWAIT;
}

/* The layers' own handles count, too. */
static size_t count_objects(const struct host *h)
{
    size_t n = 8;
    for (const struct object *o = h->objects; o; o = o->next)
        n++;
    return n;
}

/* Everything was closed: let the loop call the close callbacks. False if it must be left as it is:
 * a loop without an end that cannot be run without waiting would not return. */
static bool empty_loop(struct host *h)
{
    const struct loop_backend *b = h->backend;
    if (!host_is_endless(h)) {
        /* A stop that was requested but not yet obeyed ends the first run at once. */
        for (int i = 0; i < 3 && b->run(h->loop, LOOP_DEFAULT) > 0; i++)
            continue;
        return true;
    }
    if (!(b->can & LOOP_CAN_CLOSE))
        return true; /* there is nothing to run it for */
    for (size_t i = count_objects(h); can_run_without_wait(h) && has_handles(h) && i > 0; i--)
        b->run(h->loop, LOOP_NOWAIT);
    return can_run_without_wait(h);
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
    if (h->waker)
        b->handle_close(h->waker, NULL);
    if (h->end_timer)
        b->handle_close(h->end_timer, NULL);
    if (!empty_loop(h) || leave_loop(h))
        return;
    int result = b->close(h->loop);
    for (size_t i = count_objects(h); result == -EBUSY && can_run_without_wait(h) && i > 0; i--) {
        b->run(h->loop, LOOP_NOWAIT); /* each may take a turn */
        result = b->close(h->loop);
    }
    if (result != 0)
        host_fail(h, NULL, "the loop cannot be released after every handle was closed (%d)",
                  result);
    h->loop = NULL;
}

/* The loop watches these, but they belong to the host. */
static void check_watched(struct host *h)
{
    for (const struct object *o = h->objects; o; o = o->next) {
        int fd = o->fd ? world_fd_number(o->fd) : -1;
        if (fd >= 0 && fcntl(fd, F_GETFD) < 0)
            host_fail(h, NULL, "the loop closed descriptor %d, which it watched and does not own",
                      fd);
    }
}

void host_release(struct host *h)
{
    while (h->objects) {
        struct object *o = h->objects;
        h->objects = o->next;
        if (o->fd)
            world_fd_close(o->fd);
        if (o->child)
            world_child_close(o->child);
        if (o->socket)
            world_socket_close(o->socket);
        if (o->lookup)
            world_name_close(o->lookup);
        free(o->bytes);
        if (o->file)
            world_file_close(o->file);
        free(o);
    }
    free(h->by_name);
    free(h->first);
    free(h->thread);
    for (size_t i = 0; i < EVENT_COUNT; i++)
        free(h->handler[i].item);
    free(h->blank);
    calls_free(h->calls);
}

static void perform_main(struct host *h, void *main)
{
    host_perform(h, main);
}

void host_play(const struct host_config *config)
{
    struct host h;
    struct leak_check before;
    char says[200];
    assert(config->backend);
    assert(config->program);
    assert(config->trace);
    assert(config->trace->count == 0);
    /* A loop that is kept keeps its descriptors. */
    bool checks_leaks = config->foreign && !config->reuse;
    host_init(&h, config, &h);
    if (checks_leaks)
        leak_check_begin(&before);
    world_begin(
        &(struct world_config){ .clock = config->clock,
                                .begin_ns = choice_of_beginning(&h),
                                .ticks = config->foreign,
                                .stuck = host_stuck,
                                .arg = &h,
                                .spun = host_spun,
                                .failed = host_failed,
                                .shortage = host_note_shortage,
                                .choose = config->schedule ? choice_make : NULL,
                                .is_loop_patient = choice_is_loop_patient(config->program) });
    host_open(&h);
    host_guard(&h, perform_main, (void *)&config->program->main);
    if (!h.ending)
        h.layer->finish(&h);
    second_loop_join(&h);

    struct trace *t = config->trace;
    if (!h.ending)
        host_note_end(&h);
    host_close(&h);
    /* A loop that was not released still has its descriptors; and on the real clock, planned
     * actions still have those of the world. */
    checks_leaks = checks_leaks && !h.loop && world_planned_ns() == 0;
    if (checks_leaks)
        check_watched(&h);
    host_release(&h);
    if (checks_leaks && leak_check_end(&before, says, sizeof says))
        host_fail(&h, NULL, "%s", says);
    t->cpu_delay_ns = world_cpu_delay_ns();
    world_end();
    if (t->outcome == OUTCOME_NONE)
        t->outcome = OUTCOME_FINISHED;
}

void host_run(const struct host_config *config)
{
    host_play(config);
    fflush(NULL);
    _exit(0);
}
