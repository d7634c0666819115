/* steps.c - steps that several layers share. */
#include "host/inside.h"

#include <assert.h>

#include "base/mem.h"

void step_log(struct host *h, const struct step *s)
{
    for (uint32_t i = 0; i < s->label_count; i++)
        record_log(&h->record, s->label[i]);
}

static unsigned state_of(struct host *h, const struct step *s)
{
    return h->backend->handle_state(object_find(h, s)->handle);
}

/* The program's handles, without those of the host. */
static int64_t count_handles(struct host *h)
{
    const struct loop_handle *own[] = { h->observer[0], h->observer[1], h->waker, h->end_timer };
    uint64_t count = h->backend->visits(h->loop, NULL);
    for (size_t i = 0; i < ARRAY_SIZE(own); i++)
        count -= own[i] ? h->backend->visits(h->loop, own[i]) : 0;
    return (int64_t)count;
}

/* As much of a span as a trace can show. */
static int64_t span_shown(uint64_t ms)
{
    return ms > INT64_MAX ? INT64_MAX : (int64_t)ms;
}

static int64_t observe(struct host *h, const struct step *s)
{
    const struct loop_backend *b = h->backend;
    switch ((enum observe_what)s->option) {
    case OBSERVE_ALIVE: return b->alive(h->loop) != 0;
    case OBSERVE_TIMEOUT: return b->poll_timeout(h->loop);
    case OBSERVE_NOW: return (int64_t)host_loop_ms(h);
    case OBSERVE_RESULT: return h->result;
    case OBSERVE_CODE:
    case OBSERVE_STATUS: return h->status;
    case OBSERVE_THREADS: return world_threads();
    case OBSERVE_TURNS: return (int64_t)b->turns(h->loop);
    case OBSERVE_ACTIVE: return (state_of(h, s) & LOOP_IS_ACTIVE) != 0;
    case OBSERVE_CLOSING: return (state_of(h, s) & LOOP_IS_CLOSING) != 0;
    case OBSERVE_REFERENCED: return (state_of(h, s) & LOOP_IS_REFERENCED) != 0;
    case OBSERVE_DUE: return span_shown(b->timer_due_in(object_find(h, s)->handle));
    case OBSERVE_QUEUED: return (int64_t)b->sends_queued(object_find(h, s)->handle);
    case OBSERVE_UNSENT: return (int64_t)b->bytes_queued(object_find(h, s)->handle);
    case OBSERVE_READABLE: return (state_of(h, s) & LOOP_IS_READABLE) != 0;
    case OBSERVE_WRITABLE: return (state_of(h, s) & LOOP_IS_WRITABLE) != 0;
    case OBSERVE_UNWRITTEN: return (int64_t)b->unwritten(object_find(h, s)->handle);
    case OBSERVE_BLOCKING: return socket_is_blocking(h, s);
    case OBSERVE_PASSED: return b->passed(object_find(h, s)->handle);
    case OBSERVE_DESCRIPTOR: {
        int fd = b->descriptor(object_find(h, s)->handle);
        return fd < 0 ? fd : 1;
    }
    case OBSERVE_PATH: return name_path(h, s);
    case OBSERVE_ADDRESS:
    case OBSERVE_PARTNER: return name_address(h, s);
    case OBSERVE_NAMED: return name_is_changed(h, s);
    case OBSERVE_NODELAY:
    case OBSERVE_KEEP_ALIVE:
    case OBSERVE_PROBES:
    case OBSERVE_SPACING:
    case OBSERVE_TTL:
    case OBSERVE_BROADCAST: return tune_look(h, s);
    case OBSERVE_FLAGS:
    case OBSERVE_SIGNAL:
    case OBSERVE_EVENTS: return h->reported;
    case OBSERVE_RECEIVED: return (int64_t)b->events(h->loop);
    case OBSERVE_WAITING: return (int64_t)b->events_waiting(h->loop);
    case OBSERVE_IDLED: return (int64_t)b->idle_time(h->loop);
    case OBSERVE_HANDLES: return count_handles(h);
    case OBSERVE_WALKED: return (int64_t)b->visits(h->loop, object_find(h, s)->handle);
    case OBSERVE_REPEAT: return span_shown(b->timer_repeat(object_find(h, s)->handle));
    case OBSERVE_COUNT: break;
    }
    assert(!"an observation that cannot be");
    return 0;
}

void step_observe(struct host *h, const struct step *s)
{
    /* After the loop is closed, only the result of the latest call can be observed. */
    if (!h->loop && !step_choice(s)->off_loop)
        host_fail(h, s, "the loop is closed");
    int64_t value = observe(h, s);
    record_value(&h->record, s->label[0], value);
}

void step_busy(struct host *h, const struct step *s)
{
    (void)h;
    world_busy(s->after_ns);
}

void step_repeat(struct host *h, const struct step *s)
{
    for (uint32_t i = 0; i < s->count && !h->thrown; i++)
        host_perform(h, s->body);
}

void step_first(struct host *h, const struct step *s)
{
    if (h->first[s->slot] < s->count) {
        h->first[s->slot]++;
        host_perform(h, s->body);
    } else if (s->otherwise) {
        host_perform(h, s->otherwise);
    }
}

/* ---- where there is a queue of microtasks ---- */

void step_on(struct host *h, const struct step *s)
{
    struct blocks *b = &h->handler[s->option];
    PUSH(b->item, b->count, b->room, s->body);
}

void step_throw(struct host *h, const struct step *s)
{
    (void)s;
    h->thrown = true;
}

/* The step that made the named object makes another one, which has the name from now on. */
void step_queue_again(struct host *h, const struct step *s)
{
    const struct step *made = object_find(h, s)->step;
    h->layer->step_functions[made->kind](h, made);
}
