#include "match/match.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lex.h"
#include "base/mem.h"
#include "base/text.h"
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

/* Where something stands, or is to stand; what nobody asked for or can see is left out. */
struct place_pins {
    int phase;          /* -1 for none */
    uint32_t iteration; /* 0 for none */
    uint64_t time_ns;   /* NO_TIME for none */
};

static const char *describe_phase(int phase, char text[32])
{
    if (phase == PHASE_MAIN)
        return "the main program";
    snprintf(text, 32, "the %s phase", trace_phase_name((enum trace_phase)phase));
    return text;
}

/* " in the check phase of iteration 2 at 5 ms" */
static const char *describe_pins(const struct place_pins *pins, char text[TEXT_SIZE])
{
    char phase[32], time[32];
    size_t n = 0;
    text[0] = '\0';
    if (pins->phase >= 0)
        n += (size_t)snprintf(text, TEXT_SIZE, " in %s", describe_phase(pins->phase, phase));
    if (pins->iteration > 0)
        n += (size_t)snprintf(text + n, TEXT_SIZE - n, " %s iteration %u",
                              pins->phase >= 0 ? "of" : "in", pins->iteration);
    if (pins->time_ns != NO_TIME)
        snprintf(text + n, TEXT_SIZE - n, " at %s", text_time(pins->time_ns, time));
    return text;
}

static struct place_pins asked_pins(const struct match_sight *sight, const struct expect_item *item)
{
    return (struct place_pins){ .phase = sight->phases ? item->phase : -1,
                                .iteration = sight->phases ? item->iteration : 0,
                                .time_ns = sight->no_time ? NO_TIME : item->time_ns };
}

static const char *describe_value(const struct trace_event *ev, const char *label, char text[32])
{
    return trace_value_print(ev->value, match_names_errors(label), text);
}

/* "'b' = 1, 3 times in the check phase of iteration 2 at 5 ms" */
static const char *describe_item(const struct match_sight *sight, const struct expect_item *item,
                                 char text[TEXT_SIZE])
{
    char value[40] = "", number[32], times[32] = "", where[TEXT_SIZE];
    struct place_pins pins = asked_pins(sight, item);
    bool named = item->value_named || (item->label && match_names_errors(item->label));
    if (item->has_value)
        snprintf(value, sizeof value, " = %s", trace_value_print(item->value, named, number));
    if (item->count != 1)
        snprintf(times, sizeof times, "%s %u times", item->has_value ? "," : "", item->count);
    snprintf(text, TEXT_SIZE, item->label ? "'%.80s'%s%s%.90s" : "/%.60s/%s%s%.90s",
             item->label ? item->label : item->pattern_text, value, times,
             describe_pins(&pins, where));
    return text;
}

/* "'alive' = 0" */
static const char *describe_name(const struct lines *ls, uint64_t event, char text[TEXT_SIZE])
{
    char value[32];
    const struct trace_event *ev = &ls->trace->event[event];
    const char *label = labels_text(ls->labels, ev->label);
    bool observed = ev->kind == TRACE_OBSERVE;
    snprintf(text, TEXT_SIZE, "'%.80s'%s%s", label, observed ? " = " : "",
             observed ? describe_value(ev, label, value) : "");
    return text;
}

/* " (timers phase, 5 ms)": what is known and `shown` does not have; "" if that is nothing. */
static const char *describe_rest(const struct lines *ls, uint64_t event,
                                 const struct place_pins *shown, char text[64])
{
    char time[32];
    const struct trace_event *ev = &ls->trace->event[event];
    bool phase = ls->sight->phases && shown->phase < 0;
    bool when = shown->time_ns == NO_TIME;
    text[0] = '\0';
    if (phase || when)
        snprintf(text, 64, " (%s%s%s%s)",
                 phase ? trace_phase_name((enum trace_phase)ev->phase) : "",
                 !phase                    ? ""
                 : ev->phase == PHASE_MAIN ? " program"
                                           : " phase",
                 phase && when ? ", " : "", when ? text_time(ev->at_ns, time) : "");
    return text;
}

static const struct place_pins no_pins = { .phase = -1, .time_ns = NO_TIME };

/* "'ring' came (timers phase, 0 ms)" with `how` it came: "came first", "came instead". */
static const char *describe_event(const struct lines *ls, uint64_t event, const char *how,
                                  char text[TEXT_SIZE])
{
    char name[TEXT_SIZE], rest[64];
    snprintf(text, TEXT_SIZE, "%.120s %s%s", describe_name(ls, event, name), how,
             describe_rest(ls, event, &no_pins, rest));
    return text;
}

/* The expected label came, but with another value or at another place. What differs comes first, the
 * rest in parentheses: "it was 0 (main program, 5 ms)", "it came in the timers phase (5 ms)". */
