/* jobs.h - microtasks, promises and flows (async functions), in the order of ECMAScript. Inner to
 * this folder. Node and browsers share them. The layer decides when the queue is run and what
 * happens to a rejection that nobody handles. */
#ifndef HOST_JOBS_H
#define HOST_JOBS_H
#include "host/inside.h"

/* A microtask in the queue. */
struct job {
    struct job *next;
    void (*run)(struct jobs *j, struct job *job); /* frees it, or queues it again */
    const struct step *step;
    const struct block *body;
    uint32_t cause;
    uint32_t at;   /* promise: which block of the chain; flow: which step of its body */
    uint32_t hops; /* how many times it goes through the queue before it runs */
    bool rejected; /* promise: an earlier block threw, so this one is skipped */
};

struct job_queue {
    struct job *head, *tail;
};

/* A promise that was rejected. */
struct promise {
    struct object object;
    struct promise *next;
    bool handled, reported;
};

struct promise_list {
    struct promise *head, *tail;
};

struct jobs {
    struct host *host;
    unsigned await_jobs; /* how many microtasks an await of a settled promise takes */
    struct job_queue microtasks;
    struct job *flows;            /* running flows, innermost first */
    struct promise_list rejected; /* without a handler, not yet reported */
    struct promise_list late;     /* handled after they were reported */
    bool catch_hushes; /* Node 11: handling a rejection in time delays the report of all others */
    bool
        reports_delayed; /* and they are delayed now, until the next rejection or until ticks are drained */
};

struct job *job_new(struct host *h, const struct step *s,
                    void (*run)(struct jobs *j, struct job *job));
void job_push(struct job_queue *q, struct job *job);
struct job *job_pop(struct job_queue *q); /* NULL if there is none */
/* Store what was made under its name, for `again`. */
void job_keep(struct host *h, const struct step *s, enum trace_kind kind);

struct promise *promise_pop(struct promise_list *l); /* NULL if there is none */

/* Run all microtasks, including those that they queue. */
void jobs_run(struct jobs *j);
/* Is there a rejection, or a late handler of one, to report? */
bool jobs_have_unreported(const struct jobs *j);
void jobs_release(struct jobs *j);
step_function job_do_microtask, job_do_promise, job_do_flow, job_do_reject, job_do_catch;
#endif
