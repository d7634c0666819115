/* interpose_posix.c - POSIX timers, as the world has them: an action at an instant, before the
 * threads that are due then. A notification in a thread is a thread of the world's. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/mem.h"
#include "world/clock.h"
#include "world/inside.h"
#include "world/real.h"
#include "world/sched.h"

struct timer {
    struct sigevent event;
    uint64_t due_ns, every_ns; /* due_ns: SCHED_NEVER when disarmed */
    struct timer *next;
};

/* Whoever has the turn owns it. A timer_t that is not among them is the C library's. */
static struct timer *timers;

static struct timer *find(timer_t id)
{
    struct timer *t = sched_governs() ? timers : NULL;
    while (t && t != id)
        t = t->next;
    return t;
}

/* ---- what happens then ---- */

static void *notify(void *arg)
{
    struct sigevent event = *(struct sigevent *)arg;
    free(arg);
    event.sigev_notify_function(event.sigev_value);
    return NULL;
}

static void start_notification(const struct timer *t)
{
    pthread_t id;
    pthread_attr_t detached;
    struct sigevent *event = xmalloc(sizeof *event);
    *event = t->event;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    if (sched_thread_create(&id, &detached, notify, event, false) != 0) {
        fputs("loopspec: a timer's notification is lost: no thread could be started\n", stderr);
        free(event);
    }
    pthread_attr_destroy(&detached);
}

/* The first thread is the one that the kernel would have chosen, so that its wait is
 * interrupted. */
static void signal_first(int sig)
{
    if (signal_raise_here(sig))
        sched_interrupt(NULL);
}

static void expire(void *arg)
{
    struct timer *t = arg;
    t->due_ns = t->every_ns ? sched_after(t->every_ns) : SCHED_NEVER;
    if (t->due_ns != SCHED_NEVER)
        sched_at(t->due_ns, t, expire, t);
    if (t->event.sigev_notify == SIGEV_THREAD)
        start_notification(t);
    else if (t->event.sigev_notify != SIGEV_NONE)
        signal_first(t->event.sigev_signo);
}

/* ---- the calls ---- */

int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict id)
{
    if (!sched_governs())
        return real()->timer_create(clock, event, id);
    struct timer *t = xcalloc(1, sizeof *t);
    t->event = event ? *event : (struct sigevent){ .sigev_signo = SIGALRM };
    t->due_ns = SCHED_NEVER;
    t->next = timers;
    timers = t;
    *id = t;
    return 0;
}

int timer_delete(timer_t id)
{
    struct timer *t = find(id), **at = &timers;
    if (!t)
        return real()->timer_delete(id);
    sched_cancel(t);
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    free(t);
    return 0;
}

int timer_gettime(timer_t id, struct itimerspec *now)
{
    const struct timer *t = find(id);
    if (!t)
        return real()->timer_gettime(id, now);
    now->it_value = clock_timespec(t->due_ns == SCHED_NEVER ? 0 : t->due_ns - sched_now());
    now->it_interval = clock_timespec(t->every_ns);
    return 0;
}

int timer_settime(timer_t id, int flags, const struct itimerspec *restrict new,
                  struct itimerspec *restrict old)
{
    struct timer *t = find(id);
    if (!t)
        return real()->timer_settime(id, flags, new, old);
    if (!clock_is_span(&new->it_value) || !clock_is_span(&new->it_interval)) {
        errno = EINVAL;
        return -1;
    }
    if (old)
        timer_gettime(id, old);
    sched_cancel(t);
    t->every_ns = clock_span(&new->it_interval);
    t->due_ns = SCHED_NEVER;
    if (clock_span(&new->it_value) == 0)
        return 0;
    t->due_ns = flags & TIMER_ABSTIME ? clock_until(&new->it_value)
                                      : sched_after(clock_span(&new->it_value));
    if (t->due_ns != SCHED_NEVER)
        sched_at(t->due_ns, t, expire, t);
    return 0;
}

int timer_getoverrun(timer_t id)
{
    if (!find(id))
        return real()->timer_getoverrun(id);
    return 0; /* nothing is late here */
}
