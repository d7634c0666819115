#include "runner/server/pool.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
    LOOK_MS = 200,    /* how often to look whether a server is overdue */
    AHEAD_MAX = 1024, /* jobs that may wait to be told, while the one before them takes long */
};

bool pool_note_interrupt(struct pool *p, int wait_ms)
{
    struct pollfd pfd = { p->signals, POLLIN, 0 };
    if (p->signals >= 0 && poll(&pfd, 1, wait_ms) > 0)
        p->interrupted = p->stopping = true;
    return p->interrupted;
}

/* ---- the row of jobs that have begun ---- */

static struct pool_job *append(struct pool *p)
{
    struct pool_job *job = xcalloc(1, sizeof *job);
    job->number = p->begun++;
    job->state = xcalloc(1, p->state_size);
    *p->last = job;
    p->last = &job->next;
    return job;
}

/* A job that goes on is done no more, and stays the first. */
static int tell_first(struct pool *p, struct diag *d)
{
    struct pool_job *job = p->first;
    int answer = p->tell(p->arg, job, d);
    if (answer > 0) {
        job->done = false;
        return 0;
    }
    p->first = job->next;
    if (!p->first)
        p->last = &p->first;
    p->told++;
    free(job->state);
    free(job);
    return answer;
}

static int tell_done(struct pool *p, struct diag *d)
{
    int result = 0;
    while (result == 0 && p->first && p->first->done)
        result = tell_first(p, d);
    return result;
}

/* ---- one job ---- */

static int step(struct pool *p, struct pool_job *job, struct diag *d)
{
    p->busy -= job->server != NULL;
    int answer = p->step(p->arg, job, d);
    assert(answer <= 0 || job->server);
    p->busy += answer > 0;
    job->done = answer == 0;
    if (answer <= 0)
        job->server = NULL;
    return answer < 0 ? -1 : tell_done(p, d);
}

/* ---- all of them ---- */

/* The first may have been told and wait to go on; else it is a new one. NULL if there is none. */
static struct pool_job *next_job(struct pool *p)
{
    if (p->first && !p->first->done && !p->first->server)
        return p->first;
    return p->begun < p->count && p->begun - p->told < AHEAD_MAX ? append(p) : NULL;
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
    pfd[n] = (struct pollfd){ p->signals, POLLIN, 0 };
    int result = 0;
    if (poll(pfd, n + 1, LOOK_MS) < 0 && errno != EINTR)
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
    p->begun = p->told = p->busy = 0;
    p->last = &p->first;
    int result = hand_out(p, d);
    while (result == 0 && p->busy > 0 && !p->interrupted) {
        result = wait_for_any(p, d);
        if (result == 0)
            result = hand_out(p, d);
    }
    /* A server that is being started lets itself be interrupted. */
    if (result < 0 && pool_note_interrupt(p, 0))
        result = 0;
    for (struct pool_job *job = p->first; result < 0 && job; job = job->next)
        job->done = false; /* nobody wants to hear of it */
    struct diag ignored;
    while (p->first)
        if (tell_first(p, result < 0 ? &ignored : d) < 0)
            result = -1;
    return result;
}
