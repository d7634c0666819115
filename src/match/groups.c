#include "match/groups.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "match/assign.h"

/* Comparisons, beside those that a log costs anyway: a fraction of a second. And
 * places of one set, 32 MiB. */
enum { WORK_MAX = 20 * 1000 * 1000, WORK_PER_LOG = 16, SPOTS_MAX = 4 * 1000 * 1000 };

struct spot {
    uint32_t at;    /* logs before it */
    uint32_t score; /* of them, how many lines explain */
};

struct spots { /* ascending, each place once */
    struct spot *spot;
    size_t count, room;
    bool behind_gap; /* a try that fails at once has not begun */
};

struct search {
    struct lines *ls;
    const struct trace *trace;
    uint32_t *log; /* events that are logs or observations */
    uint32_t log_count;
    uint64_t work_max;
    struct groups_result *out;
    uint64_t best;    /* 1 + the score of the furthest break; 0 for none */
    uint32_t best_at; /* where it was */
};

static void find_logs(struct search *s)
{
    const struct trace *t = s->trace;
    size_t count = 0, room = 0;
    for (uint64_t i = 0; i < t->count; i++) {
        if (trace_is_callback((enum trace_kind)t->event[i].kind))
            continue;
        GROW(s->log, count, room);
        s->log[count++] = (uint32_t)i;
    }
    s->log_count = (uint32_t)count;
    s->work_max = WORK_MAX + WORK_PER_LOG * (uint64_t)count;
}

static uint64_t event_at(const struct search *s, uint32_t at)
{
    return at < s->log_count ? s->log[at] : s->trace->count;
}

static void give_up(struct search *s, const struct node *node, const char *why)
{
    if (s->out->gave_up)
        return;
    s->out->gave_up = node->item;
    s->out->gave_up_why = why;
}

static bool is_over(const struct search *s)
{
    return s->out->gave_up || s->ls->runaway;
}

static bool accepts(struct search *s, const struct node *node, uint32_t at)
{
    if (++s->out->work > s->work_max)
        give_up(s, node, "too many ways to try");
    return line_accepts(s->ls, &s->ls->line[node->first], &s->trace->event[s->log[at]]);
}

/* --- breaks --- */

/* Is a break behind `score` logs at this place to be told? A new best one starts
 * the list of what was wanted anew. */
static bool is_best_break(struct search *s, uint64_t score, uint32_t at)
{
    if (score + 1 < s->best || (score + 1 == s->best && at != s->best_at))
        return false;
    if (score + 1 > s->best) {
        s->best = score + 1;
        s->best_at = at;
        s->out->wanted_count = 0;
        s->out->wanted_more = false;
    }
    return true;
}

static void want(struct search *s, const struct expect_item *item, uint64_t seen)
{
    struct groups_result *out = s->out;
    for (size_t i = 0; i < out->wanted_count; i++)
        if (out->wanted[i].item == item)
            return;
    if (out->wanted_count == GROUPS_WANTED_MAX)
        out->wanted_more = true;
    else
        out->wanted[out->wanted_count++] = (struct groups_wanted){ item, seen };
}

static void break_line(struct search *s, const struct node *node, uint64_t score, uint32_t at,
                       uint64_t seen)
{
    if (is_best_break(s, score + seen, at))
        want(s, node->item, seen);
}

/* Every line that still has room could have come. */
static void break_order(struct search *s, const struct assign *a, uint64_t score, uint32_t at)
{
    if (!is_best_break(s, score + a->placed, at))
        return;
    for (size_t j = 0; j < a->count; j++) {
        const struct line *line = &s->ls->line[a->first + j];
        if (a->line[j].count < line->count)
            want(s, line->item, a->line[j].count);
    }
}

/* --- a closed world --- */

static void push(struct search *s, const struct node *node, struct spots *out, uint32_t at,
                 uint32_t score)
{
    assert(out->count == 0 || out->spot[out->count - 1].at < at);
    if (out->count == SPOTS_MAX)
        give_up(s, node, "too many places to try");
    if (is_over(s))
        return;
    GROW(out->spot, out->count, out->room);
    out->spot[out->count++] = (struct spot){ at, score };
}

