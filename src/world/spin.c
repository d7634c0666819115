#include "world/inside.h"

#include <stdint.h>

#include "world/clock.h"
#include "world/time_page.h"
#include "world/sched.h"
#include "world/world.h"

enum { MS = 1000000, DOUBLINGS_MAX = 6, COST_NS_MAX = MS << DOUBLINGS_MAX };
/* A thread that finds something makes progress: a thousand exchanges are no spin. */
enum { TRIES_ALIKE = 16, READINGS_ALIKE = 16, FINDS_ALIKE = 200 };

/* How many in a row, and at which instant. The thread that has the turn owns this. */
struct row {
    uint64_t at_ns;
    unsigned count;
    unsigned charges; /* so far, in a row */
};
static struct row tries, readings, finds, idle_calls;
static bool has_read; /* a ticking clock, since the idle call before */

/* Time that has passed because of a spin, be it another process's, does not end this one's: two that
 * answer each other spin together. */
static unsigned add(struct row *r)
{
    if (r->at_ns != sched_now() && !time_page_has_spun_to(sched_now()))
        *r = (struct row){ 0 };
    r->at_ns = sched_now();
    return ++r->count;
}

static void let_time_pass(uint64_t ns, const char *what)
{
    time_page_note_spin(sched_after(ns));
    sched_park(&(struct sched_wait){ .until_ns = sched_after(ns), .what = what });
}

/* A long spin must not take as many system calls as it takes milliseconds. In an open world the
 * cost of a charge doubles after so many charges in a row. */
static uint64_t cost_after(unsigned charges, unsigned alike)
{
    unsigned doublings = charges / alike;
    if (!sched_has_outside())
        return MS;
    return doublings < DOUBLINGS_MAX ? (uint64_t)MS << doublings : COST_NS_MAX;
}

/* What counts as tried already: most, for a program that is in the middle of a spin. */
static unsigned tries_before(unsigned charges)
{
    return charges > 0 && sched_has_outside() ? WORLD_SPINS - SPIN_TRIES : 0;
}

void spin_try(void)
{
    if (add(&tries) < WORLD_SPINS)
        return;
    let_time_pass(cost_after(tries.charges, TRIES_ALIKE), "a spin");
    const unsigned charges = tries.charges + 1;
    tries = (struct row){ sched_now(), tries_before(charges), charges };
}

void spin_progress(void)
{
    tries.count = tries_before(tries.charges);
}

void spin_found(void)
{
    spin_progress();
    const unsigned first = sched_has_outside() ? WORLD_SPINS : SPIN_FINDS_FREE;
    if (add(&finds) < first)
        return;
    let_time_pass(cost_after(finds.charges, FINDS_ALIKE), "a spin");
    const unsigned next = sched_has_outside() ? SPIN_FINDS : WORLD_SPINS;
    finds = (struct row){ sched_now(), first - next, finds.charges + 1 };
}

void spin_read(void)
{
    if (!sched_has_turn())
        return;
    has_read = clock_is_ticking();
    if (has_read || add(&readings) < WORLD_SPINS)
        return;
    let_time_pass(cost_after(readings.charges, READINGS_ALIKE), "a spin on the clock");
    /* The thread is spinning already, so the next charge comes sooner. */
    readings = (struct row){ sched_now(), WORLD_SPINS - SPIN_READINGS, readings.charges + 1 };
}

void spin_wait(void)
{
    readings.count = readings.charges = 0;
    idle_calls.count = 0;
}

void world_note_idle(void)
{
    if (!sched_has_turn() || !has_read)
        return;
    has_read = false;
    if (add(&idle_calls) < WORLD_SPINS)
        return;
    let_time_pass(MS, "a spin");
    idle_calls.count = 0;
}
