#include "fuzz/inside.h"

#include <assert.h>
#include <string.h>

const struct block *block_keep(struct fuzz_generator *g, const struct draft *d)
{
    assert(g->blocks < BLOCKS_MAX);
    struct block *b = &g->block[g->blocks++];
    uint32_t count = d->count < STEPS_MAX - g->steps ? d->count : STEPS_MAX - g->steps;
    memcpy(&g->step[g->steps], d->step, count * sizeof d->step[0]);
    *b = (struct block){ .step = &g->step[g->steps], .count = count };
    g->steps += count;
    return b;
}

bool block_has_room(const struct fuzz_generator *g)
{
    return g->steps < STEPS_MAX / 2 && g->blocks < BLOCKS_MAX / 2;
}

struct step block_blank_step(enum step_kind kind)
{
    return (struct step){ .kind = kind, .count = 1, .after_ns = NO_TIME, .repeat_ns = NO_TIME };
}

void block_add(struct draft *d, const struct step *s)
{
    if (d->count < BLOCK_STEPS_MAX)
        d->step[d->count++] = *s;
}

void block_add_log(struct fuzz_generator *g, struct draft *d)
{
    struct step s = block_blank_step(STEP_LOG);
    s.label = &g->id[label_id(g->labels)];
    s.label_count = 1;
    if (g->labels < LABELS_MAX - 1)
        g->labels++;
    block_add(d, &s);
}

void block_add_observe(struct fuzz_generator *g, struct draft *d, enum observe_what what)
{
    struct step s = block_blank_step(STEP_OBSERVE);
    assert(!word_choice(GROUP_OBSERVE, what)->takes); /* else it would need a handle */
    s.option = (uint16_t)what;
    s.label = &g->id[observe_id(what, 0)];
    s.label_count = 1;
    block_add(d, &s);
}

static struct scope enter(struct fuzz_generator *g, const struct scope *outer)
{
    struct scope s = *outer;
    s.depth++;
    s.number = ++g->block_count;
    s.in_flow = false;
    return s;
}

void block_fill(struct fuzz_generator *g, struct scope *scope, struct draft *d, uint32_t steps)
{
    for (uint32_t i = 0; i < steps; i++) {
        step_add_random(g, scope, d);
        if (d->count > 0 && word_of(d->step[d->count - 1].kind)->ends_block)
            return;
    }
}

/* An asynchronous function, the only place where `await` may stand. */
static const struct block *flow_body(struct fuzz_generator *g, struct scope *scope)
{
    struct draft d = { .count = 0 };
    uint32_t parts = 1 + random_below(&g->random, 3);
    block_add_log(g, &d);
    for (uint32_t i = 0; i < parts; i++) {
        struct step await = block_blank_step(STEP_AWAIT);
        block_add(&d, &await);
        block_add_log(g, &d);
        if (chance(g, 30))
            block_fill(g, scope, &d, 1);
        if (word_of(d.step[d.count - 1].kind)->ends_block)
            break;
    }
    return block_keep(g, &d);
}

static const struct block *thread_body(struct fuzz_generator *g, struct scope *scope)
{
    struct draft d = { .count = 0 };
    struct step busy = block_blank_step(STEP_BUSY), send = block_blank_step(STEP_SEND);
    const struct handle *h = step_pick_handle(g, scope, STEP_SEND, word_of(STEP_SEND)->takes);
    busy.after_ns = step_pick_span(g, STEP_BUSY);
    block_add(&d, &busy);
    if (h) {
        send.name = h->name;
        block_add(&d, &send);
    }
    return block_keep(g, &d);
}

/* ---- how a callback that comes again and again ends that ---- */

static const struct block *single(struct fuzz_generator *g, const struct step *s)
{
    struct draft d = { .count = 0 };
    block_add(&d, s);
    return block_keep(g, &d);
}

struct step block_guard(struct fuzz_generator *g, const struct step *s, uint32_t count,
                        bool otherwise)
{
    struct step first = block_blank_step(STEP_FIRST);
    struct draft d = { .count = 0 };
    first.count = count;
    first.slot = g->slots++;
    if (otherwise) {
        block_add_log(g, &d);
        first.body = block_keep(g, &d);
        first.otherwise = single(g, s);
    } else {
        first.body = single(g, s);
    }
    return first;
}

