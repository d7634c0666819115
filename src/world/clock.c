#include "world/clock.h"

#include <assert.h>
#include <errno.h>
#include <stdatomic.h>

#include "world/inside.h"
#include "world/sched.h"
#include "world/world.h"

enum { NS = 1000000000, MS = 1000000, US = 1000 };

/* Ten years: what a program means as a time of day is later, and what it means as time since the start
 * of the machine is earlier. */
#define CIVIL_FROM_NS (3650 * 24 * 3600 * UINT64_C(1000000000))

/* Always less than a millisecond ahead: a loop that counts in milliseconds sees no difference. */
enum { AHEAD_MAX = MS - 1 };

/* The thread that has the turn owns this, except `ours`, which any thread may read. */
static struct {
    bool ticks;
    uint64_t epoch_ns;
    uint64_t civil_ns; /* how far the clocks of civil time are ahead of the others */
    /* How far the clock is ahead of the instant; never shrinks, since a loop may keep what it
     * read. */
    uint64_t ahead_ns;
    atomic_bool ours;
    bool was_ours; /* at least once */
} clock_state;

void clock_begin(bool is_ticking, uint64_t begin_ns)
{
    clock_state.ticks = is_ticking;
    clock_state.epoch_ns = begin_ns > 0 ? begin_ns - sched_now() : WORLD_USUAL_NS;
    clock_state.ahead_ns = 0;
}

void clock_set_date(uint64_t at_0_ns)
{
    clock_state.civil_ns = at_0_ns > CIVIL_FROM_NS ? at_0_ns - clock_state.epoch_ns : 0;
}

uint64_t clock_epoch_ns(void)
{
    return clock_state.epoch_ns;
}

bool clock_is_ticking(void)
{
    return clock_state.ticks;
}

bool clock_is_ours(void)
{
    return clock_state.ours;
}

void clock_own(bool is_ours)
{
    clock_state.ours = is_ours;
    if (is_ours && !clock_state.was_ours)
        machine_clock_drop_right();
    clock_state.was_ours |= is_ours;
}

uint64_t clock_read_ns(void)
{
    if (clock_state.ticks && clock_state.ahead_ns < AHEAD_MAX)
        clock_state.ahead_ns++;
    return sched_now() + clock_state.ahead_ns;
}

static bool is_civil(clockid_t id)
{
    return id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE || id == CLOCK_REALTIME_ALARM ||
           id == CLOCK_TAI;
}

struct timespec clock_read(clockid_t id)
{
    uint64_t ahead_ns = is_civil(id) ? clock_state.civil_ns : 0;
    return clock_timespec(clock_state.epoch_ns + ahead_ns + clock_read_ns());
}

uint64_t clock_stamp(uint64_t since_ns)
{
    static const uint64_t grain[] = { MS, US };
    assert(since_ns <= sched_now());
    assert(clock_state.ahead_ns <= AHEAD_MAX);
    uint64_t first = sched_now() - since_ns, last = first + clock_state.ahead_ns;
    if (first == last)
        return first;
    for (int i = 0; i < 2; i++) {
        uint64_t round = (first + grain[i] - 1) / grain[i] * grain[i];
        if (round <= last)
            return round;
    }
    return first;
}

/* ---- lengths and deadlines ---- */

bool clock_is_span(const struct timespec *ts)
{
    return ts->tv_sec >= 0 && ts->tv_nsec >= 0 && ts->tv_nsec < NS;
}

uint64_t clock_span(const struct timespec *ts)
{
    assert(ts->tv_sec >= 0);
    if ((uint64_t)ts->tv_sec >= SCHED_END_NS / NS)
        return SCHED_NEVER;
    return (uint64_t)ts->tv_sec * NS + (uint64_t)ts->tv_nsec;
}

struct timespec clock_timespec(uint64_t ns)
{
    return (struct timespec){ (time_t)(ns / NS), (long)(ns % NS) };
}

uint64_t clock_until(const struct timespec *ts)
{
    uint64_t shown = ts->tv_sec < 0 ? 0 : clock_span(ts);
    if (shown == SCHED_NEVER)
        return SCHED_NEVER;
    if (clock_state.civil_ns > 0 && shown >= CIVIL_FROM_NS)
        shown = shown > clock_state.civil_ns ? shown - clock_state.civil_ns : 0;
    int64_t instant = (int64_t)(shown - clock_state.epoch_ns - clock_state.ahead_ns);
    return instant > 0 ? (uint64_t)instant : 0;
}

bool clock_is_timer(const struct itimerspec *t)
{
    bool is = clock_is_span(&t->it_value) && clock_is_span(&t->it_interval);
    errno = is ? errno : EINVAL;
    return is;
}

uint64_t clock_due(const struct itimerspec *t, bool is_absolute)
{
    uint64_t span = clock_span(&t->it_value);
    if (span == 0)
        return SCHED_NEVER;
    return is_absolute ? clock_until(&t->it_value) : sched_after(span);
}

struct itimerspec clock_left(uint64_t due_ns, uint64_t every_ns)
{
    return (struct itimerspec){
        .it_interval = clock_timespec(every_ns),
        .it_value = clock_timespec(due_ns == SCHED_NEVER ? 0 : due_ns - sched_now()),
    };
}
