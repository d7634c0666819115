/* end.c - the end of a core program, on a loop that has none.
 *
 * Such a loop runs until it is told to stop, whatever is left. The host knows what the
 * program has asked for: once none of it can come any more, the program is at its end. What
 * has happened already and was not yet told (a byte in a socket, a signal) only the loop can
 * know. So it is given two turns, by a timer of the host's own; if it calls nothing in them,
 * it is told to stop. */
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
                    o->kind == TRACE_IDLE ||
                    (o->kind == TRACE_POLL && world_fd_ready_ns(o->fd) != UINT64_MAX);
    return may_come && h->backend->handle_state(o->handle) & LOOP_IS_ACTIVE;
}

/* Is something certain to be called? */
static bool has_more(struct host *h)
{
    for (const struct object *o = h->objects; o; o = o->next)
        if (is_certain(h, o))
            return true;
    return false;
}

/* Is somebody at work who may yet cause a call? */
static bool is_awaited(const struct host *h)
{
    return h->errands > 0 || world_planned_ns() > 0;
}

/* Until they are done the loop is left in peace. */
static uint64_t delay_ms(struct host *h)
{
    uint64_t now = world_now_ns(), planned = world_planned_ns();
    if (planned < h->errands_end_ns)
        planned = h->errands_end_ns;
    if (planned > now)
        return (planned - now) / MS + 1;
    if (h->end_delay_ms < DELAY_MAX_MS)
        h->end_delay_ms *= 2;
    return is_awaited(h) ? h->end_delay_ms : 1;
}

static void ask(struct host *h)
{
    h->end_turns++;
    h->is_ending_asked = h->backend->timer_start(h->end_timer, delay_ms(h), 0) >= 0;
}

static void begin_asking(struct host *h)
{
    h->end_called = h->called;
    h->end_turns = 0;
    h->end_delay_ms = 1;
    h->ended_ns = world_now_ns();
    ask(h);
}

static void on_end_timer(void *arg, int status)
{
    struct host *h = arg;
    (void)status;
    h->is_ending_asked = false;
    if (h->ending || has_more(h))
        return; /* what is certain to come leads back to end_watch() */
    if (h->called != h->end_called) {
        begin_asking(h);
    } else if (is_awaited(h)) {
        h->end_turns = 0;
        ask(h);
    } else if (h->end_turns < TURNS) {
        ask(h);
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

/* A callback may have asked for more after the timer was set: then it would wake the loop from
 * a wait that nobody but the program may end. */
void end_watch(struct host *h)
{
    if (!h->last_run || h->ending || !host_is_endless(h) || !(h->backend->can & LOOP_CAN_TIMER))
        return;
    if (has_more(h))
        end_pause(h);
    else if (!h->is_ending_asked && make_timer(h))
        begin_asking(h);
}

void end_pause(struct host *h)
{
    if (!h->is_ending_asked)
        return;
    h->backend->handle_stop(h->end_timer);
    h->is_ending_asked = false;
}
