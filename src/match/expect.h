/* expect.h - an expected trace: what the parser makes of a .trace file. Built once, never changed,
 * in one arena. expected/README.md documents the language. */
#ifndef MATCH_EXPECT_H
#define MATCH_EXPECT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/diag.h"
#include "profile/profile.h"
#include "scenario/scenario.h"
#include "trace/trace.h"

enum expect_kind {
    EXPECT_LINE,      /* LABEL or /PATTERN/ [= VALUE] [* COUNT] [@PHASE] [in ITERATION] [TIME] */
    EXPECT_GAP,       /* ... */
    EXPECT_NEVER,     /* never LABEL or /PATTERN/: nowhere in the whole trace */
    EXPECT_NOTHING,   /* nothing: no log and no observation at all */
    EXPECT_BLOCK,     /* [condition] { items } */
    EXPECT_OPEN,      /* open, before all else: logs that no line names are permitted anywhere */
    EXPECT_ONE_OF,    /* one of { items } or { items }: its items are choices */
    EXPECT_CHOICE,    /* { items }: one alternative of `one of` */
    EXPECT_ANY_ORDER, /* any order { lines } */
    EXPECT_BEFORE,    /* SUBJECT before SUBJECT: its two items */
    EXPECT_SUBJECT,   /* label or pattern of a `before` */
    EXPECT_FIGURE,    /* FIGURE [NAME] == | <= | >= AMOUNT; see bound.h */
};

/* A bound on a figure of the trace. The item's label is the handle. */
struct expect_bound {
    uint8_t figure;   /* enum bound_figure */
    uint8_t stat;     /* enum bound_stat */
    uint8_t relation; /* REL_EQ, REL_LE or REL_GE */
    bool callbacks;   /* `starvation <= 100 callbacks` */
    uint64_t amount;  /* nanoseconds, or a count */
};

struct expect_item {
    enum expect_kind kind;
    /* From 1, in the order of the text: an item has a smaller id than the items in it. */
    uint32_t id;
    struct location at;
    const char *label;       /* NULL if there is a pattern; a figure: its handle, or NULL */
    struct pattern *pattern; /* NULL if there is a label */
    const char *pattern_text;
    bool has_value;
    bool value_named; /* written as an errno name */
    int64_t value;
    uint32_t count;                        /* EXPECT_LINE: `* COUNT`, else 1 */
    int phase;                             /* enum trace_phase, or -1 */
    uint64_t time_ns;                      /* or NO_TIME */
    uint32_t iteration;                    /* or 0 */
    struct expect_bound bound;             /* EXPECT_FIGURE */
    struct condition condition;            /* EXPECT_BLOCK */
    const struct expect_item *const *item; /* of blocks, groups and pairs */
    size_t item_count;
    const char *const *last_comment; /* between the last item and the closing brace */
    uint32_t last_comment_count;
    /* Comments as in struct step, for the canonical form. */
    const char *const *comment;
    uint32_t comment_count;
    const char *trailing;
    bool blank_before;
};

struct expect {
    const char *file;
    const struct expect_item *const *item;
    size_t item_count;
    uint32_t id_max;            /* the largest id */
    const char *const *comment; /* after the last item; a first "" is a blank line */
    uint32_t comment_count;
    struct pattern **pattern; /* every pattern of the items; owned */
    size_t pattern_count, pattern_room;
    struct arena *arena;
};

enum {
    EXPECT_COUNT_MAX = PROGRAM_BUDGET_MAX,
    EXPECT_ITERATION_MAX = (1 << 24) - 1,
    EXPECT_DEPTH_MAX = 8,        /* groups within groups */
    EXPECT_ANY_ORDER_MAX = 1000, /* lines in one `any order` */
};

/* NULL with `*d` filled in: location, line, caret, hint. An empty file, a trace of gaps only and a
 * pattern that does not compile are errors. */
struct expect *expect_parse(const char *file, const char *source, size_t length, struct diag *d);
void expect_free(struct expect *e);         /* NULL is fine */
char *expect_print(const struct expect *e); /* canonical, owned by the caller */

/* The pins of a line (what follows the label): " = 1 * 3 @check in 2 5ms"; "" if there are none. */
char *expect_print_pins(const struct expect_item *item, char buffer[128]);
/* A label as the language writes it, in quotes where needed. Owned by the caller. */
char *expect_print_label(const char *label);

/* Is this a word of the language? Then a label of that name needs quotes. */
bool expect_is_reserved(const char *word);

/* Does the expectation fit the scenario? These are errors, with their location: a label or pattern
 * that nothing logs; a value on a log; an observation without a value; a figure of a handle that
 * does not have it; identical choices; neighbouring blocks that do not cover each known profile
 * exactly once; an expectation that can never fail. `source` is the expectation's text, for the
 * caret. */
int expect_check(const struct expect *e, const char *source, size_t length,
                 const struct scenario *scenario, struct diag *d);

/* The items in force for this profile, in order, with blocks replaced by their items. The caller
 * frees the array; the items are borrowed from `e`. */
const struct expect_item **expect_flatten(const struct expect *e, const struct profile *profile,
                                          size_t *count);
#endif
