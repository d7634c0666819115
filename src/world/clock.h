/* clock.h - what the world's clocks show, and which instant a deadline means. Only the world's own
 * files and src/preload include this.
 *
 * There is one clock, whichever clock id is read, so an absolute deadline means one instant
 * whichever clock it was computed from. It shows clock_epoch_ns() at instant 0. Under `loopspec world`
 * the clocks of civil time show the date instead; a deadline by them is known by being later than ten
 * years. A ticking
 * clock shows a nanosecond more at each reading, so it runs ahead of the instant by the number of
 * readings. A loop computes with what it has read. So its deadline comes when the clock shows that
 * time, not when the instant reaches it. The time stamps by which the loop is judged have the
 * difference subtracted. */
#ifndef WORLD_CLOCK_H
#define WORLD_CLOCK_H
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* `is_ticking`: see `ticks` in world.h; `begin_ns`: what it shows now, 0 for the usual. */
void clock_begin(bool is_ticking, uint64_t begin_ns);
/* What the clocks of civil time show at instant 0. 0: the same as the others. After clock_begin(). */
void clock_set_date(uint64_t at_0_ns);
/* What the clock shows at instant 0, modulo 2^64: a world may begin earlier than instants do. */
uint64_t clock_epoch_ns(void);

/* Does reading the clock move it? */
bool clock_is_ticking(void);

/* Does this process read virtual time? Then it must not set the machine's clock by it. For any
 * thread, also one that is not under the scheduler. */
bool clock_is_ours(void);
void clock_own(bool is_ours);

/* What the clock shows. Each reading moves a ticking clock. */
struct timespec clock_read(clockid_t id);
/* As clock_read(), in nanoseconds and without the epoch. */
uint64_t clock_read_ns(void);
/* The time of what happens now, counted from the instant `since_ns`. Of the times that the clock
 * can have shown since the present instant began: the first whole millisecond, else the first whole
 * microsecond, else the instant. Never goes back. */
uint64_t clock_stamp(uint64_t since_ns);

/* Time spans: is it a valid one, and how long is it? SCHED_NEVER if it reaches beyond the end of
 * time. */
bool clock_is_span(const struct timespec *ts);
uint64_t clock_span(const struct timespec *ts);
struct timespec clock_timespec(uint64_t ns);
/* The instant at which the clock shows `ts`, or SCHED_NEVER. */
uint64_t clock_until(const struct timespec *ts);

/* Are both times of a timer setting valid? If not, errno is EINVAL. */
bool clock_is_timer(const struct itimerspec *t);
/* When the timer is due first; SCHED_NEVER if it is disarmed. */
uint64_t clock_due(const struct itimerspec *t, bool is_absolute);
/* What timerfd_gettime() and timer_gettime() report. */
struct itimerspec clock_left(uint64_t due_ns, uint64_t every_ns);
#endif
