/* lines.h - an expectation prepared for one profile, one trace and one backend. Every search in
 * this folder uses this form. Inner to this folder.
 *
 * Every item in force has a line, found by the item's id. Labels are string ids, patterns cache
 * their answers, and pins that the backend cannot show are gone: comparing an event with a line
 * takes a few integer comparisons. `next` makes the lines a graph. It leads from an item to the one
 * after it, and from a choice to the first item in it. Ids are in the order of the text, so it
 * always leads to a larger id, or to 0, the end.
 *
 * Two searches use this graph and the logs. walk.h decides whether the trace is permitted and, if
 * not, where it broke; verdict, reason, marks and alternatives taken all follow from that.
 * nearest.c, used only after a failure, looks for the permitted trace that differs least. They
 * cannot be one search: the first must be linear in a trace of millions of events, the second
 * weighs every possible difference and stops at a budget. */
#ifndef MATCH_LINES_H
#define MATCH_LINES_H
#include "base/mem.h"
#include "match/match.h"

struct line {
    const struct expect_item *item; /* NULL if not in force, or if it cannot be judged here */
    uint32_t next;                  /* an id; of a `never` line, the next `never` line */
    uint32_t only;                  /* `one of`: the id of the only choice to try; 0: all */
    uint32_t tried;                 /* walk.c: logs before this one need no second comparison, */
    uint32_t refused;               /* nor does this one, which the line did not accept */
    uint32_t kind;                  /* TRACE_LOG or TRACE_OBSERVE */
    uint32_t label;  /* string id; LINE_NO_LABEL for a pattern, or if no such label exists */
    uint8_t *answer; /* a pattern: for each string id 1 + its answer, 0 if not asked yet */
    uint64_t count;  /* how many logs it takes; `any order`: sum of its lines */
    int64_t value;   /* TRACE_OBSERVE */
    uint64_t from_ns, till_ns; /* both inclusive */
    int phase;                 /* or -1 */
    uint32_t iteration;        /* or 0 */
};

#define LINE_NO_LABEL UINT32_MAX

struct lines {
    struct labels labels;
    const struct match_sight *sight;
    const struct trace *trace;
    uint32_t *log; /* indices of the events that are logs or observations */
    uint32_t log_count;
    /* A choice of all items in force, with blocks replaced by their items. */
    struct expect_item whole;
    struct line *line; /* by id */
    uint32_t id_max;
    uint32_t first; /* the id at which the expectation begins */
    uint32_t never; /* the first `never` line, or 0 */
    bool open;
    bool one_way;                      /* not open, and without `one of` */
    uint64_t order_max;                /* how many logs the largest `any order` takes */
    bool has_groups;                   /* else each log is compared with each line at most once */
    const struct expect_item *nothing; /* the item `nothing`, or NULL */
    uint32_t judged;                   /* lines, promises and figures */
    uint32_t unjudged;                 /* pins and figures left out */
    /* The first pattern that ran into its limit, and the label it was matched with; else NULL. Once
     * set, no result counts. */
    const struct expect_item *runaway;
    const char *runaway_on;
    struct arena arena; /* owns the answers */
};

void lines_init(struct lines *ls, const struct expect *e, const struct profile *profile,
                struct labels labels, const struct trace *t, const struct match_sight *sight);
void lines_release(struct lines *ls);

struct line *lines_of(struct lines *ls, const struct expect_item *item);
/* The index of a log's event; trace->count for the log after the last. */
uint64_t lines_event(const struct lines *ls, uint32_t log);

/* Does the line name this log's label? */
bool line_names(struct lines *ls, struct line *line, uint32_t log);
/* Does the log satisfy the line and its pins? */
bool line_accepts(struct lines *ls, struct line *line, uint32_t log);
#endif
