/* gate.h - what the exit status is decided by: the verdicts of all runs, and whether enough cases
 * ran on each backend. */
#ifndef RUNNER_JUDGE_GATE_H
#define RUNNER_JUDGE_GATE_H
#include "reports/result/result.h"

struct gate {
    struct result_summary total; /* over all runs */
    size_t runs;
    /* about the run in which the fewest cases ran (were not skipped): */
    const char *backend; /* borrowed */
    size_t ran, cases;
};

/* Start with (struct gate){ 0 }. */
void gate_add(struct gate *g, const char *backend, const struct result_summary *s);
/* Did at least `min_cases` cases, and at least one, run on every backend? If not, prints to stderr
 * on which backend. */
bool gate_has_enough(const struct gate *g, size_t min_cases);
#endif
