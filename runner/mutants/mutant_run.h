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

struct mutant_run;

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

/* Both are borrowed until mutant_run_close(). */
struct mutant_run *mutant_run_open(const struct options *o, const struct suite *suite);
void mutant_run_close(struct mutant_run *h);

/* Run the cases that name a broken rule until each rule has a kill; only for a mutant
 * that survives, the others too. -1 with `*d`. */
int mutant_run_until_killed(struct mutant_run *h, const struct mutant *m, struct mutant_result *out,
                            struct diag *d);
void mutant_result_release(struct mutant_result *r);
bool mutant_is_killed(const struct mutant_result *r);

/* Run a mutant against the cases that name a rule which it breaks and are not marked yet,
 * and mark those that kill it. */
int mutant_run_mark_kills(struct mutant_run *h, const struct mutant *m, bool *marked,
                          struct diag *d);

/* Can the reference run it at all? */
bool mutant_run_can_run(const struct suite_case *c);
#endif
