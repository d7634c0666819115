/* bound.h - figures as expected traces name them.
 *
 *     lateness.p99 t <= 5ms
 *     \______/ \_/ |
 *      figure stat handle
 *
 * Without a statistic, a figure that each call has is bounded for each of them.
 * One table feeds the parser, the printer, the checks and the judgement. Inner to this folder. */
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
    BOUND_MAY_BE_LESS = 8,   /* on the real clock lateness elsewhere makes it smaller, too */
    BOUND_HAS_ALWAYS = 16,   /* every trace has it, and it is never negative */
    BOUND_OR_CALLBACKS = 32, /* a time, or a number of callbacks */
};

struct bound_word {
    const char *text; /* "lateness"; NULL if it has no word of its own */
    const char *of;   /* what has it, for messages: "timers" */
    uint8_t subject;  /* enum bound_subject: must a handle be named? */
    uint8_t role;     /* enum figures_role of such a handle; FIGURES_UNKNOWN for any */
    uint8_t is;       /* enum bound_is, a bit each */
};

const struct bound_word *bound_word(enum bound_figure figure);
/* "lateness.p99": false if it is no figure. */
bool bound_find(const char *word, struct expect_bound *out);
/* "lateness.p99 t <= 5ms" in `buffer`, which it returns. */
enum { BOUND_TEXT = 200 };
char *bound_print(const struct expect_item *item, char buffer[BOUND_TEXT]);

/* Can it be judged at all on this backend? */
bool bound_is_seen(const struct expect_bound *b, const struct match_sight *sight);
enum bound_answer {
    BOUND_HOLDS,
    BOUND_BROKEN,
    BOUND_UNSEEN, /* it was called, but nobody recorded when it was due */
};

/* If it is broken, the sentence that says so is in `reason`, and in `*event` the
 * first call that breaks it, trace->count if there is no one such call. */
enum bound_answer bound_judge(const struct expect_item *item, const struct figures *f,
                              const struct trace *t, const struct match_sight *sight, char *reason,
                              size_t size, uint64_t *event);
#endif
