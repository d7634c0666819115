/* c_plan.c - what the written program declares, and how it is called. */
#include "export/c_inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { CALLS_MAX = 1000000 };

/* ---- a look at steps ---- */

bool c_is_inline(const struct step *s)
{
    return s->kind == STEP_REPEAT || s->kind == STEP_FIRST;
}

bool c_asks(const struct block *b, enum observe_what what)
{
    bool found = false;
    for (uint32_t i = 0; b && i < b->count && !found; i++) {
        const struct step *s = &b->step[i];
        if (s->kind == STEP_OBSERVE)
            found = s->option == what;
        else if (c_is_inline(s))
            found = c_asks(s->body, what) || c_asks(s->otherwise, what);
    }
    return found;
}

static int compare_steps(const void *a, const void *b)
{
    const struct c_step *const *x = a, *const *y = b;
    return ((*x)->step > (*y)->step) - ((*x)->step < (*y)->step);
}

static int compare_step(const void *key, const void *element)
{
    const struct c_step *const *x = element;
    return ((const struct step *)key > (*x)->step) - ((const struct step *)key < (*x)->step);
}

struct c_step *c_find(const struct c *c, const struct step *s)
{
    struct c_step **found = bsearch(s, c->by_step, c->step_count, sizeof *c->by_step, compare_step);
    assert(found);
    return *found;
}

bool c_is_maker(const struct step *s)
{
    if (s->kind == STEP_STAT)
        return s->body; /* else it is made at once */
    return s->kind < STEP_START || s->kind == STEP_THREAD;
}

/* ---- all steps, in the order of the program ---- */

static bool starts(const struct block *b, const struct step *made)
{
    for (uint32_t i = 0; b && i < b->count; i++) {
        const struct step *s = &b->step[i];
        if (s->kind == STEP_START && s->name == made->name)
            return true;
        if (s != made && (starts(s->body, made) || starts(s->otherwise, made)))
            return true;
    }
    return false;
}

/* Nobody would write a callback that is never called. */
static bool is_dead(const struct c *c, const struct step *s)
{
    return s->stopped && !(s->name && starts(&c->program->main, s));
}

struct stand {
    struct c_loop *loop;
    const struct step *inside;
    bool straight;
    uint32_t calls;
};

static struct c_loop *add_loop(struct c *c, const struct step *s)
{
    struct c_loop *loop = arena_alloc(&c->arena, sizeof *loop), **end = &c->loops;
    loop->step = s;
    loop->by_name = arena_alloc(&c->arena, c->program->string_count * sizeof *loop->by_name);
    while (*end)
        end = &(*end)->next;
    *end = loop;
    return loop;
}

static uint32_t times(uint32_t a, uint32_t b)
{
    return b > CALLS_MAX / a ? CALLS_MAX : a * b;
}

static struct stand stand_inside(struct c *c, const struct step *s, struct stand at)
{
    if (s->kind == STEP_LOOP) {
        struct c_loop *loop = add_loop(c, s);
        loop->several = !at.straight;
        return (struct stand){ loop, s, true, at.calls };
    }
    if (c_is_inline(s))
        return (struct stand){ at.loop, at.inside, false,
                               s->kind == STEP_REPEAT ? times(at.calls, s->count) : at.calls };
    return (struct stand){ at.loop, s, false, at.calls };
}

/* Whose function it is in is found when all steps have their place. */
static void collect(struct c *c, const struct block *b, struct stand at)
{
    for (uint32_t i = 0; b && i < b->count; i++) {
        const struct step *s = &b->step[i];
        GROW(c->step, c->step_count, c->step_room);
        c->step[c->step_count++] = (struct c_step){ .step = s,
                                                    .loop = at.loop,
                                                    .straight = at.straight,
                                                    .calls = at.calls,
                                                    .dead = is_dead(c, s) };
        if (s->kind == STEP_FIRST)
            c->owner[s->slot] = at.loop;
        if (!s->body || c->step[c->step_count - 1].dead)
            continue;
        struct stand inside = stand_inside(c, s, at);
        collect(c, s->body, inside);
        collect(c, s->otherwise, inside);
    }
}

static void index_steps(struct c *c)
{
    c->by_step = xcalloc(c->step_count + 1, sizeof *c->by_step);
    for (size_t i = 0; i < c->step_count; i++)
        c->by_step[i] = &c->step[i];
    qsort(c->by_step, c->step_count, sizeof *c->by_step, compare_steps);
}

/* Functions are defined from the inside out, so that most are defined before they are
 * named. */
static void order_functions(struct c *c, const struct block *b, const struct c_step *inside,
                            uint32_t *order)
{
    for (uint32_t i = 0; b && i < b->count; i++) {
        const struct step *s = &b->step[i];
        struct c_step *x = c_find(c, s);
        x->inside = inside;
        if (!x->dead)
            order_functions(c, s->body, c_is_inline(s) ? inside : x, order);
        order_functions(c, s->otherwise, inside, order);
        x->order = ++*order;
    }
}

/* ---- objects ---- */

static struct c_object *add_object(struct c *c, const struct c_step *x)
{
    struct c_object *o = arena_alloc(&c->arena, sizeof *o), **end = &c->objects;
    o->loop = x->loop;
    o->maker = x->step;
    while (*end)
        end = &(*end)->next;
    *end = o;
    return o;
}

static void make_object(struct c *c, struct c_step *x)
{
    const struct step *s = x->step;
    struct c_object **named = s->name ? &x->loop->by_name[s->name] : NULL;
    struct c_object *o = named && *named ? *named : add_object(c, x);
    if (named)
        *named = o;
    x->object = o;
    o->made++;
    o->several |= o->made > 1 || !x->straight;
    o->local = o->several && !named;
}

