#include "match/lines.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "match/bound.h"
#include "match/pattern.h"

static void name_line(struct line *line, const struct expect_item *item, struct labels labels)
{
    line->item = item;
    line->label = LINE_NO_LABEL;
    if (item->label) {
        uint32_t id = labels_find(labels, item->label);
        if (id != 0)
            line->label = id;
    } else {
        line->answer = xmalloc(labels.count);
        memset(line->answer, LINE_UNASKED, labels.count);
    }
}

/* A late callback is forgiven on a clock that is not exact, an early one only as far as
 * the clock that the host counts by is coarser than the one that we read. */
static void pin_time(struct line *line, uint64_t at, const struct match_sight *sight)
{
    if (sight->no_time)
        at = NO_TIME;
    line->from_ns = at == NO_TIME || at < sight->early_ns ? 0 : at - sight->early_ns;
    line->till_ns = UINT64_MAX;
    if (at == NO_TIME)
        return;
    uint64_t slack = sight->exact_time ? 0 : sight->tolerance_ns;
    line->till_ns = at > UINT64_MAX - slack ? UINT64_MAX : at + slack;
}

static void pin_line(struct lines *ls, struct line *line, const struct match_sight *sight)
{
    const struct expect_item *item = line->item;
    line->kind = item->has_value ? TRACE_OBSERVE : TRACE_LOG;
    line->value = item->value;
    line->count = item->count;
    line->phase = sight->phases ? item->phase : -1;
    line->iteration = sight->phases ? item->iteration : 0;
    pin_time(line, item->time_ns, sight);
    if (!sight->phases)
        ls->unjudged += (item->phase >= 0) + (item->iteration > 0);
    if (sight->no_time)
        ls->unjudged += item->time_ns != NO_TIME;
}

/* ---- the tree ---- */

struct builder {
    struct lines *ls;
    const struct match_sight *sight;
    bool gap; /* the latest item of the top level was one */
};

static void add_line(struct builder *b, const struct expect_item *item)
{
    struct lines *ls = b->ls;
    struct line *line = &ls->line[ls->line_count++];
    name_line(line, item, ls->labels);
    pin_line(ls, line, b->sight);
    line->gap_before = b->gap;
    b->gap = false;
}

static struct node *add_nodes(struct lines *ls, size_t count)
{
    return arena_alloc(&ls->arena, (count + 1) * sizeof(struct node));
}

static void build(struct builder *b, struct node *node, const struct expect_item *item)
{
    struct lines *ls = b->ls;
    *node = (struct node){ .item = item, .first = ls->line_count };
    switch (item->kind) {
    case EXPECT_LINE:
        node->kind = NODE_LINE;
        add_line(b, item);
        break;
    case EXPECT_GAP:
        node->kind = NODE_GAP;
        b->gap = true;
        break;
    case EXPECT_ANY_ORDER:
        node->kind = NODE_ANY_ORDER;
        ls->plain = false;
        for (size_t i = 0; i < item->item_count; i++)
            add_line(b, &item->item[i]);
        break;
    default:
        node->kind = item->kind == EXPECT_ONE_OF ? NODE_ONE_OF : NODE_SEQUENCE;
        ls->plain = false;
        node->child = add_nodes(ls, item->item_count);
        node->child_count = item->item_count;
        for (size_t i = 0; i < item->item_count; i++)
            build(b, &node->child[i], &item->item[i]);
        break;
    }
    node->count = ls->line_count - node->first;
}

/* What is no part of the order. */
static void add_promise(struct builder *b, const struct expect_item *item)
{
    struct lines *ls = b->ls;
    switch (item->kind) {
    case EXPECT_NEVER: name_line(&ls->never[ls->never_count++], item, ls->labels); break;
    case EXPECT_NOTHING: ls->nothing = item; break;
    case EXPECT_BEFORE: {
        struct pair *pair = &ls->pair[ls->pair_count++];
        pair->item = item;
        name_line(&pair->first, &item->item[0], ls->labels);
        name_line(&pair->second, &item->item[1], ls->labels);
        break;
    }
    case EXPECT_FIGURE:
        if (bound_is_seen(&item->bound, b->sight))
            ls->figure[ls->figure_count++] = item;
        else
            ls->unjudged++;
        break;
    default: assert(!"blocks are dissolved"); break;
    }
}

