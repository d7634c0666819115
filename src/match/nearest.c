/* nearest.c - find the permitted trace that is nearest to the one that was seen.
 *
 * An alignment is a path through the graph of lines.h and the logs at once. A log that a line
 * accepts costs nothing. A log that has the line's label but not its pins, a line without a log,
 * and a log without a line cost one each. The cheapest path is found level by level, all of one
 * cost before any of the next, so a trace with one fault in a long row of logs is done quickly. A
 * budget limits the rest: if a trace is that far from every permitted one, the nearest would not
 * help anybody. */
#include "match/match.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "match/lines.h"

enum { HOPS_MAX = 200 * 1000, SLOTS_MAX = 64, ROWS_MAX = 60, AROUND = 3, COLUMN_MAX = 50 };
static const char left_head[] = "expected (nearest permitted)";

enum move { MOVE_NONE, MOVE_SAME, MOVE_DIFFERS, MOVE_MISSING, MOVE_EXTRA, MOVE_SKIPPED };

struct hop {
    /* The state after the hop: at the item of this id (0: the end), before this log. */
    uint32_t place, log;
    uint64_t done; /* a line: how many logs it has; any order: one bit per slot */
    uint32_t from; /* the hop before; the first: itself */
    uint32_t line; /* of SAME, DIFFERS and MISSING: its id; else 0 */
    uint32_t link; /* the next hop with the same hash, 0: none */
    uint8_t move;
};

struct queue {
    uint32_t *hop;
    size_t count, room;
};

struct search {
    struct lines lines;
    struct hop *hop; /* [0] is the beginning */
    size_t hop_count, hop_room;
    uint32_t *hash;
    struct queue now, later;
    uint64_t broken; /* the event that breaks a promise, whatever the order says */
    bool too_large;
};

enum { HASH_SIZE = 1 << 16 };

/* EXPECT_NOTHING at the end. */
static enum expect_kind kind_of(const struct search *s, uint32_t place)
{
    return place ? s->lines.line[place].item->kind : EXPECT_NOTHING;
}

/* --- the search --- */

static uint32_t hash_of(const struct hop *st)
{
    uint64_t h = ((uint64_t)st->place << 32 | st->log) * 0x9e3779b97f4a7c15ull;
    h ^= st->done * 0xc2b2ae3d27d4eb4full;
    return (uint32_t)(h >> 40) % HASH_SIZE;
}

/* Mark the hop's state as visited. False if a hop at no higher cost has reached the same state. */
static bool visit(struct search *s, uint32_t index)
{
    assert(index < s->hop_count);
    struct hop *st = &s->hop[index];
    uint32_t *slot = &s->hash[hash_of(st)];
    for (uint32_t i = *slot; i > 0; i = s->hop[i - 1].link) {
        const struct hop *other = &s->hop[i - 1];
        if (other->place == st->place && other->log == st->log && other->done == st->done)
            return false;
    }
    st->link = *slot;
    *slot = index + 1;
    return true;
}

static void go(struct search *s, uint32_t from, struct hop to, bool costs)
{
    struct queue *q = costs ? &s->later : &s->now;
    assert(to.log <= s->lines.log_count);
    assert(to.place <= s->lines.id_max);
    if (s->hop_count == HOPS_MAX) {
        s->too_large = true;
        return;
    }
    to.from = from;
    GROW(s->hop, s->hop_count, s->hop_room);
    PUSH(q->hop, q->count, q->room, (uint32_t)s->hop_count);
    s->hop[s->hop_count++] = to;
}

/* How the next log compares with a line: MOVE_SAME, MOVE_DIFFERS or MOVE_NONE. */
static enum move compare(struct search *s, uint32_t id, uint32_t log)
{
    struct lines *ls = &s->lines;
    struct line *line = &ls->line[id];
    if (log == ls->log_count)
        return MOVE_NONE;
    if (line_accepts(ls, line, log))
        return MOVE_SAME;
    bool alike = ls->trace->event[ls->log[log]].kind == line->kind && line_names(ls, line, log);
    return alike ? MOVE_DIFFERS : MOVE_NONE;
}

/* One line takes the next log, or its log is missing; `done` is the state after that. */
static void go_line(struct search *s, uint32_t from, uint32_t line, uint64_t done)
{
    const struct hop here = s->hop[from];
    struct hop to = { .place = here.place, .log = here.log, .done = done, .line = line };
    enum move move = compare(s, line, here.log);
    if (move != MOVE_SAME || line != here.place) {
        to.move = MOVE_MISSING;
        go(s, from, to, true);
    }
    if (move == MOVE_NONE)
        return;
    to.log++;
    to.move = (uint8_t)move;
    go(s, from, to, move == MOVE_DIFFERS);
}

