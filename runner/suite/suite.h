/* suite.h - finds and loads the cases, their expected traces and the catalogue of rules.
 *
 * Folders are tried in this order:
 *   1. --cases and --expected;
 *   2. ./cases and ./expected;
 *   3. next to the program: ../cases from build/, ../share/loopspec when installed;
 *   4. the PREFIX/share/loopspec that the program was built with.
 * A folder is a suite if it contains catalogue/. --cases without --expected uses the sibling folder
 * "expected" if there is one, unless traces lie next to the cases. A --cases folder without a
 * catalogue uses the catalogue of the suite found by steps 2 to 4, and adds to it the rules of the
 * .rules files that lie in the folder itself.
 *
 * Cases are sorted by the bytes of their names. */
#ifndef RUNNER_SUITE_SUITE_H
#define RUNNER_SUITE_SUITE_H
#include <stdbool.h>
#include <stddef.h>
#include "base/diag.h"
#include "catalogue/catalogue.h"
#include "match/expect.h"
#include "reports/result/about.h"
#include "runner/options/options.h"
#include "scenario/scenario.h"

struct suite_case {
    char *name;        /* "timers/equal-deadlines"; for a file outside of the suite, its path */
    char *path;        /* of the .loop or .js file */
    char *expect_path; /* of the .trace file, even if it does not exist */
    char *source;
    size_t length;
    struct scenario scenario;
    char *expect_source; /* as `expect`, NULL if there is no expected trace */
    size_t expect_length;
    struct expect *expect;
    bool is_outside; /* a file outside of the folder of cases */
    /* For such a file: the folder of its trace, borrowed from the suite. NULL: next to the file. */
    const char *expected_dir;
    bool chosen; /* used while the suite is opened; cases that are not chosen are removed then */
};

struct suite {
    char *cases_dir, *expected_dir;
    bool expected_is_asked; /* `expected_dir` is from --expected */
    struct catalogue *catalogue;
    bool heads_only;        /* of the scenarios; no expected trace was read */
    bool borrows_catalogue; /* another suite's: these cases need not prove all its rules */
    /* Per rule of the catalogue: does a chosen case prove it, in this shard or another? NULL if
     * the suite was not opened by suite_open(). */
    bool *is_proved;
    struct suite_case *item;
    size_t count, room;
};

/* Load the cases that the operands, -x, --level and --shard select. An operand is a name, a folder
 * of cases, a glob (a '*' matches '/', too), a rule id, or a path of a .loop or .js file. Without
 * operands: all cases. Returns 0; -1 with `*d`; 1 with `*d` if nothing is selected. `*out` is set
 * in any case, for suite_close(). */
int suite_open(const struct options *o, struct suite **out, struct diag *d);

/* As suite_open(), but read only what a list shows: the heads of the scenarios and, if `with_rules`
 * or if needed to select cases, the catalogue, which is empty otherwise. */
int suite_open_heads(const struct options *o, bool with_rules, struct suite **out, struct diag *d);

/* Load the case of this name or path as item[0]. It need not have an expected trace, but an invalid
 * one is an error. Otherwise as suite_open(). */
int suite_load_case(const struct options *o, const char *operand, struct suite **out,
                    struct diag *d);

/* Load every case and go on after faults: each is passed to `report`, and the case is left out. A
 * case with an invalid expected trace stays, without the trace. Returns -1 with `*d` if there is no
 * suite. */
typedef void suite_fault(void *arg, const struct diag *fault);
int suite_open_all(const struct options *o, struct suite **out, struct diag *d, suite_fault *report,
                   void *arg);

void suite_close(struct suite *s); /* NULL is fine */

/* Print why the suite did not open, close it, and return the exit status: 2, 3 or 4. */
int suite_fail(struct suite *s, int answer, const struct diag *d);

struct suite_case *suite_find_name(const struct suite *s, const char *name); /* or NULL */
/* The rule with this id, in upper or lower case. NULL with `*d`, which suggests a similar id. */
const struct rule *suite_find_rule(const struct suite *s, const char *id, struct diag *d);
/* Does the case name this rule? */
bool suite_case_proves(const struct suite_case *c, const struct rule *rule);
/* Fill in what reports show about the suite; about_release() frees it. If `whole`, also the rules
 * and documents that no case is about. Each shard contains the rules and documents of all shards,
 * so that after a merge they are in the order of the catalogue. */
void suite_tell(const struct suite *s, bool whole, struct about *a);
/* The level of the case's strictest rule. */
enum rule_level suite_case_level(const struct suite *s, const struct suite_case *c);
#endif
