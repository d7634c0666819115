/* end.c - ends a core program on a loop that has no end of its own. Such a loop runs until it is
 * stopped. The host knows what the program has asked for: once none of that can happen any more,
 * the program is at its end. What has already happened and was not yet reported (a byte in a
 * socket, a signal) only the loop can know. So a timer of the host gives it two more turns; if it
 * calls nothing in them, it is stopped. */
#include "host/inside.h"

enum { TURNS = 2, DELAY_MAX_MS = 1024 };

static bool is_certain(struct host *h, const struct object *o)
{
    if (o->request || o->awaited)
        return true;
    if (!o->handle)
        return false;
    if (o->closing)
        return h->backend->can & LOOP_CAN_CLOSE;
    if (o->sent)
        return true;
    bool may_come = (o->kind == TRACE_TIMER && o->due_ns != TRACE_NO_DUE) ||
                    o->kind == TRACE_IDLE || o->kind == TRACE_SOON ||
                    (o->kind == TRACE_POLL && world_fd_ready_ns(o->fd) != UINT64_MAX);
    return may_come && h->backend->handle_state(o->handle) & LOOP_IS_ACTIVE;
}

/* Is a callback certain to come? */
static bool has_more(struct host *h)
{
    for (const struct object *o = h->objects; o; o = o->next)
        if (is_certain(h, o))
            return true;
    return false;
}

/* Is a thread or process at work that may still cause a callback? */
static bool is_waiting_for_others(const struct host *h)
{
    return h->threads_running > 0 || world_planned_ns() > 0;
}

/* The timer does not disturb the loop until they are done. */
static uint64_t delay_ms(struct host *h)
{
    uint64_t now = world_now_ns(), planned = world_planned_ns();
    if (planned < h->threads_end_ns)
        planned = h->threads_end_ns;
    if (planned > now)
        return (planned - now) / MS + 1;
    if (h->end_delay_ms < DELAY_MAX_MS)
        h->end_delay_ms *= 2;
    return is_waiting_for_others(h) ? h->end_delay_ms : 1;
}

static void start_end_timer(struct host *h)
{
    h->end_turns++;
    h->end_timer_is_started = h->backend->timer_start(h->end_timer, delay_ms(h), 0) >= 0;
}

static void begin_end_check(struct host *h)
{
    h->end_called = h->called;
    h->end_turns = 0;
    h->end_delay_ms = 1;
    h->ended_ns = world_now_ns();
    start_end_timer(h);
}

static void on_end_timer(void *arg, int status)
{
    struct host *h = arg;
    (void)status;
    h->end_timer_is_started = false;
    h->end_calls++;
    if (h->ending || has_more(h))
        return; /* the callback that is certain to come calls end_watch() again */
    if (h->called != h->end_called) {
        begin_end_check(h);
    } else if (is_waiting_for_others(h)) {
        h->end_turns = 0;
        start_end_timer(h);
    } else if (h->end_turns < TURNS) {
        start_end_timer(h);
    } else {
        host_end_run(h);
    }
}

static bool make_timer(struct host *h)
{
    const struct loop_backend *b = h->backend;
    if (h->end_timer)
        return true;
    h->end_timer = b->handle_new(h->loop, LOOP_TIMER, -1, on_end_timer, h);
    if (h->end_timer && b->can & LOOP_CAN_REF)
        b->handle_ref(h->end_timer, 0);
    return h->end_timer;
}

/* Would the program notice the timer? A post handle is called after any other, also after the
 * host's. On the virtual clock the world sees the end by itself then (early_exit.c). */
static bool is_seen(const struct host *h)
{
    return h->config->clock == WORLD_VIRTUAL && host_has_step(&h->config->program->main, STEP_POST);
}

/* A callback may have asked for more after the timer was set. Then the timer would end a wait that
 * only the program may end. */
void end_watch(struct host *h)
{
    if (!h->last_run || h->ending || !host_is_endless(h) || !(h->backend->can & LOOP_CAN_TIMER) ||
        is_seen(h))
        return;
    if (has_more(h))
        end_pause(h);
    else if (!h->end_timer_is_started && make_timer(h))
        begin_end_check(h);
}

void end_pause(struct host *h)
{
    if (!h->end_timer_is_started)
        return;
    h->backend->handle_stop(h->end_timer);
    h->end_timer_is_started = false;
}
