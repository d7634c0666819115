/* shapes.h - the tables (see fields.h) by which results are written to JSON and read from it.
 * reports/README.md explains each member; results.schema.json describes them for programs, and
 * shapes_test.c checks it against these tables. */
#ifndef REPORTS_RESULT_SHAPES_H
#define REPORTS_RESULT_SHAPES_H
#include "reports/result/about.h"
#include "reports/result/fields.h"
#include "reports/result/result.h"

enum { RESULTS_SCHEMA = 1 };

/* A run and a file. Their lists are streamed (see fields.h): a writer leaves them empty here. */
struct results_run {
    struct result_run run;
    struct result *result;
    size_t count;
    struct result_summary summary; /* its counts are not read; the reader counts the results */
};

struct results_file {
    const char *version; /* of loopspec */
    uint64_t schema;
    const char *date; /* NULL if not known */
    const struct about *about;
    struct results_run *run;
    size_t run_count;
};

extern const struct shape shape_file, shape_about, shape_source, shape_rule, shape_bug,
    shape_about_case, shape_run, shape_case, shape_event, shape_grade, shape_figures, shape_handle,
    shape_spread;
#endif
