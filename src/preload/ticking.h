/* ticking.h - virtual time for a whole runtime, whose threads run freely. Inner to this folder.
 * ticking.c has the clock and those who wait for it, ticking_calls.c the C library's calls.
 *
 * A waiting thread really waits, but without a time-out: a thread of ours, the keeper, knows its
 * deadline instead. While there are deadlines, the keeper looks at every other thread (quiet.h).
 * When all of them sleep, only time can wake one: it moves to the earliest deadline, and the
 * threads that wait for that are woken. While a child process lives, time runs like the real clock,
 * since the child knows no other.
 *
 * The kernel still decides which of several runnable threads goes first. So actions of the world
 * itself (sleeper.c) are done one after the other, each when all threads sleep. And before the
 * first thread looks at its descriptors, it waits in real time until the other threads have come to
 * rest (ticking_await_rest()). */
#ifndef PRELOAD_TICKING_H
#define PRELOAD_TICKING_H
#include <stdbool.h>
#include <stdint.h>
#include "world/real.h"

#define TICKING_NEVER UINT64_MAX

struct ticking_wait {
    uint64_t until_ns; /* on our clock, or TICKING_NEVER */
    bool alone;        /* the world's own: woken before others, when all threads sleep */
    /* Called by the keeper when the deadline has come, and again until the wait is over. */
    void (*wake)(struct ticking_wait *w);
    struct ticking_wait *next;
};

bool ticking_is_on(void);
bool ticking_is_first(void); /* is the calling thread the program's first? */

void ticking_wait_begin(struct ticking_wait *w);
void ticking_wait_end(struct ticking_wait *w);

/* Wait that long, on a thread of the world's own. What it does next is done before any other thread
 * whose deadline has come. */
void ticking_pass(uint64_t ns);
/* Before the first thread looks at its descriptors: let all others come to rest. */
void ticking_await_rest(void);
/* The first thread waits for a descriptor in real time: nothing in the world makes it readable, so
 * that no time passes and nobody is stuck meanwhile. */
void ticking_await_outside(int fd);
/* The first thread may have woken another one. */
void ticking_note_wake(void);

/* The clock, since ticking_begin(). Reading it moves it. */
uint64_t ticking_read(void);
uint64_t ticking_now(void); /* does not move it */
/* What a clock of this kind shows at instant 0. */
uint64_t ticking_origin(clockid_t clock);

/* Start a detached thread of the world's own, with all signals blocked: they are for the program's
 * threads. 0 or an errno. */
int ticking_start_thread(void *(*function)(void *), void *arg);

/* The C library's own functions, whatever real() returns. */
const struct real *ticking_libc(void);
/* Replace functions in `table` by those that use the ticking clock. */
void ticking_calls(struct real *table);
#endif
