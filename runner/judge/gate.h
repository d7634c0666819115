/* gate.h - what the exit status says of runs: whether all is as expected, and whether enough
 * was run on each backend to say so. */
#ifndef RUNNER_JUDGE_GATE_H
#define RUNNER_JUDGE_GATE_H
#include "reports/result/result.h"

struct gate {
    struct result_summary total; /* over all runs */
    size_t runs;
    /* of the run with the fewest cases that were not skipped */
    const char *backend; /* borrowed */
    size_t ran, cases;
};

/* Start with (struct gate){ 0 }. */
void gate_add(struct gate *g, const char *backend, const struct result_summary *s);
/* Did at least so many cases, and one, run on every backend? If not, stderr is told where. */
bool gate_has_enough(const struct gate *g, size_t min_cases);
#endif
