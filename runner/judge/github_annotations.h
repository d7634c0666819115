/* github_annotations.h - reports unexpected results to the GitHub Actions job that we run in.
 * GitHub reads commands ("::error ...") from the output of a step and shows them next to the
 * commit. It shows at most ten errors of a step, so we print no more, and then a total. */
#ifndef RUNNER_JUDGE_GITHUB_ANNOTATIONS_H
#define RUNNER_JUDGE_GITHUB_ANNOTATIONS_H
#include <stdio.h>
#include "reports/result/result.h"

enum { GITHUB_ANNOTATIONS_MAX = 10 };

struct github_annotations {
    FILE *out;      /* NULL outside of a GitHub job */
    char *root;     /* folder of the checked-out files; NULL if unknown */
    size_t results; /* in all */
    size_t broken;  /* not as expected */
};

/* Nothing is printed to `out` unless the variable GITHUB_ACTIONS is "true". */
void github_annotations_init(struct github_annotations *a, FILE *out);
/* `path` is the file with the expected trace. The annotation names it, with the line that is broken,
 * if it lies in the checkout. */
void github_annotations_result(struct github_annotations *a, const char *backend, const char *path,
                               const struct result *r);
/* Print the total and free everything. */
void github_annotations_finish(struct github_annotations *a);
#endif
