#include "preload/ticking.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "preload/preload.h"
#include "preload/quiet.h"
#include "world/clock.h"
#include "world/time_page.h"

enum {
    NS = 1000000000,
    TICK_NS = 1000,       /* per reading of the clock */
    LEAD_NS = 1000000,    /* how far a thread's own readings may run ahead of the shared clock */
    NAP_NS = 20000,       /* between two looks at first, */
    NAP_NS_MAX = 1000000, /* and when it takes longer */
    PATIENCE = 1000,      /* looks that find nobody waiting, while others may still come */
    MS = 1000000,
    SPIN_NS_MAX = 64 * MS, /* of readings between two looks at the other threads */
    /* Of real time: longest wait for others, which may compute as long as they like. */
    REST_NS_MAX = 100 * MS,
    RESTS_MAX = 1000, /* in a row, while time stands still */
};

/* The C library's calls have no context argument. */
static struct {
    bool on;
    struct real table; /* what real() returns */
    uint64_t monotonic_ns, realtime_ns;
    atomic_uint_fast64_t now_ns;
    pid_t first; /* the thread whose readings move the clock for all */
    atomic_int keeper;
    atomic_uint_fast64_t due_ns; /* the earliest deadline of all */
    /* Used by the first thread only: when it next lets the others run while it only reads the
     * clock; how long it has read since it last did; and how often it did while time stood
     * still. */
    uint64_t rest_ns, spin_ns, rested_ns;
    unsigned rests;
    pthread_mutex_t lock;
    pthread_cond_t begun;         /* signalled when a wait begins */
    struct ticking_wait *waiting; /* guarded by the lock, like the next */
    uint64_t changes;             /* number of waits begun and ended */
    bool napping;                 /* the first thread naps in real time, which is no wait */
} ticking = { .lock = PTHREAD_MUTEX_INITIALIZER, .begun = PTHREAD_COND_INITIALIZER };

/* ---- before the C library ---- */

/* The linker redirects all calls of real() to this (see the Makefile): the world, which is off,
 * then calls our versions instead of the C library's. */
const struct real *__wrap_real(void);
const struct real *__real_real(void);

const struct real *__wrap_real(void)
{
    return ticking.on ? &ticking.table : __real_real();
}

const struct real *ticking_libc(void)
{
    return __real_real();
}

bool ticking_is_on(void)
{
    return ticking.on;
}

/* ---- the clock ---- */

uint64_t ticking_origin(clockid_t clock)
{
    bool civil = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
    return civil ? ticking.realtime_ns : ticking.monotonic_ns;
}

uint64_t ticking_now(void)
{
    return ticking.now_ns;
}

static void move_to(uint64_t ns)
{
    uint_fast64_t now = ticking.now_ns;
    while (now < ns && !atomic_compare_exchange_weak(&ticking.now_ns, &now, ns))
        continue;
    time_page_report_own_time(ticking.now_ns);
}

bool ticking_is_first(void)
{
    static _Thread_local pid_t self;
    if (self == 0)
        self = gettid();
    return self == ticking.first;
}

/* A thread that waits by reading the clock would run as fast as the processor. So it lets the
 * others run: when a deadline has come, a millisecond after it may have woken one, and otherwise
 * less and less often. */
static uint64_t read_first(void)
{
    uint64_t now = atomic_fetch_add(&ticking.now_ns, TICK_NS) + TICK_NS;
    if (now >= ticking.rest_ns) {
        uint64_t next = 2 * ticking.spin_ns;
        ticking_await_rest();
        ticking.spin_ns = next < SPIN_NS_MAX ? next : SPIN_NS_MAX;
        ticking.rest_ns = now + ticking.spin_ns;
    } else if (now >= ticking.due_ns) {
        ticking_await_rest();
    }
    return now;
}

void ticking_note_wake(void)
{
    if (!ticking_is_first())
        return;
    ticking.spin_ns = MS;
    ticking.rest_ns = ticking.now_ns + MS;
}

/* Other threads have their own clock, a little ahead: how often they read it must not show in the
 * first thread's. Only a thread that reads again and again, because it waits for the clock, moves
 * the shared one. */
uint64_t ticking_read(void)
{
    static _Thread_local uint64_t own;
    if (ticking_is_first())
        return read_first();
    uint64_t now = ticking.now_ns;
    own = (own > now ? own : now) + TICK_NS;
    if (own > now + LEAD_NS)
        move_to(own);
    return own;
}

