/* suite_inside.h - calls used while a suite is opened. Private to this folder.
 * suite.c finds and loads cases, suite_choose.c marks cases as chosen. */
#ifndef RUNNER_SUITE_SUITE_INSIDE_H
#define RUNNER_SUITE_SUITE_INSIDE_H
#include "base/suggest.h"
#include "runner/suite/suite.h"

/* Append a case; takes the three strings. The result is borrowed until the next call. */
struct suite_case *suite_add(struct suite *s, char *name, char *path, char *expect_path);
/* Append the case of this name, whose file has this extension. */
void suite_add_case(struct suite *s, const char *name, const char *suffix);
/* Read and parse the scenario, or its head, unless that has been done. */
int suite_load_scenario(const struct suite *s, struct suite_case *c, struct diag *d);
void suite_offer_rules(const struct suite *s, struct suggest *suggest);

/* Append the cases that these operands name, without reading the folder. False if an operand is
 * neither the name of a case nor a path: it may be a folder, a glob or a rule. */
bool suite_add_named(struct suite *s, const char *const *operand, size_t count);
/* The case of this name or path. A file outside of the suite is appended. NULL with `*d`. */
struct suite_case *suite_find_case(struct suite *s, const char *operand, struct diag *d);
/* Mark the cases that the operands name as chosen; all if there are no operands. Returns 0, -1 with
 * `*d`, or 1 with `*d` if an operand selects nothing. */
int suite_choose(const struct options *o, struct suite *s, struct diag *d);
/* Unmark what -x, --level and --shard leave out, and load the scenarios of the rest. Returns as
 * suite_choose(). */
int suite_narrow(const struct options *o, struct suite *s, struct diag *d);
#endif