static void step(struct search *s, const struct node *node, const struct spots *in,
                 struct spots *out);

/* What one place learned of the logs is known to the next one, which begins later. */
static void step_line(struct search *s, const struct node *node, const struct spots *in,
                      struct spots *out)
{
    uint32_t till = 0, count = s->ls->line[node->first].count;
    for (size_t i = 0; i < in->count && !is_over(s); i++) {
        uint32_t from = in->spot[i].at, score = in->spot[i].score;
        till = from > till ? from : till;
        while (till < s->log_count && till - from < count && accepts(s, node, till))
            till++;
        if (till - from >= count)
            push(s, node, out, from + count, score + count);
        else if (till == from && in->behind_gap)
            break_line(s, node, score, s->log_count, 0);
        else
            break_line(s, node, score, till, till - from);
    }
}

static void step_gap(struct search *s, const struct node *node, const struct spots *in,
                     struct spots *out)
{
    uint32_t score = 0;
    for (size_t i = 0; i < in->count && !is_over(s); i++) {
        uint32_t end = i + 1 < in->count ? in->spot[i + 1].at : s->log_count + 1;
        score = in->spot[i].score > score ? in->spot[i].score : score;
        for (uint32_t at = in->spot[i].at; at < end && !is_over(s); at++)
            push(s, node, out, at, score);
    }
    out->behind_gap = true;
}

static void step_order(struct search *s, const struct node *node, const struct spots *in,
                       struct spots *out)
{
    struct assign a;
    assign_init(&a, s->ls, node, s->trace, &s->out->work, s->work_max);
    for (size_t i = 0; i < in->count && !is_over(s); i++) {
        uint32_t at = in->spot[i].at, score = in->spot[i].score;
        assign_clear(&a);
        while (a.placed < a.wanted && at < s->log_count && assign_add(&a, s->log[at]))
            at++;
        if (s->out->work > s->work_max)
            give_up(s, node, "too many ways to assign its lines");
        else if (a.placed == a.wanted)
            push(s, node, out, at, score + (uint32_t)a.wanted);
        else if (a.placed == 0 && in->behind_gap)
            break_order(s, &a, score, s->log_count);
        else
            break_order(s, &a, score, at);
    }
    assign_release(&a);
}

static void merge(struct search *s, const struct node *node, struct spots *into,
                  const struct spots *more)
{
    struct spots both = { .behind_gap = into->behind_gap || more->behind_gap };
    size_t i = 0, j = 0;
    while (i < into->count || j < more->count) {
        bool left = j == more->count || (i < into->count && into->spot[i].at <= more->spot[j].at);
        bool right = i == into->count || (j < more->count && more->spot[j].at <= into->spot[i].at);
        struct spot spot = left ? into->spot[i] : more->spot[j];
        if (left && right && more->spot[j].score > spot.score)
            spot.score = more->spot[j].score;
        push(s, node, &both, spot.at, spot.score);
        i += left;
        j += right;
    }
    free(into->spot);
    *into = both;
}

static void step_choices(struct search *s, const struct node *node, const struct spots *in,
                         struct spots *out)
{
    for (size_t i = 0; i < node->child_count && !is_over(s); i++) {
        struct spots reached = { 0 };
        step(s, &node->child[i], in, &reached);
        merge(s, node, out, &reached);
        free(reached.spot);
    }
}

static void step_sequence(struct search *s, const struct node *node, const struct spots *in,
                          struct spots *out)
{
    struct spots now = { .behind_gap = in->behind_gap };
    for (size_t i = 0; i < in->count; i++)
        push(s, node, &now, in->spot[i].at, in->spot[i].score);
    for (size_t i = 0; i < node->child_count && now.count > 0 && !is_over(s); i++) {
        struct spots next = { 0 };
        step(s, &node->child[i], &now, &next);
        free(now.spot);
        now = next;
    }
    *out = now;
}

static void step(struct search *s, const struct node *node, const struct spots *in,
                 struct spots *out)
{
    switch (node->kind) {
    case NODE_LINE: step_line(s, node, in, out); break;
    case NODE_GAP: step_gap(s, node, in, out); break;
    case NODE_ANY_ORDER: step_order(s, node, in, out); break;
    case NODE_ONE_OF: step_choices(s, node, in, out); break;
    case NODE_SEQUENCE: step_sequence(s, node, in, out); break;
    }
}

