/* compute.c - a thread that computes and does not wait keeps the turn, and time stands still. Mostly
 * that is right: computing takes no time. But it may look at a variable until another thread has set
 * it, or a signal handler; or others may wait for a lock until they lose patience, as threads of Python do.
 *
 *   1. A timer of the kernel's sends SIGSEGV, whose handler is ours anyway, after each half second of
 *      this process's processor time.
 *   2. If the thread that has the turn has not waited between two of them, and something could happen
 *      without it, it waits for 20 ms of virtual time, in the handler. Others run meanwhile.
 *   3. Then it has 20 ms of processor time, and so on, until it waits by itself. So time passes as on
 *      the real clock at most: no patience is too short.
 *
 * It does not wait while it is in the C library, where it may hold a lock that others need, or in this
 * one. */
#include "preload/compute.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>

#include "preload/tsc.h"
#include "world/real.h"
#include "world/sched.h"
#include "world/time_page.h"

enum { FIRST_NS = 500000000, NEXT_NS = 20000000 };

#if defined(__x86_64__) && defined(SIGEV_THREAD_ID)

/* Code of libraries that hold locks of their own: the C library, its loader, and this one. */
enum { RANGES_MAX = 3 };
struct range {
    uintptr_t begin, end;
};

/* Constant after the beginning. */
static struct {
    int timer; /* the kernel's number */
    struct range range[RANGES_MAX];
} watch;

static const char own_code[] = "loopspec"; /* any address in this library */

/* ---- where a thread is ---- */

static int note_range(struct dl_phdr_info *object, size_t size, void *arg)
{
    const uintptr_t *wanted = arg;
    (void)size;
    struct range r = { UINTPTR_MAX, 0 };
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        uintptr_t begin = object->dlpi_addr + part->p_vaddr;
        if (part->p_type != PT_LOAD)
            continue;
        r.begin = begin < r.begin ? begin : r.begin;
        r.end = begin + part->p_memsz > r.end ? begin + part->p_memsz : r.end;
    }
    for (size_t i = 0; i < RANGES_MAX; i++)
        if (wanted[i] >= r.begin && wanted[i] < r.end)
            watch.range[i] = r;
    return 0;
}

static void note_ranges(void)
{
    dl_iterate_phdr(note_range, (uintptr_t[RANGES_MAX]){ (uintptr_t)dlsym(RTLD_NEXT, "qsort"),
                                                         getauxval(AT_BASE), (uintptr_t)own_code });
}

static bool may_hold_lock(const void *context)
{
    const ucontext_t *c = context;
    const uintptr_t at = (uintptr_t)c->uc_mcontext.gregs[REG_RIP];
    for (size_t i = 0; i < RANGES_MAX; i++)
        if (at >= watch.range[i].begin && at < watch.range[i].end)
            return true;
    return false;
}

/* ---- ticks ---- */

static void set_timer(uint64_t ns)
{
    struct itimerspec at = { .it_value.tv_nsec = (long)ns };
    real()->syscall(SYS_timer_settime, watch.timer, 0, &at, NULL);
}

static bool has_handled(void *before)
{
    return sched.handled != *(const uint64_t *)before;
}

static void wait_a_moment(void)
{
    uint64_t before = sched.handled, until = sched_after(NEXT_NS);
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, SIGSEGV);
    pthread_sigmask(SIG_UNBLOCK, &own, NULL);
    time_page_note_spin(until);
    sched_park(&(struct sched_wait){
        .until_ns = until, .peek = has_handled, .arg = &before, .what = "a computation" });
}

/* On the thread that has the turn. */
static void tick(const void *context)
{
    struct thread *self = sched_self();
    const bool computes = self->activity_at_tick == sched.activity;
    set_timer(computes ? NEXT_NS : FIRST_NS); /* before others run, who may compute, too */
    if (computes && sched_could_go_on() && !may_hold_lock(context))
        wait_a_moment();
    self->activity_at_tick = sched.activity;
}

/* The kernel has chosen another thread. It prefers the first, unless that blocks the signal. */
static void pass_on(siginfo_t *info)
{
    for (size_t i = 1; i < sched.thread_count; i++) {
        struct thread *t = &sched.thread[i];
        if (t->state == STATE_RUNNABLE && !t->turn_given_to &&
            (int)(t->turn_received - t->turn_given) > 0) { /* else it has not begun */
            real()->pthread_sigqueue(t->id, SIGSEGV, info->si_value);
            return;
        }
    }
    set_timer(FIRST_NS);
}

bool compute_tick(siginfo_t *info, void *context)
{
    const int error = errno;
    if ((info->si_code != SI_TIMER && info->si_code != SI_QUEUE) ||
        info->si_value.sival_ptr != &watch)
        return false;
    if (sched_has_turn())
        tick(context);
    else if (info->si_code == SI_TIMER)
        pass_on(info);
    else
        set_timer(FIRST_NS);
    errno = error;
    return true;
}

static void begin(void)
{
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL,
                              .sigev_signo = SIGSEGV,
                              .sigev_value.sival_ptr = &watch };
    if (sched_governs() &&
        real()->syscall(SYS_timer_create, CLOCK_PROCESS_CPUTIME_ID, &event, &watch.timer) == 0)
        set_timer(FIRST_NS);
}

void compute_watch(void)
{
    if (!tsc_is_trapped()) /* then the handler is not ours */
        return;
    note_ranges();
    begin();
    pthread_atfork(NULL, NULL, begin); /* a child does not inherit timers */
}

#else

void compute_watch(void)
{
}

bool compute_tick(siginfo_t *info, void *context)
{
    (void)info, (void)context;
    return false;
}

#endif
