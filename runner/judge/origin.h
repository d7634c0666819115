/* origin.h - where results come from: what was asked, of which commit, on which machine. */
#ifndef RUNNER_JUDGE_ORIGIN_H
#define RUNNER_JUDGE_ORIGIN_H
#include "reports/result/result.h"
#include "runner/options/options.h"

struct origin {
    char *command; /* for a shell; without what changes no result: formats, jobs, the shard */
    char *commit;  /* of the work tree it ran in; NULL outside of one, or without git */
    char *kernel;  /* "Linux 6.1.0-18-amd64" */
    char *machine; /* "x86_64, 8 processors" */
};

void origin_init(struct origin *o, const struct options *options);
void origin_release(struct origin *o);
/* Lend the strings to `run`. */
void origin_tell(const struct origin *o, struct result_run *run);
#endif
