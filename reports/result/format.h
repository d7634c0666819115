/* format.h - the interface of a report format: a table of functions. A report is written case by
 * case, in the order of the plan. */
#ifndef REPORTS_RESULT_FORMAT_H
#define REPORTS_RESULT_FORMAT_H
#include <stdio.h>
#include "reports/result/about.h"
#include "reports/result/result.h"

struct report_plan {
    size_t runs;         /* one per backend */
    size_t cases_in_all; /* over all runs */
    const char *version; /* of loopspec */
    /* Only the pretty writer cares. */
    bool color;
    bool quiet;       /* tell only what is not as expected, and the sum */
    size_t columns;   /* of the terminal; 0: lines may be as long as they like */
    const char *date; /* of the run: "2026-01-31T12:00:00Z"; NULL if nobody knows */
    /* Cases, rules and documents, for formats with `tells_about`; NULL if they are not known.
     * Borrowed until the report is closed. */
    const struct about *about;
};

struct report_format {
    const char *name;  /* as spelled after --format */
    const char *what;  /* one line for --help */
    bool tells_about;  /* it shows plan->about */
    bool shows_events; /* it shows the events and figures of results */
    /* begin() returns the state, which all other calls get. All arguments are borrowed for the
     * call: a writer copies what it needs later. An interrupted run still gets its run_end(), with
     * the summary of the cases that have run. */
    void *(*begin)(FILE *out, const struct report_plan *plan);
    void (*run_begin)(void *state, const struct result_run *run);
    void (*result)(void *state, const struct result *r);
    void (*run_end)(void *state, const struct result_summary *summary);
    void (*end)(void *state); /* frees the state; the caller flushes `out` */
};

extern const struct report_format report_pretty, report_tap, report_tap14, report_junit,
    report_json, report_html, report_markdown, report_perfetto;
#endif
