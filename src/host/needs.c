/* needs.c - which capabilities a program's words need. */
#include "host/inside.h"

#include "interface/can.h"

/* What a layer's host needs itself. */
static const uint64_t layer_needs[LAYER_COUNT] = {
    [LAYER_NODE] = LOOP_CAN_TIMER | LOOP_CAN_IDLE | LOOP_CAN_PREPARE | LOOP_CAN_CHECK |
                   LOOP_CAN_REF | LOOP_CAN_CLOCK | LOOP_CAN_ALIVE | LOOP_CAN_CLOSE,
    [LAYER_BROWSER] = LOOP_CAN_TIMER | LOOP_CAN_CLOCK,
};

/* Is `run` the latest call before this step? Steps that only write into the trace are not calls. */
static bool is_of_run(const struct block *b, uint32_t i)
{
    while (i > 0 && (b->step[i - 1].kind == STEP_LOG || b->step[i - 1].kind == STEP_OBSERVE))
        i--;
    return i > 0 && b->step[i - 1].kind == STEP_RUN;
}

/* The word that makes the object of this name; NULL if the block does not make it. */
static const struct word *maker_in(const struct block *b, uint32_t name)
{
    const struct word *found = NULL;
    for (uint32_t i = 0; b && i < b->count && !found; i++) {
        const struct step *s = &b->step[i];
        if (s->name == name && word_makes(word_of(s->kind)))
            found = word_of(s->kind);
        if (!found)
            found = maker_in(s->body, name);
        if (!found)
            found = maker_in(s->otherwise, name);
    }
    return found;
}

/* Writing to a stream and to a datagram handle need different capabilities. */
static uint64_t write_needs(const struct block *main, const struct step *s)
{
    const struct word *maker = maker_in(main, s->name);
    if (maker && maker->made & TRAIT(DATAGRAM))
        return LOOP_CAN_DATAGRAM_SEND;
    return s->kind == STEP_TRY ? LOOP_CAN_TRY_WRITE : LOOP_CAN_STREAM;
}

static uint64_t datagram_needs(const struct step *s)
{
    return (s->count == NO_COUNT ? 0 : LOOP_CAN_DATAGRAM_BATCH) |
           (s->option ? LOOP_CAN_DATAGRAM_SEND : 0);
}

static uint64_t block_needs(const struct block *main, const struct block *b)
{
    uint64_t needs = 0;
    if (!b)
        return 0;
    for (uint32_t i = 0; i < b->count; i++) {
        const struct step *s = &b->step[i];
        needs |= word_of(s->kind)->needs | step_choice(s)->needs;
        needs |= block_needs(main, s->body) | block_needs(main, s->otherwise);
        for (uint32_t k = 0; k < s->then_count; k++)
            needs |= block_needs(main, &s->then[k]);
        if (s->kind == STEP_OBSERVE && s->option == OBSERVE_RESULT && is_of_run(b, i))
            needs |= LOOP_CAN_ENDS;
        if (s->once)
            needs |= LOOP_CAN_ONESHOT;
        for (size_t k = 0; k < POLL_EVENT_COUNT; k++)
            if (s->events >> k & 1)
                needs |= word_choice(GROUP_EVENT, k)->needs;
        if (s->events & (s->events - 1))
            needs |= LOOP_CAN_POLL_EVENTS;
        if (s->repeat_ns != NO_TIME)
            needs |= LOOP_CAN_REPEAT;
        if (s->kind == STEP_WRITE || s->kind == STEP_TRY)
            needs |= write_needs(main, s);
        if (s->kind == STEP_DATAGRAM)
            needs |= datagram_needs(s);
        if (s->kind == STEP_LOOKUP && !s->body)
            needs |= LOOP_CAN_REVERSE_LOOKUP;
    }
    return needs;
}

/* What a program needs that is run to its end. */
static uint64_t end_needs(const struct program *p)
{
    bool is_about_end = p->layer == LAYER_CORE && !host_has_step(&p->main, STEP_RUN) &&
                        host_has_step(&p->main, STEP_UNREF);
    return is_about_end ? LOOP_CAN_ENDS : 0;
}

uint64_t host_needs(const struct program *p)
{
    return host_needs_of_words(p) | layer_needs[p->layer] | end_needs(p);
}

uint64_t host_needs_of_words(const struct program *p)
{
    uint64_t needs = block_needs(&p->main, &p->main);
    if (p->layer != LAYER_CORE) /* the host implements `again` there, and no other word repeats */
        needs &= ~LOOP_CAN_REPEAT;
    uint64_t said = 0;
    for (uint32_t i = 0; i < p->need_count; i++)
        said |= loop_can_find(p->need[i]);
    if (said & LOOP_CAN_FINAL) /* the result of a run is its error then, not what is left */
        needs &= ~LOOP_CAN_ENDS;
    return needs | said;
}
