/* audit.h - what the table of mutants does not reach, and whether that has a reason.
 *
 * Every rule is named by a case, unless no run can show it. Every rule that must hold is
 * broken by a mutant, and every case that the reference can run kills a mutant of its
 * rules; or the table says why not. A reason that has become untrue is a fault, too. */
#ifndef RUNNER_AUDIT_H
#define RUNNER_AUDIT_H
#include "runner/suite.h"

enum audit_kind {
    AUDIT_SPARED,    /* a rule that must hold, without a mutant, with a reason */
    AUDIT_UNBROKEN,  /* the same without a reason */
    AUDIT_UNGUARDED, /* a rule that no case names */
    AUDIT_IDLE,      /* a case that kills nothing, with a reason */
    AUDIT_USELESS,   /* the same without a reason */
    AUDIT_STALE,     /* a reason for something that needs none */
    AUDIT_KIND_COUNT
};

const char *audit_name(enum audit_kind kind);
bool audit_is_fault(enum audit_kind kind);

/* `what` is a rule or a case. Both are borrowed until the call returns. */
typedef void audit_tell(void *arg, enum audit_kind kind, const char *what, const char *reason);

void audit_rules(const struct suite *suite, audit_tell *tell, void *arg);

/* `kills` says of each case whether it kills a mutant of its rules. */
void audit_cases(const struct suite *suite, const bool *kills, audit_tell *tell, void *arg);
#endif
