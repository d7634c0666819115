#include "scenario/parser.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/suggest.h"

void names_init(struct parser *p)
{
    struct names *n = &p->names;
    n->index_size = 64;
    n->index = xcalloc(n->index_size, sizeof *n->index);
    /* Id 0 means "no name": it has the empty text and is not in the index. */
    PUSH(n->text, n->count, n->room, "");
    PUSH(n->string, n->string_count, n->string_room, (struct string){ 0 });
}

void names_release(struct names *n)
{
    free(n->text);
    free(n->string);
    free(n->index);
    free(n->use);
}

static void grow_index(struct names *n)
{
    size_t size = 2 * n->index_size;
    uint32_t *index = xcalloc(size, sizeof *index);
    for (size_t id = 1; id < n->count; id++)
        index[labels_place(index, size, n->text, n->text[id])] = (uint32_t)id;
    free(n->index);
    n->index = index;
    n->index_size = size;
}

uint32_t names_id(struct parser *p, const char *text)
{
    struct names *n = &p->names;
    assert(*text);
    size_t place = labels_place(n->index, n->index_size, n->text, text);
    if (n->index[place])
        return n->index[place];

    uint32_t id = (uint32_t)n->count;
    PUSH(n->text, n->count, n->room, keep_text(p, text));
    PUSH(n->string, n->string_count, n->string_room, (struct string){ 0 });
    n->index[place] = id;
    if (2 * n->count > n->index_size)
        grow_index(n);
    return id;
}

int names_make(struct parser *p, uint32_t id, const struct word *word, struct location at)
{
    struct string *s = &p->names.string[id];
    if (s->maker && s->maker != word)
        return lex_error_at(&p->lx, at, "a name is made again only by the same word",
                            "'%s' is made by '%s' on line %u already", p->names.text[id],
                            s->maker->text, s->made_on_line);
    if (!s->maker) {
        s->maker = word;
        s->made_on_line = at.line;
    }
    return 0;
}

size_t names_use(struct parser *p, const struct use *use)
{
    struct names *n = &p->names;
    GROW(n->use, n->use_count, n->use_room);
    n->use[n->use_count] = *use;
    return n->use_count++;
}

static int no_such_name(struct parser *p, const struct use *use)
{
    const struct names *n = &p->names;
    struct suggest s;
    const char *otherwise = p->program->layer == LAYER_CORE
                                ? "a name is given where the handle is made: t = timer 10ms { }"
                                : "a name is given where the handle is made: t = timeout 10ms { }";
    suggest_init(&s, n->text[use->name]);
    for (size_t id = 1; id < n->count; id++)
        if (n->string[id].maker)
            suggest_offer(&s, n->text[id]);
    return lex_error_at(&p->lx, use->at, suggest_hint(&s, otherwise), "nothing is named '%s'",
                        n->text[use->name]);
}

/* "timer, idle or poll": the words of the layer that make something with one of these traits. Two
 * rows of one word, such as `stop` and `stop loop`, are named once. */
static void print_kinds(uint64_t takes, enum program_layer layer, char *buffer, size_t size)
{
    const char *text[STEP_KIND_COUNT] = { 0 };
    size_t count = 0, n = 0;
    for (size_t kind = 0; kind < STEP_KIND_COUNT; kind++) {
        const struct word *w = word_of((enum step_kind)kind);
        if ((w->made & takes) && word_in_layer(w, layer) &&
            (count == 0 || strcmp(text[count - 1], w->text) != 0))
            text[count++] = w->text;
    }
    buffer[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        const char *before = i == 0 ? "" : i + 1 < count ? ", " : " or ";
        n += (size_t)snprintf(buffer + n, size - n, "%s%s", before, text[i]);
        assert(n < size);
    }
}

/* The events that a poll's descriptor can have are written where it is made. */
static int check_use_events(struct parser *p, const struct use *use)
{
    const char *name = p->names.text[use->name];
    const struct string *s = &p->names.string[use->name];
    char hint[96];
    if (!(s->maker->made & TRAIT(POLL)))
        return lex_error_at(&p->lx, use->at, NULL,
                            "only a poll has events; '%s' is made by '%s' on line %u", name,
                            s->maker->text, s->made_on_line);
    for (size_t i = 0; i < POLL_EVENT_COUNT; i++) {
        if (!(use->events >> i & 1) || s->events >> i & 1)
            continue;
        snprintf(hint, sizeof hint, "write it where the poll is made: poll ... %s ... stopped { }",
                 word_name(GROUP_EVENT, i));
        return lex_error_at(&p->lx, use->at, hint, "'%s' is not made for '%s', on line %u", name,
                            word_name(GROUP_EVENT, i), s->made_on_line);
    }
    return 0;
}

static int check_use(struct parser *p, const struct use *use)
{
    const char *name = p->names.text[use->name];
    const struct string *s = &p->names.string[use->name];
    if (!s->maker)
        return no_such_name(p, use);
    if (use->early)
        return lex_error_at(&p->lx, use->at, "outside callbacks a handle is made first, then used",
                            "'%s' is used before it exists: it is made on line %u", name,
                            s->made_on_line);
    if (!(use->takes & s->maker->made)) {
        char kinds[160];
        bool comes_again = use->word == word_of(STEP_AGAIN) && s->maker == word_of(STEP_INTERVAL);
        print_kinds(use->takes, p->program->layer, kinds, sizeof kinds);
        return lex_error_at(&p->lx, use->at,
                            comes_again ? "an interval comes again by itself" : NULL,
                            "'%s' acts on %s; '%s' is made by '%s' on line %u", use->word->text,
                            kinds, name, s->maker->text, s->made_on_line);
    }
    if (use->flag && !(s->maker->made & TRAIT(DATAGRAM)))
        return lex_error_at(&p->lx, use->at, NULL,
                            "only a datagram can be %s; '%s' is made by '%s' on line %u", use->flag,
                            name, s->maker->text, s->made_on_line);
    if (use->events && check_use_events(p, use) < 0)
        return -1;
    if (use->word != word_of(STEP_START))
        return 0;
    bool timer = s->maker == word_of(STEP_TIMER);
    if (timer && !use->has_after)
        return lex_error_at(&p->lx, use->at, "write the delay behind the name: start t 10ms",
                            "a timer is started with a duration");
    if (!timer && (use->has_after || use->has_repeat))
        return lex_error_at(
            &p->lx, use->at, NULL,
            "only a timer is started with a duration; '%s' is made by '%s' on line %u", name,
            s->maker->text, s->made_on_line);
    if (use->has_signal && !(s->maker->made & TRAIT(SIGNAL)))
        return lex_error_at(
            &p->lx, use->at, NULL,
            "only a signal is started with a signal; '%s' is made by '%s' on line %u", name,
            s->maker->text, s->made_on_line);
    return 0;
}

int names_check(struct parser *p)
{
    for (size_t i = 0; i < p->names.use_count; i++)
        if (check_use(p, &p->names.use[i]) < 0)
            return -1;
    return 0;
}

void names_finish(struct parser *p)
{
    const struct names *n = &p->names;
    struct program *program = p->program;
    program->string = keep_array(p, n->text, n->count, sizeof *n->text);
    program->string_count = (uint32_t)n->count;
    program->index = keep_array(p, n->index, n->index_size, sizeof *n->index);
    program->index_size = (uint32_t)n->index_size;
}
