/* sample_test.h - programs, traces and a naive matcher, for the tests in this folder. */
#ifndef MATCH_SAMPLE_TEST_H
#define MATCH_SAMPLE_TEST_H
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "match/match.h"
#include "tap/tap.h"

static inline struct program *program_of(const char *steps)
{
    struct diag d = { 0 };
    char *source = xasprintf("title \"t\"\nrules TIMER-1\n\n%s\n", steps);
    struct program *p = program_parse("x.loop", source, strlen(source), &d);
    if (!p)
        diag("%u:%u: %s", d.at.line, d.at.column, d.message);
    free(source);
    return p;
}

static inline struct trace *trace_new(size_t room)
{
    return xcalloc(1, sizeof(struct trace) + room * sizeof(struct trace_event));
}

/* One word of the traces below: LABEL[=VALUE][@PHASE][#ITERATION][+MS], or
 * (KIND) for a callback. */
static inline struct trace_event event_of(const struct program *p, char *word)
{
    struct trace_event ev = { .kind = TRACE_LOG };
    if (word[0] == '(') {
        ev.kind = TRACE_TIMER;
        return ev;
    }
    char *part[4] = { strchr(word, '='), strchr(word, '@'), strchr(word, '#'), strchr(word, '+') };
    for (size_t i = 0; i < ARRAY_SIZE(part); i++)
        if (part[i])
            *part[i]++ = '\0';
    if (part[0]) {
        ev.kind = TRACE_OBSERVE;
        ev.value = strtoll(part[0], NULL, 10);
    }
    if (part[1])
        ev.phase = (uint32_t)trace_phase_find(part[1]) & 7;
    if (part[2])
        ev.iteration = (uint32_t)strtoul(part[2], NULL, 10) & 0xffffff;
    if (part[3])
        ev.at_ns = strtoull(part[3], NULL, 10) * 1000000;
    ev.label = program_find(p, word) & 0xffffff;
    return ev;
}

static inline struct trace *trace_of(const struct program *p, const char *words)
{
    struct trace *t = trace_new(strlen(words) + 1);
    char *copy = xstrdup(words), *rest = NULL;
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        t->event[t->count++] = event_of(p, word);
    free(copy);
    return t;
}

enum sight_kind {
    SEES_ALL,
    SEES_NO_PHASE,
    SEES_REAL_TIME,
    SEES_WHOLE_MS,
    SEES_LOGS_ONLY,
    SEES_NO_TIME
};

static const struct match_sight sights[] = {
    [SEES_ALL] = { .phases = true, .exact_time = true },
    [SEES_NO_PHASE] = { .phases = false, .exact_time = true },
    [SEES_REAL_TIME] = { .phases = true, .exact_time = false, .tolerance_ns = 10000000 },
    [SEES_WHOLE_MS] = { .phases = true,
                        .exact_time = false,
                        .tolerance_ns = 10000000,
                        .early_ns = 999999 },
    [SEES_LOGS_ONLY] = { .phases = true, .exact_time = true, .logs_only = true },
    [SEES_NO_TIME] = { .phases = true, .exact_time = true, .no_time = true },
};

static inline uint32_t draw(uint64_t *state, uint32_t below)
{
    assert(below > 0);
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)(*state % below);
}

#endif
