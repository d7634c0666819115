/* pool.h - runs jobs on servers, several at a time, and reports them in order.
 *
 * A job is a sequence of runs, each on an idle server. The owner of the pool decides what a run is
 * and which one comes next. The happy path: (1) the pool begins jobs until as many are under way as
 * -j allows; (2) it waits until one of their servers answers; (3) it calls step(): the owner takes
 * the answer and starts the job's next run; (4) jobs that are done go to report() in the order of
 * their numbers, in whatever order they ended.
 *
 * Ways to end early: after `stopping` is set no more jobs begin, and those under way are finished.
 * After an interrupt the answers of jobs under way are ignored, since Ctrl-C may have interrupted
 * the cases, too. */
#ifndef RUNNER_SERVER_POOL_H
#define RUNNER_SERVER_POOL_H
#include <stdbool.h>
#include <stdint.h>
#include "base/diag.h"
#include "runner/server/server.h"

struct pool_job {
    uint64_t number;       /* from 0 */
    void *state;           /* for the owner; filled with zeros when the job begins */
    struct server *server; /* a run is under way on it, or has just ended; NULL for none */
    bool done;
    struct pool_job *next; /* private: the next job that has begun */
};

struct pool {
    uint32_t jobs;     /* the most that are under way at a time */
    int signals;       /* from interrupt_catch(); -1: the pool ignores interrupts */
    uint64_t count;    /* jobs in all */
    size_t state_size; /* bytes of a job's state */
    /* Called for a new job (which has no server yet) and whenever the job's server has answered.
     * Takes the answer, if there is one, sets `job->server` and starts the next run on it.
     * Returns 1 if a run is under way, 0 if the job is done, -1 with `*d`. */
    int (*step)(void *arg, struct pool_job *job, struct diag *d);
    /* Called for each job that has begun, in the order of their numbers. A job that was cut short
     * is not `done`. Frees what the state owns, unless it returns 1: the job goes on with another
     * step. Else 0, or -1 with `*d`. */
    int (*report)(void *arg, struct pool_job *job, struct diag *d);
    void *arg;
    bool stopping; /* no more jobs begin; anybody may set it */
    bool interrupted;
    /* private */
    uint64_t begun, reported; /* numbers of jobs; reported <= begun */
    uint32_t busy;            /* jobs under way: those with a server */
    struct pool_job *first, **last;
};

/* Run all jobs. Returns -1 with `*d` on failure; even then all jobs that have begun go to report().
 * Jobs with numbers from `begun` on have not begun. */
int pool_run(struct pool *p, struct diag *d);
/* Wait up to `wait_ms` for an interrupt; returns whether one has come, now or earlier. */
bool pool_note_interrupt(struct pool *p, int wait_ms);
#endif
