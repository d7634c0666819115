/* lint.h - finds and prints faults of a suite. The command checks the cases, lint_catalogue.c the
 * catalogue: whether rules, sources and contradictions have the cases that they need; lint_bugs.c
 * whether bugs have cases and a proof. */
#ifndef RUNNER_SUITE_LINT_H
#define RUNNER_SUITE_LINT_H
#include "runner/suite/suite.h"

struct lint {
    size_t faults;
    size_t unread; /* files that the system could not read; the first is in `unread_why` */
    struct diag unread_why;
};

/* A suite_fault callback: prints the fault and counts it. What the system could not read is no fault
 * of the suite: it is only noted. `arg` is the struct lint. */
void lint_report(void *arg, const struct diag *fault);

/* How much of the catalogue has cases. A rule is runnable unless it is marked informative. */
struct lint_coverage {
    size_t runnable, covered;      /* rules */
    size_t contradictions, proven; /* all of them; those with a case */
    size_t bugs;                   /* bugs with a case and a proof */
    size_t sources;                /* sources whose runnable rules all have a case */
    char *uncovered; /* ids of rules and contradictions without a case, separated by blanks */
};

/* Prints a fault that was found at this place of the catalogue. */
__attribute__((format(printf, 4, 5))) void lint_fault(struct lint *lint, struct location at,
                                                      const char *hint, const char *fmt, ...);

/* Returns how many bugs have a case and a proof. */
size_t lint_bugs(struct lint *lint, const struct suite *s);

void lint_catalogue(struct lint *lint, const struct suite *s, struct lint_coverage *out);
#endif
