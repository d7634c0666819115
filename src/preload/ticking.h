/* ticking.h - virtual time for a whole runtime, whose threads run as they do. Inner to
 * src/preload; ticking.c has the clock and who waits for it, ticking_calls.c the calls of
 * the C library.
 *
 * Whoever waits does so really, but without a time-out: instead the wait is known to a
 * thread of our own, the keeper, by its deadline. While there are any, the keeper looks at
 * every other thread (quiet.h). When all of them sleep, nothing but time can wake any: it
 * moves to the first deadline, and those that it is for are woken. As long as a child
 * process lives, time goes as the real one does: the child knows no other. */
#ifndef PRELOAD_TICKING_H
#define PRELOAD_TICKING_H
#include <stdbool.h>
#include <stdint.h>
#include "world/real.h"

#define TICKING_NEVER UINT64_MAX

struct ticking_wait {
    uint64_t until_ns; /* on our clock, or TICKING_NEVER */
    /* Called by the keeper when the deadline has come. It need not be the last word: it is
     * called again until the wait is over. */
    void (*wake)(struct ticking_wait *w);
    struct ticking_wait *next;
};

bool ticking_is_on(void);

void ticking_wait_begin(struct ticking_wait *w);
void ticking_wait_end(struct ticking_wait *w);

/* The clock, since ticking_begin(). Reading it moves it. */
uint64_t ticking_read(void);
uint64_t ticking_now(void); /* does not */
/* What a clock of this kind shows at instant 0. */
uint64_t ticking_origin(clockid_t clock);

/* The C library's own functions, whatever real() gives. */
const struct real *ticking_behind(void);
/* Put calls that know the clock before those of the C library. */
void ticking_calls(struct real *table);
#endif
