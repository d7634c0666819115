/* world.h - the surroundings that a scenario sees: clock, threads, descriptors.
 *
 * On the virtual clock the world is a scheduler. The C library calls by which a
 * loop learns the time and waits, and by which threads wait for each other, are
 * defined by this program (interpose_*.c) and lead here. Every thread that is
 * started while the world is on is registered; exactly one runs at a time and
 * keeps its turn until it blocks in one of these calls or ends. Time moves only
 * when no thread can run, and then to the next due instant. Nothing is slept.
 *
 *   - threads due at one instant run in the order of their start;
 *   - what the world itself does at an instant (a descriptor becomes ready, a
 *     wait is interrupted) comes before the threads of that instant;
 *   - a wait first lets every thread run that can, then looks, then parks;
 *   - a loop that spins on waits of zero length is charged a millisecond for
 *     every WORLD_SPINS of them in a row: time must pass for a busy waiter too.
 *
 * On the real clock the calls go through to the C library, and the functions
 * below do the same things with real time and real threads.
 *
 * The world is one per process, as the C library is. */
#ifndef WORLD_WORLD_H
#define WORLD_WORLD_H
#include <stdbool.h>
#include <stdint.h>

enum world_clock { WORLD_VIRTUAL, WORLD_REAL };
enum { WORLD_SPINS = 1000 };

struct world_config {
    enum world_clock clock;
    /* Nothing can ever run again: no thread is runnable and nothing is due. Must
     * not return. `waiters` says who waits for what, in one line. */
    void (*stuck)(void *arg, const char *waiters);
    void *arg;
};

/* The calling thread becomes the loop's thread and the first in order; the clock
 * starts at 0. World ends may be followed by a new beginning: threads that are
 * parked (a pool's) take part in it again. */
void world_begin(const struct world_config *config);
void world_end(void);

uint64_t world_now_ns(void); /* since world_begin() */

/* Let time pass for the calling thread alone. */
void world_busy(uint64_t ns);

/* Call `fn` at an instant, `after_ns` from now, on whatever thread is at hand; it
 * must not wait. Calls for one instant keep the order in which they were asked for. */
void world_after(uint64_t after_ns, void (*fn)(void *arg), void *arg);

/* Make the wait that the loop's thread is in then, if any, fail with EINTR. */
void world_interrupt_after(uint64_t after_ns);

/* A descriptor whose readiness is under control: a stream socket of which the loop
 * watches one end and the world holds the other. */
struct world_fd;
enum world_fd_kind { WORLD_FD_READABLE, WORLD_FD_WRITABLE };

struct world_fd *world_fd_open(enum world_fd_kind kind); /* not ready; NULL with errno */
int world_fd_number(const struct world_fd *f);           /* the end to watch */
void world_fd_ready(struct world_fd *f);                 /* stays so until drained */
void world_fd_ready_after(struct world_fd *f, uint64_t after_ns);
void world_fd_drain(struct world_fd *f); /* not ready any more */
/* When it was made ready, or UINT64_MAX. */
uint64_t world_fd_ready_ns(const struct world_fd *f);
void world_fd_close(struct world_fd *f);
#endif
