#include "world/world.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/mem.h"
#include "world/agenda.h"
#include "world/clock.h"
#include "world/time_page.h"
#include "world/inside.h"
#include "world/cpu_delay.h"
#include "world/real.h"
#include "world/sched.h"

enum { NS = 1000000000, MS = 1000000 };

/* One world per process: see world.h. */
static struct {
    bool real;
    bool was_virtual;   /* at least once: set-up that is needed only once is done */
    uint64_t origin_ns; /* the clock in use, at world_begin() */
    struct world_config config;
    atomic_bool wants_shortage; /* no shortage was reported since world_begin() */
    struct rlimit descriptors;  /* how many there may be, at world_begin() */
    /* On the real clock: how many world_after() calls are still to come, and when the last one is
     * due. */
    atomic_uint laters;
    atomic_uint_fast64_t last_later_ns;
    int *kept; /* descriptors, see world_keep_fd() */
    size_t kept_count, kept_room;
} world;

static uint64_t real_now(void)
{
    struct timespec ts;
    real_clock(&ts);
    return (uint64_t)ts.tv_sec * NS + (uint64_t)ts.tv_nsec;
}

/* A child process has only one of the threads. It would wait for the others and report a stuck
 * world. So it leaves the world, unless it shares its time with its parent. */
static void continue_in_child(void)
{
    if (time_page_is_on() && time_page_path()[0] && sched_governs()) {
        time_page_join_after_fork();
        sched_keep_only_self(time_page_now());
        timers_inherit();
        posix_timers_forget();
        return;
    }
    time_page_leave_after_fork();
    clock_own(false);
    sched_switch_off();
}

void world_begin(const struct world_config *config)
{
    world.real = config->clock == WORLD_REAL;
    world.config = *config;
    world.wants_shortage = config->shortage;
    getrlimit(RLIMIT_NOFILE, &world.descriptors);
    assert(config->clock == WORLD_VIRTUAL || config->clock == WORLD_REAL);
    if (world.real) {
        signals_prepare();
        /* Loops count in whole milliseconds. Counted from the start of the current one, none of
         * their timers is early. */
        world.origin_ns = real_now() / 1000000 * 1000000;
    } else {
        /* io_uring performs libuv's file calls where the scheduler cannot see them. */
        if (!world.was_virtual) {
            setenv("UV_USE_IO_URING", "0", 1);
            pthread_atfork(NULL, NULL, continue_in_child);
        }
        world.was_virtual = true;
        wakeups_begin();
        sched_begin(config->stuck, config->arg, config->is_open);
        if (time_page_is_on())
            sched_join(time_page_now());
        world.origin_ns = sched_now();
        clock_begin(config->ticks, config->begin_ns);
        clock_own(true);
    }
}

void world_end(void)
{
    world.wants_shortage = false;
    if (world.real)
        return;
    clock_own(false);
    sched_end();
}

void world_fail(const char *fmt, ...)
{
    char why[160];
    va_list args;
    va_start(args, fmt);
    vsnprintf(why, sizeof why, fmt, args);
    va_end(args);
    if (world.config.failed)
        world.config.failed(world.config.arg, why);
}

void world_report_spin(unsigned times)
{
    if (world.config.spun)
        world.config.spun(world.config.arg, times);
}

static bool is_shortage(int error)
{
    return error == EAGAIN || error == EMFILE || error == ENFILE || error == ENOMEM ||
           error == ENOBUFS || error == ENOSPC;
}

/* A program that lowers its soft limit, which it could raise again, wants the refusal: that is no
 * shortage. */
static bool is_own_limit(int error)
{
    struct rlimit now;
    return error == EMFILE && getrlimit(RLIMIT_NOFILE, &now) == 0 &&
           now.rlim_cur < world.descriptors.rlim_cur && now.rlim_max == world.descriptors.rlim_max;
}

void world_report_shortage(const char *what, const char *call, int error)
{
    char text[120];
    int kept = errno;
    if (!is_shortage(error) || is_own_limit(error) ||
        !atomic_exchange(&world.wants_shortage, false))
        return;
    snprintf(text, sizeof text, "no more %s: %s: %s", what, call, strerror(error));
    world.config.shortage(world.config.arg, text);
    errno = kept;
}

