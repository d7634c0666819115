/* measure.h - something measured thrice: ours, its peer, the bare metal.
 *
 * A figure by itself says little on a shared machine; its ratio to a peer that was
 * measured between the rounds of ours says much. So the sides take turns, each turn
 * in a process of its own, and of each side the least of all rounds counts: noise
 * only ever adds. */
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
    unsigned rounds;
    /* One turn, in a process that ends with it: fill in the figures, or return -1
     * with `*d`. */
    int (*turn)(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d);
};

extern const struct bench_measure bench_case;      /* ns a case */
extern const struct bench_measure bench_suite;     /* ns a case and backend */
extern const struct bench_measure bench_mutants;   /* ns for all of them */
extern const struct bench_measure bench_recording; /* ns a callback */
extern const struct bench_measure bench_timers;    /* ns a timer: to start, stop and fire */
extern const struct bench_measure bench_check;     /* ns a callback */
extern const struct bench_measure bench_long;      /* ns a callback */
extern const struct bench_measure bench_memory;    /* bytes */
extern const struct bench_measure bench_fuzz;      /* ns a program */
extern const struct bench_measure bench_fuzz_pool; /* the same, with pool work */
extern const struct bench_measure bench_fuzz_node; /* the same against Node, if there is one */
extern const struct bench_measure bench_page;      /* ns, bytes */
extern const struct bench_measure bench_filter;    /* ns, in Chromium, if there is one */

/* Make all turns. -1 with `*d` if one of them failed. `progress` is called before each
 * round. */
int bench_take(const struct bench_measure *m, double least[BENCH_SIDE_COUNT][BENCH_FIGURES_MAX],
               void (*progress)(const struct bench_measure *m, unsigned round), struct diag *d);

/* A process that ends at once, to be waited for; -1 with errno. */
pid_t bench_fork_empty(void);
/* Whether PATH has no such program. */
bool bench_lacks(const char *program);
/* The real clock, whatever world the caller is in. */
double bench_now_ns(void);
/* Call `stretch` so many times; the time that the fastest call took. -1 if one returned
 * that. An interruption by somebody else spoils one stretch and not the whole. */
double bench_least_ns(unsigned stretches, int (*stretch)(void *arg), void *arg);
/* A wait of length zero on an epoll descriptor with one quiet member: what the kernel
 * asks for a turn of any loop. */
double bench_bare_wait_ns(void);
#endif
