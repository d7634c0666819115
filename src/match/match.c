#include "match/match.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lex.h"
#include "base/mem.h"
#include "match/bound.h"
#include "match/groups.h"
#include "match/lines.h"
#include "match/search.h"

enum { TEXT_SIZE = 200 };

bool match_names_errors(const char *label)
{
    static const enum observe_what named[] = { OBSERVE_RESULT, OBSERVE_STATUS };
    for (size_t i = 0; i < ARRAY_SIZE(named); i++) {
        const char *word = observe_word(named[i]);
        size_t n = strlen(word);
        if (strncmp(label, word, n) == 0 && (label[n] == '\0' || label[n] == '.'))
            return true;
    }
    return false;
}

/* --- sentences --- */

/* "'b' * 3 @check 5ms" */
static const char *say_item(const struct expect_item *item, char text[TEXT_SIZE])
{
    char pins[128];
    expect_print_pins(item, pins);
    if (item->label)
        snprintf(text, TEXT_SIZE, "'%s'%s", item->label, pins);
    else
        snprintf(text, TEXT_SIZE, "/%.60s/%s", item->pattern_text, pins);
    return text;
}

/* "'alive' = 0 at 5ms in timers"; the iteration where the line asked for one. */
static const char *say_event(struct labels labels, const struct trace_event *ev,
                             const struct match_sight *sight, const struct expect_item *item,
                             char text[TEXT_SIZE])
{
    char value[40] = "", number[32], time[32], phase[32] = "", iteration[32] = "";
    const char *label = labels_text(labels, ev->label);
    if (ev->kind == TRACE_OBSERVE)
        snprintf(value, sizeof value, " = %s",
                 trace_value_print(ev->value, match_names_errors(label), number));
    if (sight->phases)
        snprintf(phase, sizeof phase, " in %s", trace_phase_name((enum trace_phase)ev->phase));
    if (sight->phases && item && item->iteration > 0)
        snprintf(iteration, sizeof iteration, ", iteration %u", ev->iteration);
    snprintf(text, TEXT_SIZE, "'%s'%s at %s%s%s", label, value, lex_print_duration(ev->at_ns, time),
             phase, iteration);
    return text;
}

/* --- promises --- */

/* What the promises say of each label is asked once: 0 is unasked, 1 is fine,
 * 2 + i is forbidden by promise i. */
static uint32_t ask_promises(struct lines *ls, uint32_t label)
{
    for (size_t i = 0; i < ls->never_count; i++)
        if (line_names(ls, &ls->never[i], label))
            return 2 + (uint32_t)i;
    return 1;
}

/* The first event that breaks a promise, or NULL; its index in `*event`. */
static const struct expect_item *find_broken_promise(struct lines *ls, const struct trace *t,
                                                     uint64_t *event)
{
    if (ls->never_count == 0)
        return NULL;
    const struct expect_item *broken = NULL;
    uint32_t *said = xcalloc(ls->labels.count, sizeof *said);
    for (uint64_t i = 0; i < t->count && !broken && !ls->runaway; i++) {
        const struct trace_event *ev = &t->event[i];
        if (trace_is_callback((enum trace_kind)ev->kind) || ev->label >= ls->labels.count)
            continue;
        if (said[ev->label] == 0)
            said[ev->label] = ask_promises(ls, ev->label);
        if (said[ev->label] >= 2) {
            broken = ls->never[said[ev->label] - 2].item;
            *event = i;
        }
    }
    free(said);
    return broken;
}

/* --- pairs --- */

enum pair_fault { PAIR_KEPT, PAIR_REVERSED, PAIR_NO_FIRST, PAIR_NO_SECOND };

/* The first log of the one against the first log of the other. */
static enum pair_fault judge_pair(struct lines *ls, struct pair *pair, const struct trace *t,
                                  uint64_t *event, uint64_t *other)
{
    uint64_t first = t->count, second = t->count;
    for (uint64_t i = 0; i < t->count && (first == t->count || second == t->count); i++) {
        const struct trace_event *ev = &t->event[i];
        if (trace_is_callback((enum trace_kind)ev->kind))
            continue;
        if (first == t->count && line_names(ls, &pair->first, ev->label))
            first = i;
        if (second == t->count && line_names(ls, &pair->second, ev->label))
            second = i;
    }
    *event = second;
    *other = first;
    return first == t->count    ? PAIR_NO_FIRST
           : second == t->count ? PAIR_NO_SECOND
           : first < second     ? PAIR_KEPT
                                : PAIR_REVERSED;
}

