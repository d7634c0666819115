/* html.h - the parts of the HTML page, for html*.c only.
 * The page is one file: no font and no picture from elsewhere, one style sheet and one
 * script of its own (page.css, page.js), and a policy in its head that forbids all else.
 * The matrix needs every result of every run, so the writer keeps copies and prints at
 * the end.
 *
 * Everything that can be read is in the page as text. The script filters, and draws what
 * passed from the text of its trace; what failed is drawn here. Both draw the same. */
#ifndef REPORTS_PAGE_HTML_H
#define REPORTS_PAGE_HTML_H
#include <stdio.h>
#include "base/mem.h"
#include "reports/result/about.h"
#include "reports/result/result.h"

struct html_run {
    struct result_run run;
    struct result_summary summary;
    uint64_t real_ns, virtual_ns;
};

/* One case on all backends: a row of the matrix. */
struct html_row {
    const char *name;
    const struct result **cell;     /* by run; NULL where it did not run */
    const struct about_case *about; /* NULL if nothing is told about it */
    size_t twin;                    /* 0; from 1 for a case that a run reports again */
    bool broken;                    /* one of its results is not as expected */
    size_t number;                  /* in the order in which they came, then on the page */
};

struct html {
    FILE *out;
    struct arena arena; /* owns all copies */
    const char *version, *date;
    const struct about *about; /* borrowed; NULL for none */
    struct html_run *run;
    size_t runs, run_room, runs_planned;
    struct html_row *row;
    size_t rows, row_room;
    size_t next; /* the row that most likely comes next: runs share their order */
};

/* ---- text ---- */

/* Text as text between tags, whatever it holds. */
void html_text(FILE *out, const char *text);
/* The same on one line. */
void html_line(FILE *out, const char *text);
/* The same between the quotes of an attribute. */
void html_value(FILE *out, const char *text);
void html_ns(FILE *out, uint64_t ns);
/* id="c/NAME" and href="#c/NAME": what belongs to a case, a rule (r) or a document (d). */
void html_id(FILE *out, char what, const char *name, size_t twin);
void html_href(FILE *out, char what, const char *name, size_t twin);
/* The verdict as a coloured word. */
void html_badge(FILE *out, enum verdict v);
/* Shares of the verdicts as one bar. */
void html_share(FILE *out, const struct result_summary *s);

/* The family of a case: what stands before the first '/'; its length. */
size_t html_family(const char *name);
/* Its result on the first backend that ran it: title and rules are the same on all. */
const struct result *html_row_first(const struct html *h, const struct html_row *row);

/* ---- the page, from top to bottom ---- */

void html_head(const struct html *h, const struct result_summary *all);
void html_filter(const struct html *h, const struct result_summary *all);
/* The heading of a matrix: what its rows are, and the backends. */
void html_columns(const struct html *h, const char *what);
void html_cases(const struct html *h);
/* What is behind one row: what it promises and what each backend did. */
void html_case(const struct html *h, const struct html_row *row);
void html_rules(const struct html *h);

/* A trace as text, a line an event; the script reads it too. */
void html_trace(FILE *out, const struct result *r);
/* The same as a picture: lanes are phases and queues, bars are callbacks, ticks are logs. */
void html_timeline(FILE *out, const struct result *r);
/* What was measured; with small plots if they are to be drawn here. */
void html_figures(FILE *out, const struct result *r, bool drawn);

/* page.css and page.js, and the digest of the latter for the page's policy. */
extern const char html_style[], html_script[];
extern const char html_script_sha256[];
#endif
