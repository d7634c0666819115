/* mutant_run.h - runs cases against mutants: copies of the reference loop with a deliberate fault.
 *
 * A case kills a mutant if it passes on the control (the same loop without a fault) and does not
 * pass on the mutant. Every mutant must be killed, for each rule that it breaks, by a case that
 * names this rule. */
#ifndef RUNNER_MUTANTS_MUTANT_RUN_H
#define RUNNER_MUTANTS_MUTANT_RUN_H
#include "mutants/mutants.h"
#include "reports/result/result.h"
#include "runner/suite/suite.h"

/* One of the rules that a mutant breaks, and the case of this rule that kills the mutant. */
struct mutant_kill {
    const char *rule;
    size_t cases;                /* how many name the rule and can run */
    const struct suite_case *by; /* the first of them that kills it; NULL: the mutant survives */
    enum verdict verdict;        /* of that case */
    char *reason;                /* of that verdict */
};

struct mutant_result {
    struct mutant_kill kill[MUTANT_RULES_MAX];
    size_t kill_count;
    const struct suite_case *other; /* it survives, but this case of another rule kills it */
};

/* Runs several mutants at a time, each with one case at a time. */
struct mutant_run {
    const struct options *options;
    const struct suite *suite;
    const struct mutant *const *mutant;
    size_t count;
    /* NULL: run the cases that name a broken rule, until each such rule has a kill. If the mutant
     * survives, run the other cases, too.
     * Not NULL: run the cases that name a broken rule and are not marked yet; mark those that
     * kill. */
    bool *marked; /* [case] */
    /* Called for each mutant, in order. The result is borrowed for the call. */
    void (*report)(void *arg, size_t index, const struct mutant_result *r);
    void *arg;
};

/* Returns 0, or -1 with `*d`. */
int mutant_run(struct mutant_run *run, struct diag *d);
bool mutant_is_killed(const struct mutant_result *r);

/* Can the reference run this case? */
bool mutant_run_can_run(const struct suite_case *c);
#endif
