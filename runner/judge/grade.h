/* grade.h - which of the known profiles a backend satisfies, and where it departs from
 * each of the others: in how many cases, and of the first its rules and the event.
 * A loop is run anew for each profile, since the host above it and the reference itself
 * follow the profile; what a runtime does is its own, so it is run once and judged by
 * all of them. Baselines excuse nothing here. */
#ifndef RUNNER_JUDGE_GRADE_H
#define RUNNER_JUDGE_GRADE_H
#include <stdio.h>
#include "runner/suite/suite.h"
#include "runner/judge/target.h"

/* Grade by the cases of the suite, `jobs` of them at a time, and print it. -1 with `*d`; 1 if it
 * was interrupted, as `signals` of interrupt_catch() tells, and then nothing is printed. */
int grade_target(const struct suite *s, const struct target *t, uint32_t jobs, int signals,
                 FILE *out, struct diag *d);
#endif
