/* explore.h - cases on one backend, each in every schedule that the rules permit.
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
    char *misfit; /* why it was not run at all, and the rest is empty; or NULL */
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

/* Several cases at a time, one schedule of each. */
struct exploring {
    const struct target *target;
    const struct suite *suite;
    uint32_t runs_max; /* of a case */
    uint32_t jobs;     /* cases at a time */
    /* Called before each run, to show how far the case is. */
    void (*progress)(void *arg, const struct suite_case *c, uint32_t runs, uint64_t known);
    /* Called for each case, in order. Borrowed for the call. */
    void (*tell)(void *arg, const struct suite_case *c, const struct explored *e);
    void *arg;
};

/* Every case of the suite. -1 with `*d` if a run could not be made. */
int explore_cases(struct exploring *x, struct diag *d);
#endif
