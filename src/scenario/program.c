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
