/* format.h - what a format of reports must offer: a table row of functions.
 * A report is written case by case, in the order of the plan. */
#ifndef REPORTS_RESULT_FORMAT_H
#define REPORTS_RESULT_FORMAT_H
#include <stdio.h>
#include "reports/result/about.h"
#include "reports/result/result.h"

struct report_plan {
    size_t runs;         /* backends */
    size_t cases_in_all; /* over all runs */
    const char *version; /* of loopspec */
    /* Only the pretty writer cares. */
    bool color;
    bool quiet;       /* tell only what is not as expected, and the sum */
    size_t columns;   /* of the terminal; 0: lines may be as long as they like */
    const char *date; /* of the run: "2026-01-31T12:00:00Z"; NULL if nobody knows */
    /* Cases, rules and documents, for the formats that tell them; NULL if there is
     * nothing to tell. Borrowed until the report is closed. */
    const struct about *about;
};

struct report_format {
    const char *name;  /* as spelled after --format */
    const char *what;  /* one line for --help */
    bool tells_about;  /* it wants plan->about */
    bool shows_events; /* it wants the events and figures of results */
    /* `state` is what begin() returned; every other call gets it. All arguments are
     * borrowed for the call; a writer copies what it needs later. A run that was
     * interrupted still has its run_end, with the summary of what had run. */
    void *(*begin)(FILE *out, const struct report_plan *plan);
    void (*run_begin)(void *state, const struct result_run *run);
    void (*result)(void *state, const struct result *r);
    void (*run_end)(void *state, const struct result_summary *summary);
    void (*end)(void *state); /* frees it; `out` is flushed by the caller */
};

extern const struct report_format report_pretty, report_tap, report_tap14, report_junit,
    report_json, report_html, report_markdown, report_perfetto;
#endif
