/* One run of the loop, from its entry to its return:
 *
 *   timers at the head (up to 1.44)        timers at the tail (from 1.45)
 *                                          default mode: timers once
 *   while alive and not stopped:           while alive and not stopped:
 *     timers
 *     pending, idle, prepare                 pending, idle, prepare
 *     poll, pending rounds                   poll, pending rounds
 *     check, closing                         check, closing
 *     ONCE: timers                           timers
 *     ONCE and NOWAIT: leave                 ONCE and NOWAIT: leave
 *
 * (PHASE-1 to PHASE-5, PHASE-8 to PHASE-10, RUN-1 to RUN-9.) */
#include "loop/loop.h"
#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include "base/mem.h"
#include "loop/inside.h"

static int descriptors_open(struct loop *loop)
{
    loop->wake.fd = loop->signals.fd = loop->signals_in = -1;
    loop->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    if (loop->epoll_fd < 0 || signals_init(loop) < 0)
        return -1;
    return wakeups_init(loop);
}

static void loop_free(struct loop *loop)
{
    pthread_mutex_destroy(&loop->done_lock);
    signals_release(loop);
    watches_release(loop);
    if (loop->wake.fd >= 0)
        close(loop->wake.fd);
    if (loop->epoll_fd >= 0)
        close(loop->epoll_fd);
    heap_release(&loop->timers);
    free(loop->by_fd);
    free(loop);
}

struct loop *loop_open(const struct loop_policy *policy, const char *workers)
{
    assert(policy);
    struct loop *loop = xcalloc(1, sizeof *loop);

    loop->policy = *policy;
    loop->workers = workers;
    for (size_t i = 0; i < ARRAY_SIZE(loop->watchers); i++)
        list_init(&loop->watchers[i]);
    list_init(&loop->handles);
    list_init(&loop->pending);
    list_init(&loop->unregistered);
    list_init(&loop->done);
    watches_init(loop);
    pthread_mutex_init(&loop->done_lock, NULL);
    if (descriptors_open(loop) < 0) {
        const int error = errno;
        loop_free(loop);
        errno = error;
        return NULL;
    }
    children_init(loop);
    loop->jobs_done.run = requests_report;
    wakeup_add(loop, &loop->jobs_done);
    loop_update_time(loop);
    return loop;
}

/* CLOSE-10. */
int loop_close(struct loop *loop)
{
    if (!list_is_empty(&loop->handles) || loop->active_requests > 0)
        return -EBUSY;
    /* The thread that did the last job may still hold this lock for a moment. */
    pthread_mutex_lock(&loop->done_lock);
    assert(list_is_empty(&loop->done));
    pthread_mutex_unlock(&loop->done_lock);
    loop_free(loop);
    return 0;
}

void loop_stop(struct loop *loop)
{
    loop->is_stopped = true;
}

/* ALIVE-1, ALIVE-2, CLOSE-6, PEND-10: what keeps the loop alive. */
int loop_alive(struct loop *loop)
{
    return loop->active_handles > 0 || loop->active_requests > 0 || loop->closing ||
           (loop->policy.pending_is_alive && !list_is_empty(&loop->pending));
}

uint64_t loop_now(struct loop *loop)
{
    return loop->now_ms;
}

/* PHASE-12. */
uint64_t loop_turns(struct loop *loop)
{
    return loop->turns;
}

/* Whole milliseconds, rounded down (DRIFT-10). */
void loop_update_time(struct loop *loop)
{
    struct timespec now;

    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        abort(); /* cannot fail: every Linux has this clock */
    loop->now_ms = (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* How long poll may block: POLL-1 to POLL-7, IDLE-3, PREP-5, RUN-10. */
static int wait_ms(const struct loop *loop)
{
    const bool must_not_block = loop->is_stopped ||
                                (loop->active_handles == 0 && loop->active_requests == 0) ||
                                !list_is_empty(&loop->pending) ||
                                !list_is_empty(&loop->watchers[LOOP_IDLE]) || loop->closing;
    return must_not_block ? 0 : timers_wait_ms(loop);
}

/* POLL-10: for programs that embed the loop; loop_run() does not use it. */
int loop_poll_timeout(struct loop *loop)
{
    if (loop->policy.unregistered_is_due && !list_is_empty(&loop->unregistered))
        return 0;
    return wait_ms(loop);
}

/* LOOP-5. */
int loop_wait_fd(struct loop *loop)
{
    return loop->epoll_fd;
}

int loop_renew(struct loop *loop)
{
    return descriptors_renew(loop);
}

void loop_pend(struct loop *loop, struct pending *p)
{
    assert(p->run);
    if (list_is_empty(&p->link))
        list_append(&loop->pending, &p->link);
}

/* PEND-2, PEND-6: one round, on the queue as it stood. */
static void pending_run(struct loop *loop)
{
    struct list round;

    list_move(&loop->pending, &round);
    while (!list_is_empty(&round)) {
        struct pending *p = LIST_ENTRY(round.next, struct pending, link);
        list_remove(&p->link);
        p->run(loop, p);
    }
}

/* POLL-8: decided when the iteration begins. */
static bool may_block(const struct loop *loop, enum loop_mode mode)
{
    if (mode != LOOP_ONCE)
        return mode == LOOP_DEFAULT;
    if (loop->policy.idle_bars_sleep && !list_is_empty(&loop->watchers[LOOP_IDLE]))
        return false;
    return list_is_empty(&loop->pending);
}

/* All phases but the timers. */
static void iterate(struct loop *loop, enum loop_mode mode)
{
    const bool blocks = may_block(loop, mode);

    pending_run(loop);
    watchers_run(loop, LOOP_IDLE);
    watchers_run(loop, LOOP_PREPARE);
    loop->turns++;
    poll_wait(loop, blocks ? wait_ms(loop) : 0);
    metrics_wait_ends(loop);
    /* PEND-3 to PEND-5, STARVE-11. */
    for (uint32_t i = 0; i < loop->policy.pending_rounds && !list_is_empty(&loop->pending); i++)
        pending_run(loop);
    watchers_run(loop, LOOP_CHECK);
    handles_close(loop);
}

/* TIMER-20: the clock does not move between timers, from which DRIFT-2 follows. */
static void timers_pass(struct loop *loop)
{
    loop_update_time(loop);
    timers_run(loop);
}

/* ALIVE-5, RUN-6. */
static bool has_entry_pass(const struct loop *loop, enum loop_mode mode, bool alive)
{
    if (!loop->policy.timers_at_tail || mode != LOOP_DEFAULT)
        return false;
    return loop->policy.entry_pass_always || (alive && !loop->is_stopped);
}

/* The loop checks whether it is alive between iterations only (ALIVE-18), not after the timers pass
 * on entry. So what that pass finished still gets an iteration, and a loop that it stopped returns
 * as alive. */
int loop_run(struct loop *loop, enum loop_mode mode)
{
    assert(mode == LOOP_DEFAULT || mode == LOOP_ONCE || mode == LOOP_NOWAIT);
    const bool at_tail = loop->policy.timers_at_tail;
    bool alive = loop_alive(loop);

    if (!alive)
        loop_update_time(loop);
    if (has_entry_pass(loop, mode, alive))
        timers_pass(loop);
    while (alive && !loop->is_stopped) {
        if (!at_tail)
            timers_pass(loop);
        iterate(loop, mode);
        if (at_tail || mode == LOOP_ONCE)
            timers_pass(loop);
        alive = loop_alive(loop);
        if (mode != LOOP_DEFAULT)
            break;
    }
    loop->is_stopped = false; /* RUN-9 */
    return alive;
}
