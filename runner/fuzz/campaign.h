/* campaign.h - many random programs on both backends, and the numbers of those that
 * the two do not agree about. */
#ifndef RUNNER_FUZZ_CAMPAIGN_H
#define RUNNER_FUZZ_CAMPAIGN_H
#include "base/progress.h"
#include "fuzz/generate.h"
#include "runner/fuzz/pair.h"

struct fuzz_campaign {
    struct fuzz_pair *pair;
    uint64_t seed;
    const struct fuzz_family *family; /* NULL for all */
    uint64_t programs;                /* numbers from 0 up to this one */
    uint64_t seconds;                 /* 0: as long as it takes */
    uint32_t shard, shards;           /* of these numbers, every `shards`th, from 1 */
    uint32_t jobs;                    /* processes at work at a time */
    uint32_t timeout_ms;              /* of a program in a batch: all behind it wait for that */
    struct progress progress;
    int signals; /* signalfd: an interrupt makes it readable; -1 for none */
    /* The backends disagreed about a program, among others in a process, or it `hung` there
     * on one of them. Sets `*stop` to end it. -1 with `*d`. */
    int (*found)(void *arg, uint64_t number, bool hung, bool *stop, struct diag *d);
    void *arg;
    /* What became of it. */
    uint64_t until_ns; /* of now_ns(), from its beginning on: when the time is up; 0 for never */
    uint64_t ran, left_out;
    double took_s;
    bool interrupted;
};

int fuzz_campaign_run(struct fuzz_campaign *c, struct diag *d);
#endif
