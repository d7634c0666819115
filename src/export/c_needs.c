/* c_needs.c - which helpers the written program calls. */
#include "export/c_inside.h"

static const uint32_t kind_needs[STEP_KIND_COUNT] = {
    [STEP_BUSY] = NEED_BUSY,
    [STEP_WORK] = NEED_BUSY,
    [STEP_POLL] = NEED_PAIR,
    [STEP_STREAM] = NEED_PAIR | NEED_LIMIT,
    [STEP_LOOKUP] = NEED_BUSY | NEED_LOOKUP,
    [STEP_CHILD] = NEED_CHILD,
    [STEP_DATAGRAM] = NEED_DATAGRAM,
    [STEP_PEER] = NEED_LIMIT,
    [STEP_SIGNAL] = NEED_SIGNAL,
    [STEP_RAISE] = NEED_SIGNAL,
    [STEP_INTERRUPT] = NEED_INTERRUPT | NEED_RAISE_AFTER,
    [STEP_WRITE] = NEED_WRITE | NEED_MALLOC,
    [STEP_SHUTDOWN] = NEED_SHUTDOWN | NEED_MALLOC,
};

static const uint32_t observe_needs[OBSERVE_COUNT] = {
    [OBSERVE_NOW] = NEED_NOW,     [OBSERVE_RESULT] = NEED_VALUE, [OBSERVE_THREADS] = NEED_THREADS,
    [OBSERVE_TURNS] = NEED_TURNS, [OBSERVE_DUE] = NEED_DUE_IN,
};

static uint32_t ready_needs(const struct step *poll)
{
    return poll->option == POLL_WRITABLE ? NEED_EMPTY : NEED_FEED;
}

/* Of steps that act on what another has made. */
static uint32_t act_needs(const struct c_object *o, const struct step *s)
{
    uint32_t later = s->after_ns == NO_TIME ? 0 : NEED_AFTER | NEED_MALLOC;
    switch (s->kind) {
    case STEP_READY: return ready_needs(o->maker) | later;
    case STEP_DRAIN: return o->maker->option == POLL_WRITABLE ? NEED_FILL : NEED_EMPTY;
    case STEP_FEED: return (o->maker->kind == STEP_STREAM ? NEED_FEED : 0) | later;
    case STEP_CLOSE: return o->several && !s->body ? NEED_FREE_HANDLE : 0;
    default: return 0;
    }
}

static uint32_t make_needs(const struct c *c, const struct c_step *x)
{
    const struct step *s = x->step;
    bool tcp = c_is_tcp(c, x), writable = s->option == POLL_WRITABLE;
    switch (s->kind) {
    case STEP_POLL:
        return (writable ? NEED_LIMIT | NEED_FILL : 0) |
               (s->after_ns == NO_TIME ? 0 : ready_needs(s) | NEED_AFTER | NEED_MALLOC);
    case STEP_LISTEN: return tcp ? NEED_PORT : NEED_PATH;
    case STEP_CONNECT: return (tcp ? NEED_TCP : NEED_PIPE) | NEED_MALLOC;
    case STEP_CONNECT_NOWHERE: return (tcp ? NEED_NOWHERE | NEED_TCP : NEED_PIPE) | NEED_MALLOC;
    default: return 0;
    }
}

static uint32_t step_needs(const struct c *c, const struct c_step *x)
{
    const struct step *s = x->step;
    uint32_t needs = kind_needs[s->kind];
    if (c_is_maker(s))
        needs |= make_needs(c, x) |
                 (x->object->several && s->kind != STEP_THREAD ? NEED_MALLOC : 0);
    else if (x->object)
        needs |= act_needs(x->object, s);
    if (s->kind == STEP_STAT && !s->body)
        needs |= NEED_STAT_NOW;
    if (s->kind == STEP_OBSERVE)
        needs |= observe_needs[s->option];
    if (s->kind == STEP_RAISE && s->after_ns != NO_TIME)
        needs |= NEED_RAISE_AFTER;
    return needs;
}

static void add_span(struct c *c, uint64_t ns)
{
    for (size_t i = 0; i < c->span_count; i++)
        if (c->span[i] == ns)
            return;
    GROW(c->span, c->span_count, c->span_room);
    c->span[c->span_count++] = ns;
}

static void add_room(struct c *c, uint32_t bytes)
{
    for (size_t i = 0; i < c->room_count; i++)
        if (c->room[i] == bytes)
            return;
    GROW(c->room, c->room_count, c->room_room);
    c->room[c->room_count++] = bytes;
}

void c_find_needs(struct c *c)
{
    bool threads = false;
    for (size_t i = 0; i < c->step_count; i++) {
        const struct c_step *x = &c->step[i];
        const struct step *s = x->step;
        c->needs |= step_needs(c, x);
        if (s->kind == STEP_WORK)
            add_span(c, s->after_ns);
        if (s->kind == STEP_READ || s->kind == STEP_DATAGRAM)
            add_room(c, s->kind == STEP_READ ? s->count : NO_COUNT);
        if (s->kind == STEP_LOOP)
            c->seconds += x->calls;
        if (s->kind == STEP_WRITE && s->count > c->written)
            c->written = s->count;
        c->has_run |= s->kind == STEP_RUN;
        c->has_close |= s->kind == STEP_CLOSE_LOOP;
        threads |= s->kind == STEP_THREAD || s->kind == STEP_LOOP;
    }
    for (size_t i = 0; i < c->step_count; i++) {
        const struct step *s = c->step[i].step;
        if (c->step[i].function && c_status(s->kind) && c_asks(s->body, OBSERVE_STATUS))
            c->needs |= NEED_VALUE;
    }
    if (threads && (c->needs & NEED_THREADS))
        c->needs |= NEED_OWN_THREADS;
    if (c->program->budget)
        c->needs |= NEED_SPEND;
}
