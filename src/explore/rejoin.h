/* rejoin.h - where a run comes back to the usual run.
 *
 * A run that takes another way at one point often does the same as the usual run afterwards: a
 * millisecond passed before a timer that nobody else is near to, or the loop looked once more. From
 * there on its choice points lead to nothing that those of the usual run do not lead to. A run has
 * come back if it called the same callbacks and logged the same in the same order, and from some
 * event on did so at the same times, in the same phases, and met the same choice points. */
#ifndef EXPLORE_REJOIN_H
#define EXPLORE_REJOIN_H
#include "trace/trace.h"

/* Events of a usual run that is kept; one that has more is never rejoined. */
enum { REJOIN_EVENTS_MAX = 16 * 1024 };

/* The usual run: a copy of what is compared. Filled with zeros: there is none. */
struct rejoin {
    uint64_t count, end_ns;
    uint32_t outcome, open;
    struct trace_choice choice[TRACE_CHOICES_MAX];
    struct trace_event event[REJOIN_EVENTS_MAX];
};

void rejoin_keep(struct rejoin *r, const struct trace *usual);
/* How many choice points a run met before it came back; all of them if it did not. */
uint32_t rejoin_points(const struct rejoin *r, const struct trace *t);
#endif
