/* compare.h - do two backends agree about a program?
 * What is compared is what an expected trace can say: logs and observations in their
 * order, their values, phases, iterations and instants, and how the run ended. */
#ifndef FUZZ_COMPARE_H
#define FUZZ_COMPARE_H
#include <stdbool.h>
#include <stdio.h>
#include "trace/labels.h"
#include "trace/trace.h"

/* Beyond order, values and the end. Not every pair of backends can be held to them. */
enum fuzz_aspect { FUZZ_PHASE = 1, FUZZ_ITERATION = 2, FUZZ_TIME = 4 };

/* A number for all of it: equal for traces that agree, and, but for one pair in 2^64,
 * for no others. */
uint64_t fuzz_digest(const struct trace *t, unsigned aspects);

enum fuzz_difference {
    FUZZ_SAME,
    FUZZ_END,   /* they agree until one of them was cut, or only ended in another way */
    FUZZ_EVENT, /* one event is another, or is missing */
};
enum fuzz_difference fuzz_compare(const struct trace *a, const struct trace *b, unsigned aspects);

/* Both traces, side by side under their names, with a mark where they first differ. */
void fuzz_print_traces(FILE *out, struct labels labels, const struct trace *const trace[2],
                       const char *const name[2], unsigned aspects);
#endif
