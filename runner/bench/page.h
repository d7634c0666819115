/* page.h - the HTML page that the benchmark looks at: ten backends, twelve thousand
 * results. */
#ifndef RUNNER_BENCH_PAGE_H
#define RUNNER_BENCH_PAGE_H
#include <stddef.h>
#include "base/diag.h"

struct bench_page {
    char *text;
    size_t size;
    double ns; /* that it took to write */
};

/* -1 with `*d`. */
int bench_make_page(struct bench_page *page, struct diag *d);
#endif
