#include "match/walk.h"

#include <assert.h>
#include <stdlib.h>

#include "match/assign.h"

/* WORK_MAX and WORK_PER_LOG: comparisons, a fraction of a second. POSITIONS_MAX: of one set, 32
 * MiB. BATCH_*: positions after a gap that are tried together, at first and at most. */
enum {
    WORK_MAX = 20 * 1000 * 1000,
    WORK_PER_LOG = 16,
    POSITIONS_MAX = 4 * 1000 * 1000,
    BATCH_MIN = 64,
    BATCH_MAX = 1 << 16,
};

struct position {
    uint32_t at;    /* how many logs are before it */
    uint32_t score; /* how many of those are explained by lines, not gaps */
};

struct positions { /* ascending, each position once */
    struct position *pos;
    size_t count, room;
    bool after_gap; /* an attempt that fails at once has not begun */
};

struct walk {
    struct lines *ls;
    struct positions *in; /* by id: the positions before the item; [0] is the end */
    uint64_t work_max;
    struct walk_result *out;
    uint64_t best;    /* 1 + the score of the furthest break; 0: none yet */
    uint32_t best_at; /* its position */
};

static void give_up(struct walk *w, const struct expect_item *item, const char *why)
{
    if (w->out->gave_up)
        return;
    w->out->gave_up = item;
    w->out->gave_up_why = why;
}

static bool is_over(const struct walk *w)
{
    return w->out->gave_up || w->ls->runaway;
}

/* --- breaks --- */

/* Is a break after `score` explained logs at this position the one to report? A new best one clears
 * the list of wanted items. */
static bool is_best_break(struct walk *w, uint64_t score, uint32_t at)
{
    assert(at <= w->ls->log_count);
    if (score + 1 < w->best || (score + 1 == w->best && at != w->best_at))
        return false;
    if (score + 1 > w->best) {
        w->best = score + 1;
        w->best_at = at;
        w->out->wanted_count = 0;
        w->out->wanted_more = false;
    }
    return true;
}

static void want(struct walk *w, const struct expect_item *item, uint64_t seen)
{
    struct walk_result *out = w->out;
    for (size_t i = 0; i < out->wanted_count; i++)
        if (out->wanted[i].item == item)
            return;
    if (out->wanted_count == WALK_WANTED_MAX)
        out->wanted_more = true;
    else
        out->wanted[out->wanted_count++] = (struct walk_wanted){ item, seen };
}

/* The position at which an attempt broke that began in this set and took `seen` logs. In an open
 * expectation, and if it can still begin later after a gap, only the end of the trace has refused
 * it. */
static uint32_t break_at(const struct walk *w, const struct positions *in, uint64_t seen,
                         uint32_t at)
{
    return w->ls->open || (seen == 0 && in->after_gap) ? w->ls->log_count : at;
}

/* --- sets of positions --- */

static void push(struct walk *w, const struct expect_item *item, struct positions *to, uint32_t at,
                 uint32_t score)
{
    assert(at <= w->ls->log_count);
    assert(to->count == 0 || to->pos[to->count - 1].at < at);
    if (to->count == POSITIONS_MAX)
        give_up(w, item, "too many positions to try");
    if (is_over(w))
        return;
    PUSH(to->pos, to->count, to->room, (struct position){ at, score });
}

/* Add the positions that `item` reached to those before `next`. Of the end only the last position
 * is kept, in an open expectation only the first. */
