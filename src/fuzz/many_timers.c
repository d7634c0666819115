/* many_timers.c - many timers that start, stop and restart each other.
 *
 * A mistake in the order that a loop keeps its timers in shows only where there are many: one that
 * is taken from the middle leaves a hole, and what fills it must find its place. So these programs
 * are made otherwise than by weights: all timers at first, then changes to some of them, and
 * changes in their callbacks. A timer logs its own name. */
#include "fuzz/inside.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    TIMERS_MAX = 500,
    CHANGES_MAX = 2,  /* in a callback */
    EARLY_MAX = 1000, /* before the run */
};

struct many_timers {
    char text[1 + TIMERS_MAX][8];
    const char *string[1 + TIMERS_MAX];
    uint32_t id[1 + TIMERS_MAX]; /* its own number: where a log's label points */
    struct step main[TIMERS_MAX + EARLY_MAX];
    struct step step[TIMERS_MAX][1 + CHANGES_MAX];
    struct block block[TIMERS_MAX];
};

struct many_timers *many_timers_new(void)
{
    struct many_timers *c = xcalloc(1, sizeof *c);
    for (uint32_t i = 0; i <= TIMERS_MAX; i++) {
        if (i > 0)
            snprintf(c->text[i], sizeof c->text[i], "t%u", i);
        c->string[i] = c->text[i];
        c->id[i] = i;
    }
    return c;
}

void many_timers_free(struct many_timers *c)
{
    free(c);
}

/* Within a small span many deadlines are equal, within a large one few. */
struct plan {
    uint32_t timers, span_ms;
};

static uint64_t pick_delay(struct fuzz_generator *g, const struct plan *p)
{
    return (1 + random_below(&g->random, p->span_ms)) * UINT64_C(1000000);
}

/* Half of the changes are stops: those are what a hole comes from. */
static struct step make_change(struct fuzz_generator *g, const struct plan *p)
{
    static const uint8_t kinds[] = { STEP_STOP,  STEP_STOP,  STEP_STOP,       STEP_STOP,
                                     STEP_START, STEP_START, STEP_SET_REPEAT, STEP_AGAIN };
    struct step s = block_blank_step((enum step_kind)PICK(g, kinds));
    s.name = 1 + random_below(&g->random, p->timers);
    if (s.kind == STEP_START) {
        s.option = NO_OPTION;
        s.after_ns = pick_delay(g, p);
    }
    if (s.kind == STEP_SET_REPEAT)
        s.repeat_ns = pick_delay(g, p);
    return s;
}

static struct step make_timer(struct fuzz_generator *g, const struct plan *p, uint32_t number)
{
    struct many_timers *c = g->many_timers;
    struct step s = block_blank_step(STEP_TIMER), *body = c->step[number - 1];
    uint32_t changes = chance(g, 50) ? 0 : 1 + random_below(&g->random, CHANGES_MAX);
    body[0] = block_blank_step(STEP_LOG);
    body[0].label = &c->id[number];
    body[0].label_count = 1;
    for (uint32_t i = 1; i <= changes; i++)
        body[i] = make_change(g, p);
    c->block[number - 1] = (struct block){ .step = body, .count = 1 + changes };
    s.name = number;
    s.after_ns = pick_delay(g, p);
    if (chance(g, 10))
        s.repeat_ns = pick_delay(g, p);
    s.body = &c->block[number - 1];
    return s;
}

void many_timers_fill(struct fuzz_generator *g)
{
    static const uint16_t timers[] = { 7, 8, 15, 16, 17, 31, 50, 100, 255, TIMERS_MAX };
    static const uint16_t spans[] = { 3, 20, 200, 2000 };
    const struct plan p = { PICK(g, timers), PICK(g, spans) };
    struct many_timers *c = g->many_timers;
    uint32_t steps = 0, early = random_below(&g->random, 2 * p.timers);
    for (uint32_t i = 1; i <= p.timers; i++)
        c->main[steps++] = make_timer(g, &p, i);
    for (uint32_t i = 0; i < early; i++)
        c->main[steps++] = make_change(g, &p);
    g->program.main = (struct block){ .step = c->main, .count = steps };
    g->program.budget = 3 * p.timers; /* starts, repeats and agains may go on for ever */
    g->program.string = c->string;
    g->program.string_count = 1 + TIMERS_MAX;
    g->program.slot_count = 0;
    g->program.workers = NULL;
}
