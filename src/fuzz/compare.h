/* compare.h - do two backends agree about a program? It compares what an expected trace can
 * express: logs and observations in their order, their values, phases, iterations and times, how
 * the run ended, and after how many waits. */
#ifndef FUZZ_COMPARE_H
#define FUZZ_COMPARE_H
#include <stdbool.h>
#include <stdio.h>
#include "trace/labels.h"
#include "trace/trace.h"

/* What is compared besides order, values and the end. Not every pair of backends has all of
 * these. */
enum fuzz_aspect {
    FUZZ_PHASE = 1,
    FUZZ_ITERATION = 2,
    FUZZ_TIME = 4,
    FUZZ_WAKEUPS = 8, /* how often each came back from its wait, until the end */
};

/* A hash of all that is compared: equal for traces that agree, different for others, except by a
 * chance of 1 in 2^64. */
uint64_t fuzz_digest(const struct trace *t, unsigned aspects);

enum fuzz_difference {
    FUZZ_SAME,
    FUZZ_END,   /* they agree until one was cut short, or differ only in how they ended */
    FUZZ_EVENT, /* an event differs or is missing */
};
enum fuzz_difference fuzz_compare(const struct trace *a, const struct trace *b, unsigned aspects);

/* Both traces, side by side under their names, with a mark where they first differ. */
void fuzz_print_traces(FILE *out, struct labels labels, const struct trace *const trace[2],
                       const char *const name[2], unsigned aspects);
#endif