static void add_end(struct fuzz_generator *g, const struct scope *scope, struct draft *d)
{
    const struct handle *self = scope->self;
    if (!self || !self->is_repeated || !chance(g, 90))
        return;
    bool lasting = self->events >> POLL_DISCONNECT & 1; /* a disconnect cannot be drained */
    struct step end = block_blank_step(lasting ? STEP_STOP
                                               : (enum step_kind)word_of(self->kind)->ended_by);
    end.name = self->name;
    if (chance(g, self->kind == STEP_POLL ? 85 : 25)) { /* on its first call */
        block_add(d, &end);
        return;
    }
    struct step first = block_guard(g, &end, 1 + random_below(&g->random, 3), true);
    block_add(d, &first);
}

/* On a channel only handles that were passed over it can be accepted. */
static bool is_channel(const struct fuzz_generator *g, uint32_t name)
{
    for (uint32_t i = 0; i < g->handles; i++)
        if (g->handle[i].name == name)
            return g->handle[i].kind == STEP_CHANNEL;
    return false;
}

static const struct block *callback_body(struct fuzz_generator *g, struct scope *scope)
{
    struct draft d = { .count = 0 };
    if (chance(g, 95))
        block_add_log(g, &d);
    if (scope->has_status && chance(g, 30))
        block_add_observe(g, &d, OBSERVE_STATUS);
    if (scope->self && scope->self->kind == STEP_LISTEN && scope->self->name && chance(g, 85)) {
        struct step accept = block_blank_step(STEP_ACCEPT);
        accept.from = scope->self->name;
        if (block_has_room(g) && chance(g, 60)) /* to be read, written to and reset */
            step_name_handle(g, scope, &accept);
        block_add(&d, &accept);
    }
    if (scope->reads && is_channel(g, scope->reads) && chance(g, 40)) {
        struct step accept = block_blank_step(STEP_ACCEPT);
        accept.from = scope->reads;
        block_add(&d, &accept);
    }
    if (block_has_room(g))
        block_fill(g, scope, &d, random_below(&g->random, scope->depth < DEPTH_MAX ? 3 : 2));
    if (d.count == 0 || !word_of(d.step[d.count - 1].kind)->ends_block)
        add_end(g, scope, &d);
    return block_keep(g, &d);
}

static const struct block *inline_body(struct fuzz_generator *g, struct scope *scope)
{
    struct draft d = { .count = 0 };
    if (chance(g, 50))
        block_add_log(g, &d);
    block_fill(g, scope, &d, 1 + (block_has_room(g) ? random_below(&g->random, 2) : 0));
    return block_keep(g, &d);
}

/* Handles made in the block are not used outside of it, where they may not exist. */
const struct block *block_make(struct fuzz_generator *g, const struct scope *outer,
                               const struct step *s, struct handle *self)
{
    enum word_body body = (enum word_body)word_of(s->kind)->body;
    struct scope scope = enter(g, outer);
    uint32_t seen = g->handles;
    const struct block *made;
    if (body == BODY_INLINE) {
        scope.may_repeat |= s->kind == STEP_REPEAT;
        made = inline_body(g, &scope);
    } else if (body == BODY_THREAD) {
        made = thread_body(g, &scope);
    } else {
        bool is_loop = body == BODY_LOOP;
        scope.in_callback = !is_loop;
        scope.may_repeat = !is_loop;
        scope.self = self;
        scope.in_child = s->kind == STEP_CHILD;
        scope.in_flow = body == BODY_FLOW;
        scope.has_status = word_of(s->kind)->gives_status;
        scope.reads = s->kind == STEP_READ ? s->name : 0;
        scope.in_exit = step_choice(s)->tells_code;
        if (is_loop)
            scope.first_in_loop = g->handles;
        made = body == BODY_FLOW ? flow_body(g, &scope) : callback_body(g, &scope);
    }
    g->handles = seen;
    return made;
}
