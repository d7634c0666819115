/* github_annotations.h - what is not as expected, told to the GitHub job that we run in.
 * GitHub reads commands from what a step prints and shows them with the commit. It takes
 * ten errors of a step, so there are never more, and then a total. */
#ifndef RUNNER_JUDGE_GITHUB_ANNOTATIONS_H
#define RUNNER_JUDGE_GITHUB_ANNOTATIONS_H
#include <stdio.h>
#include "reports/result/result.h"

enum { GITHUB_ANNOTATIONS_MAX = 10 };

struct github_annotations {
    FILE *out;      /* NULL where nobody listens */
    char *root;     /* of the checked-out files; NULL if unknown */
    size_t results; /* all of them */
    size_t broken;
};

/* `out` counts only if GITHUB_ACTIONS says that we are in such a job. */
void github_annotations_init(struct github_annotations *a, FILE *out);
/* `path` is of the expected trace; it is named, with the line that is broken, if it is one of the
 * files that the job has checked out. */
void github_annotations_result(struct github_annotations *a, const char *backend, const char *path,
                               const struct result *r);
/* The total. */
void github_annotations_finish(struct github_annotations *a);
#endif
