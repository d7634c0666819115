#include "export/plan_inside.h"

#include "scenario/words.h"

/* ---- a look at steps ---- */

bool plan_is_inline(const struct step *s)
{
    return word_of(s->kind)->body == BODY_INLINE;
}

bool plan_makes(const struct step *s)
{
    if (word_of(s->kind)->made == TRAIT(REQUEST) && s->kind != STEP_WORK)
        return s->body; /* without a body it is done at once */
    return word_makes(word_of(s->kind)) || s->kind == STEP_THREAD;
}

bool plan_observes(const struct block *b, enum observe_what what)
{
    bool found = false;
    for (uint32_t i = 0; b && i < b->count && !found; i++) {
        const struct step *s = &b->step[i];
        if (s->kind == STEP_OBSERVE)
            found = s->option == what;
        else if (plan_is_inline(s))
            found = plan_observes(s->body, what) || plan_observes(s->otherwise, what);
    }
    return found;
}

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

static bool is_dead(const struct plan *p, const struct step *s)
{
    return s->stopped && !(s->name && starts(&p->program->main, s));
}

/* ---- all steps, in the order of the program ---- */

static struct plan_loop *add_loop(struct plan *p, bool several)
{
    struct plan_loop *loop = arena_alloc(p->arena, sizeof *loop);
    loop->several = several;
    loop->by_name = arena_alloc(p->arena, p->program->string_count * sizeof *loop->by_name);
    struct plan_loop **end = &p->loops;
    while (*end)
        end = &(*end)->next;
    return *end = loop;
}

static struct plan_step *collect(struct plan *p, const struct block *b, struct plan_loop *loop,
                                 bool runs_once, struct plan_step ***end);

static void collect_blocks(struct plan *p, struct plan_step *x, struct plan_step ***end)
{
    const struct step *s = x->step;
    if (s->kind == STEP_LOOP)
        x->own = add_loop(p, !x->runs_once);
    struct plan_loop *loop = x->own ? x->own : x->loop;
    x->body = collect(p, s->body, loop, x->own, end);
    if (s->otherwise)
        x->otherwise = collect(p, s->otherwise, loop, false, end);
    for (uint32_t i = 0; i < s->then_count; i++)
        collect(p, &s->then[i], loop, false, end);
}

static struct plan_step *collect(struct plan *p, const struct block *b, struct plan_loop *loop,
                                 bool runs_once, struct plan_step ***end)
{
    struct plan_step *steps = arena_alloc(p->arena, (b->count + 1) * sizeof *steps);
    for (uint32_t i = 0; i < b->count; i++) {
        struct plan_step *x = &steps[i];
        const struct step *s = &b->step[i];
        *x = (struct plan_step){ s, .loop = loop, .runs_once = runs_once,
                                 .never_runs = is_dead(p, s) };
        **end = x;
        *end = &x->next;
        p->has[s->kind] = true;
        if (s->kind == STEP_OBSERVE)
            p->observes[s->option] = true;
        if (s->kind == STEP_FIRST)
            p->owner[s->slot] = loop;
        if (s->body && !x->never_runs)
            collect_blocks(p, x, end);
    }
    return steps;
}

/* ---- objects ---- */

static void make_object(struct plan *p, struct plan_step *x, struct plan_object ***end)
{
    const struct step *s = x->step;
    struct plan_object *o = s->name ? x->loop->by_name[s->name] : NULL;
    if (!o) {
        o = arena_alloc(p->arena, sizeof *o);
        o->loop = x->loop;
        o->maker = o->last = x;
        **end = o;
        *end = &o->next;
    }
    if (s->name)
        x->loop->by_name[s->name] = o;
    o->several_delays |= o->last->step->after_ns != s->after_ns;
    o->last = x;
    o->made++;
    o->several |= o->made > 1 || !x->runs_once;
    x->object = o;
}

/* Every loop may send the wake-ups of the first loop; other names belong to their own loop. */
static struct plan_object *find_object(const struct plan *p, const struct plan_step *x,
                                       uint32_t name)
{
    struct plan_object *o = x->loop->by_name[name];
    return o || !name ? o : p->loops->by_name[name];
}

static void find_objects(struct plan *p)
{
    struct plan_object **end = &p->objects;
    for (struct plan_step *x = p->steps; x; x = x->next)
        if (plan_makes(x->step))
            make_object(p, x, &end);
    for (struct plan_step *x = p->steps; x; x = x->next) {
        x->from = find_object(p, x, x->step->from);
        if (!x->object)
            x->object = find_object(p, x, x->step->name);
        if (!x->object || plan_makes(x->step))
            continue;
        *(x->step->kind == STEP_AGAIN ? &x->object->again : &x->object->used) = true;
        x->object->started |= x->step->kind == STEP_START;
        x->object->given |= x->step->kind == STEP_GIVE || x->step->kind == STEP_GIVE_NOTHING;
        x->object->maybe_missing |= maybe_missing_has(&p->maybe_missing, x->step);
    }
}

void plan_make(struct plan *p, const struct program *program, struct arena *arena)
{
    struct plan_step **end = &p->steps;
    p->program = program;
    p->arena = arena;
    p->owner = arena_alloc(p->arena, (program->slot_count + 1) * sizeof *p->owner);
    p->reached = arena_alloc(p->arena, (program->slot_count + 1) * sizeof *p->reached);
    maybe_missing_find(&p->maybe_missing, program);
    p->main = collect(p, &program->main, add_loop(p, false), true, &end);
    find_objects(p);
}

void plan_release(struct plan *p)
{
    maybe_missing_release(&p->maybe_missing);
}
