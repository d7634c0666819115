/* html.h - the parts of the HTML page, for html*.c only.
 * The page is one file: no script, no font, no picture from elsewhere, and a
 * policy in its head that forbids them. The matrix needs every result of every
 * run, so the writer keeps copies and prints at the end. */
#ifndef REPORTS_HTML_H
#define REPORTS_HTML_H
#include <stdio.h>
#include "base/mem.h"
#include "reports/result.h"

struct html_run {
    struct result_run run;
    struct result_summary summary;
    uint64_t real_ns, virtual_ns;
};

/* One case on all backends: a row of the matrix. */
struct html_row {
    const char *name;
    const struct result **cell; /* by run; NULL where it did not run */
    size_t number;              /* in the page, from 1: its anchors are named after it */
};

struct html {
    FILE *out;
    struct arena arena; /* owns all copies */
    const char *version;
    struct html_run *run;
    size_t runs, run_room, runs_planned;
    struct html_row *row;
    size_t rows, row_room;
    size_t next; /* the row that most likely comes next: runs share their order */
};

/* Text as text, whatever it holds. */
void html_text(FILE *out, const char *text);
/* The verdict as a coloured word. */
void html_badge(FILE *out, enum verdict v);
/* The family of a case: what stands before the first '/'; its length. */
size_t html_family(const char *name);

/* Is any of its results not as expected? */
bool html_row_is_broken(const struct html *h, const struct html_row *row);
/* Its result on the first backend that ran it: title and rules are the same on all. */
const struct result *html_row_first(const struct html *h, const struct html_row *row);

/* The <details> of one case: what it promises and what each backend did. */
void html_case(const struct html *h, const struct html_row *row);
/* A trace as a picture: lanes are phases, bars are callbacks, ticks are logs. */
void html_timeline(FILE *out, const struct result *r);
/* The style sheet, line by line, NULL at the end: one literal would be longer
 * than C promises to take. */
extern const char *const html_style[];
#endif
