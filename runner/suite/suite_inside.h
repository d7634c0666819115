/* suite_inside.h - a suite while it is being opened. Inner to this folder.
 * suite.c finds and loads, suite_choose.c marks cases as chosen. */
#ifndef RUNNER_SUITE_SUITE_INSIDE_H
#define RUNNER_SUITE_SUITE_INSIDE_H
#include "base/suggest.h"
#include "runner/suite/suite.h"

/* Takes the three strings. Borrowed until the next call. */
struct suite_case *suite_add(struct suite *s, char *name, char *path, char *expect_path);
/* Add the case of this name, in the file that ends so. */
void suite_add_case(struct suite *s, const char *name, const char *suffix);
/* Read and parse it, unless that is done. */
int suite_load_scenario(struct suite_case *c, struct diag *d);
void suite_offer_rules(const struct suite *s, struct suggest *suggest);

/* Add the cases that these names and paths mean, without a look at the others. False if one of
 * them may mean something else. */
bool suite_add_named(struct suite *s, const char *const *operand, size_t count);
/* A name or a path: the case, added if it lies elsewhere; NULL with `*d`. */
struct suite_case *suite_find_case(struct suite *s, const char *operand, struct diag *d);
/* Mark what the operands name, everything if there are none. 0, -1, or 1 if one of
 * them selects nothing. */
int suite_choose(const struct options *o, struct suite *s, struct diag *d);
/* Unmark what -x, --level and --shard leave out; what is left has its scenario. The same. */
int suite_narrow(const struct options *o, struct suite *s, struct diag *d);
#endif
