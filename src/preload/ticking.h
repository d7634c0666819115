/* ticking.h - virtual time for a whole runtime, whose threads run as they do. Inner to this folder; ticking.c has the clock and who waits for it, ticking_calls.c the calls of
 * the C library.
 *
 * Whoever waits does so really, but without a time-out: instead the wait is known to a
 * thread of our own, the keeper, by its deadline. While there are any, the keeper looks at
 * every other thread (quiet.h). When all of them sleep, nothing but time can wake any: it
 * moves to the first deadline, and those that it is for are woken. As long as a child
 * process lives, time goes as the real one does: the child knows no other.
 *
 * What is left to the kernel is who goes first of several threads that can run. So the
 * world's own doings, sleeper.c, are done one after the other, each when all others sleep;
 * and the first thread settles before it looks: it waits, in real time, until the others
 * have come to rest. */
#ifndef PRELOAD_TICKING_H
#define PRELOAD_TICKING_H
#include <stdbool.h>
#include <stdint.h>
#include "world/real.h"

#define TICKING_NEVER UINT64_MAX

struct ticking_wait {
    uint64_t until_ns; /* on our clock, or TICKING_NEVER */
    bool alone;        /* the world's own: woken before others, and when all others sleep */
    /* Called by the keeper when the deadline has come. It need not be the last word: it is
     * called again until the wait is over. */
    void (*wake)(struct ticking_wait *w);
    struct ticking_wait *next;
};

bool ticking_is_on(void);
bool ticking_is_first(void); /* the thread at hand is the program's first */

void ticking_wait_begin(struct ticking_wait *w);
void ticking_wait_end(struct ticking_wait *w);

/* As long as that, by a thread of the world's own. What it does next is done before any
 * other thread goes on whose time has come. */
void ticking_pass(uint64_t ns);
/* Before the first thread looks what there is: let every other come to its rest. */
void ticking_settle(void);
/* The first thread may have set another going. */
void ticking_stir(void);

/* The clock, since ticking_begin(). Reading it moves it. */
uint64_t ticking_read(void);
uint64_t ticking_now(void); /* does not */
/* What a clock of this kind shows at instant 0. */
uint64_t ticking_origin(clockid_t clock);

/* A thread of the world's own, detached: signals are for the program's threads. An errno
 * value, 0 if it runs. */
int ticking_start_thread(void *(*function)(void *), void *arg);

/* The C library's own functions, whatever real() gives. */
const struct real *ticking_behind(void);
/* Put calls that know the clock before those of the C library. */
void ticking_calls(struct real *table);
#endif
