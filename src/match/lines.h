/* lines.h - an expectation made ready for one scenario and one backend.
 * Labels have become string ids, patterns remember their answers, pins that the
 * backend cannot show are gone: to hold an event against a line is then a few
 * integer comparisons. Inner to match/. */
#ifndef MATCH_LINES_H
#define MATCH_LINES_H
#include "base/mem.h"
#include "match/match.h"

struct line {
    const struct expect_item *item;
    uint32_t kind;   /* TRACE_LOG or TRACE_OBSERVE */
    uint32_t label;  /* string id; LINE_NO_LABEL if there is none such, or for a pattern */
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

enum node_kind { NODE_LINE, NODE_GAP, NODE_ANY_ORDER, NODE_ONE_OF, NODE_SEQUENCE };

struct node {
    enum node_kind kind;
    const struct expect_item *item; /* NULL for the whole */
    size_t first, count;            /* its lines: NODE_LINE and NODE_ANY_ORDER */
    struct node *child;             /* NODE_ONE_OF and NODE_SEQUENCE */
    size_t child_count;
};

struct pair { /* a before b */
    const struct expect_item *item;
    struct line first, second; /* kind and pins do not count */
};

struct lines {
    struct labels labels;
    struct line *line; /* in order, those of groups included */
    size_t line_count;
    struct node whole; /* a sequence */
    bool plain;        /* no groups, and the world is closed: gaps are in the lines */
    bool open;
    bool gap_at_end;
    const struct expect_item **figure; /* those that can be judged here */
    size_t figure_count;
    struct pair *pair;
    size_t pair_count;
    struct line *never; /* promises: kind does not count, nor do pins */
    size_t never_count;
    const struct expect_item *nothing; /* NULL unless it was promised */
    uint32_t unjudged;                 /* pins and figures left out */
    /* The first pattern that ran into its limit, and on which label; NULL for none.
     * Once set, no answer counts. */
    const struct expect_item *runaway;
    const char *runaway_on;
    struct arena arena; /* owns the nodes */
};

void lines_init(struct lines *ls, const struct expect *e, const struct profile *profile,
                struct labels labels, const struct match_sight *sight);
void lines_release(struct lines *ls);

/* How many lines, promises and figures there are to judge. */
uint32_t lines_judged(const struct lines *ls);

/* Does the line name this label? */
bool line_names(struct lines *ls, struct line *line, uint32_t label);
/* Does the event satisfy the line, pins included? */
bool line_accepts(struct lines *ls, struct line *line, const struct trace_event *ev);
#endif
