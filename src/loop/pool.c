/* The worker threads. They take requests in the order of submission (POOL-5). Name lookups may
 * spend their time waiting for others, so they may occupy only half of the threads (POOL-9). They
 * have a queue of their own; a single entry in the common queue, the turn, stands for all of them.
 * The thread that takes the turn takes the first lookup and, if there are more, puts the turn back
 * at the end. While half of the threads do lookups, the turn is skipped.
 *
 * One lock guards all of this and the stage of a queued request. It is not held while a request is
 * executed or a thread is made. */
#include <errno.h>
#include <semaphore.h>
#include <stdlib.h>
#include "loop/inside.h"

enum { POOL_SIZE_DEFAULT = 4 }; /* POOL-1 */

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t added;
    struct list queue;   /* all requests but lookups, and the turn */
    struct list turn;    /* stands for the lookups; in the queue while one of them may be taken */
    struct list lookups; /* in order of submission */
    uint32_t threads;
    uint32_t looking_up; /* how many threads do lookups */
    pthread_once_t once; /* makes the threads; other callers wait for the first one */
    int status;          /* result of making them: 0 or a negative errno */
};

/* Mutable state outside of a loop, as in signal.c only: all loops of a process share one pool
 * (POOL-11, POOL-12), and its threads outlive them. */
static struct pool pool = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .added = PTHREAD_COND_INITIALIZER,
    .queue = { &pool.queue, &pool.queue },
    .turn = { &pool.turn, &pool.turn },
    .lookups = { &pool.lookups, &pool.lookups },
    .once = PTHREAD_ONCE_INIT,
};

static bool lookups_are_many(void)
{
    return pool.looking_up >= (pool.threads + 1) / 2;
}

static bool nothing_to_take(void)
{
    if (list_is_empty(&pool.queue))
        return true;
    return pool.queue.next == &pool.turn && pool.turn.next == &pool.queue && lookups_are_many();
}

static struct loop_request *lookup_take(void)
{
    if (list_is_empty(&pool.lookups))
        return NULL; /* all were cancelled */
    struct loop_request *r = LIST_ENTRY(pool.lookups.next, struct loop_request, link);
    list_remove(&r->link);
    pool.looking_up++;
    if (!list_is_empty(&pool.lookups)) {
        list_append(&pool.queue, &pool.turn);
        pthread_cond_signal(&pool.added);
    }
    return r;
}

/* Call it with the lock held. NULL if the turn came but no lookup may be taken. */
static struct loop_request *queue_take(void)
{
    struct list *first = pool.queue.next;

    list_remove(first);
    if (first != &pool.turn)
        return LIST_ENTRY(first, struct loop_request, link);
    if (!lookups_are_many())
        return lookup_take();
    list_append(&pool.queue, &pool.turn);
    return NULL;
}

static struct loop_request *pool_take(void)
{
    struct loop_request *r = NULL;

    while (!r) {
        while (nothing_to_take())
            pthread_cond_wait(&pool.added, &pool.lock);
        r = queue_take();
    }
    assert(r->stage == REQUEST_QUEUED);
    r->stage = REQUEST_TAKEN;
    return r;
}

static void *work_for_ever(void *is_there)
{
    sem_post(is_there);
    pthread_mutex_lock(&pool.lock);
    for (;;) {
        struct loop_request *r = pool_take();
        const bool is_lookup = r->is_lookup; /* read it now: `r` may be freed once it is finished */
        pthread_mutex_unlock(&pool.lock);
        r->execute(r);
        request_finish(r);
        pthread_mutex_lock(&pool.lock);
        assert(pool.looking_up >= is_lookup);
        pool.looking_up -= is_lookup;
    }
    return NULL;
}

/* If not all threads can be made, there is no pool: with fewer, jobs would wait that must not. The
 * first request is queued only after all threads have started, so a new pool behaves like a used
 * one. */
static int threads_create(uint32_t count)
{
    uint32_t created = 0;
    int error = 0;
    sem_t is_there;

    sem_init(&is_there, 0, 0);
    while (created < count && error == 0) {
        pthread_t thread;
        error = pthread_create(&thread, NULL, work_for_ever, &is_there);
        if (error == 0) {
            pthread_detach(thread);
            created++;
        }
    }
    for (uint32_t i = 0; i < created; i++)
        while (sem_wait(&is_there) < 0 && errno == EINTR)
            continue;
    sem_destroy(&is_there);
    return -error;
}

/* POOL-3: as atoi() reads it, so text that is no number means 0. */
static uint32_t size_of(const struct loop *loop)
{
    const uint32_t wanted = loop->workers ? (uint32_t)atoi(loop->workers) : POOL_SIZE_DEFAULT;
    const uint32_t most = loop->policy.pool_max;

    if (wanted == 0)
        return 1;
    return wanted < most ? wanted : most;
}

static void pool_make(void)
{
    pool.status = threads_create(pool.threads);
}

/* POOL-3, POOL-4: all threads are made at the first submission; its loop decides how many. */
int pool_start(const struct loop *loop)
{
    pthread_mutex_lock(&pool.lock);
    if (pool.threads == 0)
        pool.threads = size_of(loop);
    pthread_mutex_unlock(&pool.lock);
    pthread_once(&pool.once, pool_make);
    return pool.status;
}

void pool_submit(struct loop_request *r)
{
    struct list *link = &r->link;

    assert(r->execute);
    assert(list_is_empty(link));
    assert(pool.threads > 0);
    pthread_mutex_lock(&pool.lock);
    if (r->is_lookup) {
        list_append(&pool.lookups, link);
        link = &pool.turn;
    }
    if (list_is_empty(link)) { /* the turn may be queued already */
        list_append(&pool.queue, link);
        pthread_cond_signal(&pool.added);
    }
    pthread_mutex_unlock(&pool.lock);
}

bool pool_withdraw(struct loop_request *r)
{
    pthread_mutex_lock(&pool.lock);
    const bool is_early = r->stage != REQUEST_TAKEN;
    if (r->stage == REQUEST_QUEUED) {
        list_remove(&r->link);
        r->stage = REQUEST_CANCELLED;
    }
    pthread_mutex_unlock(&pool.lock);
    return is_early;
}
