#include "scenario/program.h"

#include <stdlib.h>
#include "base/mem.h"
#include "scenario/parser.h"
#include "scenario/words.h"

void program_free(struct program *p)
{
    if (!p)
        return;
    struct arena *arena = p->arena; /* the program itself lies in it */
    arena_release(arena);
    free(arena);
}

struct labels program_labels(const struct program *p)
{
    return (struct labels){
        .text = p->string, .count = p->string_count, .index = p->index, .index_size = p->index_size
    };
}

uint32_t program_find(const struct program *p, const char *text)
{
    return labels_find(program_labels(p), text);
}

const char *program_layer_name(enum program_layer layer)
{
    return word_name(GROUP_LAYER, layer);
}

const char *step_word(enum step_kind kind)
{
    return word_of(kind)->text;
}

const char *observe_word(enum observe_what what)
{
    return word_name(GROUP_OBSERVE, what);
}

static bool block_has(const struct block *b, bool (*is_such)(const struct step *s))
{
    for (uint32_t i = 0; b && i < b->count; i++) {
        const struct step *s = &b->step[i];
        if (is_such(s) || block_has(s->body, is_such) || block_has(s->otherwise, is_such))
            return true;
        for (uint32_t k = 0; k < s->then_count; k++)
            if (block_has(&s->then[k], is_such))
                return true;
    }
    return false;
}

bool program_has(const struct program *p, bool (*is_such)(const struct step *s))
{
    return block_has(&p->main, is_such);
}

static bool is_of_process(const struct step *s)
{
    return word_of(s->kind)->of_process || step_choice(s)->of_process;
}

bool program_is_of_process(const struct program *p)
{
    return program_has(p, is_of_process);
}

/* Such a step leaves descriptors or threads of the pool behind. Also, a runtime whose code has run
 * before reads the clock less often, so it acts at another fraction of a millisecond. */
static bool wants_own_process(const struct step *s)
{
    const struct word *w = word_of(s->kind);
    bool is_fine = s->kind == STEP_BUSY && s->after_ns % 1000000 != 0;
    return w->lingers || step_choice(s)->lingers || w->has_fd || w->wakes_loop || is_fine;
}

bool program_may_share(const struct program *p)
{
    return !p->workers && p->begin_ns == 0 && !program_has(p, wants_own_process);
}
