/* report.h - results on their way out: one writer per format.
 * A report is written case by case, in the order of the plan. One that goes to a
 * file is written beside it under a temporary name and renamed at the end, so a
 * reader sees the old report or the new one, never half of one. */
#ifndef REPORTS_REPORT_H
#define REPORTS_REPORT_H
#include <stdio.h>
#include "base/diag.h"
#include "reports/result/format.h"
#include "reports/stored/stored.h"

/* The date for a plan: of SOURCE_DATE_EPOCH if that is set, else now. Returns `buffer`. */
char *report_date(char buffer[32]);

/* By FMT or FMT:FILE; NULL for an unknown one. */
const struct report_format *report_format_find(const char *spec);
size_t report_format_count(void);
const struct report_format *report_format_at(size_t i);

struct report;
/* `spec` is FMT or FMT:FILE; without a file it goes to stdout. A device or a pipe
 * is written directly, a symbolic link is followed. NULL with `*d`: an unknown
 * format is the user's fault, a file that cannot be written the system's. */
struct report *report_open(const char *spec, const struct report_plan *plan, struct diag *d);
void report_run_begin(struct report *r, const struct result_run *run);
void report_result(struct report *r, const struct result *result);
void report_run_end(struct report *r, const struct result_summary *summary);
/* All runs of stored results. */
void report_stored(struct report *r, const struct stored *s);
/* Finish, flush, rename. -1 with `*d` (the system's fault: full disk, no such
 * folder); then the old file is as it was. Frees `r`. */
int report_close(struct report *r, struct diag *d);
/* Leave the old file as it was, without a trace of the new one. NULL is fine. */
void report_abandon(struct report *r);
const char *report_path(const struct report *r); /* NULL for stdout */
#endif