static void go_order(struct search *s, uint32_t from, const struct expect_item *order)
{
    uint64_t done = s->hop[from].done, bit = 1;
    for (size_t j = order->item_count; j-- > 0;) {
        uint64_t free_slot = 0;
        /* The slots of one line are alike, so try only the first free one. */
        for (uint32_t k = 0; k < order->item[j]->count; k++, bit <<= 1)
            if (!free_slot && !(done & bit))
                free_slot = bit;
        if (free_slot)
            go_line(s, from, order->item[j]->id, done | free_slot);
    }
}

static void go_on(struct search *s, uint32_t from)
{
    uint32_t place = s->hop[from].place;
    const struct line *line = &s->lines.line[place];
    struct hop to = { .place = line->next, .log = s->hop[from].log };
    if (kind_of(s, place) != EXPECT_ONE_OF) {
        if (place != 0)
            go(s, from, to, false);
        return;
    }
    for (size_t i = line->item->item_count; i-- > 0;) {
        to.place = lines_of(&s->lines, line->item->item[i])->next;
        go(s, from, to, false);
    }
}

static bool is_full(const struct search *s, const struct hop *here)
{
    switch (kind_of(s, here->place)) {
    case EXPECT_LINE: return here->done == s->lines.line[here->place].count;
    case EXPECT_ANY_ORDER:
        return (uint64_t)__builtin_popcountll(here->done) == s->lines.line[here->place].count;
    default: return true;
    }
}

/* Pass the next log without a line. Not if the current line accepts it: accepting never costs more
 * in the end. */
static void go_past_log(struct search *s, uint32_t from, bool full)
{
    struct hop to = s->hop[from];
    enum expect_kind kind = kind_of(s, to.place);
    bool skips = s->lines.open || kind == EXPECT_GAP;
    if (to.log == s->lines.log_count)
        return;
    if (kind == EXPECT_LINE && !full && compare(s, to.place, to.log) == MOVE_SAME)
        return;
    to.log++;
    to.link = to.line = 0;
    to.move = skips ? MOVE_SKIPPED : MOVE_EXTRA;
    go(s, from, to, !skips);
}

static void expand(struct search *s, uint32_t index)
{
    const struct hop here = s->hop[index];
    bool full = is_full(s, &here);
    go_past_log(s, index, full);
    if (full)
        go_on(s, index);
    else if (kind_of(s, here.place) == EXPECT_LINE)
        go_line(s, index, here.place, here.done + 1);
    else
        go_order(s, index, s->lines.line[here.place].item);
}

/* The last hop of the cheapest path to the end and its `*cost`; 0 if there is none. */
static uint32_t find(struct search *s, uint32_t *cost)
{
    for (*cost = 0; s->now.count > 0; ++*cost) {
        while (s->now.count > 0 && !s->too_large) {
            uint32_t index = s->now.hop[--s->now.count];
            if (!visit(s, index))
                continue;
            if (s->hop[index].place == 0 && s->hop[index].log == s->lines.log_count)
                return index;
            expand(s, index);
        }
        struct queue spent = s->now;
        s->now = s->later;
        s->later = spent;
        s->later.count = 0;
        if (s->too_large)
            return 0;
    }
    return 0;
}

/* --- the view --- */

static char *print_line(const struct expect_item *item)
{
    char pins[128];
    char *label = item->label ? expect_print_label(item->label)
                              : xasprintf("/%s/", item->pattern_text);
    char *text = xasprintf("%s%s", label, expect_print_pins(item, pins));
    free(label);
    return text;
}

/* A log as the line beside it would write it: the pins that it has, as they were. Where the two
 * differ, all that is known. */
static char *print_seen(const struct lines *ls, uint32_t log, const struct expect_item *item,
                        bool differs)
{
    const struct trace_event *ev = &ls->trace->event[ls->log[log]];
    struct expect_item seen = { .label = labels_text(ls->labels, ev->label), .count = 1 };
    char time[32] = "";
    seen.has_value = ev->kind == TRACE_OBSERVE;
    seen.value = seen.has_value ? ev->value : 0;
    seen.phase = ls->sight->phases && (differs || (item && item->phase >= 0)) ? (int)ev->phase : -1;
    seen.iteration = ls->sight->phases && item && item->iteration > 0 ? ev->iteration : 0;
    seen.time_ns = NO_TIME;
    if (differs || !item || item->time_ns != NO_TIME)
        text_time(ev->at_ns, time);
    char *space = strchr(time, ' '); /* as in the line beside it: 5ms */
    if (space)
        memmove(space, space + 1, strlen(space));
    char *line = print_line(&seen), *text = xasprintf("%s%s%s", line, *time ? " " : "", time);
    free(line);
    return text;
}

static bool is_difference(const struct hop *st)
{
    return st->move == MOVE_DIFFERS || st->move == MOVE_MISSING || st->move == MOVE_EXTRA;
}

