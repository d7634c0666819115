/* What the loop counts about itself: events of poll, and time spent waiting. A loop that counts its
 * idle time first polls without waiting. Only so it knows which events were already there
 * (METRIC-4); the time of the wait that follows is idle (METRIC-6). */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include "loop/inside.h"

static uint64_t clock_ns(void)
{
    struct timespec now;

    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        abort(); /* cannot fail: every Linux has this clock */
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* A wait that is resumed after an interruption counts as a new one (METRIC-8). */
void metrics_wait_begins(struct loop *loop, int timeout_ms)
{
    struct metrics *m = &loop->metrics;

    m->wait_ms = timeout_ms;
    if (m->counts_idle_time && timeout_ms != 0)
        m->waiting_since_ns = clock_ns();
}

void metrics_wait_ends(struct loop *loop)
{
    struct metrics *m = &loop->metrics;

    if (m->waiting_since_ns == 0)
        return;
    m->idle_ns += clock_ns() - m->waiting_since_ns;
    m->waiting_since_ns = 0;
}

void metrics_count(struct loop *loop, size_t events, bool were_waiting)
{
    loop->metrics.events += events;
    if (were_waiting)
        loop->metrics.events_waiting += events;
}

uint64_t loop_events(struct loop *loop)
{
    return loop->metrics.events;
}

uint64_t loop_events_waiting(struct loop *loop)
{
    return loop->metrics.events_waiting;
}

uint64_t loop_idle_time(struct loop *loop)
{
    return loop->metrics.idle_ns;
}

/* LOOP-1 to LOOP-3. */
int loop_configure(struct loop *loop, enum loop_option option, int signal)
{
    if (option == LOOP_COUNTS_IDLE_TIME && loop->policy.idle_time_counts) {
        loop->metrics.counts_idle_time = true;
        return 0;
    }
    /* Only the answer matters: our file requests always use the pool. */
    if (option == LOOP_USES_RING && loop->policy.file_calls == FILE_CALLS_RING_ASKED)
        return 0;
    if (option != LOOP_BLOCKS_SIGNAL)
        return -ENOSYS;
    if (signal != SIGPROF)
        return -EINVAL;
    loop->blocks_profiling = true;
    return 0;
}
