/* coverage.h - rules without a mutant or a case, cases that kill no mutant, and whether that has a
 * reason. The requirements:
 * - a case names each rule, unless the rule is informative (no run can show it);
 * - a mutant breaks each rule of level `must`, or mutant_spares says why not;
 * - each case that the reference can run kills a mutant of one of its rules, or mutant_idles says
 *   why not;
 * - no reason in these two tables is out of date. */
#ifndef RUNNER_MUTANTS_COVERAGE_H
#define RUNNER_MUTANTS_COVERAGE_H
#include "runner/suite/suite.h"

enum coverage_kind {
    COVERAGE_SPARED,    /* a `must` rule without a mutant, with a reason */
    COVERAGE_UNBROKEN,  /* a `must` rule without a mutant, without a reason */
    COVERAGE_UNGUARDED, /* a rule that no case names */
    COVERAGE_IDLE,      /* a case that kills no mutant, with a reason */
    COVERAGE_USELESS,   /* a case that kills no mutant, without a reason */
    COVERAGE_STALE,     /* a reason that is not needed */
    COVERAGE_KIND_COUNT
};

const char *coverage_name(enum coverage_kind kind);
bool coverage_is_fault(enum coverage_kind kind);

/* `what` is the id of a rule or the name of a case. Both strings are borrowed for the call. */
typedef void coverage_report(void *arg, enum coverage_kind kind, const char *what,
                             const char *reason);

void coverage_rules(const struct suite *suite, coverage_report *report, void *arg);

/* `kills[i]`: case i of the suite kills a mutant of one of its rules. */
void coverage_cases(const struct suite *suite, const bool *kills, coverage_report *report,
                    void *arg);
#endif