static size_t count_lines(const struct expect_item *item)
{
    size_t count = item->kind == EXPECT_LINE;
    for (size_t i = 0; i < item->item_count; i++)
        count += count_lines(&item->item[i]);
    return count;
}

static bool is_ordered(const struct expect_item *item)
{
    return item->kind == EXPECT_LINE || item->kind == EXPECT_GAP || item->kind == EXPECT_ONE_OF ||
           item->kind == EXPECT_ANY_ORDER;
}

void lines_init(struct lines *ls, const struct expect *e, const struct profile *profile,
                struct labels labels, const struct match_sight *sight)
{
    size_t count, lines = 0;
    const struct expect_item **flat = expect_flatten(e, profile, &count);
    *ls = (struct lines){ .labels = labels, .plain = true };
    for (size_t i = 0; i < count; i++)
        lines += count_lines(flat[i]);
    ls->line = xcalloc(lines, sizeof *ls->line);
    ls->never = xcalloc(count, sizeof *ls->never);
    ls->pair = xcalloc(count, sizeof *ls->pair);
    ls->figure = xcalloc(count, sizeof *ls->figure);
    ls->whole = (struct node){ .kind = NODE_SEQUENCE, .child = add_nodes(ls, count) };
    struct builder b = { .ls = ls, .sight = sight };
    for (size_t i = 0; i < count; i++) {
        if (is_ordered(flat[i]))
            build(&b, &ls->whole.child[ls->whole.child_count++], flat[i]);
        else if (flat[i]->kind == EXPECT_OPEN)
            ls->open = true;
        else
            add_promise(&b, flat[i]);
    }
    ls->whole.count = ls->line_count;
    ls->gap_at_end = b.gap;
    ls->plain = ls->plain && !ls->open;
    free(flat);
}

uint32_t lines_judged(const struct lines *ls)
{
    return (uint32_t)(ls->line_count + ls->never_count + ls->pair_count + ls->figure_count +
                      (ls->nothing != NULL));
}

static void release_answers(struct line *line, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(line[i].answer);
    free(line);
}

void lines_release(struct lines *ls)
{
    release_answers(ls->line, ls->line_count);
    release_answers(ls->never, ls->never_count);
    for (size_t i = 0; i < ls->pair_count; i++) {
        free(ls->pair[i].first.answer);
        free(ls->pair[i].second.answer);
    }
    free(ls->pair);
    free(ls->figure);
    arena_release(&ls->arena);
}

/* Asked once for each label: a trace has many events and few labels. */
static uint8_t ask(struct lines *ls, const struct line *line, uint32_t label)
{
    const char *text = ls->labels.text[label];
    enum pattern_answer answer = pattern_match(line->item->pattern, text);
    if (answer == PATTERN_LIMIT && !ls->runaway) {
        ls->runaway = line->item;
        ls->runaway_on = text;
    }
    return answer;
}

bool line_names(struct lines *ls, struct line *line, uint32_t label)
{
    if (!line->answer)
        return line->label == label;
    if (label >= ls->labels.count)
        return false; /* no label of its scenario: the process that wrote it was broken */
    if (line->answer[label] == LINE_UNASKED)
        line->answer[label] = ask(ls, line, label);
    return line->answer[label] == PATTERN_YES;
}

bool line_accepts(struct lines *ls, struct line *line, const struct trace_event *ev)
{
    return ev->kind == line->kind && line_names(ls, line, ev->label) &&
           (line->kind == TRACE_LOG || ev->value == line->value) && ev->at_ns >= line->from_ns &&
           ev->at_ns <= line->till_ns && (line->phase < 0 || ev->phase == (uint32_t)line->phase) &&
           (line->iteration == 0 || ev->iteration == line->iteration);
}
