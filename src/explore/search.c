#include "explore/search.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

/* A schedule is its parent's plus one step. */
struct branch {
    uint32_t parent;
    uint32_t depth; /* number of steps */
    struct schedule_step step;
};

struct search {
    uint32_t runs_max;
    struct branch *branch; /* in the order of their runs; the first is the usual run */
    size_t count, room;    /* count <= runs_max: schedules beyond that are only counted */
    size_t next;
    uint64_t known;
    bool cut;                 /* a run met more points than it could record */
    struct schedule schedule; /* of the branch before `next` */
};

struct search *search_new(uint32_t runs_max)
{
    assert(runs_max > 0);
    struct search *s = xcalloc(1, sizeof *s);
    s->runs_max = runs_max;
    PUSH(s->branch, s->count, s->room, (struct branch){ 0 });
    s->known = 1;
    return s;
}

void search_free(struct search *s)
{
    if (!s)
        return;
    schedule_release(&s->schedule);
    free(s->branch);
    free(s);
}

const struct schedule *search_next(struct search *s)
{
    if (s->next == s->count)
        return NULL;
    const struct branch *b = &s->branch[s->next++];
    s->schedule.count = b->depth;
    s->schedule.step = xrealloc(s->schedule.step, b->depth + 1, sizeof *s->schedule.step);
    for (; b->depth > 0; b = &s->branch[b->parent]) /* a parent is older than its children */
        s->schedule.step[b->depth - 1] = b->step;
    return &s->schedule;
}

const struct schedule_step *search_misstep(const struct schedule *s, const struct trace *t)
{
    uint32_t open = trace_open_choices(t);
    for (size_t i = 0; i < s->count; i++)
        if (s->step[i].point > open || t->choice[s->step[i].point - 1].way != s->step[i].way)
            return &s->step[i];
    return NULL;
}

static void add_branch(struct search *s, uint32_t point, uint32_t way)
{
    uint32_t parent = (uint32_t)s->next - 1, depth = s->branch[parent].depth + 1;
    s->known++;
    if (s->count == s->runs_max)
        return;
    assert(way > 0);
    PUSH(s->branch, s->count, s->room, (struct branch){ parent, depth, { point, way } });
}

bool search_learn(struct search *s, const struct trace *t)
{
    assert(s->next > 0);
    if (search_misstep(&s->schedule, t))
        return false;
    uint32_t open = trace_open_choices(t);
    for (uint32_t point = schedule_last(&s->schedule) + 1; point <= open; point++)
        for (uint32_t way = 1; way < t->choice[point - 1].ways; way++)
            add_branch(s, point, way);
    s->cut |= t->choices > open;
    return true;
}

uint32_t search_runs(const struct search *s)
{
    return (uint32_t)s->next;
}

uint64_t search_known(const struct search *s)
{
    return s->known;
}

bool search_is_whole(const struct search *s)
{
    return s->next == s->known && !s->cut;
}
