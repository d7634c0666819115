/* clock.h - what the world's clocks show, and which instant a deadline means. Only the world's
 * own files and src/preload include this.
 *
 * There is one clock, by whatever name it is read: it shows SCHED_EPOCH_NS at instant 0. A
 * ticking clock shows a nanosecond more at each reading, so it runs ahead of the instant by as
 * many as there were readings. A loop reckons with what it has read. So a deadline that it computes
 * comes when the clock shows it, not when the instant does; and what the clock was ahead
 * is taken out of the stamps by which the loop is judged. */
#ifndef WORLD_CLOCK_H
#define WORLD_CLOCK_H
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* Whoever began the world decides whether it ticks. */
void clock_begin(bool is_ticking);

/* Is the time that this process reads a world's? Then it must not be made the machine's. Of any
 * thread, also of those that the scheduler does not know. */
bool clock_is_ours(void);
void clock_own(bool is_ours);

/* What the clock shows; reading it moves a ticking clock. */
struct timespec clock_read(void);
/* The same without the epoch, in nanoseconds. */
uint64_t clock_read_ns(void);
/* The time of what happens now, since an earlier instant: of all that the clock may have shown
 * since the present instant began, the first whole millisecond; else the first whole microsecond;
 * else the instant. It never goes back. */
uint64_t clock_stamp(uint64_t since_ns);

/* A length of time. One that reaches beyond the end of time, which is the kernel's, is
 * SCHED_NEVER. */
bool clock_is_span(const struct timespec *ts);
uint64_t clock_span(const struct timespec *ts);
struct timespec clock_timespec(uint64_t ns);
/* The instant at which the clock shows so much, or SCHED_NEVER. */
uint64_t clock_until(const struct timespec *ts);

/* What a timer is set to: are both of its times lengths? If not, errno says so. */
bool clock_is_timer(const struct itimerspec *t);
/* When it is due first; SCHED_NEVER if it is disarmed. */
uint64_t clock_due(const struct itimerspec *t, bool is_absolute);
/* What it shows when it is asked. */
struct itimerspec clock_left(uint64_t due_ns, uint64_t every_ns);
#endif
