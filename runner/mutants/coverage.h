/* coverage.h - what the table of mutants does not reach, and whether that has a reason.
 *
 * Every rule is named by a case, unless no run can show it. Every rule that must hold is
 * broken by a mutant, and every case that the reference can run kills a mutant of its
 * rules; or the table says why not. A reason that has become untrue is a fault, too. */
#ifndef RUNNER_MUTANTS_COVERAGE_H
#define RUNNER_MUTANTS_COVERAGE_H
#include "runner/suite/suite.h"

enum coverage_kind {
    COVERAGE_SPARED,    /* a rule that must hold, without a mutant, with a reason */
    COVERAGE_UNBROKEN,  /* the same without a reason */
    COVERAGE_UNGUARDED, /* a rule that no case names */
    COVERAGE_IDLE,      /* a case that kills nothing, with a reason */
    COVERAGE_USELESS,   /* the same without a reason */
    COVERAGE_STALE,     /* a reason for something that needs none */
    COVERAGE_KIND_COUNT
};

const char *coverage_name(enum coverage_kind kind);
bool coverage_is_fault(enum coverage_kind kind);

/* `what` is a rule or a case. Both are borrowed until the call returns. */
typedef void coverage_report(void *arg, enum coverage_kind kind, const char *what,
                             const char *reason);

void coverage_rules(const struct suite *suite, coverage_report *tell, void *arg);

/* `kills` says of each case whether it kills a mutant of its rules. */
void coverage_cases(const struct suite *suite, const bool *kills, coverage_report *tell, void *arg);
#endif
