/* choices.c - what is chosen where the rules leave it open: the schedule's part in a
 * run, and the points that only the host can see, at which the clock decides.
 *
 * A millisecond may pass anywhere. It is offered only where timers could tell: before
 * the loop looks at them and when the clock is read for a new one. A program that needs
 * exact time is about the other case, that none passes, so there it is not offered. */
#include "host/inside.h"

static_assert((int)CHOICE_TURN == WORLD_TURN && (int)CHOICE_TIME == WORLD_TIME &&
                  (int)CHOICE_TASK == WORLD_TASK && (int)CHOICE_FRAME == WORLD_FRAME &&
                  (int)CHOICE_ENGINE == WORLD_ENGINE &&
                  (int)CHOICE_KIND_COUNT == WORLD_CHOICE_COUNT,
              "a trace knows what the world lets choose");

unsigned choice_make(void *host, enum world_choice kind, unsigned ways)
{
    struct host *h = host;
    struct trace *t = h->record.trace;
    if (h->ending)
        return 0; /* what is closed after the end is nobody's business */
    uint32_t point = ++t->choices;
    if (point > TRACE_CHOICES_MAX)
        return 0;
    uint32_t way = schedule_way(h->config->schedule, point);
    bool fits = way < ways;
    t->choice[point - 1] = (struct trace_choice){ (uint32_t)t->count, kind, ways, fits ? way : 0 };
    if (!fits)
        host_fail(h, NULL, "the schedule does not fit: point %u has no way %u", point, way);
    return way;
}

static bool is_offered(const struct host *h)
{
    return world_is_explored() && !h->config->program->exact_time && !h->ending;
}

static void offer_millisecond(void)
{
    if (world_choose(WORLD_TIME, 2) == 1)
        world_busy(MS);
}

/* Would some timer become due by it? */
static bool is_near(struct host *h)
{
    uint64_t now = world_now_ns();
    return h->layer->has_due(h, now + 1, now + MS);
}

void choice_before_timers(struct host *h)
{
    if (is_offered(h) && is_near(h))
        offer_millisecond();
}

/* One that would have been due together with another is due after it then, and one that
 * would have been due before another, together with it. */
void choice_before_start(struct host *h, uint64_t after_ns)
{
    if (!is_offered(h))
        return;
    uint64_t due = world_now_ns() / MS * MS + after_ns;
    if (is_near(h) || h->layer->has_due(h, due, due + MS))
        offer_millisecond();
}

bool choice_is_drawn_at_once(struct host *h)
{
    return is_offered(h) && world_choose(WORLD_FRAME, 2) == 1;
}

/* No time passes by it, so a program that needs exact time is offered it too. */
bool choice_is_engine_first(struct host *h)
{
    return world_is_explored() && !h->ending && world_choose(WORLD_ENGINE, 2) == 1;
}

void choice_before_reading(struct host *h)
{
    if (is_offered(h) && h->layer->has_due(h, world_now_ns() + 1, UINT64_MAX - 1))
        offer_millisecond();
}
