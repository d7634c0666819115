#include "host/record.h"

#include <assert.h>

#include "world/world.h"

void record_poll_begin(struct record *r)
{
    r->polling = true;
    r->polls++;
}

void record_poll_end(struct record *r)
{
    r->polling = false;
}

void record_main(struct record *r)
{
    r->polling = false;
    r->phase = r->around_phase = PHASE_MAIN;
    r->iteration = r->around_iteration = r->polls;
}

/* Ticks, microtasks and handlers have no phase of their own. */
static bool is_drained(enum trace_kind kind)
{
    return kind == TRACE_TICK || kind == TRACE_MICROTASK || kind == TRACE_HANDLER;
}

static enum trace_phase phase_of(const struct record *r, enum trace_kind kind)
{
    switch (kind) {
    case TRACE_TIMEOUT:
    case TRACE_INTERVAL:
    case TRACE_TIMER: return PHASE_TIMERS;
    case TRACE_IDLE: return PHASE_IDLE;
    case TRACE_PREPARE: return PHASE_PREPARE;
    case TRACE_IMMEDIATE:
    case TRACE_CHECK: return PHASE_CHECK;
    case TRACE_CLOSE: return PHASE_CLOSING;
    default: return r->polling ? PHASE_POLL : PHASE_PENDING;
    }
}

static uint32_t iteration_of(const struct record *r, enum trace_phase phase)
{
    switch (phase) {
    case PHASE_POLL:
    case PHASE_CHECK:
    case PHASE_CLOSING: return r->polls;
    case PHASE_TIMERS: return r->timers_at_tail && r->polls > 0 ? r->polls : r->polls + 1;
    default: return r->polls + 1;
    }
}

static struct trace_event *append(struct record *r, enum trace_kind kind, uint32_t label)
{
    struct trace *t = r->trace;
    if (t->count == TRACE_EVENTS_MAX)
        r->full(r->arg, OUTCOME_FULL);
    struct trace_event *ev = &t->event[t->count];
    *ev = (struct trace_event){
        .at_ns = world_now_ns(),
        .label = label,
        .kind = kind,
        .phase = r->phase,
        .iteration = r->iteration,
        .cause = r->running,
    };
    t->count++; /* last: a reader in another process sees whole events only */
    return ev;
}

uint32_t record_callback(struct record *r, enum trace_kind kind, uint32_t label, uint64_t due_ns,
                         uint32_t cause)
{
    assert(r->running == 0); /* a callback runs to completion before the next begins */
    if (r->trace->callbacks == r->callbacks_max)
        r->full(r->arg, OUTCOME_BUDGET);
    if (is_drained(kind)) {
        r->phase = r->around_phase;
        r->iteration = r->around_iteration;
    } else {
        r->phase = r->around_phase = phase_of(r, kind);
        r->iteration = r->around_iteration = iteration_of(r, r->phase);
        if (r->phase == PHASE_CHECK || r->phase == PHASE_CLOSING)
            r->polling = false;
    }
    struct trace_event *ev = append(r, kind, label);
    ev->due_ns = due_ns;
    ev->cause = cause;
    r->trace->callbacks++;
    r->running = (uint32_t)r->trace->count;
    return r->running - 1;
}

void record_callback_end(struct record *r, uint32_t index)
{
    struct trace_event *ev = &r->trace->event[index];
    uint64_t took = world_now_ns() - ev->at_ns;
    ev->took_ns = took < TRACE_TOOK_MAX ? took : TRACE_TOOK_MAX;
    r->running = 0;
    r->phase = PHASE_MAIN;
    r->iteration = r->polls;
}

void record_log(struct record *r, uint32_t label)
{
    append(r, TRACE_LOG, label);
}

void record_value(struct record *r, uint32_t label, int64_t value)
{
    append(r, TRACE_OBSERVE, label)->value = value;
}
