/* bound.h - figures, as expected traces name and bound them.
 *
 *     lateness.p99 t <= 5ms
 *     \______/ \_/ |
 *      figure stat handle
 *
 * A figure that every call has, written without a statistic, is bounded for each call. One table
 * feeds the parser, the printer, the checks, the judgement and `list figures`. */
#ifndef MATCH_BOUND_H
#define MATCH_BOUND_H
#include "figures/figures.h"
#include "match/match.h"

enum bound_figure {
    BOUND_LATENESS,
    BOUND_DRIFT,
    BOUND_PERIOD,
    BOUND_CALLS,
    BOUND_LATENCY,
#define FIGURE(type, member, ...) BOUND_##member,
#include "figures/figure_table.h"
    BOUND_FIGURE_COUNT
};

enum bound_stat { BOUND_EACH, BOUND_MIN, BOUND_MEAN, BOUND_P50, BOUND_P99, BOUND_MAX, BOUND_STATS };

enum bound_subject { SUBJECT_NONE, SUBJECT_OPTIONAL, SUBJECT_REQUIRED };

enum bound_is {
    BOUND_IS_TIME = 1, /* else a count */
    BOUND_HAS_STATS = 2,
    BOUND_NEEDS_PHASES = 4,
    BOUND_MAY_BE_LESS = 8,   /* real clock: a late call elsewhere can also make it smaller */
    BOUND_HAS_ALWAYS = 16,   /* every trace has it, and it is never negative */
    BOUND_OR_CALLBACKS = 32, /* may also be written as a number of callbacks */
    BOUND_NEEDS_WORLD = 64,  /* the world counts it, on the virtual clock */
};

struct bound_word {
    const char *text; /* "lateness"; NULL if the language has no word for it */
    const char *of;   /* whose figure it is, for messages: "timers" */
    uint8_t subject;  /* enum bound_subject: must a handle be named? */
    uint8_t role;     /* enum figures_role of that handle; FIGURES_UNKNOWN: any */
    uint8_t is;       /* enum bound_is, one bit each */
    const char *key;  /* in reports; NULL: the text */
    const char *says; /* what it is */
};

const struct bound_word *bound_word(enum bound_figure figure);
/* Look up "lateness.p99"; false if it is no figure. */
bool bound_find(const char *word, struct expect_bound *out);
/* Write "lateness.p99 t <= 5ms" to `buffer` and return it. */
enum { BOUND_TEXT = 200 };
char *bound_print(const struct expect_item *item, char buffer[BOUND_TEXT]);

/* Can it be judged at all on this backend? */
bool bound_is_seen(const struct expect_bound *b, const struct match_sight *sight);
enum bound_answer {
    BOUND_HOLDS,
    BOUND_BROKEN,
    BOUND_UNSEEN, /* there were calls, but nobody recorded when they were due */
};

/* If the bound is broken, `reason` is the sentence that says so and `*event` the first call that
 * breaks it; trace->count if no single call does. */
enum bound_answer bound_judge(const struct expect_item *item, const struct figures *f,
                              const struct trace *t, const struct match_sight *sight, char *reason,
                              size_t size, uint64_t *event);
#endif
