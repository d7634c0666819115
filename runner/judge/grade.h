/* grade.h - which of the known profiles a backend satisfies. A profile is the set of versions and
 * host whose behaviour is expected, such as "node-20". For each other profile it says in how many
 * cases the backend departs from it, and for the first of them the rules and the event.
 *
 * A profile counts if a case ran that is about itself, and not only about every loop. Profiles side
 * by side with the same grade are printed as a range.
 *
 * A loop runs each case once for all profiles that expect the same of it and whose host treats it
 * the same; one that hangs or crashes runs once. The reference runs each case once per profile,
 * since it behaves as the profile says. A runtime runs each case once, and that run is judged by
 * every profile. Baselines excuse nothing here. */
#ifndef RUNNER_JUDGE_GRADE_H
#define RUNNER_JUDGE_GRADE_H
#include <stdio.h>
#include "runner/suite/suite.h"
#include "runner/judge/target.h"

/* Run the cases of the suite, `jobs` at a time, print the grades and put them into `*to`, in memory
 * of `arena`. `signals` is from interrupt_catch(). Returns 0; -1 with `*d`; 1 after an interrupt, and
 * then there are none. */
int grade_target(const struct suite *s, const struct target *t, uint32_t jobs, int signals,
                 FILE *out, struct arena *arena, struct result_summary *to, struct diag *d);
#endif
