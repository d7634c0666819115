/* origin.h - where results come from: the command, the commit, the machine. */
#ifndef RUNNER_JUDGE_ORIGIN_H
#define RUNNER_JUDGE_ORIGIN_H
#include "reports/result/result.h"
#include "runner/options/options.h"

struct origin {
    char *
        command; /* quoted for a shell; without options that change no result: --format, -j, --shard */
    char *commit;  /* of the current folder's work tree; NULL outside of one, or without git */
    char *kernel;  /* "Linux 6.1.0-18-amd64" */
    char *machine; /* "x86_64, 8 processors" */
};

void origin_init(struct origin *o, const struct options *options);
void origin_release(struct origin *o);
/* Set the fields of `run` to the strings, which stay ours: `run` borrows them. */
void origin_tell(const struct origin *o, struct result_run *run);
#endif