/* ---- those that wait ---- */

static uint64_t first_deadline(void)
{
    uint64_t first = TICKING_NEVER;
    for (const struct ticking_wait *w = ticking.waiting; w; w = w->next)
        first = w->until_ns < first ? w->until_ns : first;
    return first;
}

static void link_wait(struct ticking_wait *w)
{
    w->next = ticking.waiting;
    ticking.waiting = w;
    ticking.changes++;
    ticking.due_ns = first_deadline();
    ticking_libc()->pthread_cond_signal(&ticking.begun);
}

static void unlink_wait(struct ticking_wait *w)
{
    struct ticking_wait **at = &ticking.waiting;
    while (*at != w)
        at = &(*at)->next;
    *at = w->next;
    ticking.changes++;
    ticking.due_ns = first_deadline();
}

void ticking_wait_begin(struct ticking_wait *w)
{
    pthread_mutex_lock(&ticking.lock);
    link_wait(w);
    pthread_mutex_unlock(&ticking.lock);
}

void ticking_wait_end(struct ticking_wait *w)
{
    pthread_mutex_lock(&ticking.lock);
    unlink_wait(w);
    pthread_mutex_unlock(&ticking.lock);
}

struct sleep {
    struct ticking_wait wait;
    pthread_cond_t over;
    bool is_over;
};

static void end_sleep(struct ticking_wait *w)
{
    struct sleep *s = (struct sleep *)w;
    s->is_over = true;
    ticking_libc()->pthread_cond_signal(&s->over);
}

void ticking_pass(uint64_t ns)
{
    struct sleep s = { { .alone = true, .wake = end_sleep }, .over = PTHREAD_COND_INITIALIZER };
    pthread_mutex_lock(&ticking.lock);
    s.wait.until_ns = ticking.now_ns + ns;
    link_wait(&s.wait);
    while (!s.is_over)
        ticking_libc()->pthread_cond_wait(&s.over, &ticking.lock);
    unlink_wait(&s.wait);
    pthread_mutex_unlock(&ticking.lock);
}

/* ---- the keeper ---- */

static uint64_t real_ns(clockid_t clock)
{
    struct timespec ts;
    ticking_libc()->clock_gettime(clock, &ts);
    return (uint64_t)ts.tv_sec * NS + (uint64_t)ts.tv_nsec;
}

/* What the keeper remembers from one look to the next. */
struct keeper {
    pid_t self;
    uint64_t looked_ns; /* in real time */
    unsigned looks;     /* since time last moved */
    unsigned alone;     /* looks in a row that found nobody waiting */
};

/* Nobody else can run. Releases the lock meanwhile: a thread that waits for it would seem to
 * sleep. */
static bool is_quiet(pid_t self)
{
    uint64_t changes = ticking.changes;
    pthread_mutex_unlock(&ticking.lock);
    bool quiet = quiet_is(self, ticking.keeper);
    pthread_mutex_lock(&ticking.lock);
    return quiet && changes == ticking.changes;
}

/* Of the world's own waits that are due, the first; of equal ones the oldest. */
static struct ticking_wait *first_alone(void)
{
    struct ticking_wait *first = NULL;
    for (struct ticking_wait *w = ticking.waiting; w; w = w->next)
        if (w->alone && w->until_ns <= ticking.now_ns && (!first || w->until_ns <= first->until_ns))
            first = w;
    return first;
}

/* Is any wait due? Then some are woken, or the caller must ask again. */
static bool wake_due(pid_t self)
{
    struct ticking_wait *alone = first_alone();
    if (alone) {
        if (is_quiet(self))
            alone->wake(alone);
        return true;
    }
    bool any = false;
    for (struct ticking_wait *w = ticking.waiting; w; w = w->next)
        if (w->until_ns <= ticking.now_ns) {
            w->wake(w);
            any = true;
        }
    return any;
}

static void look(struct keeper *k)
{
    uint64_t now = real_ns(CLOCK_MONOTONIC), passed = now - k->looked_ns;
    unsigned alone = k->alone;
    k->looked_ns = now;
    k->looks++;
    k->alone = 0;
    if (ticking.napping)
        return;
    if (wake_due(k->self))
        return;
    if (quiet_has_child()) {
        uint64_t then = ticking.now_ns + passed, next = first_deadline();
        move_to(then < next ? then : next);
    } else if (is_quiet(k->self)) {
        uint64_t next = first_deadline();
        k->looks = 0;
        if (next != TICKING_NEVER)
            move_to(next);
        else
            k->alone = alone + 1;
    }
    wake_due(k->self);
}

