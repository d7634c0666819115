/* sweep.h - every chosen case on one backend, several at a time.
 *
 * The happy path: the target's server, and up to -j more beside it; hand each idle one the
 * next case; judge what comes back; tell the results in the order of the plan, whatever order
 * the cases ended in.
 * Ways out: --fail-fast and an interrupt stop handing out cases, in this sweep and those after
 * it; what was not run is told as such, so that there are as many results as the plan has cases.
 * After an interrupt nothing that is under way is judged: whoever interrupted us may have
 * interrupted the cases, too. */
#ifndef RUNNER_SWEEP_H
#define RUNNER_SWEEP_H
#include "runner/known.h"
#include "runner/target.h"

struct sweep {
    const struct options *options;
    const struct suite *suite;
    int signals;                                                        /* by interrupt_catch() */
    void (*tell)(void *arg, size_t index, const struct result *result); /* index of the case */
    void *arg;
    bool interrupted;
    bool stopping; /* hand out no more cases */
    /* inner, for one backend */
    const struct target *target;
    struct known *known;
    struct slot *slot;
    size_t next, told;
    struct worker *worker;
    size_t worker_count;
};

/* -1 with `*d`; the results are told either way. */
int sweep_run(struct sweep *s, const struct target *t, struct known *known, struct diag *d);
/* Whether an interrupt has come, if need be within that time. */
bool sweep_note_interrupt(struct sweep *s, int wait_ms);
#endif
