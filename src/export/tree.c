#include "export/tree.h"

#include "scenario/words.h"

static void set(json_t *o, const char *key, json_t *value)
{
    json_object_set_new(o, key, value);
}

static void set_time(json_t *o, const char *key, uint64_t ns)
{
    if (ns == FOR_EVER)
        set(o, key, json_string("forever"));
    else if (ns != NO_TIME)
        set(o, key, json_integer((json_int_t)ns));
}

static json_t *strings(const char *const *text, uint32_t count)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < count; i++)
        json_array_append_new(list, json_string(text[i]));
    return list;
}

/* One event as its name, several as a list. */
static void set_events(json_t *o, const struct step *s)
{
    json_t *list = json_array();
    for (size_t i = 0; i < POLL_EVENT_COUNT; i++)
        if (s->events >> i & 1)
            json_array_append_new(list, json_string(word_name(GROUP_EVENT, i)));
    if (json_array_size(list) > 1)
        set(o, "events", json_incref(list));
    else if (json_array_size(list) == 1)
        set(o, "event", json_incref(json_array_get(list, 0)));
    json_decref(list);
}

/* The parts of the statement that are words of a group, or counts. */
static void set_parts(json_t *o, const struct step *s)
{
    const struct word *w = word_of(s->kind);
    for (size_t i = 0; i < WORD_PARTS_MAX && w->part[i]; i++) {
        const struct part_form *form = part_form((enum part)(w->part[i] & ~PART_OPTIONAL));
        if (form->group == GROUP_EVENT)
            set_events(o, s);
        else if (form->group && s->option != NO_OPTION)
            set(o, form->key, json_string(word_name(form->group, s->option)));
        if (form->counts && s->count != NO_COUNT) /* a default has a meaning, too */
            set(o, "count", json_integer(s->count));
    }
}

static json_t *steps(const struct program *p, const struct block *b);

static void set_blocks(json_t *o, const struct program *p, const struct step *s)
{
    if (s->body)
        set(o, "body", steps(p, s->body));
    if (s->otherwise)
        set(o, "else", steps(p, s->otherwise));
    if (s->then_count == 0)
        return;
    json_t *then = json_array();
    for (uint32_t i = 0; i < s->then_count; i++)
        json_array_append_new(then, steps(p, &s->then[i]));
    set(o, "then", then);
}

static json_t *step(const struct program *p, const struct step *s)
{
    char word[WORD_TEXT_SIZE];
    json_t *o = json_object();
    set(o, "word", json_string(word_whole(word_of(s->kind), word)));
    set(o, "line", json_integer(s->at.line));
    if (s->name)
        set(o, "name", json_string(p->string[s->name]));
    if (s->from)
        set(o, "from", json_string(p->string[s->from]));
    set_parts(o, s);
    if (s->stopped)
        set(o, "stopped", json_true());
    if (s->once)
        set(o, "once", json_true());
    if (s->lasts)
        set(o, "lasts", json_true());
    set_time(o, "after_ns", s->after_ns);
    set_time(o, "repeat_ns", s->repeat_ns);
    if (s->label_count > 0) {
        json_t *labels = json_array();
        for (uint32_t i = 0; i < s->label_count; i++)
            json_array_append_new(labels, json_string(p->string[s->label[i]]));
        set(o, "labels", labels);
    }
    set_blocks(o, p, s);
    return o;
}

static json_t *steps(const struct program *p, const struct block *b)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < b->count; i++)
        json_array_append_new(list, step(p, &b->step[i]));
    return list;
}

json_t *export_tree(const struct program *p)
{
    json_t *o = json_object();
    set(o, "title", json_string(p->title));
    set(o, "rules", strings(p->rule, p->rule_count));
    set(o, "layer", json_string(program_layer_name(p->layer)));
    if (p->need_count)
        set(o, "needs", strings(p->need, p->need_count));
    if (p->workers)
        set(o, "workers", json_string(p->workers));
    if (p->budget)
        set(o, "budget", json_integer(p->budget));
    if (p->begin_ns)
        set(o, "begin_ns", json_integer((json_int_t)p->begin_ns));
    set(o, "steps", steps(p, &p->main));
    return o;
}