static void deliver(struct walk *w, const struct expect_item *item, uint32_t next,
                    const struct positions *more)
{
    assert(next == 0 || next > item->id);
    struct positions *into = &w->in[next];
    struct positions both = { .after_gap = into->after_gap || more->after_gap };
    size_t i = 0, j = 0;
    while (i < into->count || j < more->count) {
        bool left = j == more->count || (i < into->count && into->pos[i].at <= more->pos[j].at);
        bool right = i == into->count || (j < more->count && more->pos[j].at <= into->pos[i].at);
        assert(!left || into->pos);
        assert(!right || more->pos);
        struct position pos = left ? into->pos[i] : more->pos[j];
        if (left && right && more->pos[j].score > pos.score)
            pos.score = more->pos[j].score;
        i += left;
        j += right;
        if (next == 0)
            both.count = 0;
        if (both.count == 0 || !w->ls->open)
            push(w, item, &both, pos.at, pos.score);
    }
    free(into->pos);
    *into = both;
}

/* --- steps --- */

static void step_line(struct walk *w, const struct expect_item *item, const struct positions *in,
                      struct positions *out)
{
    struct lines *ls = w->ls;
    struct line *line = lines_of(ls, item);
    for (size_t i = 0; i < in->count && !is_over(w); i++) {
        /* `tried` and `refused` carry what earlier positions learned about the logs; this one
         * begins later. */
        uint32_t from = in->pos[i].at, score = in->pos[i].score;
        uint32_t at = from > line->tried ? from : line->tried;
        uint64_t seen = at - from;
        for (; at < ls->log_count && seen < line->count && line->refused != at; at++) {
            bool fits = line_accepts(ls, line, at);
            if (++w->out->work > w->work_max)
                give_up(w, item, "too many ways to try");
            if (!fits && !ls->open) {
                line->refused = at;
                break;
            }
            seen += fits;
        }
        line->tried = at;
        if (seen >= line->count)
            push(w, item, out, ls->open ? at : from + (uint32_t)line->count,
                 score + (uint32_t)line->count);
        else if (is_best_break(w, score + seen, break_at(w, in, seen, at)))
            want(w, item, seen);
    }
}

/* Every line that still has room could have come. */
static void break_order(struct walk *w, const struct assign *a, uint64_t score, uint32_t at)
{
    if (!is_best_break(w, score + a->placed, at))
        return;
    for (size_t j = 0; j < a->line_count; j++)
        if (a->line[j].count < a->line[j].line->count)
            want(w, a->line[j].line->item, a->line[j].count);
}

static void step_order(struct walk *w, const struct expect_item *item, const struct positions *in,
                       struct positions *out)
{
    struct assign a;
    const struct lines *ls = w->ls;
    uint64_t *work = &w->out->work, wanted = lines_of(w->ls, item)->count;
    assign_init(&a, w->ls, item, work, w->work_max);
    for (size_t i = 0; i < in->count && !is_over(w); i++) {
        uint32_t at = in->pos[i].at, score = in->pos[i].score;
        assign_clear(&a);
        /* In an open expectation a log without room is one that no line needs. */
        while (a.placed < wanted && at < ls->log_count &&
               (assign_add(&a, at) || (ls->open && *work <= w->work_max)))
            at++;
        if (*work > w->work_max)
            give_up(w, item, "too many ways to assign its lines");
        else if (a.placed == wanted)
            push(w, item, out, at, score + (uint32_t)wanted);
        else
            break_order(w, &a, score, break_at(w, in, a.placed, at));
    }
    assign_release(&a);
}

static void step_items(struct walk *w, uint32_t from, uint32_t till);

/* The positions that a gap reaches, from `from` on and before `till`. */
static void list_positions(struct walk *w, const struct expect_item *gap,
                           const struct positions *in, uint64_t from, uint64_t till,
                           struct positions *out)
{
    uint32_t score = 0;
    for (size_t i = 0; i < in->count && in->pos[i].at < till && !is_over(w); i++) {
        uint64_t end = i + 1 < in->count ? in->pos[i + 1].at : w->ls->log_count + 1ull;
        score = in->pos[i].score > score ? in->pos[i].score : score;
        uint64_t at = in->pos[i].at > from ? in->pos[i].at : from;
        for (; at < end && at < till; at++)
            push(w, gap, out, (uint32_t)at, score);
    }
    out->after_gap = true;
}

