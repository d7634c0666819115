#include "match/lines.h"

#include <assert.h>
#include <stdlib.h>

#include "match/bound.h"
#include "match/pattern.h"

struct line *lines_of(struct lines *ls, const struct expect_item *item)
{
    assert(item->id > 0);
    assert(item->id <= ls->id_max);
    return &ls->line[item->id];
}

static void name_line(struct lines *ls, const struct expect_item *item)
{
    struct line *line = lines_of(ls, item);
    uint32_t id = item->label ? labels_find(ls->labels, item->label) : 0;
    line->item = item;
    line->label = id ? id : LINE_NO_LABEL;
    if (item->pattern)
        line->answer = arena_alloc(&ls->arena, ls->labels.count);
}

/* On the real clock a log may be late by the tolerance. It may be early only by as much as the
 * host's clock is coarser than the one we read. */
static void pin_time(struct line *line, uint64_t at, const struct match_sight *sight)
{
    line->till_ns = UINT64_MAX;
    if (at == NO_TIME || sight->no_time)
        return;
    uint64_t slack = sight->exact_time ? 0 : sight->tolerance_ns;
    line->from_ns = at < sight->early_ns ? 0 : at - sight->early_ns;
    line->till_ns = at > UINT64_MAX - slack ? UINT64_MAX : at + slack;
}

static void add_line(struct lines *ls, const struct expect_item *item)
{
    const struct match_sight *sight = ls->sight;
    struct line *line = lines_of(ls, item);
    name_line(ls, item);
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
    ls->judged++;
}

/* Items that have no position in the order. */
static void add_promise(struct lines *ls, const struct expect_item *item)
{
    struct line *line = lines_of(ls, item);
    switch (item->kind) {
    case EXPECT_OPEN: ls->open = true; return;
    case EXPECT_NOTHING: ls->nothing = item; break;
    case EXPECT_NEVER:
        name_line(ls, item);
        line->next = ls->never;
        ls->never = item->id;
        break;
    case EXPECT_BEFORE:
        name_line(ls, item->item[0]);
        name_line(ls, item->item[1]);
        break;
    default:
        assert(item->kind == EXPECT_FIGURE);
        if (!bound_is_seen(&item->bound, ls->sight)) {
            ls->unjudged++;
            return;
        }
    }
    line->item = item;
    ls->judged++;
}

static uint32_t link_items(struct lines *ls, const struct expect_item *owner, uint32_t next);

/* Link `item` and all items in it, given that `next` follows. Returns the id at which it begins. */
static uint32_t link_item(struct lines *ls, const struct expect_item *item, uint32_t next)
{
    struct line *line = lines_of(ls, item);
    assert(next == 0 || item->id < next);
    switch (item->kind) {
    case EXPECT_LINE: add_line(ls, item); break;
    case EXPECT_GAP: break;
    case EXPECT_CHOICE: next = link_items(ls, item, next); break;
    case EXPECT_ANY_ORDER:
        ls->has_groups = true;
        for (size_t i = 0; i < item->item_count; i++) {
            add_line(ls, item->item[i]);
            line->count += item->item[i]->count;
        }
        ls->order_max = line->count > ls->order_max ? line->count : ls->order_max;
        break;
    case EXPECT_ONE_OF:
        ls->has_groups = true;
        ls->one_way = false;
        for (size_t i = 0; i < item->item_count; i++)
            link_item(ls, item->item[i], next);
        break;
    default: add_promise(ls, item); return next;
    }
    line->item = item;
    line->next = next;
    return item->id;
}

static uint32_t link_items(struct lines *ls, const struct expect_item *owner, uint32_t next)
{
    for (size_t i = owner->item_count; i-- > 0;)
        next = link_item(ls, owner->item[i], next);
    return next;
}

static void find_logs(struct lines *ls)
{
    const struct trace *t = ls->trace;
    size_t count = 0, room = 0;
    for (uint64_t i = 0; i < t->count; i++) {
        if (!trace_is_log((enum trace_kind)t->event[i].kind))
            continue;
        PUSH(ls->log, count, room, (uint32_t)i);
    }
    ls->log_count = (uint32_t)count;
}

void lines_init(struct lines *ls, const struct expect *e, const struct profile *profile,
                struct labels labels, const struct trace *t, const struct match_sight *sight)
{
    assert(t->count < UINT32_MAX);
    *ls = (struct lines){ .labels = labels, .sight = sight, .trace = t, .one_way = true };
    ls->id_max = e->id_max;
    ls->line = xcalloc((size_t)e->id_max + 1, sizeof *ls->line);
    ls->whole.kind = EXPECT_CHOICE;
    ls->whole.item = expect_flatten(e, profile, &ls->whole.item_count);
    ls->first = link_items(ls, &ls->whole, 0);
    ls->one_way = ls->one_way && !ls->open;
    find_logs(ls);
}

void lines_release(struct lines *ls)
{
    free(ls->line);
    free((void *)ls->whole.item);
    free(ls->log);
    arena_release(&ls->arena);
}

uint64_t lines_event(const struct lines *ls, uint32_t log)
{
    assert(log <= ls->log_count);
    return log < ls->log_count ? ls->log[log] : ls->trace->count;
}

/* Ask a pattern once for each label: a trace has many events and few labels. */
static uint8_t ask_pattern(struct lines *ls, const struct line *line, uint32_t label)
{
    const char *text = ls->labels.text[label];
    enum pattern_answer answer = pattern_match(line->item->pattern, text);
    if (answer == PATTERN_LIMIT && !ls->runaway) {
        ls->runaway = line->item;
        ls->runaway_on = text;
    }
    return (uint8_t)(1 + answer);
}

bool line_names(struct lines *ls, struct line *line, uint32_t log)
{
    assert(log < ls->log_count);
    uint32_t label = ls->trace->event[ls->log[log]].label;
    if (!line->answer)
        return line->label == label;
    if (label >= ls->labels.count)
        return false; /* not a label of its scenario: a broken process wrote it */
    if (line->answer[label] == 0)
        line->answer[label] = ask_pattern(ls, line, label);
    return line->answer[label] == 1 + PATTERN_YES;
}

bool line_accepts(struct lines *ls, struct line *line, uint32_t log)
{
    assert(log < ls->log_count);
    const struct trace_event *ev = &ls->trace->event[ls->log[log]];
    return ev->kind == line->kind && line_names(ls, line, log) &&
           (line->kind == TRACE_LOG || ev->value == line->value) && ev->at_ns >= line->from_ns &&
           ev->at_ns <= line->till_ns && (line->phase < 0 || ev->phase == (uint32_t)line->phase) &&
           (line->iteration == 0 || ev->iteration == line->iteration);
}
