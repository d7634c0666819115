/* pattern.h - a PCRE2 pattern over labels, compiled with JIT and with limits. A pattern that takes
 * too long ends in PATTERN_LIMIT, never in a hang. */
#ifndef MATCH_PATTERN_H
#define MATCH_PATTERN_H
#include <stddef.h>
#include "base/diag.h"

enum pattern_answer { PATTERN_NO, PATTERN_YES, PATTERN_LIMIT };

struct pattern;
/* NULL with `*d` filled in; the column points into the pattern. `at` is the location of the opening
 * slash. */
struct pattern *pattern_new(const char *text, struct location at, struct diag *d);
void pattern_free(struct pattern *p); /* NULL is fine */
enum pattern_answer pattern_match(const struct pattern *p, const char *label);
#endif
