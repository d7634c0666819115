/* jobs.h - microtasks, promises and flows as ECMAScript orders them. Inner to this folder.
 *
 * Node and browsers share all of this; when the queue is run, and what becomes of a
 * rejection that nobody handles, is the layer's affair. */
#ifndef HOST_JOBS_H
#define HOST_JOBS_H
#include "host/inside.h"

/* Something queued; what it does next time it runs. */
struct job {
    struct job *next;
    void (*run)(struct jobs *j, struct job *job); /* frees it, or queues it again */
    const struct step *step;
    const struct block *body;
    uint32_t cause;
    uint32_t at;   /* promise: which block of the chain; flow: which step of its body */
    uint32_t hops; /* rounds through the queue before it is its turn */
    bool rejected; /* promise: an earlier block threw, so this one is passed over */
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
    unsigned await_jobs; /* that an await of a settled promise takes */
    struct job_queue microtasks;
    struct job *flows;            /* that are being performed, innermost first */
    struct promise_list rejected; /* without a handler, and not reported yet */
    struct promise_list late;     /* handled after they were reported */
    bool catch_hushes; /* Node 11: a rejection that is handled in time puts off the report of all */
    bool hushed;       /* ... until the next rejection, or until ticks are drained */
};

struct job *job_new(struct host *h, const struct step *s,
                    void (*run)(struct jobs *j, struct job *job));
void job_push(struct job_queue *q, struct job *job);
struct job *job_pop(struct job_queue *q); /* NULL if there is none */
/* Keep what was made under its name, for `again`. */
void job_keep(struct host *h, const struct step *s, enum trace_kind kind);

struct promise *promise_pop(struct promise_list *l); /* NULL if there is none */

/* All microtasks, also those that they queue. */
void jobs_run(struct jobs *j);
/* Is there a promise whose rejection, or whose late handler, is to be told? */
bool jobs_have_news(const struct jobs *j);
void jobs_release(struct jobs *j);
step_function job_do_microtask, job_do_promise, job_do_flow, job_do_reject, job_do_catch;
#endif
