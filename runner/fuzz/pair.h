/* pair.h - the two backends that fuzzing compares. */
#ifndef RUNNER_FUZZ_PAIR_H
#define RUNNER_FUZZ_PAIR_H
#include "fuzz/compare.h"
#include "runner/judge/target.h"

struct fuzz_pair {
    struct target target[2];
    unsigned aspects; /* what can be compared: phases, iterations, times; see fuzz/compare.h */
    uint64_t can;     /* capabilities that both have */
    uint32_t layers;  /* LAYER_BIT() of the API layers that both profiles have a host for */
    /* One of the two has only the real clock, or is a runtime. Its trace counts as a difference
     * only if no schedule of the other backend produces it. */
    bool one_is_real;
    int real;              /* index of that backend */
    struct target sharing; /* the same runtime, where programs share a process; or no server */
    uint32_t bound;        /* the most schedules that are explored for a program */
    const struct trace *trace[2]; /* of the latest runs */
};

/* Open the two backends of -b. With two --profile options, each backend has its own. Without one, a
 * backend that has no version of its own, such as the reference, follows the other's. Returns -1
 * with `*d`, also if both have only the real clock: there is nothing to compare with. */
int fuzz_pair_open(struct fuzz_pair *p, const struct options *o, struct diag *d);
void fuzz_pair_close(struct fuzz_pair *p);
/* Limit further runs: each takes at most `timeout_ms`, and none ends much later than `until_ns` by
 * now_ns() (0 for no such limit). A run that is ended by a limit counts as hung. */
void fuzz_pair_bound(struct fuzz_pair *p, uint32_t timeout_ms, uint64_t until_ns);

/* How a program ended on both backends, each in a process of its own. */
struct fuzz_run {
    struct server_outcome end[2];
    bool died[2];                    /* crashed or hung */
    enum fuzz_difference difference; /* FUZZ_END if one of them died */
};

/* Run a program, which was parsed from `text`. The traces are in the pair until the next run.
 * Returns 0; -1 with `*d`; 1 if the backends cannot be compared by it: one of them does not have
 * what it needs, or one has the real clock and the program has no end, depends on exact times, or
 * has more orders than can be explored. */
int fuzz_pair_run(struct fuzz_pair *p, const struct program *program, const char *text,
                  struct fuzz_run *run, struct diag *d);

/* If one is real: start a program on one of the two. A runtime may perform it in a process that has
 * performed others. So a difference that shows there proves nothing yet: fuzz_pair_run() decides.
 * Returns 1 with the server in `*on`; 0 if the backends cannot be compared by it; -1 with `*d`. */
int fuzz_pair_start(const struct fuzz_pair *p, int side, const struct program *program,
                    const char *text, struct server **on, struct diag *d);
/* Equal for traces of the two that agree. */
uint64_t fuzz_pair_digest(const struct fuzz_pair *p, const struct trace *t);
#endif
