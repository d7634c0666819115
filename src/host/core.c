/* core.c - the layer of core programs. It adds nothing to the loop: each step is one call of the
 * backend. */
#include "host/inside.h"

#include <errno.h>
#include <stdlib.h>

#include "base/mem.h"

/* ---- steps that make something ---- */

static void start_timer(struct host *h, struct object *o, const struct step *s)
{
    o->repeat_ms = object_ms(s->repeat_ns);
    object_plan(o, object_ms(s->after_ns));
    h->result = h->backend->timer_start(o->handle, object_ms(s->after_ns), o->repeat_ms);
}

static void make_timer(struct host *h, const struct step *s)
{
    struct object *o = object_add_handle(h, s, TRACE_TIMER, LOOP_TIMER, -1);
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
        [STEP_SOON] = { TRACE_SOON, LOOP_SOON },
        [STEP_POST] = { TRACE_POST, LOOP_POST },
        [STEP_AT_EXIT] = { TRACE_AT_EXIT, LOOP_AT_EXIT },
    };
    struct object *o = object_add_handle(h, s, kinds[s->kind].trace, kinds[s->kind].loop, -1);
    if (!s->stopped)
        h->result = h->backend->watch_start(o->handle);
}

static void make_async(struct host *h, const struct step *s)
{
    object_add_handle(h, s, TRACE_ASYNC, LOOP_ASYNC, -1);
}

/* ---- steps that act on a handle ---- */

static void do_start(struct host *h, const struct step *s)
{
    struct object *o = object_find(h, s);
    if (o->kind == TRACE_TIMER) {
        start_timer(h, o, s);
        return;
    }
    /* Only for timers do the documents say what starting a closing handle does. */
    o = object_find_open(h, s);
    o->cause = h->record.running;
    if (o->kind == TRACE_POLL)
        object_start_poll(h, s);
    else if (o->kind == TRACE_SIGNAL)
        process_start_signal(h, o, s);
    else if (o->kind == TRACE_DATAGRAM)
        socket_start_datagram(h, o);
    else if (o->kind == TRACE_CONNECTION)
        h->result = h->backend->listen(o->handle);
    else if (o->kind == TRACE_WATCH || o->kind == TRACE_INSPECT)
        file_start(h, o);
    else
        h->result = h->backend->watch_start(o->handle);
}

/* libuv asserts that a poll, signal or datagram handle is not stopped while it is closing. */
static void do_stop(struct host *h, const struct step *s)
{
    const struct object *o = object_find(h, s);
    if (o->kind == TRACE_POLL || o->kind == TRACE_SIGNAL || o->kind == TRACE_DATAGRAM)
        o = object_find_open(h, s);
    h->result = h->backend->handle_stop(o->handle);
}

static void do_ready(struct host *h, const struct step *s)
{
    (object_find(h, s)->kind == TRACE_POLL ? object_ready : socket_ready)(h, s);
}

static void do_drain(struct host *h, const struct step *s)
{
    (object_find(h, s)->kind == TRACE_POLL ? object_drain : socket_drain)(h, s);
}

static void do_again(struct host *h, const struct step *s)
{
    struct object *o = object_find(h, s);
    if (o->repeat_ms > 0)
        object_plan(o, o->repeat_ms);
    h->result = h->backend->timer_again(o->handle);
}

static void do_set_repeat(struct host *h, const struct step *s)
{
    struct object *o = object_find(h, s);
    o->repeat_ms = object_ms(s->repeat_ns);
    h->backend->timer_set_repeat(o->handle, o->repeat_ms);
}

static void do_rank(struct host *h, const struct step *s)
{
    struct object *o = object_find_open(h, s);
    int levels = s->count == NO_COUNT ? 1 : (int)s->count;
    h->result = h->backend->handle_priority(o->handle, s->kind == STEP_PREFER ? levels : -levels);
}

/* Every loop may send the wake-ups of the first loop. */
static struct object *find_async(struct host *h, const struct step *s)
{
    return object_find(h->by_name[s->name] ? h : h->main, s);
}

static void do_send(struct host *h, const struct step *s)
{
    struct object *o = find_async(h, s);
    if (o->host == h) /* else another loop's thread may be reading it */
        o->cause = h->record.running;
    o->sent = true; /* set it before the send: the callback may run at once, on its own thread */
    h->result = h->backend->async_send(o->handle);
    if (h->result < 0)
        o->sent = false;
}

