/* report.h - writes results in a format, to standard output or to a file.
 * A report is written case by case, in the order of the plan. A file is first written under a
 * temporary name in the same folder and renamed at the end, so a reader sees the old report or the
 * new one, never a part of one. */
#ifndef REPORTS_REPORT_H
#define REPORTS_REPORT_H
#include <stdio.h>
#include "base/diag.h"
#include "reports/result/format.h"
#include "reports/stored/stored.h"

/* The date for a plan: from SOURCE_DATE_EPOCH if that is set, else now. Returns `buffer`. */
char *report_date(char buffer[32]);

/* The format of a spec FMT or FMT:FILE; NULL if it is unknown. */
const struct report_format *report_format_find(const char *spec);
size_t report_format_count(void);
const struct report_format *report_format_at(size_t i);

struct report;
/* `spec` is FMT or FMT:FILE; without a file the report goes to stdout. A device or a pipe is written
 * directly; a symbolic link is followed. NULL with `*d`: an unknown format is the user's fault
 * (exit 2), a file that cannot be written the system's (exit 4). */
struct report *report_open(const char *spec, const struct report_plan *plan, struct diag *d);
void report_run_begin(struct report *r, const struct result_run *run);
void report_result(struct report *r, const struct result *result);
void report_run_end(struct report *r, const struct result_summary *summary);
/* Write all runs of stored results. */
void report_stored(struct report *r, const struct stored *s);
/* Finish the report, flush and rename it. Returns -1 with `*d` if it cannot be written (full disk,
 * no such folder); the old file then stays unchanged. Frees `r`. */
int report_close(struct report *r, struct diag *d);
/* Remove the new file and leave the old one unchanged. Frees `r`; NULL is fine. */
void report_abandon(struct report *r);
const char *report_path(const struct report *r); /* NULL for stdout */
#endif
