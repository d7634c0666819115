/* json.h - the pieces of the JSON results that other commands print too.
 * README.md in this folder is the schema. */
#ifndef REPORTS_FORMAT_JSON_H
#define REPORTS_FORMAT_JSON_H
#include <jansson.h>
#include "reports/result/result.h"

enum { REPORT_JSON_SCHEMA = 1 };

/* How one line is dumped: json_dumpf(o, out, REPORT_JSON_FLAGS). */
#define REPORT_JSON_FLAGS (JSON_COMPACT | JSON_PRESERVE_ORDER)

/* {"type","label","kind","phase","iteration","at_ns","due_ns","cause"}, then
 * "took_ns" for a callback and "value" for an observation. A new reference. */
json_t *report_json_event(const struct result_event *e);
/* The figures of a trace, see README.md. A new reference. */
json_t *report_json_figures(const struct figures *f);
/* One case, without the newline. A new reference. */
json_t *report_json_case(const struct result *r);
/* Text from anywhere: invalid bytes become \xNN, since JSON is UTF-8. A new reference. */
json_t *report_json_text(const char *text);
#endif
