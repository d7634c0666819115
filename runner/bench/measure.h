/* measure.h - measures three sides of the same thing: ours, a peer, and the bare minimum.
 *
 * On a shared machine an absolute time says little. The ratio to a peer that is measured alternately
 * says much. So the sides take turns, each turn in a process of its own. Of each side the lowest
 * figure of all rounds counts, since noise only adds time. How far the next lowest figures lie above
 * it says how far to trust it: rounds are repeated until they lie close together, or until the row
 * has had its time. */
#ifndef RUNNER_BENCH_MEASURE_H
#define RUNNER_BENCH_MEASURE_H
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include "base/diag.h"

enum bench_side { BENCH_OURS, BENCH_PEER, BENCH_BARE, BENCH_SIDE_COUNT };
enum { BENCH_FIGURES_MAX = 3 };

struct bench_measure {
    const char *name;
    /* One turn, in a process that ends afterwards, so nothing need be freed: fill in the figures,
     * or return -1 with `*d`. A turn should take less than a second or two: then noise spoils a
     * turn and not the row. */
    int (*turn)(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d);
};

#define BENCH_ROW(name, measure, ...) extern const struct bench_measure bench_##measure;
#include "runner/bench/row_table.h"
#undef BENCH_ROW

/* The lowest figures of the rounds so far. */
enum { BENCH_LOWEST = 3 };
struct bench_sample {
    double lowest[BENCH_LOWEST]; /* in ascending order */
    unsigned count;              /* of `lowest` */
};
struct bench_samples {
    struct bench_sample of[BENCH_SIDE_COUNT][BENCH_FIGURES_MAX];
    unsigned rounds;
};

/* How far the highest of the lowest figures lies above the lowest one, as a part of it. */
double bench_spread(const struct bench_sample *s);

/* Let each side have a turn and add the figures to the samples, which are zeros before the first
 * round. Returns -1 with `*d` if a turn fails. */
int bench_round(const struct bench_measure *m, struct bench_samples *samples, struct diag *d);

/* ---- for turns ---- */

/* Call `measure` in a process of its own, which ends afterwards. */
int bench_apart(int (*measure)(const void *arg, double figure[BENCH_FIGURES_MAX], struct diag *d),
                const void *arg, double figure[BENCH_FIGURES_MAX], struct diag *d);
/* Fork a process that ends at once; the caller waits for it. -1 with errno. */
pid_t bench_fork_empty(void);
/* Is there no such program in PATH? */
bool bench_lacks(const char *program);
/* The real clock, even inside of a virtual world. */
double bench_now_ns(void);
/* CPU time of this process and of its children that were waited for. */
double bench_spent_ns(void);
/* Call `stretch` several times and return the time of the fastest call; -1 if a call returned -1.
 * Another program that uses the processor meanwhile spoils one stretch, not the whole figure. */
double bench_least_ns(unsigned stretches, int (*stretch)(void *arg), void *arg);
/* The time of a wait of length zero on an epoll descriptor with one idle member: what the kernel
 * costs in an iteration of any loop. */
double bench_bare_wait_ns(void);
#endif
