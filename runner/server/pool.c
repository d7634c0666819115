#include "runner/server/pool.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
    CHECK_MS = 200, /* how often to check whether a server is overdue */
    /* Jobs that may be done and wait for a slow job before them: each holds memory. */
    AHEAD_MAX = 1024,
};

bool pool_note_interrupt(struct pool *p, int wait_ms)
{
    struct pollfd pfd = { p->signals, POLLIN, 0 };
    if (p->signals >= 0 && poll(&pfd, 1, wait_ms) > 0)
        p->interrupted = p->stopping = true;
    return p->interrupted;
}

/* ---- the list of jobs that have begun and are not reported, in order ---- */

static struct pool_job *append(struct pool *p)
{
    struct pool_job *job = xcalloc(1, sizeof *job);
    job->number = p->begun++;
    job->state = xcalloc(1, p->state_size);
    *p->last = job;
    p->last = &job->next;
    return job;
}

/* Hand the first job to its owner. If the owner wants another step, the job stays first in the
 * list and next_job() hands it out again. */
static int report_first(struct pool *p, struct diag *d)
{
    struct pool_job *job = p->first;
    assert(job);
    int answer = p->report(p->arg, job, d);
    if (answer > 0) {
        job->done = false;
        return 0;
    }
    p->first = job->next;
    if (p->last == &job->next)
        p->last = &p->first;
    p->reported++;
    free(job->state);
    free(job);
    return answer;
}

static int report_done(struct pool *p, struct diag *d)
{
    int result = 0;
    while (result == 0 && p->first && p->first->done)
        result = report_first(p, d);
    return result;
}

/* ---- one job ---- */

static int step(struct pool *p, struct pool_job *job, struct diag *d)
{
    assert(!job->done);
    assert(!job->server || p->busy > 0);
    p->busy -= job->server != NULL;
    int answer = p->step(p->arg, job, d);
    assert(answer <= 0 || job->server);
    p->busy += answer > 0;
    job->done = answer == 0;
    if (answer <= 0)
        job->server = NULL;
    return answer < 0 ? -1 : report_done(p, d);
}

/* ---- all of them ---- */

/* The job to hand out next: the first one if its owner asked for another step, else a new one.
 * NULL if there is none. */
static struct pool_job *next_job(struct pool *p)
{
    if (p->first && !p->first->done && !p->first->server)
        return p->first;
    assert(p->reported <= p->begun);
    return p->begun < p->count && p->begun - p->reported < AHEAD_MAX ? append(p) : NULL;
}

static int hand_out(struct pool *p, struct diag *d)
{
    int result = 0;
    while (result == 0 && p->busy < p->jobs && !p->stopping && !pool_note_interrupt(p, 0)) {
        struct pool_job *job = next_job(p);
        if (!job)
            return 0;
        result = step(p, job, d);
    }
    return result;
}

static int wait_for_any(struct pool *p, struct diag *d)
{
    struct pollfd *pfd = xcalloc(p->busy + 1, sizeof *pfd);
    struct pool_job **of = xcalloc(p->busy + 1, sizeof *of);
    nfds_t n = 0;
    for (struct pool_job *job = p->first; job; job = job->next) {
        if (!job->server)
            continue;
        server_watch(job->server);
        pfd[n] = (struct pollfd){ server_fd(job->server), POLLIN, 0 };
        of[n++] = job;
    }
    assert(n == p->busy);
    pfd[n] = (struct pollfd){ p->signals, POLLIN, 0 };
    int result = 0;
    if (poll(pfd, n + 1, CHECK_MS) < 0 && errno != EINTR)
        result = diag_system(d, NULL, "cannot wait for the servers: %s", strerror(errno));
    if (pfd[n].revents)
        p->interrupted = p->stopping = true;
    for (nfds_t i = 0; result == 0 && i < n && !p->interrupted; i++)
        if (pfd[i].revents)
            result = step(p, of[i], d);
    free(of);
    free(pfd);
    return result;
}

int pool_run(struct pool *p, struct diag *d)
{
    assert(p->jobs > 0);
    assert(!p->first);
    p->begun = p->reported = p->busy = 0;
    p->last = &p->first;
    int result = hand_out(p, d);
    while (result == 0 && p->busy > 0 && !p->interrupted) {
        result = wait_for_any(p, d);
        if (result == 0)
            result = hand_out(p, d);
    }
    /* Starting a server fails if an interrupt comes meanwhile: that is no error. */
    if (result < 0 && pool_note_interrupt(p, 0))
        result = 0;
    for (struct pool_job *job = p->first; result < 0 && job; job = job->next)
        job->done = false; /* the run failed: owners only free the state, results are discarded */
    struct diag ignored;
    while (p->first)
        if (report_first(p, result < 0 ? &ignored : d) < 0)
            result = -1;
    return result;
}
