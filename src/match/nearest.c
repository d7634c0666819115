/* nearest.c - the permitted trace that is nearest to the one that was seen.
 *
 * The expectation becomes a graph, and a path through it beside the logs is an
 * alignment: a log that a line accepts costs nothing; one that has its label but
 * not its pins, a line without a log and a log without a line cost one each. The
 * cheapest path is found level by level, all of one cost before any of the next,
 * so that a trace with one fault in a long row of logs is quickly done. A budget
 * of hops bounds the rest: a trace that far from any permitted one has no
 * nearest that would tell anybody something. */
#include "match/match.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lex.h"
#include "base/mem.h"
#include "match/lines.h"

enum { HOPS_MAX = 200 * 1000, SLOTS_MAX = 64, ROWS_MAX = 60, AROUND = 3, COLUMN = 34 };

/* --- the graph --- */

enum place_kind { PLACE_LINE, PLACE_GAP, PLACE_ANY_ORDER, PLACE_SPLIT, PLACE_END };

struct place_node {
    enum place_kind kind;
    size_t first, count; /* lines */
    uint32_t *next;      /* several of a split, else one */
    size_t next_count;
};

enum move { MOVE_NONE, MOVE_SAME, MOVE_DIFFERS, MOVE_MISSING, MOVE_EXTRA, MOVE_SKIPPED };

struct hop {
    uint32_t place, log; /* where it leads */
    uint64_t done;       /* a line: how often; any order: a bit for each slot */
    uint32_t from;       /* the hop before; of the first, itself */
    uint32_t line;       /* of SAME, DIFFERS and MISSING */
    uint32_t link;       /* the next hop of one hash, 0 for none */
    uint8_t move;
};

struct queue {
    uint32_t *hop;
    size_t count, room;
};

struct search {
    struct lines lines;
    const struct trace *trace;
    const struct match_sight *sight;
    uint64_t *log; /* events */
    uint32_t log_count;
    struct place_node *place;
    size_t place_count, place_room;
    struct hop *hop; /* [0] is the beginning */
    size_t hop_count, hop_room;
    uint32_t *hash;
    struct queue now, later;
    bool too_large;
};

enum { HASH_SIZE = 1 << 16 };

static uint32_t add_place(struct search *s, enum place_kind kind, const struct node *node,
                          uint32_t next)
{
    GROW(s->place, s->place_count, s->place_room);
    struct place_node *place = &s->place[s->place_count];
    *place = (struct place_node){ .kind = kind };
    if (node) {
        place->first = node->first;
        place->count = node->count;
    }
    if (kind != PLACE_END && kind != PLACE_SPLIT) {
        place->next = arena_alloc(&s->lines.arena, sizeof *place->next);
        place->next[0] = next;
        place->next_count = 1;
    }
    return (uint32_t)s->place_count++;
}

static uint64_t slots_of(const struct search *s, size_t first, size_t count)
{
    uint64_t slots = 0;
    for (size_t j = 0; j < count; j++)
        slots += s->lines.line[first + j].count;
    return slots;
}

/* The place at which this node begins, if `next` comes behind it. */
static uint32_t compile(struct search *s, const struct node *node, uint32_t next)
{
    switch (node->kind) {
    case NODE_LINE: return add_place(s, PLACE_LINE, node, next);
    case NODE_GAP: return add_place(s, PLACE_GAP, node, next);
    case NODE_ANY_ORDER:
        s->too_large = s->too_large || slots_of(s, node->first, node->count) > SLOTS_MAX;
        return add_place(s, PLACE_ANY_ORDER, node, next);
    case NODE_SEQUENCE:
        for (size_t i = node->child_count; i-- > 0;)
            next = compile(s, &node->child[i], next);
        return next;
    case NODE_ONE_OF: break;
    }
    uint32_t *branch = arena_alloc(&s->lines.arena, (node->child_count + 1) * sizeof *branch);
    for (size_t i = 0; i < node->child_count; i++)
        branch[i] = compile(s, &node->child[i], next);
    uint32_t split = add_place(s, PLACE_SPLIT, NULL, 0);
    s->place[split].next = branch;
    s->place[split].next_count = node->child_count;
    return split;
}

/* --- the search --- */

static uint32_t hash_of(const struct hop *st)
{
    uint64_t h = ((uint64_t)st->place << 32 | st->log) * 0x9e3779b97f4a7c15ull;
    h ^= st->done * 0xc2b2ae3d27d4eb4full;
    return (uint32_t)(h >> 40) % HASH_SIZE;
}

