/* shapes.h - our results in JSON, for whoever writes and reads them. reports/README.md says what
 * each member means, results.schema.json says it to programs; a test holds it against these. */
#ifndef REPORTS_RESULT_SHAPES_H
#define REPORTS_RESULT_SHAPES_H
#include "reports/result/about.h"
#include "reports/result/fields.h"
#include "reports/result/result.h"

enum { RESULTS_SCHEMA = 1 };

/* A run and a file. Their lists are streamed: a writer leaves them empty. */
struct results_run {
    struct result_run run;
    struct result *result;
    size_t count;
    struct result_summary summary; /* its counts are not read: a reader counts again */
};

struct results_file {
    const char *version; /* of loopspec */
    uint64_t schema;
    const char *date; /* NULL if nobody knows */
    const struct about *about;
    struct results_run *run;
    size_t run_count;
};

extern const struct shape shape_file, shape_about, shape_source, shape_rule, shape_about_case,
    shape_run, shape_case, shape_event, shape_figures, shape_handle, shape_spread;
#endif
