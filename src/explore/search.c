#include "explore/search.h"

#include <assert.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "base/mem.h"
#include "explore/rejoin.h"
#include "world/world.h"

/* A schedule is its parent's plus one step. */
struct branch {
    uint32_t parent;
    uint32_t depth; /* number of steps */
    struct schedule_step step;
};

/* What the processes that search in turn share. */
struct tree {
    uint32_t runs_max;
    uint32_t count; /* of branches; count <= runs_max: schedules beyond that are only counted */
    uint32_t next;
    bool full;
    uint64_t known;
    bool cut;               /* a run met more points than it could record */
    struct rejoin usual;    /* the usual run */
    struct branch branch[]; /* in the order of their runs; the first is the usual run */
};

struct search {
    struct tree *tree;
    struct schedule schedule; /* of the branch before `next` */
};

static size_t tree_bytes(uint32_t runs_max)
{
    return sizeof(struct tree) + runs_max * sizeof(struct branch);
}

struct search *search_new(uint32_t runs_max, bool full)
{
    assert(runs_max > 0);
    struct search *s = xcalloc(1, sizeof *s);
    s->tree = mmap(NULL, tree_bytes(runs_max), PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (s->tree == MAP_FAILED)
        mem_ran_out();
    s->tree->runs_max = runs_max;
    s->tree->full = full;
    s->tree->count = 1;
    s->tree->known = 1;
    return s;
}

void search_free(struct search *s)
{
    if (!s)
        return;
    schedule_release(&s->schedule);
    munmap(s->tree, tree_bytes(s->tree->runs_max));
    free(s);
}

const struct schedule *search_latest(struct search *s)
{
    struct tree *t = s->tree;
    assert(t->next > 0);
    const struct branch *b = &t->branch[t->next - 1];
    s->schedule.count = b->depth;
    s->schedule.step = xrealloc(s->schedule.step, b->depth + 1, sizeof *s->schedule.step);
    for (; b->depth > 0; b = &t->branch[b->parent]) /* a parent is older than its children */
        s->schedule.step[b->depth - 1] = b->step;
    return &s->schedule;
}

bool search_has_next(const struct search *s)
{
    return s->tree->next < s->tree->count;
}

const struct schedule *search_next(struct search *s)
{
    if (!search_has_next(s))
        return NULL;
    s->tree->next++;
    return search_latest(s);
}

const struct schedule_step *search_misstep(const struct schedule *s, const struct trace *t)
{
    uint32_t open = trace_open_choices(t);
    for (size_t i = 0; i < s->count; i++)
        if (s->step[i].point > open || t->choice[s->step[i].point - 1].way != s->step[i].way)
            return &s->step[i];
    return NULL;
}

void search_taken(const struct trace *t, struct schedule *s)
{
    size_t room = 0;
    *s = (struct schedule){ 0 };
    for (uint32_t i = 0; i < trace_open_choices(t); i++)
        if (t->choice[i].way > 0)
            PUSH(s->step, s->count, room, (struct schedule_step){ i + 1, t->choice[i].way });
}

static void add_branch(struct tree *t, uint32_t point, uint32_t way)
{
    uint32_t parent = t->next - 1, depth = t->branch[parent].depth + 1;
    t->known++;
    if (t->count == t->runs_max)
        return;
    assert(way > 0);
    t->branch[t->count++] = (struct branch){ parent, depth, { point, way } };
}

bool search_learn(struct search *s, const struct trace *t)
{
    const struct schedule *schedule = search_latest(s);
    if (search_misstep(schedule, t))
        return false;
    uint32_t open = trace_open_choices(t), last = open;
    if (s->tree->next == 1)
        rejoin_keep(&s->tree->usual, t);
    else if (!s->tree->full)
        last = rejoin_points(&s->tree->usual, t);
    for (uint32_t point = schedule_last(schedule) + 1; point <= last; point++)
        for (uint32_t way = 1; way < t->choice[point - 1].ways; way++)
            if (s->tree->full || !(t->choice[point - 1].alike & world_way(way)))
                add_branch(s->tree, point, way);
    s->tree->cut |= t->choices > open;
    return true;
}

uint32_t search_runs(const struct search *s)
{
    return s->tree->next;
}

uint64_t search_known(const struct search *s)
{
    return s->tree->known;
}

bool search_is_whole(const struct search *s)
{
    return s->tree->next == s->tree->known && !s->tree->cut;
}
