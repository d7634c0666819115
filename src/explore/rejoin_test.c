/* A run has come back to the usual one where both do the same, at the same times, with the world in
 * the same state, and only if they did the same before. */
#include "explore/rejoin.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "tap/tap.h"

enum { EVENTS = 4, POINTS = 3 };

/* A run of four logs, a millisecond apart, with a point before the first, the second and the last. */
static struct trace *new_run(void)
{
    static const uint32_t at[POINTS] = { 0, 1, 3 };
    struct trace *t = xcalloc(1, sizeof *t + EVENTS * sizeof t->event[0]);
    t->count = EVENTS;
    t->choices = POINTS;
    t->end_ns = EVENTS;
    for (uint32_t i = 0; i < EVENTS; i++)
        t->event[i] = (struct trace_event){ .at_ns = i, .kind = TRACE_LOG, .label = i + 1 };
    for (uint32_t i = 0; i < POINTS; i++)
        t->choice[i] = (struct trace_choice){ .event = at[i], .ways = 2, .state = i };
    return t;
}

/* ---- how a run that leaves the usual one at its first point differs from it ---- */

static void nothing(struct trace *t)
{
    (void)t;
}

static void second_is_late(struct trace *t)
{
    t->event[1].at_ns++;
}

static void last_is_late(struct trace *t)
{
    t->event[3].at_ns++;
}

static void second_is_another(struct trace *t)
{
    t->event[1].label = 9;
}

static void one_more(struct trace *t)
{
    t->count--;
}

static void ends_late(struct trace *t)
{
    t->end_ns++;
}

static void is_cut(struct trace *t)
{
    t->outcome = OUTCOME_BUDGET;
}

static void another_state(struct trace *t)
{
    t->choice[2].state = 9;
}

static void more_ways(struct trace *t)
{
    t->choice[2].ways++;
}

int main(void)
{
    static const struct {
        const char *what;
        void (*change)(struct trace *t);
        uint32_t points;
    } cases[] = {
        { "the same from the next point on", nothing, 1 },
        { "late at first: from the last point on", second_is_late, 2 },
        { "late at the end: never", last_is_late, 3 },
        { "another log before: never", second_is_another, 3 },
        { "a log fewer: never", one_more, 3 },
        { "another end: never", ends_late, 3 },
        { "cut short: never", is_cut, 3 },
        { "the world in another state: never", another_state, 3 },
        { "other ways to go on: never", more_ways, 3 },
    };
    struct rejoin *r = xcalloc(1, sizeof *r);
    struct trace *usual = new_run();
    rejoin_keep(r, usual);
    for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
        struct trace *t = new_run();
        t->choice[0].way = 1;
        cases[i].change(t);
        is_int(rejoin_points(r, t), cases[i].points, "%s", cases[i].what);
        free(t);
    }
    memset(r, 0, sizeof *r);
    usual->count = REJOIN_EVENTS_MAX + 1;
    rejoin_keep(r, usual);
    is_int(r->open, 0, "a usual run that is too long is not kept");
    free(usual);
    free(r);
    return done_testing();
}
