/* campaign.h - runs many random programs on two backends and reports the numbers of those whose
 * traces differ. */
#ifndef RUNNER_FUZZ_CAMPAIGN_H
#define RUNNER_FUZZ_CAMPAIGN_H
#include "base/progress.h"
#include "fuzz/generate.h"
#include "runner/fuzz/pair.h"

struct fuzz_campaign {
    struct fuzz_pair *pair;
    uint64_t seed;
    const struct fuzz_family *family; /* NULL for all */
    uint64_t programs;                /* how many; their numbers begin with 0 */
    uint64_t seconds;                 /* 0: as long as it takes */
    uint32_t shard, shards;           /* run part `shard` (from 1) of `shards` parts */
    uint32_t jobs;                    /* batches under way at a time */
    uint32_t timeout_ms;              /* of a program in a batch; short, since the others wait */
    struct progress progress;
    int signals; /* signalfd: an interrupt makes it readable; -1 for none */
    /* Called for each program whose traces differ, or that `hung` on one backend. It ran in one
     * process with other programs, so the caller should run it again alone. Sets `*stop` to end
     * the campaign. Returns 0, or -1 with `*d`. */
    int (*found)(void *arg, uint64_t number, bool hung, bool *stop, struct diag *d);
    void *arg;
    /* Set by fuzz_campaign_run(): */
    uint64_t until_ns; /* deadline by now_ns(), known from the start on; 0 for none */
    uint64_t ran, left_out;
    double took_s;
    bool interrupted;
};

int fuzz_campaign_run(struct fuzz_campaign *c, struct diag *d);
#endif