/* The last gap takes whatever is left, so its places need not be listed. */
static struct node without_last_gap(const struct node *whole, bool *gap)
{
    struct node rest = *whole;
    *gap = rest.child_count > 0 && rest.child[rest.child_count - 1].kind == NODE_GAP;
    rest.child_count -= *gap;
    return rest;
}

static void match_closed(struct search *s)
{
    bool gap;
    struct node whole = without_last_gap(&s->ls->whole, &gap);
    struct spot origin = { 0, 0 };
    struct spots in = { .spot = &origin, .count = 1 }, reached = { 0 };
    step(s, &whole, &in, &reached);
    const struct spot *last = reached.count > 0 ? &reached.spot[reached.count - 1] : NULL;
    if (last && (gap || last->at == s->log_count)) {
        s->out->end = SEARCH_FOUND;
        s->out->event = s->trace->count;
    } else if (last && (uint64_t)last->score + 1 > s->best) {
        s->out->end = SEARCH_LEFTOVER;
        s->out->event = event_at(s, last->at);
    } else {
        s->out->end = SEARCH_BROKEN;
        s->out->event = event_at(s, s->best_at);
    }
    free(reached.spot);
}

/* --- an open one --- */

#define NOWHERE UINT32_MAX

static struct spot reach(struct search *s, const struct node *node, struct spot from);

static struct spot reach_line(struct search *s, const struct node *node, struct spot from)
{
    uint32_t seen = 0, count = s->ls->line[node->first].count;
    for (; from.at < s->log_count && seen < count && !is_over(s); from.at++)
        seen += accepts(s, node, from.at);
    if (seen < count)
        break_line(s, node, from.score, s->log_count, seen);
    return (struct spot){ seen == count ? from.at : NOWHERE, from.score + seen };
}

/* A log that finds no place is one of those that nobody asked for. */
static struct spot reach_order(struct search *s, const struct node *node, struct spot from)
{
    struct assign a;
    assign_init(&a, s->ls, node, s->trace, &s->out->work, s->work_max);
    for (; from.at < s->log_count && a.placed < a.wanted && !is_over(s); from.at++) {
        (void)assign_add(&a, s->log[from.at]);
        if (s->out->work > s->work_max)
            give_up(s, node, "too many ways to assign its lines");
    }
    if (a.placed < a.wanted) {
        break_order(s, &a, from.score, s->log_count);
        from.at = NOWHERE;
    }
    from.score += (uint32_t)a.placed;
    assign_release(&a);
    return from;
}

static struct spot reach_choices(struct search *s, const struct node *node, struct spot from)
{
    struct spot best = { NOWHERE, 0 };
    for (size_t i = 0; i < node->child_count; i++) {
        struct spot spot = reach(s, &node->child[i], from);
        if (spot.at < best.at || (spot.at == best.at && spot.score > best.score))
            best = spot;
    }
    return best;
}

static struct spot reach(struct search *s, const struct node *node, struct spot from)
{
    switch (node->kind) {
    case NODE_LINE: return reach_line(s, node, from);
    case NODE_ANY_ORDER: return reach_order(s, node, from);
    case NODE_ONE_OF: return reach_choices(s, node, from);
    case NODE_SEQUENCE:
        for (size_t i = 0; i < node->child_count && from.at != NOWHERE && !is_over(s); i++)
            from = reach(s, &node->child[i], from);
        break;
    case NODE_GAP: break; /* everything is one */
    }
    return from;
}

static void match_open(struct search *s)
{
    struct spot end = reach(s, &s->ls->whole, (struct spot){ 0, 0 });
    s->out->end = end.at == NOWHERE ? SEARCH_BROKEN : SEARCH_FOUND;
    s->out->event = s->trace->count;
}

void groups_match(struct lines *ls, const struct trace *t, struct groups_result *out)
{
    struct search s = { .ls = ls, .trace = t, .out = out };
    *out = (struct groups_result){ .end = SEARCH_BROKEN };
    find_logs(&s);
    if (ls->open)
        match_open(&s);
    else
        match_closed(&s);
    free(s.log);
}
