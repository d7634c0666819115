/* lines.h - an expectation made ready for one program and one backend.
 * Labels have become string ids, patterns remember their answers, pins that the
 * backend cannot show are gone: to hold an event against a line is then a few
 * integer comparisons. Inner to match/. */
#ifndef MATCH_LINES_H
#define MATCH_LINES_H
#include "match/match.h"

struct line {
    const struct expect_item *item;
    uint32_t kind;   /* TRACE_LOG or TRACE_OBSERVE */
    uint32_t label;  /* string id; LINE_NO_LABEL if the program has none such, or for a pattern */
    uint8_t *answer; /* for a pattern: what it said of each string id, or LINE_UNASKED */
    uint32_t count;
    int64_t value;             /* TRACE_OBSERVE */
    uint64_t from_ns, till_ns; /* both inclusive */
    int phase;                 /* or -1 */
    uint32_t iteration;        /* or 0 */
    bool gap_before;           /* any logs may stand before it */
};

enum { LINE_UNASKED = 0xff };
#define LINE_NO_LABEL UINT32_MAX

struct lines {
    const struct program *program;
    struct line *line; /* in order */
    size_t line_count;
    bool gap_at_end;
    struct line *never; /* promises: kind does not count, nor do pins */
    size_t never_count;
    const struct expect_item *nothing; /* NULL unless it was promised */
    uint32_t unjudged;                 /* pins left out */
    /* The first pattern that ran into its limit, and on which label; NULL for none.
     * Once set, no answer counts. */
    const struct expect_item *runaway;
    const char *runaway_on;
};

void lines_init(struct lines *ls, const struct expect *e, const struct profile *profile,
                const struct program *p, const struct match_sight *sight);
void lines_release(struct lines *ls);

/* Does the line name this label? */
bool line_names(struct lines *ls, struct line *line, uint32_t label);
/* Does the event satisfy the line, pins included? */
bool line_accepts(struct lines *ls, struct line *line, const struct trace_event *ev);
#endif
