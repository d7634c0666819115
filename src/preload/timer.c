/* timer.c - POSIX timers, as the world has them: an action at an instant, before the
 * threads that are due then. A notification in a thread is a thread of the world's. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <dlfcn.h>

#include "base/mem.h"
#include "world/inside.h"
#include "world/sched.h"

enum { NS = 1000000000 };

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

static void *behind(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

/* The C library's own. A function pointer cannot be cast from void * in ISO C. */
#define BEHIND(name, type, parameters, ...)           \
    do {                                              \
        type(*function) parameters;                   \
        void *address = behind(name);                 \
        memcpy(&function, &address, sizeof function); \
        return function(__VA_ARGS__);                 \
    } while (0)

static struct timespec as_timespec(uint64_t ns)
{
    return (struct timespec){ (time_t)(ns / NS), (long)(ns % NS) };
}

static uint64_t as_ns(const struct timespec *ts)
{
    return (uint64_t)ts->tv_sec * NS + (uint64_t)ts->tv_nsec;
}

static bool is_span(const struct timespec *ts)
{
    return ts->tv_sec >= 0 && ts->tv_nsec >= 0 && ts->tv_nsec < NS;
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
    signal_raise_here(sig);
    sched_interrupt(NULL);
}

static void expire(void *arg)
{
    struct timer *t = arg;
    t->due_ns = t->every_ns ? sched_after(t->every_ns) : SCHED_NEVER;
    if (t->every_ns)
        sched_at(t->due_ns, t, expire, t);
    if (t->event.sigev_notify == SIGEV_THREAD)
        start_notification(t);
    else if (t->event.sigev_notify == SIGEV_SIGNAL)
        signal_first(t->event.sigev_signo);
}

/* ---- the calls ---- */

int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict id)
{
    if (!sched_governs())
        BEHIND("timer_create", int, (clockid_t, struct sigevent *, timer_t *), clock, event, id);
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
        BEHIND("timer_delete", int, (timer_t), id);
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
        BEHIND("timer_gettime", int, (timer_t, struct itimerspec *), id, now);
    now->it_value = as_timespec(t->due_ns == SCHED_NEVER ? 0 : t->due_ns - sched_now());
    now->it_interval = as_timespec(t->every_ns);
    return 0;
}

int timer_settime(timer_t id, int flags, const struct itimerspec *restrict new,
                  struct itimerspec *restrict old)
{
    struct timer *t = find(id);
    if (!t)
        BEHIND("timer_settime", int, (timer_t, int, const struct itimerspec *, struct itimerspec *),
               id, flags, new, old);
    if (!is_span(&new->it_value) || !is_span(&new->it_interval)) {
        errno = EINVAL;
        return -1;
    }
    if (old)
        timer_gettime(id, old);
    sched_cancel(t);
    uint64_t value = as_ns(&new->it_value), clock = SCHED_EPOCH_NS + sched_now();
    t->every_ns = as_ns(&new->it_interval);
    t->due_ns = SCHED_NEVER;
    if (value == 0)
        return 0;
    if (flags & TIMER_ABSTIME)
        value = value > clock ? value - clock : 0;
    t->due_ns = sched_after(value);
    sched_at(t->due_ns, t, expire, t);
    return 0;
}

int timer_getoverrun(timer_t id)
{
    if (!find(id))
        BEHIND("timer_getoverrun", int, (timer_t), id);
    return 0; /* nothing is late here */
}
