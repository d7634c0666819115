/* explore.h - one case on one backend, in every schedule that the rules permit.
 *
 * Nothing outside of what is expected may come out, whatever the schedule; and of each
 * `one of` every alternative should come out under some. */
#ifndef RUNNER_JUDGE_EXPLORE_H
#define RUNNER_JUDGE_EXPLORE_H
#include "match/choices.h"
#include "reports/result/result.h"
#include "runner/suite/suite.h"
#include "runner/judge/target.h"

/* One that was seen, and the first schedule that led to it. */
struct explored_order {
    uint64_t print; /* judge_order() */
    uint32_t runs;
    char *labels;   /* of its logs, with blanks between; a long one is cut */
    char *schedule; /* "" for the usual */
};

struct explored {
    uint32_t runs;
    uint64_t known; /* schedules; if not whole there may be more */
    bool whole;     /* there are no others */
    struct explored_order *order;
    size_t order_count, order_room;
    struct choices choices; /* taken by the runs */
    bool broken;            /* a run was not as expected, and the search ended with it */
    char *schedule;         /* then: its schedule, and */
    struct result result;   /* what became of it */
};

/* Called before each run, to show how far it is. */
typedef void explore_progress(void *arg, uint32_t runs, uint64_t known);

/* At most `runs_max` runs. -1 with `*d` if a run could not be made; either way
 * explored_release() frees it. */
int explore_case(struct target *t, const struct suite *suite, const struct suite_case *c,
                 uint32_t runs_max, struct explored *out, struct diag *d,
                 explore_progress *progress, void *arg);
void explored_release(struct explored *e);
#endif