/* --- verdicts --- */

struct judgement {
    struct lines lines;
    struct labels labels;
    const struct trace *trace;
    const struct match_sight *sight;
    struct match_result *out;
};

static void fail_at(struct judgement *j, const struct expect_item *item, uint64_t event)
{
    j->out->verdict = MATCH_FAIL;
    j->out->item = item;
    j->out->event = event;
}

/* "'a' or 'b' * 3 (2 seen)" */
static void say_wanted(const struct groups_result *found, char *text, size_t size)
{
    size_t n = 0;
    text[0] = '\0';
    for (size_t i = 0; i < found->wanted_count && n < size; i++) {
        const struct groups_wanted *w = &found->wanted[i];
        char item[TEXT_SIZE], seen[32] = "";
        if (w->seen > 0)
            snprintf(seen, sizeof seen, " (%llu seen)", (unsigned long long)w->seen);
        n += (size_t)snprintf(text + n, size - n, "%s%s%s", i ? " or " : "",
                              say_item(w->item, item), seen);
    }
    if (found->wanted_more && n < size)
        snprintf(text + n, size - n, " or another");
}

/* Where what was expected at `event` comes instead. */
static uint64_t find_later(struct judgement *j, const struct expect_item *item, uint64_t event)
{
    size_t i = 0;
    while (i < j->lines.line_count && j->lines.line[i].item != item)
        i++;
    if (i == j->lines.line_count)
        return j->trace->count;
    for (uint64_t k = event + 1; k < j->trace->count; k++)
        if (!trace_is_callback((enum trace_kind)j->trace->event[k].kind) &&
            line_names(&j->lines, &j->lines.line[i], j->trace->event[k].label))
            return k;
    return j->trace->count;
}

static void tell_broken_line(struct judgement *j, const struct groups_result *found)
{
    const struct expect_item *item = found->wanted[0].item;
    char wanted[GROUPS_WANTED_MAX * TEXT_SIZE / 2], saw[TEXT_SIZE];
    fail_at(j, item, found->event);
    j->out->other = find_later(j, item, found->event);
    say_wanted(found, wanted, sizeof wanted);
    if (found->event == j->trace->count)
        snprintf(j->out->reason, sizeof j->out->reason,
                 "the trace ended; %.340s was still expected", wanted);
    else
        snprintf(j->out->reason, sizeof j->out->reason, "expected %.230s, saw %.150s", wanted,
                 say_event(j->labels, &j->trace->event[found->event], j->sight, item, saw));
}

static void tell_leftover(struct judgement *j, uint64_t event)
{
    char saw[TEXT_SIZE];
    fail_at(j, j->lines.nothing, event);
    say_event(j->labels, &j->trace->event[event], j->sight, NULL, saw);
    snprintf(j->out->reason, sizeof j->out->reason,
             j->lines.nothing ? "nothing was expected, saw %s" : "nothing explains %s", saw);
}

static void tell_broken_promise(struct judgement *j, const struct expect_item *item, uint64_t event)
{
    char wanted[TEXT_SIZE], saw[TEXT_SIZE];
    fail_at(j, item, event);
    snprintf(j->out->reason, sizeof j->out->reason, "%s was never to come, saw %s",
             say_item(item, wanted),
             say_event(j->labels, &j->trace->event[event], j->sight, NULL, saw));
}

static void tell_runaway(struct judgement *j)
{
    const struct expect_item *item = j->lines.runaway;
    j->out->verdict = MATCH_INCONCLUSIVE;
    j->out->item = item;
    j->out->event = j->trace->count;
    snprintf(j->out->reason, sizeof j->out->reason,
             "pattern /%.60s/ ran into its limit on '%s' (%.120s:%u)", item->pattern_text,
             j->lines.runaway_on, item->at.file ? item->at.file : "", item->at.line);
}

static void tell_gave_up(struct judgement *j, const struct groups_result *found)
{
    const struct expect_item *item = found->gave_up;
    j->out->verdict = MATCH_INCONCLUSIVE;
    j->out->item = item;
    j->out->event = j->trace->count;
    snprintf(j->out->reason, sizeof j->out->reason, "%s (%.120s:%u)", found->gave_up_why,
             item->at.file ? item->at.file : "", item->at.line);
}

