#include "explore/rejoin.h"

#include <string.h>

void rejoin_keep(struct rejoin *r, const struct trace *usual)
{
    if (usual->count > REJOIN_EVENTS_MAX || usual->choices > TRACE_CHOICES_MAX)
        return;
    r->count = usual->count;
    r->end_ns = usual->end_ns;
    r->outcome = usual->outcome;
    r->open = trace_open_choices(usual);
    memcpy(r->choice, usual->choice, r->open * sizeof r->choice[0]);
    memcpy(r->event, usual->event, r->count * sizeof r->event[0]);
}

static bool is_same_event(const struct trace_event *a, const struct trace_event *b)
{
    bool is_log = trace_is_log(a->kind);
    return a->kind == b->kind && a->label == b->label && a->cause == b->cause &&
           (!is_log || a->value == b->value);
}

static bool is_same_time(const struct trace_event *a, const struct trace_event *b)
{
    return a->at_ns == b->at_ns && a->due_ns == b->due_ns && a->took_ns == b->took_ns &&
           a->phase == b->phase;
}

/* The first event since which both runs are the same; UINT64_MAX if they never are. */
static uint64_t find_event(const struct rejoin *r, const struct trace *t)
{
    if (r->count != t->count || r->outcome != t->outcome || r->end_ns != t->end_ns)
        return UINT64_MAX;
    uint64_t same = r->count;
    for (uint64_t i = r->count; i-- > 0;) {
        if (!is_same_event(&r->event[i], &t->event[i]))
            return UINT64_MAX;
        if (same == i + 1 && is_same_time(&r->event[i], &t->event[i]))
            same = i;
    }
    return same;
}

static bool is_same_choice(const struct trace_choice *a, const struct trace_choice *b)
{
    return a->event == b->event && a->kind == b->kind && a->ways == b->ways && a->way == b->way &&
           a->alike == b->alike && a->state == b->state;
}

uint32_t rejoin_points(const struct rejoin *r, const struct trace *t)
{
    uint32_t mine = trace_open_choices(t), usual = r->open;
    uint64_t event = find_event(r, t);
    while (mine > 0 && usual > 0 && t->choice[mine - 1].event >= event &&
           is_same_choice(&t->choice[mine - 1], &r->choice[usual - 1])) {
        mine--;
        usual--;
    }
    return mine;
}
