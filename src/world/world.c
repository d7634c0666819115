#include "world/world.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "world/inside.h"
#include "world/disturbed.h"
#include "world/real.h"
#include "world/sched.h"

enum { NS = 1000000000 };

/* One world a process: see world.h. */
static struct {
    bool real;
    bool was_told;      /* libuv, by its environment */
    uint64_t origin_ns; /* of the clock in use, at world_begin() */
    struct world_config config;
    atomic_bool wants_lack; /* none has been told since world_begin() */
} world;

static uint64_t real_now(void)
{
    struct timespec ts;
    real()->clock_gettime(CLOCK_MONOTONIC, &ts);
    return (uint64_t)ts.tv_sec * NS + (uint64_t)ts.tv_nsec;
}

void world_begin(const struct world_config *config)
{
    world.real = config->clock == WORLD_REAL;
    world.config = *config;
    world.wants_lack = config->lacks;
    if (world.real) {
        signals_prepare();
        /* Loops count in whole milliseconds: from the one that has begun, no timer of
         * theirs is early. */
        world.origin_ns = real_now() / 1000000 * 1000000;
    } else {
        /* File calls that libuv hands to io_uring end out of our sight. */
        if (!world.was_told)
            setenv("UV_USE_IO_URING", "0", 1);
        world.was_told = true;
        sched_begin(config->stuck, config->arg);
        clock_begin(config->ticks);
        world.origin_ns = sched_now();
    }
}

void world_end(void)
{
    world.wants_lack = false;
    if (!world.real)
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

static bool is_lack(int error)
{
    return error == EAGAIN || error == EMFILE || error == ENFILE || error == ENOMEM ||
           error == ENOBUFS;
}

void world_lacks(const char *what, const char *call, int error)
{
    char text[120];
    int kept = errno;
    if (!is_lack(error) || !atomic_exchange(&world.wants_lack, false))
        return;
    snprintf(text, sizeof text, "no more %s: %s: %s", what, call, strerror(error));
    world.config.lacks(world.config.arg, text);
    errno = kept;
}

bool world_is_real(void)
{
    return world.real;
}

uint64_t world_now_ns(void)
{
    return (world.real ? real_now() : sched_now()) - world.origin_ns;
}

static void sleep_until(uint64_t until)
{
    struct timespec at = { (time_t)(until / NS), (long)(until % NS) };
    while (real()->clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL) == EINTR)
        continue;
    disturbed_note(real_now() - until);
}

uint64_t world_disturbed_ns(void)
{
    return world.real ? disturbed_ns() : 0;
}

bool world_is_explored(void)
{
    return !world.real && world.config.choose;
}

unsigned world_choose(enum world_choice kind, unsigned ways)
{
    if (ways < 2 || !world_is_explored())
        return 0;
    unsigned way = world.config.choose(world.config.arg, kind, ways);
    assert(way < ways);
    return way;
}

void world_busy(uint64_t ns)
{
    if (world.real)
        sleep_until(real_now() + ns);
    else if (ns == 0)
        sched_linger();
    else
        sched_park(&(struct sched_wait){ .until_ns = sched_after(ns), .what = "busy" });
}

/* ---- what happens at an instant ---- */

struct later {
    uint64_t at_ns; /* of the real clock; a thread may be slow to start */
    void (*fn)(void *arg);
    void *arg;
};

static void *do_later(void *arg)
{
    struct later later = *(struct later *)arg;
    free(arg);
    sleep_until(later.at_ns);
    later.fn(later.arg);
    return NULL;
}

void world_after(uint64_t after_ns, const void *about, void (*fn)(void *arg), void *arg)
{
    if (!world.real) {
        sched_at(sched_after(after_ns), about, fn, arg);
        return;
    }
    pthread_t id;
    struct later *later = xmalloc(sizeof *later);
    *later = (struct later){ real_now() + after_ns, fn, arg };
    int error = real()->pthread_create(&id, NULL, do_later, later);
    if (error == 0) {
        pthread_detach(id);
        return;
    }
    free(later);
    world_lacks("threads", "pthread_create", error);
    world_fail("what is to happen in %llu ms has no thread to do it: %s",
               (unsigned long long)(after_ns / 1000000), strerror(error));
}
