/* choices.h - which alternatives of `one of` traces have taken. A set of alternatives is checked
 * both ways. The matcher checks that nothing outside of it happens. This module checks, over many
 * traces, that each alternative does happen. */
#ifndef MATCH_CHOICES_H
#define MATCH_CHOICES_H
#include "match/match.h"

struct choices {
    struct choice {
        const struct expect_item *item; /* EXPECT_CHOICE, borrowed */
        uint64_t taken;                 /* by how many traces */
    } * choice;
    size_t count;
};

/* Collect all alternatives in force for a profile, in the order of the text; an inner one follows
 * the one that contains it. */
void choices_init(struct choices *c, const struct expect *e, const struct profile *profile);
void choices_release(struct choices *c);

/* Count the alternatives by which this trace can be explained. The trace must match. */
void choices_note(struct choices *c, const struct expect *e, const struct profile *profile,
                  struct labels labels, const struct trace *t, const struct match_sight *sight);
/* How many alternatives no trace has taken. */
size_t choices_missed(const struct choices *c);
#endif
