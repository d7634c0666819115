#include "world/inside.h"

#include <stdint.h>

#include "world/clock.h"
#include "world/commons.h"
#include "world/sched.h"
#include "world/world.h"

enum { MS = 1000000, DOUBLINGS_MAX = 6, COST_NS_MAX = MS << DOUBLINGS_MAX };
/* Who finds something gets something done: a thousand exchanges are no spin. */
enum { TRIES_ALIKE = 16, FINDS_ALIKE = 200 };

/* How many in a row, and at which instant. The thread that has the turn owns this. */
struct row {
    uint64_t at_ns;
    unsigned count;
    unsigned charges; /* so far, in a row */
};
static struct row tries, readings, finds;

static unsigned add(struct row *r)
{
    if (r->at_ns != sched_now())
        r->count = 0;
    r->at_ns = sched_now();
    return ++r->count;
}

static void let_time_pass(uint64_t ns, const char *what)
{
    sched_park(&(struct sched_wait){ .until_ns = sched_after(ns), .what = what });
}

/* A program that spins for long is not to take as long as that: in an open world the cost doubles
 * after so many charges with nothing but spinning between them. */
static uint64_t cost_after(unsigned charges, unsigned alike)
{
    unsigned doublings = charges / alike;
    if (!sched_is_open())
        return MS;
    return doublings < DOUBLINGS_MAX ? (uint64_t)MS << doublings : COST_NS_MAX;
}

void spin_try(void)
{
    if (tries.at_ns != sched_now() && !commons_has_spun_to(sched_now()))
        tries.charges = 0;
    if (add(&tries) < WORLD_SPINS)
        return;
    uint64_t cost_ns = cost_after(tries.charges, TRIES_ALIKE);
    commons_note_spin(sched_after(cost_ns));
    let_time_pass(cost_ns, "a spin");
    tries = (struct row){ sched_now(), 0, tries.charges + 1 };
}

void spin_progress(void)
{
    tries.count = 0;
}

void spin_found(void)
{
    tries.count = 0;
    if (finds.at_ns != sched_now())
        finds.charges = 0;
    const unsigned first = sched_is_open() ? WORLD_SPINS : SPIN_FINDS_FREE;
    if (add(&finds) < first)
        return;
    let_time_pass(cost_after(finds.charges, FINDS_ALIKE), "a spin");
    const unsigned next = sched_is_open() ? SPIN_FINDS : WORLD_SPINS;
    finds = (struct row){ sched_now(), first - next, finds.charges + 1 };
}

void spin_read(void)
{
    if (clock_is_ticking() || !sched_has_turn() || add(&readings) < WORLD_SPINS)
        return;
    let_time_pass(MS, "a spin on the clock");
    /* It is in the middle of a spin: the next charge comes sooner. */
    readings = (struct row){ sched_now(), WORLD_SPINS - SPIN_READINGS, 0 };
}

void spin_wait(void)
{
    readings.count = 0;
}