static void do_cancel(struct host *h, const struct step *s)
{
    struct object *o = object_find(h, s);
    if (!o->request)
        host_fail(h, s, "'%s' is done", host_name(h, s));
    h->result = h->backend->cancel(o->request);
}

/* ---- steps on the world and the loop ---- */

struct thread {
    struct host *host;
    const struct block *body;
};

static void send_from_thread(struct object *o)
{
    o->sent = true;
    o->host->backend->async_send(o->handle);
}

/* A thread of the program records nothing: it only takes time and sends. */
static void *run_thread(void *arg)
{
    struct thread t = *(struct thread *)arg;
    free(arg);
    for (uint32_t i = 0; i < t.body->count; i++) {
        const struct step *s = &t.body->step[i];
        if (s->kind == STEP_BUSY)
            world_busy(s->after_ns);
        else if (s->kind == STEP_SEND && !t.host->ending)
            send_from_thread(find_async(t.host, s));
    }
    t.host->threads_running--;
    return NULL;
}

static void note_thread(struct host *h, const struct block *body)
{
    uint64_t end = world_now_ns();
    for (uint32_t i = 0; i < body->count; i++)
        end += body->step[i].kind == STEP_BUSY ? body->step[i].after_ns : 0;
    if (end > h->threads_end_ns)
        h->threads_end_ns = end;
    h->threads_running++;
}

static void do_thread(struct host *h, const struct step *s)
{
    struct thread *t = xmalloc(sizeof *t);
    *t = (struct thread){ h, s->body };
    GROW(h->thread, h->thread_count, h->thread_room);
    note_thread(h, s->body);
    if (world_thread_start(&h->thread[h->thread_count], run_thread, t) != 0)
        host_fail(h, s, "no thread could be started");
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
    h->result = host_turn(h, modes[s->option]);
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
    choice_before_reading(h);
    h->backend->update_time(h->loop);
}

static void do_configure(struct host *h, const struct step *s)
{
    static const enum loop_option options[] = {
        [CONFIGURE_IDLE_TIME] = LOOP_COUNTS_IDLE_TIME,
        [CONFIGURE_UNKNOWN] = LOOP_OPTION_UNKNOWN,
        [CONFIGURE_RING] = LOOP_USES_RING,
    };
    h->result = h->backend->configure(h->loop, options[s->option], 0);
}

static void do_ask(struct host *h, const struct step *s)
{
    host_note_loopback(h); /* many questions are about connections that the backend makes */
    h->result = h->backend->ask(h->loop, s->option);
    if (h->result == -ENODEV)
        host_note_shortage(h, "this machine has no pseudo-terminal or no IPv6");
}

static void do_block(struct host *h, const struct step *s)
{
    h->result = h->backend->configure(h->loop, LOOP_BLOCKS_SIGNAL, step_choice(s)->number);
}

/* As a program does that embeds the loop in a loop of its own: wait on the loop's descriptor. */
static void do_wait(struct host *h, const struct step *s)
{
    const int fd = h->backend->wait_fd(h->loop);
    if (fd < 0)
        host_fail(h, s, "the loop has no descriptor");
    h->result = host_wait_on(fd, h->backend->poll_timeout(h->loop));
}

static void do_renew_loop(struct host *h, const struct step *s)
{
    (void)s;
    h->result = h->backend->renew(h->loop);
}

static bool has_due(struct host *h, uint64_t from_ns, uint64_t to_ns)
{
    for (const struct object *o = h->objects; o; o = o->next)
        if (o->kind == TRACE_TIMER && o->handle && o->due_ns >= from_ns && o->due_ns <= to_ns &&
            h->backend->handle_state(o->handle) & LOOP_IS_ACTIVE)
            return true;
    return false;
}

/* A program without a `run` step is run to its end. */
static void finish(struct host *h)
{
    h->last_run = h->loop && !host_has_step(&h->config->program->main, STEP_RUN);
    if (!h->last_run)
        return;
    end_watch(h);
    host_turn_default(h);
}

