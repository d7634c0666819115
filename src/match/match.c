#include "match/match.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lex.h"
#include "base/mem.h"
#include "match/bound.h"
#include "match/walk.h"
#include "scenario/words.h"

enum { TEXT_SIZE = 200 };

bool match_names_errors(const char *label)
{
    for (size_t i = 0; i < OBSERVE_COUNT; i++) {
        const struct choice *what = word_choice(GROUP_OBSERVE, i);
        size_t n = strlen(what->text);
        if (what->names_errors && strncmp(label, what->text, n) == 0 &&
            (label[n] == '\0' || label[n] == '.'))
            return true;
    }
    return false;
}

/* --- sentences --- */

/* "'b' * 3 @check 5ms" */
static const char *describe_item(const struct expect_item *item, char text[TEXT_SIZE])
{
    char pins[128];
    expect_print_pins(item, pins);
    if (item->label)
        snprintf(text, TEXT_SIZE, "'%s'%s", item->label, pins);
    else
        snprintf(text, TEXT_SIZE, "/%.60s/%s", item->pattern_text, pins);
    return text;
}

/* "'alive' = 0 at 5ms in timers"; with the iteration if the line has one. */
static const char *describe_event(const struct lines *ls, uint64_t event,
                                  const struct expect_item *item, char text[TEXT_SIZE])
{
    char value[40] = "", number[32], time[32], phase[32] = "", iteration[32] = "";
    assert(event < ls->trace->count);
    const struct trace_event *ev = &ls->trace->event[event];
    const char *label = labels_text(ls->labels, ev->label);
    if (ev->kind == TRACE_OBSERVE)
        snprintf(value, sizeof value, " = %s",
                 trace_value_print(ev->value, match_names_errors(label), number));
    if (ls->sight->phases)
        snprintf(phase, sizeof phase, " in %s", trace_phase_name((enum trace_phase)ev->phase));
    if (ls->sight->phases && item && item->iteration > 0)
        snprintf(iteration, sizeof iteration, ", iteration %u", ev->iteration);
    snprintf(text, TEXT_SIZE, "'%s'%s at %s%s%s", label, value, lex_print_duration(ev->at_ns, time),
             phase, iteration);
    return text;
}

/* "'a' or 'b' * 3 (2 seen)" */
static void describe_wanted(const struct walk_result *found, char *text, size_t size)
{
    size_t n = 0;
    text[0] = '\0';
    for (size_t i = 0; i < found->wanted_count && n < size; i++) {
        const struct walk_wanted *w = &found->wanted[i];
        char item[TEXT_SIZE], seen[32] = "";
        if (w->seen > 0)
            snprintf(seen, sizeof seen, " (%llu seen)", (unsigned long long)w->seen);
        n += (size_t)snprintf(text + n, size - n, "%s%s%s", i ? " or " : "",
                              describe_item(w->item, item), seen);
    }
    if (found->wanted_more && n < size)
        snprintf(text + n, size - n, " or another");
}

/* --- verdicts --- */

struct judgement {
    struct lines lines;
    struct match_result *out;
};

__attribute__((format(printf, 5, 6))) static void conclude(struct judgement *j,
                                                           enum match_verdict verdict,
                                                           const struct expect_item *item,
                                                           uint64_t event, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vsnprintf(j->out->reason, sizeof j->out->reason, fmt, args);
    va_end(args);
    j->out->verdict = verdict;
    j->out->item = item;
    j->out->event = event;
}

static void conclude_runaway(struct judgement *j)
{
    const struct expect_item *item = j->lines.runaway;
    assert(item);
    conclude(j, MATCH_INCONCLUSIVE, item, j->lines.trace->count,
             "pattern /%.60s/ ran into its limit on '%s' (%.120s:%u)", item->pattern_text,
             j->lines.runaway_on, item->at.file ? item->at.file : "", item->at.line);
}

/* Where the item that was expected at `event` comes instead. */
static uint64_t find_later(struct judgement *j, const struct expect_item *item, uint64_t event)
{
    for (uint32_t log = 0; log < j->lines.log_count; log++)
        if (j->lines.log[log] > event && line_names(&j->lines, lines_of(&j->lines, item), log))
            return j->lines.log[log];
    return j->lines.trace->count;
}

static void conclude_broken_line(struct judgement *j, const struct walk_result *found)
{
    assert(found->end == WALK_BROKEN);
    assert(found->wanted_count > 0);
    const struct expect_item *item = found->wanted[0].item;
    char wanted[WALK_WANTED_MAX * TEXT_SIZE / 2], saw[TEXT_SIZE];
    describe_wanted(found, wanted, sizeof wanted);
    j->out->other = find_later(j, item, found->event);
    if (found->event == j->lines.trace->count)
        conclude(j, MATCH_FAIL, item, found->event, "the trace ended; %.340s was still expected",
                 wanted);
    else
        conclude(j, MATCH_FAIL, item, found->event, "expected %.230s, saw %.150s", wanted,
                 describe_event(&j->lines, found->event, item, saw));
}

/* --- judgement: the order, what was never to come, the pairs, the figures --- */

/* The first event that a `never` forbids: returns the item, or NULL; `*event` is its index. */
static const struct expect_item *find_broken_promise(struct lines *ls, uint64_t *event)
{
    for (uint32_t log = 0; ls->never && log < ls->log_count && !ls->runaway; log++) {
        for (uint32_t id = ls->never; id > 0; id = ls->line[id].next) {
            if (line_names(ls, &ls->line[id], log)) {
                *event = ls->log[log];
                return ls->line[id].item;
            }
        }
    }
    return NULL;
}