/* Without `one of`, process the items up to the next gap here, once for each batch of positions.
 * The last gap takes all logs that are left. */
static void step_gap(struct walk *w, const struct expect_item *gap, const struct positions *in)
{
    const struct lines *ls = w->ls;
    assert(in->count > 0);
    uint32_t next = ls->line[gap->id].next, end = ls->one_way ? next : 0;
    uint64_t from = next == 0 ? ls->log_count : in->pos[0].at;
    uint64_t batch = ls->one_way ? BATCH_MIN : ls->log_count + 1ull;
    while (end != 0 && ls->line[end].item->kind != EXPECT_GAP)
        end = ls->line[end].next;
    do {
        struct positions out = { 0 };
        list_positions(w, gap, in, from, from + batch, &out);
        deliver(w, gap, next, &out);
        free(out.pos);
        if (ls->one_way)
            step_items(w, gap->id + 1, end ? end : ls->id_max + 1);
        from += batch;
        batch = batch < BATCH_MAX ? 2 * batch : batch;
    } while (from <= ls->log_count && (end == 0 || w->in[end].count == 0) && !is_over(w));
}

static void step_item(struct walk *w, const struct expect_item *item)
{
    const struct line *line = lines_of(w->ls, item);
    struct positions in = w->in[item->id], out = { 0 };
    w->in[item->id] = (struct positions){ 0 };
    assert(!w->ls->open || in.count == 1);
    switch (item->kind) {
    case EXPECT_LINE: step_line(w, item, &in, &out); break;
    case EXPECT_ANY_ORDER: step_order(w, item, &in, &out); break;
    case EXPECT_GAP: step_gap(w, item, &in); break;
    default:
        assert(item->kind == EXPECT_ONE_OF);
        for (size_t i = 0; i < item->item_count; i++)
            if (line->only == 0 || line->only == item->item[i]->id)
                deliver(w, item, lines_of(w->ls, item->item[i])->next, &in);
    }
    if (out.count > 0)
        deliver(w, item, line->next, &out);
    free(in.pos);
    free(out.pos);
}

static void step_items(struct walk *w, uint32_t from, uint32_t till)
{
    for (uint32_t id = from; id < till && !is_over(w); id++)
        if (w->in[id].count > 0)
            step_item(w, w->ls->line[id].item);
}

static void set_end(const struct walk *w)
{
    const struct positions *end = &w->in[0];
    const struct lines *ls = w->ls;
    if (end->count > 0 && (ls->open || end->pos->at == ls->log_count)) {
        w->out->end = WALK_FOUND;
        w->out->event = ls->trace->count;
    } else if (end->count > 0 && end->pos->score + 1ull > w->best) {
        w->out->end = WALK_LEFTOVER;
        w->out->event = lines_event(ls, end->pos->at);
    } else {
        w->out->end = WALK_BROKEN;
        w->out->event = lines_event(ls, w->best_at);
    }
}

void walk_trace(struct lines *ls, struct walk_result *out)
{
    struct walk w = { .ls = ls, .out = out, .work_max = UINT64_MAX };
    assert(ls->first <= ls->id_max);
    *out = (struct walk_result){ .end = WALK_BROKEN };
    w.in = xcalloc((size_t)ls->id_max + 1, sizeof *w.in);
    if (ls->has_groups || ls->open)
        w.work_max = WORK_MAX + WORK_PER_LOG * (uint64_t)ls->log_count;
    for (uint32_t id = 0; id <= ls->id_max; id++) {
        ls->line[id].tried = 0;
        ls->line[id].refused = UINT32_MAX;
    }
    push(&w, &ls->whole, &w.in[ls->first], 0, 0);
    step_items(&w, 1, ls->id_max + 1);
    set_end(&w);
    for (uint32_t id = 0; id <= ls->id_max; id++)
        free(w.in[id].pos);
    free(w.in);
}
