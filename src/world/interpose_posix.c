/* interpose_posix.c - POSIX timers and setitimer(ITIMER_REAL). An expiry is an action of the world,
 * before the threads that are due at that instant. SIGEV_THREAD starts a thread under the
 * scheduler. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/mem.h"
#include "world/clock.h"
#include "world/time_page.h"
#include "world/inside.h"
#include "world/real.h"
#include "world/sched.h"

struct timer {
    struct sigevent event;
    uint64_t due_ns, every_ns; /* due_ns: SCHED_NEVER when disarmed */
    struct timer *next;
};

/* The thread that has the turn owns this. A timer_t that is not in the list is the C library's. */
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

static bool is_blocked_here(int sig)
{
    sigset_t blocked;
    pthread_sigmask(SIG_BLOCK, NULL, &blocked);
    return sigismember(&blocked, sig) == 1;
}

/* The kernel would choose the first thread, so that thread's wait is interrupted. If it blocks the
 * signal, another thread gets it. */
static void signal_first(int sig)
{
    struct sigaction now;
    sigaction(sig, NULL, &now);
    if (time_page_is_on())
        signal_process(sig, now.sa_handler != SIG_DFL && now.sa_handler != SIG_IGN);
    if (time_page_is_on() ? !is_blocked_here(sig) : signal_raise_here(sig))
        sched_interrupt_for(NULL, now.sa_flags & SA_RESTART);
}

static void arm(struct timer *t, uint64_t due_ns);

static void expire(void *arg)
{
    struct timer *t = arg;
    arm(t, t->every_ns ? sched_after(t->every_ns) : SCHED_NEVER);
    if (t->event.sigev_notify == SIGEV_THREAD)
        start_notification(t);
    else if (t->event.sigev_notify != SIGEV_NONE)
        signal_first(t->event.sigev_signo);
}

static void arm(struct timer *t, uint64_t due_ns)
{
    t->due_ns = due_ns;
    if (due_ns != SCHED_NEVER)
        sched_at(due_ns, t, expire, t);
}

/* -1 with errno. */
static int set(struct timer *t, bool is_absolute, const struct itimerspec *new,
               struct itimerspec *old)
{
    if (!clock_is_timer(new))
        return -1;
    if (old)
        *old = clock_left(t->due_ns, t->every_ns);
    sched_cancel(t);
    t->every_ns = clock_span(&new->it_interval);
    arm(t, clock_due(new, is_absolute));
    return 0;
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
    *now = clock_left(t->due_ns, t->every_ns);
    return 0;
}

int timer_settime(timer_t id, int flags, const struct itimerspec *restrict new,
                  struct itimerspec *restrict old)
{
    struct timer *t = find(id);
    return t ? set(t, flags & TIMER_ABSTIME, new, old) : real()->timer_settime(id, flags, new, old);
}

int timer_getoverrun(timer_t id)
{
    if (!find(id))
        return real()->timer_getoverrun(id);
    return 0; /* timers in a world never overrun */
}

/* ---- the interval timer, which every process has ---- */

static struct timer alarm_clock = { .event = { .sigev_signo = SIGALRM }, .due_ns = SCHED_NEVER };

static struct itimerval as_timeval(const struct itimerspec *t)
{
    return (struct itimerval){ { t->it_interval.tv_sec, t->it_interval.tv_nsec / 1000 },
                               { t->it_value.tv_sec, t->it_value.tv_nsec / 1000 } };
}

int getitimer(__itimer_which_t which, struct itimerval *out)
{
    if (!sched_governs() || which != ITIMER_REAL)
        return real()->getitimer((int)which, out);
    struct itimerspec left = clock_left(alarm_clock.due_ns, alarm_clock.every_ns);
    *out = as_timeval(&left);
    return 0;
}

int setitimer(__itimer_which_t which, const struct itimerval *restrict new,
              struct itimerval *restrict old)
{
    if (!sched_governs() || which != ITIMER_REAL)
        return real()->setitimer((int)which, new, old);
    struct itimerspec left, wanted = { { new->it_interval.tv_sec, new->it_interval.tv_usec * 1000 },
                                       { new->it_value.tv_sec, new->it_value.tv_usec * 1000 } };
    if (set(&alarm_clock, false, &wanted, &left) < 0)
        return -1;
    if (old)
        *old = as_timeval(&left);
    return 0;
}

/* Returns the seconds left of the alarm that is replaced; as in the C library, a part of a second
 * counts as one. */
unsigned alarm(unsigned seconds)
{
    struct itimerval new = { .it_value = { (time_t)seconds, 0 } }, old = { 0 };
    if (!sched_governs())
        return real()->alarm(seconds);
    setitimer(ITIMER_REAL, &new, &old);
    return (unsigned)old.it_value.tv_sec + (old.it_value.tv_usec > 0);
}

useconds_t ualarm(useconds_t us, useconds_t every)
{
    struct itimerval new = { { every / 1000000, every % 1000000 }, { us / 1000000, us % 1000000 } },
                     old = { 0 };
    if (!sched_governs())
        return real()->ualarm(us, every);
    setitimer(ITIMER_REAL, &new, &old);
    return (useconds_t)(old.it_value.tv_sec * 1000000 + old.it_value.tv_usec);
}

void posix_timers_forget(void)
{
    timers = NULL;
    alarm_clock.due_ns = SCHED_NEVER;
    alarm_clock.every_ns = 0;
}