static void tell_broken_pair(struct judgement *j, const struct pair *pair, enum pair_fault fault,
                             uint64_t event)
{
    char first[TEXT_SIZE], second[TEXT_SIZE], saw[TEXT_SIZE];
    say_item(&pair->item->item[0], first);
    say_item(&pair->item->item[1], second);
    fail_at(j, pair->item, event);
    if (fault == PAIR_REVERSED)
        snprintf(j->out->reason, sizeof j->out->reason,
                 "%.90s was to come before %.90s, saw %.150s", first, second,
                 say_event(j->labels, &j->trace->event[event], j->sight, NULL, saw));
    else
        snprintf(j->out->reason, sizeof j->out->reason,
                 "%.90s was to come before %.90s, but %.90s never came", first, second,
                 fault == PAIR_NO_FIRST ? first : second);
}

/* --- judgement: the order, what was never to come, the pairs, the figures --- */

/* What the search found, whichever it was. */
static void search_lines(struct judgement *j, struct groups_result *found)
{
    struct search_result plain;
    if (!j->lines.plain) {
        groups_match(&j->lines, j->trace, found);
        return;
    }
    search_trace(&j->lines, j->trace, &plain);
    *found = (struct groups_result){ .end = plain.end, .event = plain.event };
    if (plain.end == SEARCH_BROKEN)
        found->wanted[found->wanted_count++] = (struct groups_wanted){
            j->lines.line[plain.line].item, plain.seen
        };
}

/* Of a broken promise and a broken order, the earlier event is told. */
static void judge_order(struct judgement *j)
{
    struct groups_result found;
    uint64_t event = 0;
    const struct expect_item *broken = find_broken_promise(&j->lines, j->trace, &event);
    search_lines(j, &found);
    if (j->lines.runaway)
        tell_runaway(j);
    else if (broken && (found.gave_up || found.end == SEARCH_FOUND || event <= found.event))
        tell_broken_promise(j, broken, event);
    else if (found.gave_up)
        tell_gave_up(j, &found);
    else if (found.end == SEARCH_BROKEN)
        tell_broken_line(j, &found);
    else if (found.end == SEARCH_LEFTOVER)
        tell_leftover(j, found.event);
}

static void judge_pairs(struct judgement *j)
{
    for (size_t i = 0; i < j->lines.pair_count && j->out->verdict == MATCH_PASS; i++) {
        uint64_t event, other;
        enum pair_fault fault = judge_pair(&j->lines, &j->lines.pair[i], j->trace, &event, &other);
        if (j->lines.runaway) {
            tell_runaway(j);
        } else if (fault != PAIR_KEPT) {
            tell_broken_pair(j, &j->lines.pair[i], fault, event);
            j->out->other = other;
        }
    }
}

/* A pass over the whole trace, so only if somebody asks. */
static void judge_figures(struct judgement *j, const struct profile *profile)
{
    struct figures f;
    struct match_result *out = j->out;
    if (j->lines.figure_count == 0)
        return;
    figures_init(&f, j->trace, j->labels.text, j->labels.count, profile);
    for (size_t i = 0; i < j->lines.figure_count; i++) {
        const struct expect_item *item = j->lines.figure[i];
        char reason[sizeof out->reason];
        uint64_t event = j->trace->count;
        enum bound_answer answer = bound_judge(item, &f, j->trace, j->sight, reason, sizeof reason,
                                               &event);
        if (answer == BOUND_UNSEEN) {
            out->unjudged++;
            out->judged--;
        } else if (answer == BOUND_BROKEN && out->verdict == MATCH_PASS) {
            fail_at(j, item, event);
            snprintf(out->reason, sizeof out->reason, "%s", reason);
        }
    }
    figures_release(&f);
}

static void tell_nothing(struct judgement *j, const struct profile *profile)
{
    char name[64];
    j->out->verdict = MATCH_NOTHING;
    snprintf(j->out->reason, sizeof j->out->reason,
             j->out->unjudged ? "what is expected for %s cannot be seen here"
                              : "nothing is expected for %s",
             profile_print(profile, name));
}

void match_trace(const struct expect *e, const struct profile *profile, struct labels labels,
                 const struct trace *t, const struct match_sight *sight, struct match_result *out)
{
    struct judgement j = { .labels = labels, .trace = t, .sight = sight, .out = out };
    *out = (struct match_result){ .verdict = MATCH_PASS, .event = t->count, .other = t->count };
    lines_init(&j.lines, e, profile, labels, sight);
    out->judged = lines_judged(&j.lines);
    out->unjudged = j.lines.unjudged;
    if (out->judged > 0) {
        judge_order(&j);
        judge_pairs(&j);
        judge_figures(&j, profile);
    }
    if (out->judged == 0)
        tell_nothing(&j, profile);
    lines_release(&j.lines);
}
