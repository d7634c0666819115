#include "match/match.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lex.h"
#include "base/mem.h"
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

static const char *label_of(const struct program *p, const struct trace_event *ev)
{
    return ev->label < p->string_count ? p->string[ev->label] : "?";
}

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
static const char *say_event(const struct program *p, const struct trace_event *ev,
                             const struct match_sight *sight, const struct expect_item *item,
                             char text[TEXT_SIZE])
{
    char value[40] = "", number[32], time[32], phase[32] = "", iteration[32] = "";
    const char *label = label_of(p, ev);
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
    uint32_t *said = xcalloc(ls->program->string_count, sizeof *said);
    for (uint64_t i = 0; i < t->count && !broken && !ls->runaway; i++) {
        const struct trace_event *ev = &t->event[i];
        if (trace_is_callback((enum trace_kind)ev->kind) || ev->label >= ls->program->string_count)
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

/* --- verdicts --- */

struct judgement {
    struct lines lines;
    const struct program *program;
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

static void tell_broken_line(struct judgement *j, const struct search_result *found)
{
    const struct expect_item *item = j->lines.line[found->line].item;
    char wanted[TEXT_SIZE], saw[TEXT_SIZE], seen[32] = "";
    fail_at(j, item, found->event);
    say_item(item, wanted);
    if (found->seen > 0)
        snprintf(seen, sizeof seen, " (%llu seen)", (unsigned long long)found->seen);
    if (found->event == j->trace->count)
        snprintf(j->out->reason, sizeof j->out->reason, "the trace ended; %s was still expected%s",
                 wanted, seen);
    else
        snprintf(j->out->reason, sizeof j->out->reason, "expected %s%s, saw %s", wanted, seen,
                 say_event(j->program, &j->trace->event[found->event], j->sight, item, saw));
}

static void tell_leftover(struct judgement *j, uint64_t event)
{
    char saw[TEXT_SIZE];
    fail_at(j, j->lines.nothing, event);
    say_event(j->program, &j->trace->event[event], j->sight, NULL, saw);
    snprintf(j->out->reason, sizeof j->out->reason,
             j->lines.nothing ? "nothing was expected, saw %s" : "nothing explains %s", saw);
}

static void tell_broken_promise(struct judgement *j, const struct expect_item *item, uint64_t event)
{
    char wanted[TEXT_SIZE], saw[TEXT_SIZE];
    fail_at(j, item, event);
    snprintf(j->out->reason, sizeof j->out->reason, "%s was never to come, saw %s",
             say_item(item, wanted),
             say_event(j->program, &j->trace->event[event], j->sight, NULL, saw));
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

/* Of a broken promise and a broken order, the earlier event is told. */
static void judge(struct judgement *j)
{
    struct search_result found;
    uint64_t event = 0;
    const struct expect_item *broken = find_broken_promise(&j->lines, j->trace, &event);
    search_trace(&j->lines, j->trace, &found);
    if (j->lines.runaway)
        tell_runaway(j);
    else if (broken && (found.end == SEARCH_FOUND || event <= found.event))
        tell_broken_promise(j, broken, event);
    else if (found.end == SEARCH_BROKEN)
        tell_broken_line(j, &found);
    else if (found.end == SEARCH_LEFTOVER)
        tell_leftover(j, found.event);
}

void match_trace(const struct expect *e, const struct profile *profile, const struct program *p,
                 const struct trace *t, const struct match_sight *sight, struct match_result *out)
{
    struct judgement j = { .program = p, .trace = t, .sight = sight, .out = out };
    *out = (struct match_result){ .verdict = MATCH_PASS, .event = t->count };
    lines_init(&j.lines, e, profile, p, sight);
    size_t judged = j.lines.line_count + j.lines.never_count + (j.lines.nothing != NULL);
    out->judged = (uint32_t)judged;
    out->unjudged = j.lines.unjudged;
    if (judged == 0) {
        char name[64];
        out->verdict = MATCH_NOTHING;
        snprintf(out->reason, sizeof out->reason, "nothing is expected for %s",
                 profile_print(profile, name));
    } else {
        judge(&j);
    }
    lines_release(&j.lines);
}
