#include "fuzz/compare.h"

#include <stdlib.h>
#include <string.h>

#include "base/lex.h"
#include "base/mem.h"
#include "match/match.h"

static bool is_compared(const struct trace_event *ev)
{
    return trace_is_log(ev->kind);
}

/* The next visible event from `*i` on, or NULL; `*i` is then after it. */
static const struct trace_event *next_compared(const struct trace *t, uint64_t *i)
{
    while (*i < t->count) {
        const struct trace_event *ev = &t->event[(*i)++];
        if (is_compared(ev))
            return ev;
    }
    return NULL;
}

/* ---- equality ---- */

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
    return hash ^ (hash >> 29);
}

uint64_t fuzz_digest(const struct trace *t, unsigned aspects)
{
    uint64_t hash = mix(0, t->outcome), i = 0;
    const struct trace_event *ev;
    while ((ev = next_compared(t, &i))) {
        hash = mix(hash, ev->kind << 24 | ev->label);
        if (ev->kind == TRACE_OBSERVE)
            hash = mix(hash, (uint64_t)ev->value);
        if (aspects & FUZZ_PHASE)
            hash = mix(hash, ev->phase);
        if (aspects & FUZZ_ITERATION)
            hash = mix(hash, ev->iteration);
        if (aspects & FUZZ_TIME)
            hash = mix(hash, ev->at_ns);
    }
    return aspects & FUZZ_WAKEUPS ? mix(hash, t->wakeups) : hash;
}

static bool events_agree(const struct trace_event *a, const struct trace_event *b, unsigned aspects)
{
    if (!a || !b)
        return a == b;
    if (a->kind != b->kind || a->label != b->label)
        return false;
    if (a->kind == TRACE_OBSERVE && a->value != b->value)
        return false;
    if ((aspects & FUZZ_PHASE) && a->phase != b->phase)
        return false;
    if ((aspects & FUZZ_ITERATION) && a->iteration != b->iteration)
        return false;
    return !(aspects & FUZZ_TIME) || a->at_ns == b->at_ns;
}

/* Was the run cut short? It might have had what it lacks. */
static bool is_cut(const struct trace *t)
{
    return t->outcome == OUTCOME_BUDGET || t->outcome == OUTCOME_FULL;
}

enum fuzz_difference fuzz_compare(const struct trace *a, const struct trace *b, unsigned aspects)
{
    const struct trace_event *x, *y;
    uint64_t i = 0, j = 0;
    do {
        x = next_compared(a, &i);
        y = next_compared(b, &j);
        if (events_agree(x, y, aspects))
            continue;
        return (!x && is_cut(a)) || (!y && is_cut(b)) ? FUZZ_END : FUZZ_EVENT;
    } while (x);
    if ((aspects & FUZZ_WAKEUPS) && a->wakeups != b->wakeups)
        return FUZZ_END;
    return a->outcome == b->outcome ? FUZZ_SAME : FUZZ_END;
}

/* ---- side by side ---- */

enum { COLUMN = 46, LINES_MAX = 60 };

static const char *const outcomes[] = {
    [OUTCOME_NONE] = "it never said how it ended",
    [OUTCOME_FINISHED] = "it came to its end",
    [OUTCOME_STUCK] = "it waits for ever",
    [OUTCOME_BUDGET] = "its budget is used up",
    [OUTCOME_FULL] = "its trace is full",
    [OUTCOME_ERROR] = "it cannot go on",
    [OUTCOME_STARVED] = "it goes on for ever at one thing",
    [OUTCOME_HINDERED] = "what it asks for cannot be done",
};

/* Print "0ms timers 1 label = value", with those aspects that the two backends can be compared
 * in. */
static void put_event(struct labels labels, const struct trace_event *ev, unsigned aspects,
                      char text[COLUMN])
{
    char at[32], value[32];
    int n = 0;
    text[0] = '\0';
    if (!ev)
        return;
    if (aspects & FUZZ_TIME)
        n += snprintf(text + n, (size_t)(COLUMN - n), "%8s  ", lex_print_duration(ev->at_ns, at));
    if (aspects & FUZZ_PHASE)
        n += snprintf(text + n, (size_t)(COLUMN - n), "%-7s ", trace_phase_name(ev->phase));
    if (aspects & FUZZ_ITERATION)
        n += snprintf(text + n, (size_t)(COLUMN - n), "%2u  ", ev->iteration);
    const char *label = labels_text(labels, ev->label);
    bool observed = ev->kind == TRACE_OBSERVE;
    if (observed)
        trace_value_print(ev->value, match_names_errors(label), value);
    snprintf(text + n, (size_t)(COLUMN - n), "%s%s%s", label, observed ? " = " : "",
             observed ? value : "");
}

/* The left trace is mostly narrow; then both fit a terminal of 80 columns. */
static int left_width(struct labels labels, const struct trace *t, const char *name,
                      unsigned aspects)
{
    char text[COLUMN];
    uint64_t at = 0;
    const struct trace_event *ev;
    size_t width = strlen(outcomes[t->outcome]);
    if (strlen(name) > width)
        width = strlen(name);
    for (int line = 0; line < LINES_MAX && (ev = next_compared(t, &at)); line++) {
        put_event(labels, ev, aspects, text);
        if (strlen(text) > width)
            width = strlen(text);
    }
    return width < COLUMN ? (int)width : COLUMN - 1;
}

static void print_line(FILE *out, bool differs, int width, const char *left, const char *right)
{
    fprintf(out, "%s %-*s%s%s\n", differs ? ">" : " ", *right ? width : 0, left, *right ? "  " : "",
            right);
}

void fuzz_print_traces(FILE *out, struct labels labels, const struct trace *const trace[2],
                       const char *const name[2], unsigned aspects)
{
    char text[2][COLUMN];
    uint64_t at[2] = { 0, 0 };
    bool found = false;
    int width = left_width(labels, trace[0], name[0], aspects);
    print_line(out, false, width, name[0], name[1]);
    for (int line = 0;; line++) {
        const struct trace_event *a = next_compared(trace[0], &at[0]),
                                 *b = next_compared(trace[1], &at[1]);
        if (!a && !b)
            break;
        if (line == LINES_MAX) {
            print_line(out, false, width, "...", "...");
            break;
        }
        bool differs = !found && !events_agree(a, b, aspects);
        put_event(labels, a, aspects, text[0]);
        put_event(labels, b, aspects, text[1]);
        print_line(out, differs, width, text[0], text[1]);
        found |= differs;
    }
    bool differ_in_end = trace[0]->outcome != trace[1]->outcome;
    if (!found && !differ_in_end && (aspects & FUZZ_WAKEUPS)) {
        for (int i = 0; i < 2; i++)
            snprintf(text[i], COLUMN, "%llu waits", (unsigned long long)trace[i]->wakeups);
        print_line(out, true, width, text[0], text[1]);
    } else if (differ_in_end || !found) {
        print_line(out, !found, width, outcomes[trace[0]->outcome], outcomes[trace[1]->outcome]);
    }
}
