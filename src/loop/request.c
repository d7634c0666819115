/* Jobs, file requests and name lookups. The path of a request: it is queued in the pool; a thread
 * takes it, executes it, adds it to its loop's done list and sends the loop's wake-up; the loop
 * reports it in poll (POOL-6, POLL-27). A cancelled request skips the two steps in the middle. A
 * file request does not use the pool if the policy says so.
 *
 * A loop's done_lock guards its done list and is never held together with the pool's lock. */
#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/mem.h"
#include "loop/inside.h"

static socklen_t address_size(int family)
{
    return family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
}

/* `found` may be NULL. */
static int stat_status(const char *path, struct stat *found)
{
    struct stat info;
    return stat(path, found ? found : &info) == 0 ? 0 : -errno;
}

static void job_execute(struct loop_request *r)
{
    r->job(r->arg);
}

static void stat_execute(struct loop_request *r)
{
    r->status = stat_status(r->text, r->found);
}

static int resolver_status(int error)
{
    switch (error) {
    case 0: return 0;
    case EAI_AGAIN: return -EAGAIN;
    case EAI_MEMORY: return -ENOMEM;
    case EAI_SYSTEM: return -errno;
    default: return -ENOENT;
    }
}

/* Only success or failure counts: nobody asks for the address. */
static int lookup_status(const char *name)
{
    struct addrinfo *found;
    const int error = getaddrinfo(name, NULL, NULL, &found);

    if (error == 0)
        freeaddrinfo(found);
    return resolver_status(error);
}

static int reverse_lookup_status(const void *address, socklen_t size)
{
    char host[NI_MAXHOST], service[NI_MAXSERV];
    return resolver_status(
        getnameinfo(address, size, host, sizeof host, service, sizeof service, 0));
}

/* Fill the whole buffer or fail (RAND-1). */
static int random_status(char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t n = TEMP_FAILURE_RETRY(getrandom(bytes, size, 0));
        if (n < 0)
            return -errno;
        bytes += n;
        size -= (size_t)n;
    }
    return 0;
}

static void lookup_execute(struct loop_request *r)
{
    r->status = lookup_status(r->text);
}

static void reverse_lookup_execute(struct loop_request *r)
{
    r->status = reverse_lookup_status(&r->address, address_size(r->address.sin6_family));
}

static void random_execute(struct loop_request *r)
{
    r->status = random_status(r->bytes, r->size);
}

/* POOL-10: the request keeps the loop alive from now until it is reported. */
static struct loop_request *request_new(struct loop *loop, loop_callback *done, void *arg)
{
    struct loop_request *r = xcalloc(1, sizeof *r);

    r->loop = loop;
    r->done = done;
    r->arg = arg;
    list_init(&r->link);
    loop->active_requests++;
    return r;
}

/* Start the pool if there is none. False with errno if that fails. */
static bool pool_is_started(const struct loop *loop)
{
    const int status = pool_start(loop);
    if (status < 0)
        errno = -status;
    return status == 0;
}

struct loop_request *loop_work(struct loop *loop, loop_job *job, loop_callback *done, void *arg)
{
    if (!job) {
        errno = EINVAL;
        return NULL;
    }
    if (!pool_is_started(loop))
        return NULL;
    struct loop_request *r = request_new(loop, done, arg);
    r->execute = job_execute;
    r->job = job;
    pool_submit(r);
    return r;
}

/* POOL-11: from the version on that has io_uring for file calls, the environment decides. */
static bool files_bypass_pool(const struct loop *loop)
{
    const char *asked = getenv("UV_USE_IO_URING");

    switch ((enum policy_file_calls)loop->policy.file_calls) {
    case FILE_CALLS_RING: return !asked || atoi(asked) != 0;
    case FILE_CALLS_RING_ASKED: return asked && atoi(asked) > 0;
    case FILE_CALLS_POOL: break;
    }
    return false;
}

struct loop_request *request_stat(struct loop *loop, const char *path, struct stat *found,
                                  loop_callback *done, void *arg)
{
    const bool at_once = files_bypass_pool(loop);

    if (!at_once && !pool_is_started(loop))
        return NULL;
    struct loop_request *r = request_new(loop, done, arg);
    r->execute = stat_execute;
    r->text = xstrdup(path);
    r->found = found;
    if (at_once) {
        r->stage = REQUEST_TAKEN;
        r->execute(r);
        request_finish(r);
    } else {
        pool_submit(r);
    }
    return r;
}

