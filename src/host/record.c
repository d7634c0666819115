#include "host/record.h"

#include <assert.h>
#include <sys/mman.h>
#include <unistd.h>

#include "world/world.h"

enum { STRETCH_EVENTS = 4096 }; /* 128 KiB */

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

/* 1 if the phase comes before poll in its iteration. */
static const uint8_t is_before_poll[PHASE_COUNT] = {
    [PHASE_TIMERS] = 1,
    [PHASE_PENDING] = 1,
    [PHASE_IDLE] = 1,
    [PHASE_PREPARE] = 1,
};

static enum trace_phase phase_of(const struct record *r, const struct trace_kind_row *row)
{
    if (row->phase != PHASE_MAIN)
        return row->phase;
    return r->polling ? PHASE_POLL : PHASE_PENDING;
}

static uint32_t iteration_of(const struct record *r, enum trace_phase phase)
{
    bool at_tail = (phase == PHASE_TIMERS && r->timers_at_tail) ||
                   (phase != PHASE_PREPARE && r->all_at_tail);
    if (at_tail && r->polls > 0)
        return r->polls;
    return r->polls + is_before_poll[phase];
}

/* Make room for more events. The pages are requested together: if each were made at the first write
 * to it, that would cost more than all the rest of recording. On a kernel without this call they
 * are made one by one. */
static void make_room(struct record *r)
{
    struct trace *t = r->trace;
    if (t->count >= TRACE_EVENTS_MAX)
        r->full(r->arg, OUTCOME_FULL);
    size_t left = TRACE_EVENTS_MAX - t->count;
    size_t stretch = left < STRETCH_EVENTS ? left : STRETCH_EVENTS;
    if (t->count > 0) { /* most traces need only one stretch */
        uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE) - 1;
        char *from = (char *)t + offsetof(struct trace, event) + t->count * sizeof t->event[0];
        size_t before = (uintptr_t)from & page;
        (void)madvise(from - before, before + stretch * sizeof t->event[0], MADV_POPULATE_WRITE);
    }
    r->room = t->count + stretch;
}

/* For an observation `due_ns` is its value. Returns the index. */
static inline uint64_t append(struct record *r, enum trace_kind kind, uint32_t label,
                              uint64_t due_ns, uint32_t cause)
{
    struct trace *t = r->trace;
    uint64_t i = t->count;
    if (i >= r->room)
        make_room(r);
    assert(i < r->room);
    t->event[i] = (struct trace_event){
        .at_ns = world_now_ns(),
        .due_ns = due_ns,
        .label = label,
        .cause = cause,
        .iteration = r->iteration,
        .kind = kind,
        .phase = r->phase,
    };
    t->count = i + 1; /* written last, so that a reader in another process sees whole events only */
    return i;
}

static void lock(const struct record *r)
{
    if (r->lock)
        pthread_mutex_lock(r->lock);
}

static void unlock(const struct record *r)
{
    if (r->lock)
        pthread_mutex_unlock(r->lock);
}

uint32_t record_callback(struct record *r, enum trace_kind kind, uint32_t label, uint64_t due_ns,
                         uint32_t cause)
{
    assert(r->running == 0); /* a callback runs to completion before the next begins */
    const struct trace_kind_row *row = trace_kind_row(kind);
    if (row->is_drained) {
        r->phase = r->around_phase;
        r->iteration = r->around_iteration;
    } else {
        r->phase = r->around_phase = phase_of(r, row);
        r->iteration = r->around_iteration = iteration_of(r, r->phase);
        if (r->phase == PHASE_CHECK || r->phase == PHASE_CLOSING)
            r->polling = false;
    }
    lock(r);
    if (r->trace->callbacks == r->callbacks_max)
        r->full(r->arg, OUTCOME_BUDGET);
    uint32_t index = (uint32_t)append(r, kind, label, due_ns, cause);
    r->trace->callbacks++;
    unlock(r);
    r->callbacks++;
    r->running = index + 1;
    return index;
}

/* On the virtual clock most callbacks take no time; then nothing needs to be written. */
void record_callback_end(struct record *r, uint32_t index)
{
    assert(r->running == index + 1 || r->running == 0); /* 0: an exit handler has run in it */
    struct trace_event *ev = &r->trace->event[index];
    uint64_t took = world_now_ns() - ev->at_ns;
    if (took > 0)
        ev->took_ns = took < TRACE_TOOK_MAX ? took : TRACE_TOOK_MAX;
    r->running = 0;
    r->phase = PHASE_MAIN;
    r->iteration = r->polls;
}

void record_log(struct record *r, uint32_t label)
{
    lock(r);
    append(r, TRACE_LOG, label, 0, r->running);
    unlock(r);
}

void record_value(struct record *r, uint32_t label, int64_t value)
{
    lock(r);
    append(r, TRACE_OBSERVE, label, (uint64_t)value, r->running);
    unlock(r);
}

void record_call(struct record *r, uint32_t call, uint32_t label, int64_t result)
{
    lock(r);
    uint64_t i = append(r, TRACE_CALL, label, (uint64_t)result, r->running);
    r->trace->event[i].took_ns = call;
    unlock(r);
}
