/* mutant_run.h - mutants of the reference, and the cases that kill them.
 *
 * A case kills a mutant if it passes on the control, the woven loop with no mutant at
 * work, and does not pass with it. A rule guards itself if one of the cases that name it
 * kills each mutant which breaks it. */
#ifndef RUNNER_MUTANTS_MUTANT_RUN_H
#define RUNNER_MUTANTS_MUTANT_RUN_H
#include "mutants/mutants.h"
#include "reports/result/result.h"
#include "runner/suite/suite.h"

/* What one of the rules that a mutant breaks has against it. */
struct mutant_kill {
    const char *rule;
    size_t cases;                /* that name the rule and can run */
    const struct suite_case *by; /* the first of them that kills it; NULL: it survives */
    enum verdict verdict;        /* of that case */
    char *reason;                /* of that verdict */
};

struct mutant_result {
    struct mutant_kill kill[MUTANT_RULES_MAX];
    size_t kill_count;
    const struct suite_case *other; /* of one that survives: a case of no such rule kills it */
};

/* Several mutants at a time, one case of each. */
struct mutant_run {
    const struct options *options;
    const struct suite *suite;
    const struct mutant *const *mutant;
    size_t count;
    /* NULL: run the cases that name a broken rule until each rule has a kill; only for a mutant
     * that survives, the others too. Else: run a mutant against the cases that name a rule which
     * it breaks and are not marked yet, and mark those that kill it. */
    bool *marked; /* [case] */
    /* Called for each mutant, in order. Borrowed for the call. */
    void (*tell)(void *arg, size_t index, const struct mutant_result *r);
    void *arg;
};

/* -1 with `*d`. */
int mutant_run(struct mutant_run *run, struct diag *d);
bool mutant_is_killed(const struct mutant_result *r);

/* Can the reference run it at all? */
bool mutant_run_can_run(const struct suite_case *c);
#endif
