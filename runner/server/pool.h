/* pool.h - jobs for servers, several at a time, told in their order.
 *
 * A job is some runs one after the other, each on a server that has nothing else to do; what a
 * run is and which comes next, its owner knows. The happy path: as many jobs as -j allows are
 * under way; the pool waits for any of their servers, has the owner take what it answers and
 * start the next run, and tells the jobs that are done in the order of their numbers, whatever
 * order they ended in.
 * Ways out: whoever sets `stopping` lets no more jobs begin; what is under way comes to its end.
 * After an interrupt nothing that is under way is looked at: whoever interrupted us may have
 * interrupted the cases, too. */
#ifndef RUNNER_SERVER_POOL_H
#define RUNNER_SERVER_POOL_H
#include <stdbool.h>
#include <stdint.h>
#include "base/diag.h"
#include "runner/server/server.h"

struct pool_job {
    uint64_t number;       /* from 0 */
    void *state;           /* the owner's, zeros at first */
    struct server *server; /* on which a run is under way, or has just ended; NULL for none */
    bool done;
    struct pool_job *next; /* inner: the one behind it that has begun, too */
};

struct pool {
    uint32_t jobs;     /* at most so many are under way at a time */
    int signals;       /* by interrupt_catch(); -1: nobody waits for interrupts */
    uint64_t count;    /* jobs in all */
    size_t state_size; /* bytes of a job's state */
    /* Called for a new job without a server, and whenever the job's server has answered: take
     * the answer, and start the job's next run on `job->server`. 1 if it has; 0 if the job is
     * done; -1 with `*d`. */
    int (*step)(void *arg, struct pool_job *job, struct diag *d);
    /* Called for each job that has begun, in order; one that was cut short is not `done`. What
     * the state owns is freed here. 1 if the job is to go on with another step; 0; -1 with `*d`. */
    int (*tell)(void *arg, struct pool_job *job, struct diag *d);
    void *arg;
    bool stopping; /* let no more jobs begin */
    bool interrupted;
    /* inner */
    uint64_t begun, told; /* so many jobs */
    uint32_t busy;        /* under way */
    struct pool_job *first, **last;
};

/* -1 with `*d`; the jobs that have begun are told either way. Jobs from `begun` on have not. */
int pool_run(struct pool *p, struct diag *d);
/* Whether an interrupt has come, if need be within that time. */
bool pool_note_interrupt(struct pool *p, int wait_ms);
#endif
