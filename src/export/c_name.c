/* c_name.c - what variables and functions of the written program are called. */
#include "export/c_inside.h"

static const char *const nouns[] = {
    [STEP_TIMER] = "timer",    [STEP_IDLE] = "idle",       [STEP_PREPARE] = "prepare",
    [STEP_CHECK] = "check",    [STEP_POLL] = "watcher",    [STEP_ASYNC] = "async",
    [STEP_WORK] = "job",       [STEP_STAT] = "file",       [STEP_LOOKUP] = "lookup",
    [STEP_SIGNAL] = "watcher", [STEP_CHILD] = "child",     [STEP_STREAM] = "pipe_end",
    [STEP_PEER] = "peer",      [STEP_LISTEN] = "listener", [STEP_ACCEPT] = "accepted",
    [STEP_CONNECT] = "client", [STEP_DATAGRAM] = "udp",    [STEP_CONNECT_NOWHERE] = "client",
    [STEP_THREAD] = "thread",
};

/* One without a name is called after what its callback logs first. */
static const char *take_variable(struct c *c, const struct c_object *o)
{
    const struct step *s = o->maker, *first = s->body && s->body->count ? s->body->step : NULL;
    if (s->name)
        return c_take_noun(c, c->program->string[s->name], nouns[s->kind]);
    if (first && first->kind == STEP_LOG)
        return c_take_noun(c, c->program->string[first->label[0]], nouns[s->kind]);
    return c_take(c, nouns[s->kind]);
}

static void name_object(struct c *c, struct c_object *o)
{
    enum step_kind kind = o->maker->kind;
    bool pointer = o->several && kind != STEP_THREAD;
    o->text = take_variable(c, o);
    o->address = c_print(c, pointer ? "%s" : "&%s", o->text);
    if (kind == STEP_POLL || kind == STEP_STREAM)
        o->ends = c_take(c, c_print(c, "%s_ends", o->text));
    if (kind == STEP_DATAGRAM)
        o->ends = c_take(c, c_print(c, "%s_sender", o->text));
    if (kind == STEP_LISTEN)
        o->where = c_take(
            c, c_print(c, o->maker->option == TRANSPORT_TCP ? "%s_address" : "%s_path", o->text));
    if (o->started && o->made > 1)
        o->callback = c_take(c, c_print(c, "%s_callback", o->text));
}

static void name_objects(struct c *c)
{
    for (struct c_object *o = c->objects; o; o = o->next)
        if (o->maker->name) /* the scenario's own names come first */
            name_object(c, o);
    for (struct c_object *o = c->objects; o; o = o->next)
        if (!o->text)
            name_object(c, o);
}

static bool observes_result(const struct c *c, const struct c_loop *loop)
{
    for (size_t i = 0; i < c->step_count; i++)
        if (c->step[i].loop == loop && c->step[i].step->kind == STEP_OBSERVE &&
            c->step[i].step->option == OBSERVE_RESULT)
            return true;
    return false;
}

static void name_loops(struct c *c)
{
    for (struct c_loop *loop = c->loops; loop; loop = loop->next) {
        bool first = loop == c->loops;
        loop->text = first ? "loop" : c_print(c, "&%s", c_take(c, "loop"));
        if (observes_result(c, loop))
            loop->result = first ? "result" : c_take(c, "result");
    }
}

static const char *take_function(struct c *c, const struct c_step *x)
{
    const char *of = x->object ? x->object->text : "";
    switch (x->step->kind) {
    case STEP_LOOP: return c_take(c, c_print(c, "run_%s", x->loop->text + 1));
    case STEP_THREAD: return c_take(c, c_print(c, "run_%s", of));
    case STEP_CLOSE: return c_take(c, c_print(c, "on_%s_closed", of));
    case STEP_READ: return c_take(c, c_print(c, "on_%s_read", of));
    case STEP_WRITE: return c_take(c, c_print(c, "on_%s_written", of));
    case STEP_SHUTDOWN: return c_take(c, c_print(c, "on_%s_shutdown", of));
    default: return c_take(c, c_print(c, "on_%s", of));
    }
}

static struct c_loop *loop_of(const struct c *c, const struct step *s)
{
    struct c_loop *loop = c->loops;
    while (loop->step != s)
        loop = loop->next;
    return loop;
}

static void name_functions(struct c *c)
{
    for (size_t i = 0; i < c->step_count; i++) {
        struct c_step *x = &c->step[i];
        if (!x->step->body || x->dead || c_is_inline(x->step))
            continue;
        if (x->step->kind == STEP_LOOP) /* the function is the second loop's */
            x->loop = loop_of(c, x->step);
        x->function = take_function(c, x);
    }
    for (uint32_t slot = 0; slot < c->program->slot_count; slot++)
        c->reached[slot] = c_take(c, "reached");
}

void c_name(struct c *c)
{
    name_objects(c);
    name_loops(c);
    name_functions(c);
}
