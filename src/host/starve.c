/* starve.c - ends a run in which the loop does one thing for ever while another has to wait.
 *
 * A case about starvation has a budget and is judged by its trace. In every other case nothing may
 * starve. Now and then the host checks which objects are due. An object that was due at the check
 * before, and has not been called since, will never be called. A loop that has not waited between
 * two checks will not wait again either. The checks are further apart than any work that a rule
 * permits a loop to do at once: 48 batches of 1024 descriptors (POLL-17). */
#include "host/inside.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/text.h"

/* Ticks and microtasks may starve the loop (STARVE-1, STARVE-2): the other layers are not watched.
 * Nor is a program with priorities, since the lower ones may have to wait (ANY-25). */
static bool is_watched(const struct host *h)
{
    const struct program *p = h->config->program;
    return !h->ending && p->budget == 0 && p->layer == LAYER_CORE &&
           !host_has_step(&p->main, STEP_PREFER) && !host_has_step(&p->main, STEP_DEFER);
}

/* STARVE-6: up to libuv 1.47 a timer that its callback starts with 0 ms never lets the pass end. */
static bool may_stay(const struct host *h, enum trace_kind kind)
{
    static const struct version waits = { { 1, 48, 0 } };
    const struct profile *p = &h->config->profile;
    return kind == TRACE_TIMER && p->family == FAMILY_LIBUV && version_compare(p->libuv, waits) < 0;
}

/* Since when the loop owes it a call; TRACE_NO_DUE: it does not. Some loops call idle handles only
 * when they have nothing else to do. */
static uint64_t owed_since_ns(const struct object *o)
{
    const struct host *h = o->host;
    bool is_idle_due = h->config->profile.family == FAMILY_LIBUV;
    bool has_one_event = (o->step->events & (o->step->events - 1)) == 0;
    if (!o->handle || o->closing || !(h->backend->handle_state(o->handle) & LOOP_IS_ACTIVE))
        return TRACE_NO_DUE;
    switch (o->kind) {
    case TRACE_TIMER: return o->due_ns <= world_now_ns() ? o->due_ns : TRACE_NO_DUE;
    case TRACE_POLL: return has_one_event ? world_fd_ready_ns(o->fd) : TRACE_NO_DUE;
    case TRACE_IDLE: return is_idle_due ? 0 : TRACE_NO_DUE;
    case TRACE_PREPARE:
    case TRACE_CHECK: return 0;
    default: return TRACE_NO_DUE;
    }
}

static void give_up(struct host *h, const struct host_callback *last, const char *who)
{
    struct trace *t = h->record.trace;
    const char *const *string = h->config->program->string;
    snprintf(t->message, sizeof t->message,
             "%" PRIu64 " callbacks came, of %s '%s' at last, and %s", t->callbacks,
             trace_kind_name(last->kind), string[last->label], who);
    host_leave(h, OUTCOME_STARVED);
}

static void look_at(struct host *h, struct object *o, const struct host_callback *last)
{
    uint64_t since = owed_since_ns(o);
    char who[120], at[32];
    if (since != TRACE_NO_DUE && o->owed_since_ns == since && o->owed_calls == o->calls) {
        snprintf(who, sizeof who, "%s '%s', due since %s, was not among the latest %d",
                 trace_kind_name(o->kind), h->config->program->string[o->step->name],
                 text_time(since, at), STARVE_CHECK_EVERY);
        give_up(h, last, who);
    }
    o->owed_since_ns = since;
    o->owed_calls = o->calls;
}

/* Changes when the loop waits. Without prepare and check callbacks, the world has seen it, or time has
 * passed. */
static uint64_t waits_of(const struct host *h)
{
    return h->observer[0] ? h->record.polls : world_wakeups() + world_now_ns();
}

void starve_look(struct host *h, const struct host_callback *last)
{
    if (!is_watched(h))
        return;
    bool has_waited = waits_of(h) != h->checked_waits;
    if (h->was_checked && !has_waited && !may_stay(h, last->kind))
        give_up(h, last,
                h->observer[0] ? "the loop began no new iteration" : "the loop never waited");
    h->was_checked = true;
    h->checked_waits = waits_of(h);
    for (struct object *o = h->objects; o && has_waited; o = o->next)
        look_at(h, o, last);
}
