/* reduce.h - makes a program that shows a difference smaller, and turns it into a good case.
 *
 * Each candidate runs in a process of its own on each backend. Its time-out is a small multiple of
 * the time of the original program, so one that hangs costs little. */
#ifndef RUNNER_FUZZ_REDUCE_H
#define RUNNER_FUZZ_REDUCE_H
#include "base/progress.h"
#include "runner/fuzz/pair.h"

enum fuzz_reduced {
    REDUCED_WHOLLY,
    REDUCED_UNTIL_TIME_UP,
    REDUCED_UNTIL_TOO_MANY_HUNG,
    REDUCED_UNTIL_TOO_MANY_TRIED,
    REDUCED_UNTIL_INTERRUPTED, /* perhaps the backends, too: results from then on do not count */
    REDUCED_FAILED,            /* see `diag` */
};

struct fuzz_reduction {
    struct fuzz_pair *pair;
    struct fuzz_run whole; /* how the original program ended */
    uint64_t number;       /* of the program */
    uint32_t timeout_ms;   /* the longest time-out of a run */
    uint64_t until_ns;     /* deadline by now_ns(); 0 for none */
    struct progress *progress;
    /* Set by fuzz_reduce(): */
    enum fuzz_reduced end;
    uint32_t statements; /* of the smallest program */
    uint32_t runs;       /* candidates that were run on both backends */
    uint32_t hung;       /* candidates that hung on a backend */
    uint32_t limit_ms;   /* time-out of a candidate */
    bool tired;          /* shrink() has used up its tries */
    struct diag diag;
};

/* Returns the smallest program found, whatever `end` says; the caller frees it. The limits of
 * candidates stay set in the pair. */
char *fuzz_reduce(struct fuzz_reduction *r, const char *text);
#endif