static void nap(const struct keeper *k)
{
    long ns = k->looks < 20 && k->alone == 0 ? NAP_NS : NAP_NS_MAX;
    ticking_libc()->nanosleep(&(struct timespec){ 0, ns }, NULL);
}

static void *keep(void *unused)
{
    struct keeper k = { .self = gettid(), .looked_ns = real_ns(CLOCK_MONOTONIC) };
    (void)unused;
    ticking.keeper = k.self;
    pthread_mutex_lock(&ticking.lock);
    for (;;) {
        while (!ticking.waiting) {
            k.looks = k.alone = 0;
            ticking_libc()->pthread_cond_wait(&ticking.begun, &ticking.lock);
            k.looked_ns = real_ns(CLOCK_MONOTONIC);
        }
        look(&k);
        pthread_mutex_unlock(&ticking.lock);
        if (k.alone > PATIENCE)
            preload_stuck(NULL, "every thread sleeps, and no timer is set");
        nap(&k);
        pthread_mutex_lock(&ticking.lock);
    }
    return NULL;
}

int ticking_start_thread(void *(*function)(void *), void *arg)
{
    pthread_t id;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = ticking_libc()->pthread_create(&id, NULL, function, arg);
    if (error == 0)
        pthread_detach(id);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

/* ---- the first thread's part ---- */

/* Nap once more? A thread that waits by reading the clock moves it meanwhile. */
static bool may_nap_again(uint64_t began_ns, uint64_t until_real_ns)
{
    return ticking.rests < RESTS_MAX && ticking.now_ns == began_ns &&
           real_ns(CLOCK_MONOTONIC) < until_real_ns;
}

void ticking_await_rest(void)
{
    uint64_t until = real_ns(CLOCK_MONOTONIC) + REST_NS_MAX, now = ticking.now_ns;
    if (!ticking_is_first())
        return;
    ticking_note_wake();
    ticking.rests = now / MS == ticking.rested_ns / MS ? ticking.rests + 1 : 0;
    ticking.rested_ns = now;
    pthread_mutex_lock(&ticking.lock);
    ticking.napping = true;
    ticking.changes++; /* the keeper must not take this nap for a wait */
    bool more = may_nap_again(now, until);
    while (more && (wake_due(ticking.first) || !is_quiet(ticking.first))) {
        pthread_mutex_unlock(&ticking.lock);
        ticking_libc()->nanosleep(&(struct timespec){ 0, NAP_NS }, NULL);
        pthread_mutex_lock(&ticking.lock);
        more = may_nap_again(now, until);
    }
    if (!more)
        ticking.rests = RESTS_MAX; /* some thread computes: do not wait again in this millisecond */
    ticking.napping = false;
    pthread_mutex_unlock(&ticking.lock);
}

void ticking_await_outside(int fd)
{
    struct pollfd p = { fd, POLLIN, 0 };
    pthread_mutex_lock(&ticking.lock);
    ticking.napping = true;
    ticking.changes++;
    pthread_mutex_unlock(&ticking.lock);
    while (ticking_libc()->poll(&p, 1, -1) < 0 && errno == EINTR)
        continue;
    pthread_mutex_lock(&ticking.lock);
    ticking.napping = false;
    pthread_mutex_unlock(&ticking.lock);
}

/* ---- beginning and end ---- */

/* From the next whole second on: runtimes round the clock to milliseconds, and the rounding must
 * not depend on chance. */
static uint64_t next_second(clockid_t clock)
{
    return (real_ns(clock) / NS + 1) * NS;
}

void ticking_begin(uint64_t begin_ns)
{
    sleeper_offer();
    /* io_uring would perform file calls where we cannot see them. */
    setenv("UV_USE_IO_URING", "0", 1);
    ticking.monotonic_ns = begin_ns > 0 ? begin_ns : next_second(CLOCK_MONOTONIC);
    ticking.realtime_ns = next_second(CLOCK_REALTIME);
    ticking.first = gettid();
    ticking.table = *ticking_libc();
    ticking_calls(&ticking.table);
    ticking.due_ns = TICKING_NEVER;
    ticking_note_wake();
    ticking_start_thread(keep, NULL);
    ticking.on = true;
    clock_own(true);
}

void ticking_end(void)
{
    if (ticking.on)
        clock_own(false);
    ticking.on = false;
}
