/* pair.h - the two backends that are held against each other. */
#ifndef RUNNER_FUZZ_PAIR_H
#define RUNNER_FUZZ_PAIR_H
#include "fuzz/compare.h"
#include "runner/judge/target.h"

struct fuzz_pair {
    struct target target[2];
    unsigned aspects; /* in which the two can be compared */
    uint64_t can;     /* what both can do */
    uint32_t layers;  /* LAYER_BIT() of those that both profiles have a host for */
    /* One of the two has only the real clock, such as a runtime. A run of it differs if the
     * other can never be like it, whatever it chooses. */
    bool one_is_real;
    int real;                     /* which, then */
    uint32_t bound;               /* schedules of a program that are explored for that */
    const struct trace *trace[2]; /* of the latest runs */
};

/* From -b and --profile. Without a profile a backend that has no version of its own, such
 * as the reference, follows the other; with two, each has its own. Two on the real clock
 * are the user's fault. -1 with `*d`. */
int fuzz_pair_open(struct fuzz_pair *p, const struct options *o, struct diag *d);
void fuzz_pair_close(struct fuzz_pair *p);
/* From now on a run takes at most so long, and none goes on much longer than to an instant of
 * now_ns(), 0 for none: see struct target. One that would have is as if it hung. */
void fuzz_pair_bound(struct fuzz_pair *p, uint32_t timeout_ms, uint64_t until_ns);

/* How a program ended on both, each time in a process of its own. */
struct fuzz_run {
    struct server_outcome end[2];
    bool died[2];                    /* or hung */
    enum fuzz_difference difference; /* FUZZ_END if one of them did */
};

/* Run a program that was parsed from this text. The traces stay with the pair until the
 * next. Returns 1 if nothing can be said of it: one of the backends lacks what it
 * needs, or one has the real clock and the program has no end, hangs on the instant or has
 * more orders than can be explored. -1 with `*d`. */
int fuzz_pair_run(struct fuzz_pair *p, const struct program *program, const char *text,
                  struct fuzz_run *run, struct diag *d);
#endif