bool world_is_real(void)
{
    return world.real;
}

void world_keep_fd(int fd)
{
    assert(fd >= 0);
    PUSH(world.kept, world.kept_count, world.kept_room, fd);
}

bool world_owns(int fd)
{
    for (size_t i = 0; i < world.kept_count; i++)
        if (world.kept[i] == fd)
            return true;
    return timers_own(fd);
}

uint64_t world_now_ns(void)
{
    return world.real ? real_now() - world.origin_ns : clock_stamp(world.origin_ns);
}

uint64_t world_now_ms(void)
{
    uint64_t part_ns = world.real ? 0 : clock_epoch_ns() % MS;
    return (part_ns + world_now_ns()) / MS;
}

uint64_t world_read_ns(void)
{
    return (world.real ? real_now() : clock_read_ns()) - world.origin_ns;
}

static void sleep_until(uint64_t until)
{
    struct timespec at = { (time_t)(until / NS), (long)(until % NS) };
    while (real()->clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL) == EINTR)
        continue;
    cpu_delay_note(real_now() - until);
}

uint64_t world_cpu_delay_ns(void)
{
    return world.real ? cpu_delay_ns() : 0;
}

bool world_is_explored(void)
{
    return !world.real && world.config.choose;
}

unsigned world_choose_among(enum world_choice kind, unsigned ways, uint64_t alike)
{
    assert(!(alike & world_way(0)));
    if (ways < 2 || !world_is_explored())
        return 0;
    unsigned way = world.config.choose(world.config.arg, kind, ways, alike);
    assert(way < ways);
    return way;
}

unsigned world_choose(enum world_choice kind, unsigned ways)
{
    return world_choose_among(kind, ways, 0);
}

bool world_is_loop_patient(void)
{
    return world.config.is_loop_patient;
}

void world_busy(uint64_t ns)
{
    world_busy_alike(ns, NULL);
}

void world_busy_alike(uint64_t ns, const void *kind)
{
    if (world.real)
        sleep_until(real_now() + ns);
    else if (ns == 0)
        sched_offer_overtaking();
    else
        sched_park(
            &(struct sched_wait){ .until_ns = sched_after(ns), .kind = kind, .what = "busy" });
}

/* ---- what happens at an instant ---- */

struct later {
    /* On the real clock; a deadline, not a delay, since the thread may be slow to start. */
    uint64_t at_ns;
    void (*fn)(void *arg);
    void *arg;
};

static void *do_later(void *arg)
{
    struct later later = *(struct later *)arg;
    free(arg);
    sleep_until(later.at_ns);
    later.fn(later.arg);
    world.laters--;
    return NULL;
}

static void note_later(uint64_t at_ns)
{
    uint_fast64_t last = world.last_later_ns;
    world.laters++;
    while (at_ns > last && !atomic_compare_exchange_weak(&world.last_later_ns, &last, at_ns))
        continue;
}

uint64_t world_planned_ns(void)
{
    uint64_t last = !world.real ? agenda_last_ns() : world.laters > 0 ? world.last_later_ns : 0;
    return last > 0 ? last - world.origin_ns : 0;
}

void world_after(uint64_t after_ns, const void *about, void (*fn)(void *arg), void *arg)
{
    assert(fn);
    if (!world.real) {
        sched_at(sched_after(after_ns), about, fn, arg);
        return;
    }
    pthread_t id;
    struct later *later = xmalloc(sizeof *later);
    *later = (struct later){ real_now() + after_ns, fn, arg };
    note_later(later->at_ns);
    sigset_t all, before; /* signals are for the loop's threads */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = real()->pthread_create(&id, NULL, do_later, later);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error == 0) {
        pthread_detach(id);
        return;
    }
    free(later);
    world.laters--;
    world_report_shortage("threads", "pthread_create", error);
    world_fail("cannot start a thread for what is to happen in %llu ms: %s",
               (unsigned long long)(after_ns / 1000000), strerror(error));
}
