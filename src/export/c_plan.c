/* c_plan.c - which steps cannot be written in C, and the names of variables and functions. */
#include "export/c_inside.h"

#include <ctype.h>
#include <string.h>
#include "scenario/words.h"

const struct c_word *c_word_for(const struct plan_step *x)
{
    bool sends = x->step->kind == STEP_WRITE && x->object &&
                 word_of(x->object->maker->step->kind)->made & TRAIT(DATAGRAM);
    return sends ? &c_send : &c_words[x->step->kind];
}

/* A `give` gives another callback of the kind that its maker makes. */
const struct c_word *c_callback_for(const struct plan_step *x)
{
    return c_word_for(x->step->kind == STEP_GIVE && x->object ? x->object->maker : x);
}

/* ---- what cannot be written in C ---- */

static bool is_tcp(const struct plan_step *x)
{
    enum step_kind kind = x->step->kind;
    if (x->from)
        return is_tcp(x->from->maker);
    return (kind == STEP_LISTEN || kind == STEP_CONNECT_NOWHERE) &&
           x->step->option == TRANSPORT_TCP;
}

/* A variable has one type and watches one thing. */
static int check_object(const struct plan_step *x, const char *name, struct diag *d)
{
    struct plan_object *o = x->object;
    const char *type = is_tcp(x) ? "uv_tcp_t" : c_word_for(x)->type;
    bool watches = x->step->kind == STEP_POLL || x->step->kind == STEP_SIGNAL;
    if (o->type && strcmp(o->type, type) != 0)
        return diag_set(d, x->step->at, "give the two different names",
                        "'%s' is over a pipe and over TCP, which has no C form", name);
    if (watches &&
        (o->maker->step->option != x->step->option || o->maker->step->events != x->step->events))
        return diag_set(d, x->step->at, "give the two different names",
                        "'%s' watches different things, which has no C form", name);
    o->type = type;
    return 0;
}

/* A thread's body cannot use variables of the loop's thread. */
static int check_thread(const struct plan_step *x, struct diag *d)
{
    for (uint32_t i = 0; i < x->step->body->count; i++) {
        const struct step *s = &x->step->body->step[i];
        if (s->kind == STEP_SEND && x->loop->several && x->loop->by_name[s->name])
            return diag_set(d, s->at, "a loop outside of 'repeat' and 'first' has one",
                            "a thread of a loop that is repeated has no C form");
    }
    return 0;
}

/* An object does not exist here if only another loop makes it, or only a callback that is never
 * called. */
int c_check(const struct c *c, const struct plan_step *x, struct diag *d)
{
    const struct step *s = x->step;
    const char *const *string = c->w.program->string;
    bool lacks_object = s->name && !x->object, lacks_from = s->from && !x->from;
    if (lacks_object || lacks_from)
        return diag_set(d, s->at,
                        "a loop's handles are its own, and a stopped handle that nothing starts "
                        "never calls back",
                        "nothing makes '%s' where '%s' stands, which has no C form",
                        string[lacks_object ? s->name : s->from], step_word(s->kind));
    if (plan_makes(s) && check_object(x, string[s->name], d) < 0)
        return -1;
    if (s->kind == STEP_THREAD && check_thread(x, d) < 0)
        return -1;
    if (!(s->kind == STEP_OBSERVE ? c_observes[s->option] : c_word_for(x)->call))
        return diag_set(d, s->at, NULL, "%s'%s' has no C form",
                        c_word_for(x)->lacks ? c_word_for(x)->lacks : "", step_word(s->kind));
    return 0;
}

/* ---- names ---- */

/* `read-it` becomes my_read_it. No header declares a name with that prefix. */
static const char *take(struct c *c, const char *name)
{
    char text[PROGRAM_LABEL_MAX + 8];
    int n = snprintf(text, sizeof text, "my_%s", name);
    for (int i = 0; i < n && text[i]; i++)
        text[i] = isalnum((unsigned char)text[i]) ? text[i] : '_';
    return write_take(&c->w, text);
}

/* An object without a name is named after the first log of its callback. */
static void name_object(struct c *c, struct plan_object *o)
{
    const struct step *s = o->maker->step;
    const struct step *first = s->body && s->body->count ? s->body->step : NULL;
    const char *const *string = c->w.program->string;
    o->text = take(c, s->name                            ? string[s->name]
                      : first && first->kind == STEP_LOG ? string[first->label[0]]
                                                         : step_word(s->kind));
    /* Threads are never joined, so they can share a variable. */
    o->pointer = o->several && s->kind != STEP_THREAD;
    o->address = write_print(&c->w, o->pointer ? "%s" : "&%s", o->text);
    o->local = o->pointer && !s->name;
    /* If it can have several callbacks, a variable holds the one for the next start. */
    o->callback_varies = o->given || (o->started && o->made > 1);
}

static const char *take_function(struct c *c, const struct plan_step *x)
{
    const char *pattern = c_word_for(x)->function;
    const struct value name[] = { { "name", x->own ? x->own->text + 1 : x->object->text }, { 0 } };
    return write_take(&c->w, write_inline(&c->w, pattern ? pattern : "on_$name",
                                          &(struct values){ .value = name }));
}

void c_name(struct c *c)
{
    struct plan *p = &c->plan;
    for (struct plan_object *o = p->objects; o; o = o->next)
        if (o->maker->step->name) /* the scenario's own names come first */
            name_object(c, o);
    for (struct plan_object *o = p->objects; o; o = o->next)
        if (!o->text)
            name_object(c, o);
    for (struct plan_loop *loop = p->loops; loop; loop = loop->next)
        loop->text = loop == p->loops ? "loop" : write_print(&c->w, "&%s", take(c, "loop"));
    for (struct plan_step *x = p->steps; x; x = x->next) {
        if (x->step->kind == STEP_OBSERVE && x->step->option == OBSERVE_RESULT && !x->loop->result)
            x->loop->result = x->loop == p->loops ? "result" : take(c, "result");
        if (x->step->body && !x->never_runs && !plan_is_inline(x->step))
            x->function = take_function(c, x);
    }
    for (uint32_t slot = 0; slot < c->w.program->slot_count; slot++)
        if (p->owner[slot])
            p->reached[slot] = write_take(&c->w, "reached");
}