/* Has this very situation been settled by a hop no dearer than this one? */
static bool settle(struct search *s, uint32_t index)
{
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

static void enqueue(struct queue *q, uint32_t hop)
{
    GROW(q->hop, q->count, q->room);
    q->hop[q->count++] = hop;
}

static void go(struct search *s, uint32_t from, struct hop to, bool costs)
{
    if (s->hop_count == HOPS_MAX) {
        s->too_large = true;
        return;
    }
    to.from = from;
    GROW(s->hop, s->hop_count, s->hop_room);
    s->hop[s->hop_count] = to;
    enqueue(costs ? &s->later : &s->now, (uint32_t)s->hop_count++);
}

/* How the next log stands to a line: MOVE_SAME, MOVE_DIFFERS or MOVE_NONE. */
static enum move compare(struct search *s, size_t line, uint32_t log)
{
    if (log == s->log_count)
        return MOVE_NONE;
    struct line *l = &s->lines.line[line];
    const struct trace_event *ev = &s->trace->event[s->log[log]];
    if (line_accepts(&s->lines, l, ev))
        return MOVE_SAME;
    return ev->kind == l->kind && line_names(&s->lines, l, ev->label) ? MOVE_DIFFERS : MOVE_NONE;
}

/* One line, which may take the next log or be missing; `done` is how it counts then. */
static void go_line(struct search *s, uint32_t from, size_t line, uint64_t done)
{
    const struct hop here = s->hop[from];
    struct hop to = { .place = here.place, .log = here.log, .done = done, .line = (uint32_t)line };
    enum move move = compare(s, line, here.log);
    if (move != MOVE_SAME || s->place[here.place].kind == PLACE_ANY_ORDER) {
        to.move = MOVE_MISSING;
        go(s, from, to, true);
    }
    if (move == MOVE_NONE)
        return;
    to.log++;
    to.move = (uint8_t)move;
    go(s, from, to, move == MOVE_DIFFERS);
}

static void go_order(struct search *s, uint32_t from, const struct place_node *place)
{
    uint64_t done = s->hop[from].done, bit = 1;
    for (size_t j = place->count; j-- > 0;) {
        uint32_t count = s->lines.line[place->first + j].count;
        uint64_t free_slot = 0;
        /* The slots of one line are alike, so only the first free one is tried. */
        for (uint32_t k = 0; k < count; k++, bit <<= 1)
            if (!free_slot && !(done & bit))
                free_slot = bit;
        if (free_slot)
            go_line(s, from, place->first + j, done | free_slot);
    }
}

static void go_on(struct search *s, uint32_t from, const struct place_node *place)
{
    for (size_t i = place->next_count; i-- > 0;) {
        struct hop to = { .place = place->next[i], .log = s->hop[from].log };
        go(s, from, to, false);
    }
}

static bool is_full(const struct search *s, const struct hop *here)
{
    const struct place_node *place = &s->place[here->place];
    switch (place->kind) {
    case PLACE_LINE: return here->done == s->lines.line[place->first].count;
    case PLACE_ANY_ORDER:
        return (uint64_t)__builtin_popcountll(here->done) ==
               slots_of(s, place->first, place->count);
    default: return true;
    }
}

/* The next log without a line. Never where a line stands that takes it: whatever
 * comes later, a way that takes it there costs no more. */
static void go_past_log(struct search *s, uint32_t from, const struct place_node *place, bool full)
{
    struct hop to = s->hop[from];
    bool skips = s->lines.open || place->kind == PLACE_GAP;
    if (to.log == s->log_count)
        return;
    if (place->kind == PLACE_LINE && !full && compare(s, place->first, to.log) == MOVE_SAME)
        return;
    to.log++;
    to.link = 0;
    to.move = skips ? MOVE_SKIPPED : MOVE_EXTRA;
    go(s, from, to, !skips);
}

static void expand(struct search *s, uint32_t index)
{
    const struct hop here = s->hop[index];
    const struct place_node *place = &s->place[here.place];
    bool full = is_full(s, &here);
    go_past_log(s, index, place, full);
    if (full)
        go_on(s, index, place);
    else if (place->kind == PLACE_LINE)
        go_line(s, index, place->first, here.done + 1);
    else
        go_order(s, index, place);
}

/* The last hop of the cheapest way to the end; 0 for none. `*cost` is its price. */
static uint32_t find(struct search *s, uint32_t *cost)
{
    for (*cost = 0; s->now.count > 0; ++*cost) {
        while (s->now.count > 0 && !s->too_large) {
            uint32_t index = s->now.hop[--s->now.count];
            if (!settle(s, index))
                continue;
            const struct hop *st = &s->hop[index];
            if (s->place[st->place].kind == PLACE_END && st->log == s->log_count)
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

/* A log as the line beside it would write it: the pins that it has, as they were. */
static void print_seen(const struct search *s, const struct trace_event *ev,
                       const struct expect_item *item, FILE *out)
{
    const char *text = labels_text(s->lines.labels, ev->label);
    struct expect_item seen = { .label = text, .count = 1, .phase = -1, .time_ns = NO_TIME };
    char pins[128];
    seen.has_value = ev->kind == TRACE_OBSERVE;
    seen.value = seen.has_value ? ev->value : 0;
    if (s->sight->phases && item && item->phase >= 0)
        seen.phase = (int)ev->phase;
    if (s->sight->phases && item)
        seen.iteration = item->iteration > 0 ? ev->iteration : 0;
    if (!item || item->time_ns != NO_TIME)
        seen.time_ns = ev->at_ns;
    char *label = expect_print_label(text);
    fprintf(out, "%s%s", label, expect_print_pins(&seen, pins));
    free(label);
}

static void print_wanted(const struct expect_item *item, FILE *out)
{
    struct expect_item once = *item;
    char pins[128];
    once.count = 1;
    char *label = item->label ? expect_print_label(item->label)
                              : xasprintf("/%s/", item->pattern_text);
    fprintf(out, "%s%s", label, expect_print_pins(&once, pins));
    free(label);
}

/* "> b @check                 a 5ms" */
static void print_row(const struct search *s, const struct hop *st, char mark, FILE *out)
{
    char *left = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&left, &size);
    const struct expect_item *item = st->move == MOVE_EXTRA || st->move == MOVE_SKIPPED
                                         ? NULL
                                         : s->lines.line[st->line].item;
    if (!memory)
        return;
    if (item)
        print_wanted(item, memory);
    fclose(memory);
    fprintf(out, "%c %-*s  ", mark, COLUMN, item ? left : st->move == MOVE_SKIPPED ? "..." : "-");
    if (st->move == MOVE_MISSING)
        putc('-', out);
    else
        print_seen(s, &s->trace->event[s->log[st->log - 1]], item, out);
    putc('\n', out);
    free(left);
}

static bool is_difference(const struct hop *st)
{
    return st->move == MOVE_DIFFERS || st->move == MOVE_MISSING || st->move == MOVE_EXTRA;
}

/* The hops of the way that stand for a row, in order. */
static uint32_t *rows_of(const struct search *s, uint32_t last, size_t *count)
{
    uint32_t *row = NULL;
    size_t n = 0, room = 0;
    for (uint32_t i = last; i != 0; i = s->hop[i].from) {
        if (s->hop[i].move == MOVE_NONE)
            continue;
        GROW(row, n, room);
        row[n++] = i;
    }
    for (size_t i = 0; i < n / 2; i++) {
        uint32_t other = row[i];
        row[i] = row[n - 1 - i];
        row[n - 1 - i] = other;
    }
    *count = n;
    return row;
}

/* Rows near a difference are shown, others only counted. */
static bool is_near(const struct search *s, const uint32_t *row, size_t count, size_t i)
{
    size_t from = i > AROUND ? i - AROUND : 0;
    for (size_t k = from; k < count && k <= i + AROUND; k++)
        if (is_difference(&s->hop[row[k]]))
            return true;
    return false;
}

static void print_hidden(size_t hidden, FILE *out)
{
    if (hidden > 0)
        fprintf(out, "  (%zu as permitted)\n", hidden);
}

static void print_rows(const struct search *s, const uint32_t *row, size_t count, FILE *out)
{
    size_t hidden = 0, shown = 0;
    char mark = '>';
    fprintf(out, "  %-*s  %s\n", COLUMN, "the nearest permitted trace", "what was seen");
    for (size_t i = 0; i < count; i++) {
        const struct hop *st = &s->hop[row[i]];
        bool difference = is_difference(st);
        if (shown == ROWS_MAX) {
            fprintf(out, "  (%zu more)\n", count - i);
            return;
        }
        if (!is_near(s, row, count, i)) {
            hidden++;
            continue;
        }
        print_hidden(hidden, out);
        hidden = 0;
        shown++;
        print_row(s, st, difference ? mark : ' ', out);
        mark = difference ? '!' : mark;
    }
    print_hidden(hidden, out);
}

static char *draw(const struct search *s, uint32_t last)
{
    char *text = NULL;
    size_t size = 0, count;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    uint32_t *row = rows_of(s, last, &count);
    print_rows(s, row, count, out);
    free(row);
    fclose(out);
    return text;
}

static void find_logs(struct search *s)
{
    size_t count = 0, room = 0;
    for (uint64_t i = 0; i < s->trace->count && count < HOPS_MAX; i++) {
        if (trace_is_callback((enum trace_kind)s->trace->event[i].kind))
            continue;
        GROW(s->log, count, room);
        s->log[count++] = i;
    }
    s->log_count = (uint32_t)count;
    s->too_large = count == HOPS_MAX;
}

char *match_nearest(const struct expect *e, const struct profile *profile, struct labels labels,
                    const struct trace *t, const struct match_sight *sight)
{
    struct search s = { .trace = t, .sight = sight };
    uint32_t cost = 0, last = 0;
    lines_init(&s.lines, e, profile, labels, sight);
    find_logs(&s);
    uint32_t end = add_place(&s, PLACE_END, NULL, 0);
    struct hop origin = { .place = compile(&s, &s.lines.whole, end) };
    if (!s.too_large) {
        s.hash = xcalloc(HASH_SIZE, sizeof *s.hash);
        go(&s, 0, origin, false);
        last = find(&s, &cost);
    }
    char *text = last > 0 && cost > 0 && !s.lines.runaway ? draw(&s, last) : NULL;
    free(s.log);
    free(s.place);
    free(s.hop);
    free(s.hash);
    free(s.now.hop);
    free(s.later.hop);
    lines_release(&s.lines);
    return text;
}
