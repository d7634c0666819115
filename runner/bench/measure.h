/* measure.h - measures three sides of the same thing: ours, a peer, and the bare minimum.
 *
 * On a shared machine an absolute time says little. The ratio to a peer that is measured alternately
 * says much. So the sides take turns, each turn in a process of its own. Of each side the lowest
 * figure of all rounds counts, since noise only adds time. */
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
    /* One turn, in a process that ends afterwards, so nothing need be freed: fill in the figures,
     * or return -1 with `*d`. */
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
extern const struct bench_measure bench_fuzz_pool; /* ns a program with pool work */
extern const struct bench_measure bench_fuzz_node; /* ns a program; the peer is Node */
extern const struct bench_measure bench_page;      /* ns, bytes */
extern const struct bench_measure bench_filter;    /* ns, in Chromium */

/* Run all turns of all rounds. Returns -1 with `*d` if one fails. `progress` is called before each
 * round. */
int bench_take(const struct bench_measure *m, double least[BENCH_SIDE_COUNT][BENCH_FIGURES_MAX],
               void (*progress)(const struct bench_measure *m, unsigned round), struct diag *d);

/* Fork a process that ends at once; the caller waits for it. -1 with errno. */
pid_t bench_fork_empty(void);
/* Is there no such program in PATH? */
bool bench_lacks(const char *program);
/* The real clock, even inside of a virtual world. */
double bench_now_ns(void);
/* Call `stretch` several times and return the time of the fastest call; -1 if a call returned -1.
 * Another program that uses the processor meanwhile spoils one stretch, not the whole figure. */
double bench_least_ns(unsigned stretches, int (*stretch)(void *arg), void *arg);
/* The time of a wait of length zero on an epoll descriptor with one idle member: what the kernel
 * costs in an iteration of any loop. */
double bench_bare_wait_ns(void);
#endif