struct loop_request *loop_stat(struct loop *loop, const char *path, loop_callback *done, void *arg)
{
    return request_stat(loop, path, NULL, done, arg);
}

/* POLL-28. */
int loop_stat_inline(struct loop *loop, const char *path)
{
    (void)loop;
    return stat_status(path, NULL);
}

struct loop_request *loop_lookup(struct loop *loop, const char *name, loop_callback *done,
                                 void *arg)
{
    if (!pool_is_started(loop))
        return NULL;
    struct loop_request *r = request_new(loop, done, arg);
    r->execute = lookup_execute;
    r->is_lookup = true;
    r->text = xstrdup(name);
    pool_submit(r);
    return r;
}

/* NAME-3, RAND-2: without a callback nothing is queued. */
int loop_lookup_inline(struct loop *loop, const char *name)
{
    (void)loop;
    return lookup_status(name);
}

struct loop_request *loop_reverse_lookup(struct loop *loop, const struct sockaddr *address,
                                         loop_callback *done, void *arg)
{
    if (!pool_is_started(loop))
        return NULL;
    struct loop_request *r = request_new(loop, done, arg);
    r->execute = reverse_lookup_execute;
    r->is_lookup = true;
    memcpy(&r->address, address, address_size(address->sa_family));
    pool_submit(r);
    return r;
}

int loop_reverse_lookup_inline(struct loop *loop, const struct sockaddr *address)
{
    (void)loop;
    return reverse_lookup_status(address, address_size(address->sa_family));
}

struct loop_request *loop_random(struct loop *loop, void *bytes, size_t size, loop_callback *done,
                                 void *arg)
{
    if (!pool_is_started(loop))
        return NULL;
    struct loop_request *r = request_new(loop, done, arg);
    r->execute = random_execute;
    r->bytes = bytes;
    r->size = size;
    pool_submit(r);
    return r;
}

int loop_random_inline(struct loop *loop, void *bytes, size_t size)
{
    (void)loop;
    return random_status(bytes, size);
}

/* Send the wake-up with the lock held: once the loop has seen the request, both may be freed. */
void request_finish(struct loop_request *r)
{
    struct loop *loop = r->loop;

    assert(list_is_empty(&r->link));
    pthread_mutex_lock(&loop->done_lock);
    list_append(&loop->done, &r->link);
    wakeup_send(loop, &loop->jobs_done);
    pthread_mutex_unlock(&loop->done_lock);
}

/* POOL-8: a cancelled request is reported like one that has just finished. One that is cancelled
 * twice moves to the end of the done list. */
int loop_cancel(struct loop_request *r)
{
    struct loop *loop = r->loop;

    if (!pool_withdraw(r))
        return -EBUSY;
    pthread_mutex_lock(&loop->done_lock);
    list_remove(&r->link);
    pthread_mutex_unlock(&loop->done_lock);
    request_finish(r);
    return 0;
}

static void request_report(struct loop *loop, struct loop_request *r)
{
    const int status = r->stage == REQUEST_CANCELLED ? -ECANCELED : r->status;

    r->stage = REQUEST_TAKEN; /* no thread and no list has it any more */
    assert(loop->active_requests > 0);
    loop->active_requests--;
    if (r->done)
        r->done(r->arg, status);
    free(r->text);
    free(r);
}

/* POOL-6, POOL-7: report in the order of finishing. A request that finishes meanwhile sends the
 * wake-up again, for a later poll. */
void requests_report(struct loop *loop, struct wakeup *w)
{
    struct list pass;
    size_t reported = 0;

    (void)w;
    pthread_mutex_lock(&loop->done_lock);
    list_move(&loop->done, &pass);
    pthread_mutex_unlock(&loop->done_lock);
    while (!list_is_empty(&pass)) {
        struct loop_request *r = LIST_ENTRY(pass.next, struct loop_request, link);
        list_remove(&r->link);
        request_report(loop, r);
        reported++;
    }
    /* METRIC-3: each request is an event; poll has counted the wake-up as the first. */
    if (reported > 1)
        metrics_count(loop, reported - 1, loop->metrics.wait_ms == 0);
}
