/* page.h - the HTML page that the benchmarks use: ten backends, twelve thousand results. */
#ifndef RUNNER_BENCH_PAGE_H
#define RUNNER_BENCH_PAGE_H
#include <stddef.h>
#include "base/diag.h"

struct bench_page {
    char *text;
    size_t size;
    double ns; /* time to write it */
};

/* Returns 0, or -1 with `*d`. The caller never frees the page: the process ends. */
int bench_make_page(struct bench_page *page, struct diag *d);
#endif