static const char *describe_otherwise(const struct lines *ls, uint64_t event,
                                      const struct expect_item *item, char text[TEXT_SIZE])
{
    char where[TEXT_SIZE], rest[64], value[32], exact[40];
    const struct trace_event *ev = &ls->trace->event[event];
    const char *label = labels_text(ls->labels, ev->label);
    struct place_pins pins = asked_pins(ls->sight, item);
    if (ev->kind == TRACE_OBSERVE && !(item->has_value && item->value == ev->value)) {
        snprintf(text, TEXT_SIZE, "it was %s%s", describe_value(ev, label, value),
                 describe_rest(ls, event, &no_pins, rest));
        return text;
    }
    pins.phase = pins.phase >= 0 && pins.phase != (int)ev->phase ? (int)ev->phase : -1;
    pins.iteration = pins.iteration != ev->iteration && pins.iteration > 0 ? ev->iteration : 0;
    bool is_hidden = pins.time_ns != NO_TIME && pins.time_ns != ev->at_ns &&
                     strcmp(text_time(pins.time_ns, value), text_time(ev->at_ns, exact)) == 0;
    pins.time_ns = pins.time_ns != ev->at_ns && pins.time_ns != NO_TIME ? ev->at_ns : NO_TIME;
    exact[0] = '\0';
    if (is_hidden) /* by rounding */
        snprintf(exact, sizeof exact, ", exactly %s", lex_print_duration(ev->at_ns, value));
    snprintf(text, TEXT_SIZE, "it came%s%.90s%s%s",
             item->has_value && ev->kind != TRACE_OBSERVE ? " without a value" : "",
             describe_pins(&pins, where), exact, describe_rest(ls, event, &pins, rest));
    return text;
}

/* "'a' or 'b' 3 times (2 seen)" */
static void describe_wanted(const struct match_sight *sight, const struct walk_result *found,
                            char *text, size_t size)
{
    size_t n = 0;
    text[0] = '\0';
    for (size_t i = 0; i < found->wanted_count && n < size; i++) {
        const struct walk_wanted *w = &found->wanted[i];
        char item[TEXT_SIZE], seen[32] = "";
        if (w->seen > 0)
            snprintf(seen, sizeof seen, " (%llu seen)", (unsigned long long)w->seen);
        n += (size_t)snprintf(text + n, size - n, "%s%s%s", i ? " or " : "",
                              describe_item(sight, w->item, item), seen);
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

/* The place among the logs of an event that is one. */
static uint32_t find_log(const struct lines *ls, uint64_t event)
{
    uint32_t log = 0;
    while (log < ls->log_count && ls->log[log] != event)
        log++;
    assert(log < ls->log_count);
    return log;
}

static void conclude_broken_line(struct judgement *j, const struct walk_result *found)
{
    struct lines *ls = &j->lines;
    const struct expect_item *item = found->wanted[0].item;
    char wanted[WALK_WANTED_MAX * TEXT_SIZE / 2], saw[TEXT_SIZE];
    assert(found->wanted_count > 0);
    describe_wanted(ls->sight, found, wanted, sizeof wanted);
    if (found->event == ls->trace->count) {
        conclude(j, MATCH_FAIL, item, found->event, "expected %.340s, but the run ended first",
                 wanted);
        return;
    }
    j->out->other = find_later(j, item, found->event);
    bool alone = found->wanted_count == 1 && item->count == 1;
    bool named = alone && line_names(ls, lines_of(ls, item), find_log(ls, found->event));
    const char *how = j->out->other < ls->trace->count ? "came first" : "came instead";
    conclude(j, MATCH_FAIL, item, found->event, "expected %.230s, but %.150s", wanted,
             named ? describe_otherwise(ls, found->event, item, saw)
                   : describe_event(ls, found->event, how, saw));
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
        conclude(j, MATCH_FAIL, broken, event, "%.150s was never to come, but %.150s",
                 describe_item(ls->sight, broken, text), describe_event(ls, event, "came", saw));
    else if (found.gave_up)
        conclude(j, MATCH_INCONCLUSIVE, found.gave_up, ls->trace->count, "%s (%.120s:%u)",
                 found.gave_up_why, found.gave_up->at.file ? found.gave_up->at.file : "",
                 found.gave_up->at.line);
    else if (found.end == WALK_BROKEN)
        conclude_broken_line(j, &found);
    else if (found.end == WALK_LEFTOVER)
        conclude(j, MATCH_FAIL, ls->nothing, found.event, "nothing%s was expected, but %s",
                 ls->nothing ? "" : " more", describe_event(ls, found.event, "came", saw));
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
    describe_item(ls->sight, a, first);
    describe_item(ls->sight, b, second);
    if (a_at < none && b_at < none)
        conclude(j, MATCH_FAIL, pair, lines_event(ls, b_at),
                 "expected %.90s before %.90s, but %.150s", first, second,
                 describe_event(ls, lines_event(ls, b_at), "came first", saw));
    else
        conclude(j, MATCH_FAIL, pair, lines_event(ls, b_at),
                 "expected %.90s before %.90s, but %.90s never came", first, second,
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
