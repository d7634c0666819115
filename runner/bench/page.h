/* page.h - the reports that the benchmarks write: of ten backends. */
#ifndef RUNNER_BENCH_PAGE_H
#define RUNNER_BENCH_PAGE_H
#include <stddef.h>
#include "base/diag.h"
#include "reports/report.h"

struct bench_page {
    char *text;
    size_t size;
    double ns;          /* time to write it */
    double trace_bytes; /* of the events in it, as a trace has them */
};

/* Write the page of ten backends and all cases. Returns 0, or -1 with `*d`. The caller never frees
 * the page: the process ends. */
int bench_make_page(struct bench_page *page, struct diag *d);
/* Make a report like any other, with this many results in all. */
int bench_make_report(const struct report_format *format, size_t results, struct bench_page *page,
                      struct diag *d);
#endif