/* A wake-up of the first loop is for all of them to send; all else is a loop's own. */
static struct c_object *find_object(const struct c *c, const struct c_step *x, uint32_t name)
{
    struct c_object *o = x->loop->by_name[name];
    return o ? o : c->loops->by_name[name];
}

static void find_objects(struct c *c)
{
    for (size_t i = 0; i < c->step_count; i++)
        if (c_is_maker(c->step[i].step))
            make_object(c, &c->step[i]);
    for (size_t i = 0; i < c->step_count; i++) {
        struct c_step *x = &c->step[i];
        const struct step *s = x->step;
        if (s->name && !x->object)
            x->object = find_object(c, x, s->name);
        if (s->from)
            x->from = find_object(c, x, s->from);
        if (s->kind == STEP_START)
            x->object->started = true;
    }
}

/* ---- types ---- */

static const char *const types[STEP_START] = {
    [STEP_TIMER] = "uv_timer_t",        [STEP_IDLE] = "uv_idle_t",
    [STEP_PREPARE] = "uv_prepare_t",    [STEP_CHECK] = "uv_check_t",
    [STEP_POLL] = "uv_poll_t",          [STEP_ASYNC] = "uv_async_t",
    [STEP_WORK] = "uv_work_t",          [STEP_STAT] = "uv_fs_t",
    [STEP_LOOKUP] = "uv_getaddrinfo_t", [STEP_SIGNAL] = "uv_signal_t",
    [STEP_CHILD] = "uv_process_t",      [STEP_DATAGRAM] = "uv_udp_t",
};

bool c_is_tcp(const struct c *c, const struct c_step *x)
{
    if (x->from)
        return c_is_tcp(c, c_find(c, x->from->maker));
    return (x->step->kind == STEP_LISTEN || x->step->kind == STEP_CONNECT_NOWHERE) &&
           x->step->option == TRANSPORT_TCP;
}

static const char *type_of(const struct c *c, const struct c_step *x)
{
    if (x->step->kind == STEP_THREAD)
        return "uv_thread_t";
    const char *type = types[x->step->kind];
    return type ? type : c_is_tcp(c, x) ? "uv_tcp_t" : "uv_pipe_t";
}

/* A variable has one type, and stands for one thing to watch. */
static int check_object(const struct c *c, const struct c_step *x, struct diag *d)
{
    const struct c_object *o = x->object;
    const char *name = c->program->string[x->step->name];
    bool watches = x->step->kind == STEP_POLL || x->step->kind == STEP_SIGNAL;
    if (strcmp(type_of(c, c_find(c, o->maker)), type_of(c, x)) != 0)
        return diag_set(d, x->step->at, "give the two different names",
                        "'%s' is over a pipe and over TCP, which has no C form", name);
    if (watches && o->maker->option != x->step->option)
        return diag_set(d, x->step->at, "give the two different names",
                        "'%s' watches different things, which has no C form", name);
    return 0;
}

/* Its variables are those of the loop's thread. */
static int check_thread(const struct c_step *x, struct diag *d)
{
    for (uint32_t i = 0; i < x->step->body->count; i++) {
        const struct step *s = &x->step->body->step[i];
        if (s->kind == STEP_SEND && x->loop->several && x->loop->by_name[s->name])
            return diag_set(d, s->at, "a loop outside of 'repeat' and 'first' has one",
                            "a thread of a loop that is repeated has no C form");
    }
    return 0;
}

static int refuse_rank(const struct c_step *x, struct diag *d)
{
    return diag_set(d, x->step->at, NULL, "libuv has no priorities, so '%s' has no C form",
                    step_word(x->step->kind));
}

static int check(struct c *c, struct diag *d)
{
    for (size_t i = 0; i < c->step_count; i++) {
        const struct c_step *x = &c->step[i];
        if (c_is_maker(x->step)) {
            if (check_object(c, x, d) < 0)
                return -1;
            x->object->type = type_of(c, x);
        }
        if (x->step->kind == STEP_THREAD && check_thread(x, d) < 0)
            return -1;
        if (x->step->kind == STEP_PREFER || x->step->kind == STEP_DEFER)
            return refuse_rank(x, d);
    }
    return 0;
}

/* A `start` names the callback of what it starts. */
static void find_forward(struct c *c)
{
    for (size_t i = 0; i < c->step_count; i++) {
        const struct c_step *x = &c->step[i];
        if (x->step->kind != STEP_START)
            continue;
        struct c_step *maker = c_find(c, x->object->maker);
        if (x->inside && x->inside->order < maker->order)
            maker->forward = maker->function && !x->object->callback;
    }
}

/* ---- the whole ---- */

int c_plan(struct c *c, struct diag *d)
{
    const struct program *p = c->program;
    uint32_t order = 0;
    c->reached = xcalloc(p->slot_count + 1, sizeof *c->reached);
    c->owner = xcalloc(p->slot_count + 1, sizeof *c->owner);
    collect(c, &p->main, (struct stand){ add_loop(c, NULL), NULL, true, 1 });
    index_steps(c);
    order_functions(c, &p->main, NULL, &order);
    find_objects(c);
    if (check(c, d) < 0)
        return -1;
    c_name(c);
    find_forward(c);
    c_find_needs(c);
    return 0;
}

void c_plan_release(struct c *c)
{
    arena_release(&c->arena);
    free(c->step);
    free(c->by_step);
    free(c->reached);
    free(c->owner);
    free(c->taken);
    free(c->span);
    free(c->room);
}
