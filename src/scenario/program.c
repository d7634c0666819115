#include "scenario/program.h"

#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "scenario/parser.h"
#include "scenario/words.h"

void program_free(struct program *p)
{
    if (!p)
        return;
    struct arena *arena = p->arena; /* it holds the program too */
    arena_release(arena);
    free(arena);
}

static uint32_t hash(const char *text)
{
    uint32_t h = 2166136261u; /* FNV-1a */
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 16777619u;
    return h;
}

size_t index_place(const uint32_t *index, size_t size, const char *const *string, const char *text)
{
    size_t i = hash(text) & (size - 1);
    while (index[i] && strcmp(string[index[i]], text) != 0)
        i = (i + 1) & (size - 1);
    return i;
}

uint32_t program_find(const struct program *p, const char *text)
{
    return p->index[index_place(p->index, p->index_size, p->string, text)];
}

bool program_logs(const struct program *p, const char *label)
{
    return p->string_logged[program_find(p, label)];
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
