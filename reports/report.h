/* report.h - results on their way out: one writer per format.
 * A report is written case by case, in the order of the plan. One that goes to a
 * file is written beside it under a temporary name and renamed at the end, so a
 * reader sees the old report or the new one, never half of one. */
#ifndef REPORTS_REPORT_H
#define REPORTS_REPORT_H
#include <stdio.h>
#include "base/diag.h"
#include "reports/about.h"
#include "reports/result.h"

struct report_plan {
    size_t runs;         /* backends */
    size_t cases_in_all; /* over all runs */
    const char *version; /* of loopspec */
    bool color;          /* only the pretty writer cares */
    const char *date;    /* of the run: "2026-01-31T12:00:00Z"; NULL if nobody knows */
    /* Cases, rules and documents, for the formats that tell them; NULL if there is
     * nothing to tell. Borrowed until the report is closed. */
    const struct about *about;
};
/* The date for a plan: of SOURCE_DATE_EPOCH if that is set, else now. Returns `buffer`. */
char *report_date(char buffer[32]);

struct report_format {
    const char *name; /* as spelled after --format */
    const char *what; /* one line for --help */
    bool tells_about; /* it wants plan->about */
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

/* NULL for an unknown one. */
const struct report_format *report_format_find(const char *name);
size_t report_format_count(void);
const struct report_format *report_format_at(size_t i);
/* Does the format of this FMT or FMT:FILE want to be told what results are about? */
bool report_tells_about(const char *spec);

struct report;
/* `spec` is FMT or FMT:FILE; without a file it goes to stdout. A device or a pipe
 * is written directly, a symbolic link is followed. NULL with `*d`: an unknown
 * format is the user's fault, a file that cannot be written the system's. */
struct report *report_open(const char *spec, const struct report_plan *plan, struct diag *d);
void report_run_begin(struct report *r, const struct result_run *run);
void report_result(struct report *r, const struct result *result);
void report_run_end(struct report *r, const struct result_summary *summary);
/* Finish, flush, rename. -1 with `*d` (the system's fault: full disk, no such
 * folder); then the old file is as it was. Frees `r`. */
int report_close(struct report *r, struct diag *d);
/* Leave the old file as it was, without a trace of the new one. NULL is fine. */
void report_abandon(struct report *r);
const char *report_path(const struct report *r); /* NULL for stdout */
#endif
