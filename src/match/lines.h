/* lines.h - an expectation made ready for one profile, one trace and what can be seen of it.
 * This is the one form that everything in this folder walks. Inner to this folder.
 *
 * Every item in force has a line, which is found by the item's id. Labels have become
 * string ids, patterns remember their answers, pins that the backend cannot show are gone:
 * to hold an event against a line is a few integer comparisons. `next` joins the lines to a
 * graph: it leads from an item to the one that comes after it, and from a choice to the
 * first item in it. Since ids are in the order of the text, it always leads to a larger id,
 * or to 0, which is the end.
 *
 * Two searches go over this graph and the logs. walk.h decides whether the trace is permitted,
 * and where it broke if not: verdict, reason, marks and alternatives taken are all read off
 * that. nearest.c, which is asked only after a failure, looks for the permitted trace that
 * differs least. They cannot be one: the first must be linear in a trace of millions, the
 * second weighs every way to differ and is cut off early. */
#ifndef MATCH_LINES_H
#define MATCH_LINES_H
#include "base/mem.h"
#include "match/match.h"

struct line {
    const struct expect_item *item; /* NULL if it is not in force, or cannot be judged here */
    uint32_t next;                  /* an id; of a promise, the next one of its kind */
    uint32_t only;                  /* `one of`: the id of the one choice to try; 0 for all */
    uint32_t tried;                 /* walk.c: logs before this one need no second look, */
    uint32_t refused;               /* nor does this one, which it did not accept */
    uint32_t kind;                  /* TRACE_LOG or TRACE_OBSERVE */
    uint32_t label;  /* string id; LINE_NO_LABEL if there is none such, or for a pattern */
    uint8_t *answer; /* a pattern: of each string id 1 + what it said, 0 if it was not asked */
    uint64_t count;  /* logs that it takes; `any order`: all of its lines together */
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
    uint32_t *log; /* those of its events that are logs or observations */
    uint32_t log_count;
    struct expect_item whole; /* a choice of all items in force; blocks are dissolved */
    struct line *line;        /* by id */
    uint32_t id_max;
    uint32_t first; /* the id at which it begins */
    uint32_t never; /* the first promise of that kind, or 0 */
    bool open;
    bool one_way;                      /* closed, and without `one of` */
    uint64_t order_max;                /* logs that the largest `any order` takes */
    bool has_groups;                   /* else each log is compared with each line once at most */
    const struct expect_item *nothing; /* NULL unless it was promised */
    uint32_t judged;                   /* lines, promises and figures */
    uint32_t unjudged;                 /* pins and figures left out */
    /* The first pattern that ran into its limit, and on which label; NULL for none.
     * Once set, no answer counts. */
    const struct expect_item *runaway;
    const char *runaway_on;
    struct arena arena; /* owns the answers */
};

void lines_init(struct lines *ls, const struct expect *e, const struct profile *profile,
                struct labels labels, const struct trace *t, const struct match_sight *sight);
void lines_release(struct lines *ls);

struct line *lines_of(struct lines *ls, const struct expect_item *item);
/* The event of a log; trace->count after the last one. */
uint64_t lines_event(const struct lines *ls, uint32_t log);

/* Does the line name this log's label? */
bool line_names(struct lines *ls, struct line *line, uint32_t log);
/* Does the log satisfy the line, pins included? */
bool line_accepts(struct lines *ls, struct line *line, uint32_t log);
#endif
