/* lint.h - faults of a suite, found and printed. The command looks at the cases,
 * lint_catalogue.c at what the catalogue promises about them. */
#ifndef RUNNER_SUITE_LINT_H
#define RUNNER_SUITE_LINT_H
#include "runner/suite/suite.h"

struct lint {
    size_t faults;
};

/* The suite_fault of a lint: print it, count it. `arg` is the lint. */
void lint_report(void *arg, const struct diag *fault);

/* How far the catalogue is proven. */
struct lint_coverage {
    size_t runnable, covered;      /* rules */
    size_t contradictions, proven; /* those with a case */
    size_t sources;                /* each of whose runnable rules has a case */
    char *uncovered; /* ids of rules and contradictions without a case, a blank between; or "" */
};

void lint_catalogue(struct lint *lint, const struct suite *s, struct lint_coverage *out);
#endif
