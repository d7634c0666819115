/* choices.c - decisions that the rules leave open. The schedule makes them; this file has those
 * points that only the host can see, where the clock decides. A millisecond may pass anywhere. That
 * is offered as a choice only where timers can show it: before the loop checks its timers, and when
 * the clock is read to start one. A program that asks for exact time means that no time passes, so
 * it is not offered there. */
#include "host/inside.h"

#include "base/mem.h"

static_assert((int)CHOICE_TURN == WORLD_TURN && (int)CHOICE_TIME == WORLD_TIME &&
                  (int)CHOICE_TASK == WORLD_TASK && (int)CHOICE_FRAME == WORLD_FRAME &&
                  (int)CHOICE_ENGINE == WORLD_ENGINE && (int)CHOICE_PART == WORLD_PART &&
                  (int)CHOICE_KIND_COUNT == WORLD_CHOICE_COUNT,
              "a trace knows what the world lets choose");

unsigned choice_make(void *host, enum world_choice kind, unsigned ways, uint64_t alike)
{
    struct host *h = host;
    struct trace *t = h->record.trace;
    if (h->ending)
        return 0; /* after the end of the program, the order of closing does not matter */
    uint32_t point = ++t->choices;
    if (point > TRACE_CHOICES_MAX)
        return 0;
    uint32_t way = schedule_way(h->config->schedule, point);
    bool fits = way < ways;
    t->choice[point - 1] = (struct trace_choice){ (uint32_t)t->count, kind,  ways,
                                                  fits ? way : 0,     alike, world_state() };
    if (!fits)
        host_fail(h, NULL, "the schedule does not fit: point %u has no way %u", point, way);
    return way;
}

static bool is_offered(const struct host *h)
{
    return world_is_explored() && !h->config->program->exact_time && !h->ending;
}

/* A turn in which no callback is called, or only those that are called in every turn and do
 * nothing. */
static bool is_empty_turn(const struct host *h, const struct offer *before)
{
    const struct trace *t = h->record.trace;
    for (uint64_t i = before->events; i < t->count; i++) {
        enum trace_kind kind = t->event[i].kind;
        if (kind != TRACE_IDLE && kind != TRACE_PREPARE && kind != TRACE_CHECK)
            return false;
    }
    return h->performed == before->performed && world_news() == before->news &&
           world_now_ns() == before->at_ns;
}

/* A loop that spins is offered the millisecond in every turn. If it passes in one of them, nobody
 * can tell in which, unless the program counts turns or has few left. The second empty turn may
 * still finish what earlier steps began, so only the third is sure to be like the one before. */
static bool is_worth_offering(struct host *h)
{
    struct offer *o = &h->offer;
    const struct program *p = h->config->program;
    o->empty_turns = is_empty_turn(h, o) ? o->empty_turns + 1 : 0;
    o->events = h->record.trace->count;
    o->performed = h->performed;
    o->news = world_news();
    o->at_ns = world_now_ns();
    return o->empty_turns > 1 && p->budget == 0 && !host_has_step(&p->main, STEP_OBSERVE);
}

static void offer_millisecond(struct host *h)
{
    uint64_t alike = is_worth_offering(h) ? world_way(1) : 0;
    if (world_choose_among(WORLD_TIME, 2, alike) == 1)
        world_busy(MS);
}

/* ---- before the loop checks its timers ---- */

static bool only_logs(const struct block *b)
{
    for (uint32_t i = 0; b && i < b->count; i++)
        if (b->step[i].kind != STEP_LOG)
            return false;
    return true;
}

/* Such a program only starts jobs and logs their ends. */
static bool only_starts_jobs(const struct block *b)
{
    for (uint32_t i = 0; b && i < b->count; i++) {
        const struct step *s = &b->step[i];
        bool is_job = s->kind == STEP_WORK || (s->kind == STEP_LOOKUP && s->body);
        bool is_fine = s->kind == STEP_LOG || (is_job && only_logs(s->body)) ||
                       (s->kind == STEP_REPEAT && only_starts_jobs(s->body)) ||
                       (s->kind == STEP_RUN && s->option == RUN_DEFAULT);
        if (!is_fine)
            return false;
    }
    return true;
}

bool choice_is_loop_patient(const struct program *p)
{
    return p->layer != LAYER_BROWSER && only_starts_jobs(&p->main);
}

/* Would some timer become due if a millisecond passed? */
static bool would_be_due(struct host *h)
{
    uint64_t now = world_now_ns();
    return h->layer->has_due(h, now + 1, now + MS);
}

void choice_before_timers(struct host *h)
{
    if (is_offered(h) && would_be_due(h))
        offer_millisecond(h);
}

/* If the millisecond passes, a timer that would be due together with another is due after it, and
 * one that would be due before another is due together with it. */
void choice_before_start(struct host *h, uint64_t after_ns)
{
    if (!is_offered(h))
        return;
    uint64_t due = world_now_ns() / MS * MS + after_ns;
    if (would_be_due(h) || h->layer->has_due(h, due, due + MS))
        offer_millisecond(h);
}

/* Usually a program begins at a whole millisecond. Only a program that counts in parts of a
 * millisecond can observe another beginning. A page does not count by the loop's clock. */
uint64_t choice_of_beginning(struct host *h)
{
    static const uint64_t part_ns[] = { 0, 1, MS / 2, MS - 1 };
    const struct host_config *c = h->config;
    bool is_page = c->program->layer == LAYER_BROWSER;
    uint64_t begin_ns = is_page ? c->begin_ns / MS * MS : c->begin_ns;
    bool is_open = begin_ns == 0 && c->schedule && c->program->is_fine && !c->program->exact_time;
    if (is_open && !is_page)
        begin_ns = WORLD_USUAL_NS + part_ns[choice_make(h, WORLD_PART, ARRAY_SIZE(part_ns), 0)];
    h->part_ns = c->program->is_fine ? begin_ns % MS : 0;
    return begin_ns;
}

bool choice_is_drawn_at_once(struct host *h)
{
    return is_offered(h) && world_choose(WORLD_FRAME, 2) == 1;
}

/* This takes no time, so it is a choice for programs that need exact time, too. */
bool choice_is_engine_first(struct host *h)
{
    return world_is_explored() && !h->ending && world_choose(WORLD_ENGINE, 2) == 1;
}

void choice_before_reading(struct host *h)
{
    if (is_offered(h) && h->layer->has_due(h, world_now_ns() + 1, UINT64_MAX - 1))
        offer_millisecond(h);
}
