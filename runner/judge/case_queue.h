/* case_queue.h - every chosen case on one backend, several at a time.
 *
 * The happy path: the target's server, and up to -j more beside it; hand each idle one the
 * next case; judge what comes back; tell the results in the order of the plan, whatever order
 * the cases ended in.
 * Ways out: --fail-fast and an interrupt stop handing out cases, in this queue and those after
 * it; what was not run is told as such, so that there are as many results as the plan has cases.
 * After an interrupt nothing that is under way is judged: whoever interrupted us may have
 * interrupted the cases, too. */
#ifndef RUNNER_JUDGE_CASE_QUEUE_H
#define RUNNER_JUDGE_CASE_QUEUE_H
#include "runner/judge/baseline_check.h"
#include "runner/judge/target.h"

struct case_queue {
    const struct options *options;
    const struct suite *suite;
    int signals;                                                        /* by interrupt_catch() */
    void (*tell)(void *arg, size_t index, const struct result *result); /* index of the case */
    void *arg;
    bool interrupted;
    bool stopping; /* hand out no more cases */
    /* inner, for one backend */
    const struct target *target;
    struct baseline_check *baseline;
    struct slot *slot;
    size_t next, told;
    struct worker *worker;
    size_t worker_count;
};

/* -1 with `*d`; the results are told either way. */
int case_queue_run(struct case_queue *q, const struct target *t, struct baseline_check *baseline,
                   struct diag *d);
/* Whether an interrupt has come, if need be within that time. */
bool case_queue_note_interrupt(struct case_queue *q, int wait_ms);
#endif