/* If a promise and the order are both broken, report the earlier event. */
static void judge_order(struct judgement *j)
{
    struct walk_result found;
    struct lines *ls = &j->lines;
    char text[TEXT_SIZE], saw[TEXT_SIZE];
    uint64_t event = 0;
    const struct expect_item *broken = find_broken_promise(ls, &event);
    walk_trace(ls, &found);
    if (ls->runaway)
        conclude_runaway(j);
    else if (broken && (found.gave_up || found.end == WALK_FOUND || event <= found.event))
        conclude(j, MATCH_FAIL, broken, event, "%s was never to come, saw %s",
                 describe_item(broken, text), describe_event(ls, event, NULL, saw));
    else if (found.gave_up)
        conclude(j, MATCH_INCONCLUSIVE, found.gave_up, ls->trace->count, "%s (%.120s:%u)",
                 found.gave_up_why, found.gave_up->at.file ? found.gave_up->at.file : "",
                 found.gave_up->at.line);
    else if (found.end == WALK_BROKEN)
        conclude_broken_line(j, &found);
    else if (found.end == WALK_LEFTOVER)
        conclude(j, MATCH_FAIL, ls->nothing, found.event, "%s %s",
                 ls->nothing ? "nothing was expected, saw" : "nothing explains",
                 describe_event(ls, found.event, NULL, saw));
}

/* Compare the first log of the one with the first log of the other. */
static void judge_pair(struct judgement *j, const struct expect_item *pair)
{
    struct lines *ls = &j->lines;
    assert(pair->item_count == 2);
    const struct expect_item *a = pair->item[0], *b = pair->item[1];
    char first[TEXT_SIZE], second[TEXT_SIZE], saw[TEXT_SIZE];
    uint32_t none = ls->log_count, a_at = none, b_at = none;
    for (uint32_t log = 0; log < none && (a_at == none || b_at == none); log++) {
        if (a_at == none && line_names(ls, lines_of(ls, a), log))
            a_at = log;
        if (b_at == none && line_names(ls, lines_of(ls, b), log))
            b_at = log;
    }
    if (ls->runaway) {
        conclude_runaway(j);
        return;
    }
    if (a_at < b_at && b_at < none)
        return;
    j->out->other = lines_event(ls, a_at);
    describe_item(a, first);
    describe_item(b, second);
    if (a_at < none && b_at < none)
        conclude(j, MATCH_FAIL, pair, lines_event(ls, b_at),
                 "%.90s was to come before %.90s, saw %.150s", first, second,
                 describe_event(ls, lines_event(ls, b_at), NULL, saw));
    else
        conclude(j, MATCH_FAIL, pair, lines_event(ls, b_at),
                 "%.90s was to come before %.90s, but %.90s never came", first, second,
                 a_at == none ? first : second);
}

static void judge_pairs(struct judgement *j)
{
    const struct expect_item *whole = &j->lines.whole;
    for (size_t i = 0; i < whole->item_count && j->out->verdict == MATCH_PASS; i++)
        if (whole->item[i]->kind == EXPECT_BEFORE)
            judge_pair(j, whole->item[i]);
}

static void judge_figure(struct judgement *j, const struct expect_item *item,
                         const struct figures *f)
{
    struct match_result *out = j->out;
    const struct trace *t = j->lines.trace;
    char reason[sizeof out->reason];
    uint64_t event = t->count;
    enum bound_answer answer = bound_judge(item, f, t, j->lines.sight, reason, sizeof reason,
                                           &event);
    if (answer == BOUND_UNSEEN) {
        out->unjudged++;
        out->judged--;
    } else if (answer == BOUND_BROKEN && out->verdict == MATCH_PASS) {
        conclude(j, MATCH_FAIL, item, event, "%s", reason);
    }
}

/* Measuring is a pass over the whole trace, so only if a figure is bounded. */
static void judge_figures(struct judgement *j, const struct profile *profile)
{
    struct figures f;
    struct lines *ls = &j->lines;
    bool measured = false;
    for (size_t i = 0; i < ls->whole.item_count; i++) {
        const struct expect_item *item = ls->whole.item[i];
        if (item->kind != EXPECT_FIGURE || !lines_of(ls, item)->item)
            continue;
        if (!measured)
            figures_init(&f, ls->trace, ls->labels.text, ls->labels.count, profile);
        measured = true;
        judge_figure(j, item, &f);
    }
    if (measured)
        figures_release(&f);
}

void match_trace(const struct expect *e, const struct profile *profile, struct labels labels,
                 const struct trace *t, const struct match_sight *sight, struct match_result *out)
{
    char name[64];
    struct judgement j = { .out = out };
    assert(sight);
    *out = (struct match_result){ .verdict = MATCH_PASS, .event = t->count, .other = t->count };
    lines_init(&j.lines, e, profile, labels, t, sight);
    out->judged = j.lines.judged;
    out->unjudged = j.lines.unjudged;
    if (out->judged > 0) {
        judge_order(&j);
        judge_pairs(&j);
        judge_figures(&j, profile);
    }
    if (out->judged == 0)
        conclude(&j, MATCH_NOTHING, out->item, out->event, "%s for %s%s",
                 out->unjudged ? "what is expected" : "nothing is expected",
                 profile_print(profile, name), out->unjudged ? " cannot be seen here" : "");
    lines_release(&j.lines);
}
