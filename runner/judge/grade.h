/* grade.h - which of the known profiles a backend satisfies. A profile is the set of versions and
 * host whose behaviour is expected, such as "node-20". For each other profile it says in how many
 * cases the backend departs from it, and for the first of them the rules and the event.
 *
 * A loop runs each case once per profile, since the simulated host on top of it, and the reference
 * loop itself, behave as the profile says. A runtime runs each case once, and that run is judged
 * by every profile. Baselines excuse nothing here. */
#ifndef RUNNER_JUDGE_GRADE_H
#define RUNNER_JUDGE_GRADE_H
#include <stdio.h>
#include "runner/suite/suite.h"
#include "runner/judge/target.h"

/* Run the cases of the suite, `jobs` at a time, and print the grades. `signals` is from
 * interrupt_catch(). Returns 0; -1 with `*d`; 1 after an interrupt, and then prints nothing. */
int grade_target(const struct suite *s, const struct target *t, uint32_t jobs, int signals,
                 FILE *out, struct diag *d);
#endif