static step_function *const step_functions[STEP_KIND_COUNT] = {
    [STEP_TIMER] = make_timer,
    [STEP_IDLE] = make_watcher,
    [STEP_PREPARE] = make_watcher,
    [STEP_CHECK] = make_watcher,
    [STEP_SOON] = make_watcher,
    [STEP_POST] = make_watcher,
    [STEP_AT_EXIT] = make_watcher,
    [STEP_POLL] = object_make_poll,
    [STEP_ASYNC] = make_async,
    [STEP_WORK] = object_make_request,
    [STEP_STAT] = object_make_request,
    [STEP_LOOKUP] = object_make_request,
    [STEP_SIGNAL] = process_make_signal,
    [STEP_CHILD] = process_make_child,
    [STEP_CHILD_NOWHERE] = process_make_nowhere,
    [STEP_STREAM] = socket_make_stream,
    [STEP_PEER] = socket_make_peer,
    [STEP_LISTEN] = socket_make_listener,
    [STEP_ACCEPT] = socket_make_accepted,
    [STEP_CONNECT] = socket_make_connected,
    [STEP_CONNECT_NOWHERE] = socket_make_connected,
    [STEP_DATAGRAM] = socket_make_datagram,
    [STEP_DATAGRAM_PAIR] = socket_make_datagram,
    [STEP_REVERSE_LOOKUP] = object_make_request,
    [STEP_RANDOM] = object_make_request,
    [STEP_CHANNEL] = socket_make_stream,
    [STEP_BIND] = socket_make_bound,
    [STEP_FOLDER] = file_make,
    [STEP_FILE] = file_make,
    [STEP_WATCH] = file_make_watcher,
    [STEP_INSPECT] = file_make_watcher,
    [STEP_START] = do_start,
    [STEP_GIVE] = object_give,
    [STEP_GIVE_NOTHING] = object_give_nothing,
    [STEP_STOP] = do_stop,
    [STEP_CLOSE] = object_close,
    [STEP_REF] = object_ref,
    [STEP_UNREF] = object_ref,
    [STEP_AGAIN] = do_again,
    [STEP_SET_REPEAT] = do_set_repeat,
    [STEP_PREFER] = do_rank,
    [STEP_DEFER] = do_rank,
    [STEP_READY] = do_ready,
    [STEP_DRAIN] = do_drain,
    [STEP_SEND] = do_send,
    [STEP_CANCEL] = do_cancel,
    [STEP_READ] = socket_read,
    [STEP_WRITE] = socket_write,
    [STEP_SHUTDOWN] = socket_shutdown,
    [STEP_FEED] = socket_feed,
    [STEP_TRY] = socket_try,
    [STEP_TRY_BATCH] = socket_try,
    [STEP_ATTACH] = socket_attach,
    [STEP_DETACH] = socket_attach,
    [STEP_BLOCK] = socket_block,
    [STEP_UNBLOCK] = socket_block,
    [STEP_PASS] = socket_pass,
    [STEP_TUNE] = tune_set,
    [STEP_RESET] = socket_reset,
    [STEP_CHANGE] = file_change,
    [STEP_TOUCH] = file_change,
    [STEP_CREATE] = file_change,
    [STEP_REMOVE] = file_change,
    [STEP_RENAME] = file_change,
    [STEP_TANGLE] = file_change,
    [STEP_KILL] = process_kill,
    [STEP_BREAK] = object_break,
    [STEP_FREE] = object_free,
    [STEP_LOG] = step_log,
    [STEP_OBSERVE] = step_observe,
    [STEP_BUSY] = step_busy,
    [STEP_REPEAT] = step_repeat,
    [STEP_FIRST] = step_first,
    [STEP_THREAD] = do_thread,
    [STEP_LOOP] = second_loop_make,
    [STEP_RAISE] = process_raise,
    [STEP_BLOCKED] = process_block,
    [STEP_INTERRUPT] = do_interrupt,
    [STEP_RUN] = do_run,
    [STEP_STOP_LOOP] = do_stop_loop,
    [STEP_CLOSE_LOOP] = do_close_loop,
    [STEP_UPDATE_TIME] = do_update_time,
    [STEP_CONFIGURE] = do_configure,
    [STEP_ASK] = do_ask,
    [STEP_HOLD] = do_block,
    [STEP_WAIT] = do_wait,
    [STEP_RENEW_LOOP] = do_renew_loop,
};

const struct layer layer_core = { .step_functions = step_functions,
                                  .finish = finish,
                                  .has_due = has_due };
