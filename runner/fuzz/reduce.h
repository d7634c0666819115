/* reduce.h - a program that two backends disagree about, made small and a good case.
 *
 * Each candidate is run in a process of its own on each backend. One that hangs costs
 * little: it may take a small multiple of what the whole program took. */
#ifndef RUNNER_FUZZ_REDUCE_H
#define RUNNER_FUZZ_REDUCE_H
#include "base/progress.h"
#include "runner/fuzz/pair.h"

enum fuzz_reduced {
    REDUCED_WHOLLY,
    REDUCED_UNTIL_TIME_UP,
    REDUCED_UNTIL_TOO_MANY_HUNG,
    REDUCED_UNTIL_TOO_MANY_TRIED,
    REDUCED_UNTIL_INTERRUPTED, /* so were the backends: nothing that they say now counts */
    REDUCED_FAILED,            /* see `diag` */
};

struct fuzz_reduction {
    struct fuzz_pair *pair;
    struct fuzz_run whole; /* how the program ended before */
    uint64_t number;       /* its own */
    uint32_t timeout_ms;   /* at most, of a run */
    uint64_t until_ns;     /* of now_ns(): when the time is up; 0 for never */
    struct progress *progress;
    /* What became of it. */
    enum fuzz_reduced end;
    uint32_t statements; /* of the smallest */
    uint32_t runs;       /* of candidates, both backends in each */
    uint32_t hung;       /* of these did not end in time on one of them */
    uint32_t limit_ms;   /* that a candidate had */
    bool tired;          /* a shrinking has used up its tries */
    struct diag diag;
};

/* The smallest that was found, owned by the caller, whyever it `end`ed. Leaves the pair
 * bound to what candidates have. */
char *fuzz_reduce(struct fuzz_reduction *r, const char *text);
#endif
