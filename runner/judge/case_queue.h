/* case_queue.h - every chosen case on one backend: the jobs of a pool.
 *
 * A case is run until a run proves something, and as often as --repeat says. --fail-fast and an
 * interrupt end this queue and those after it; what was not run is told as such, so that there are
 * as many results as the plan has cases. */
#ifndef RUNNER_JUDGE_CASE_QUEUE_H
#define RUNNER_JUDGE_CASE_QUEUE_H
#include "runner/judge/baseline_check.h"
#include "runner/judge/target.h"
#include "runner/server/pool.h"

struct case_queue {
    const struct options *options;
    const struct suite *suite;
    const struct target *target;
    struct baseline_check *baseline;
    bool keeps_events; /* and figures: a report shows them */
    /* Borrowed for the call; in the order of the cases. */
    void (*tell)(void *arg, const struct suite_case *c, const struct result *result);
    void *arg;
    struct pool pool; /* `signals` is the caller's to set; says whether it was interrupted */
};

/* -1 with `*d`. */
int case_queue_run(struct case_queue *q, struct diag *d);
#endif
