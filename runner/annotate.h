/* annotate.h - what is not as expected, told to the GitHub job that we run in.
 * GitHub reads commands from what a step prints and shows them with the commit. It takes
 * ten errors of a step, so there are never more, and then a total. */
#ifndef RUNNER_ANNOTATE_H
#define RUNNER_ANNOTATE_H
#include <stdio.h>
#include "reports/result.h"

enum { ANNOTATE_MAX = 10 };

struct annotate {
    FILE *out;      /* NULL where nobody listens */
    char *root;     /* of the checked-out files; NULL if unknown */
    size_t results; /* all of them */
    size_t broken;
};

/* `out` counts only if GITHUB_ACTIONS says that we are in such a job. */
void annotate_init(struct annotate *a, FILE *out);
/* `path` is of the file that promises it; it is named if it is one of the checked-out. */
void annotate_result(struct annotate *a, const char *backend, const char *path,
                     const struct result *r);
/* The total. */
void annotate_finish(struct annotate *a);
#endif
