#include "scenario/word_set.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "scenario/words.h"

static void add(uint64_t *bits, int i)
{
    bits[i / 64] |= UINT64_C(1) << (i % 64);
}

static bool has(const uint64_t *bits, int i)
{
    return bits[i / 64] >> (i % 64) & 1;
}

/* Add the word of a group that follows `lead`. */
static bool add_choice(uint64_t *bits, enum word_group group, const char *lead, const char *text)
{
    size_t length = strlen(lead);
    int i = strncmp(text, lead, length) == 0 ? word_find(group, text + length) : -1;
    if (i >= 0)
        add(bits, i);
    return i >= 0;
}

bool word_set_add(struct word_set *set, const char *text)
{
    char whole[WORD_TEXT_SIZE];
    for (int kind = 0; kind < STEP_KIND_COUNT; kind++) {
        if (strcmp(word_whole(word_of((enum step_kind)kind), whole), text) != 0)
            continue;
        add(set->step, kind);
        return true;
    }
    return add_choice(&set->on, GROUP_ON, "on ", text) ||
           add_choice(set->observe, GROUP_OBSERVE, "observe ", text);
}

static const struct step *first_in(const struct word_set *set, const struct block *b);

static bool has_step(const struct word_set *set, const struct step *s)
{
    return has(set->step, s->kind) || (s->kind == STEP_ON && has(&set->on, s->option)) ||
           (s->kind == STEP_OBSERVE && has(set->observe, s->option));
}

static const struct step *first_within(const struct word_set *set, const struct step *s)
{
    assert(s);
    if (has_step(set, s))
        return s;
    const struct step *found = first_in(set, s->body);
    if (!found)
        found = first_in(set, s->otherwise);
    for (uint32_t i = 0; i < s->then_count && !found; i++)
        found = first_in(set, &s->then[i]);
    return found;
}

static const struct step *first_in(const struct word_set *set, const struct block *b)
{
    const struct step *found = NULL;
    for (uint32_t i = 0; b && i < b->count && !found; i++)
        found = first_within(set, &b->step[i]);
    return found;
}

char *word_set_first(const struct word_set *set, const struct program *p,
                     char buffer[WORD_SET_TEXT_SIZE])
{
    char whole[WORD_TEXT_SIZE];
    const struct step *s = first_in(set, &p->main);
    if (!s)
        return NULL;
    bool is_whole = has(set->step, s->kind);
    snprintf(buffer, WORD_SET_TEXT_SIZE, "%s%s%s", word_whole(word_of(s->kind), whole),
             is_whole ? "" : " ", is_whole ? "" : step_choice(s)->text);
    return buffer;
}