/* Is it marked: as a difference, or as the log that may not be there for another reason? */
static bool is_marked(const struct search *s, const struct hop *st)
{
    bool has_log = st->move == MOVE_SAME || st->move == MOVE_SKIPPED;
    return is_difference(st) || (has_log && s->lines.log[st->log - 1] == s->broken);
}

static char *print_expected(const struct search *s, const struct hop *st)
{
    const struct expect_item *item = s->lines.line[st->line].item;
    if (!item)
        return xstrdup(st->move == MOVE_SKIPPED ? "..." : "-");
    struct expect_item once = *item;
    once.count = 1;
    return print_line(&once);
}

/* "> b @check                     a @timers 5ms" */
static void print_row(const struct search *s, const struct hop *st, char mark, int column,
                      FILE *out)
{
    const struct expect_item *item = s->lines.line[st->line].item;
    char *left = print_expected(s, st);
    char *right = st->move == MOVE_MISSING
                      ? xstrdup("-")
                      : print_seen(&s->lines, st->log - 1, item, is_marked(s, st));
    fprintf(out, "%c %-*s  %s\n", mark, column, left, right);
    free(left);
    free(right);
}

/* The hops of the way that stand for a row, in order. */
static uint32_t *rows_of(const struct search *s, uint32_t last, size_t *count)
{
    size_t n = 0; /* ends: a hop comes after the one it is from */
    for (uint32_t i = last; i != 0; i = s->hop[i].from)
        n += s->hop[i].move != MOVE_NONE;
    uint32_t *row = xcalloc(n, sizeof *row);
    *count = n;
    for (uint32_t i = last; i != 0; i = s->hop[i].from)
        if (s->hop[i].move != MOVE_NONE)
            row[--n] = i;
    return row;
}

/* Rows near a difference are printed, others only counted. */
static bool is_near(const struct search *s, const uint32_t *row, size_t count, size_t i)
{
    size_t from = i > AROUND ? i - AROUND : 0;
    for (size_t k = from; k < count && k <= i + AROUND; k++)
        if (is_marked(s, &s->hop[row[k]]))
            return true;
    return false;
}

/* The width of the left column: that of its widest text, unless that is very wide. */
static int left_width(const struct search *s, const uint32_t *row, size_t count)
{
    size_t width = strlen(left_head);
    for (size_t i = 0, shown = 0; i < count && shown < ROWS_MAX; i++) {
        if (!is_near(s, row, count, i))
            continue;
        char *left = print_expected(s, &s->hop[row[i]]);
        size_t here = strlen(left);
        width = here > width && here <= COLUMN_MAX ? here : width;
        free(left);
        shown++;
    }
    return (int)width;
}

static void print_rows(const struct search *s, const uint32_t *row, size_t count, FILE *out)
{
    size_t hidden = 0, shown = 0;
    int column = left_width(s, row, count);
    char mark = '>';
    fprintf(out, "  %-*s  %s\n", column, left_head, "what happened");
    for (size_t i = 0; i <= count; i++) {
        bool near = i < count && is_near(s, row, count, i);
        if (i < count && shown == ROWS_MAX) {
            fprintf(out, "  (%zu more)\n", count - i);
            return;
        }
        if ((near || i == count) && hidden > 0) {
            fprintf(out, "  (%zu as permitted)\n", hidden);
            hidden = 0;
        }
        hidden += !near;
        if (!near)
            continue;
        const struct hop *st = &s->hop[row[i]];
        print_row(s, st, is_marked(s, st) ? mark : ' ', column, out);
        mark = is_marked(s, st) ? '!' : mark;
        shown++;
    }
}

static char *draw(const struct search *s, uint32_t last)
{
    char *text = NULL;
    size_t count;
    FILE *out = xopen_memstream(&text, NULL);
    uint32_t *row = rows_of(s, last, &count);
    print_rows(s, row, count, out);
    free(row);
    fclose(out);
    return text;
}

char *match_nearest(const struct expect *e, const struct profile *profile, struct labels labels,
                    const struct trace *t, const struct match_sight *sight, uint64_t broken)
{
    struct search s = { .broken = broken };
    uint32_t cost = 0, last = 0;
    lines_init(&s.lines, e, profile, labels, t, sight);
    if (s.lines.log_count < HOPS_MAX && s.lines.order_max <= SLOTS_MAX) {
        s.hash = xcalloc(HASH_SIZE, sizeof *s.hash);
        go(&s, 0, (struct hop){ .place = s.lines.first }, false);
        last = find(&s, &cost);
    }
    bool marks = cost > 0 || (broken < t->count && trace_is_log(t->event[broken].kind));
    char *text = last > 0 && marks && !s.lines.runaway ? draw(&s, last) : NULL;
    free(s.hop);
    free(s.hash);
    free(s.now.hop);
    free(s.later.hop);
    lines_release(&s.lines);
    return text;
}
