/* choices.h - which alternatives of `one of` a trace took.
 * An allowed set is checked both ways: that nothing outside of it happens is the
 * matcher's part, that each alternative can happen is seen here, over many traces. */
#ifndef MATCH_CHOICES_H
#define MATCH_CHOICES_H
#include "match/match.h"

struct choices {
    struct choice {
        const struct expect_item *item; /* EXPECT_CHOICE, borrowed */
        uint64_t taken;                 /* by so many traces */
    } * choice;
    size_t count;
};

/* All alternatives that count for a profile, in the order of the text; an inner one
 * follows the one it is in. */
void choices_init(struct choices *c, const struct expect *e, const struct profile *profile);
void choices_release(struct choices *c);

/* Note the alternatives by which this trace, which matches, can be explained. */
void choices_note(struct choices *c, const struct expect *e, const struct profile *profile,
                  struct labels labels, const struct trace *t, const struct match_sight *sight);
/* How many no trace took. */
size_t choices_missed(const struct choices *c);
#endif
