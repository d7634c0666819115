/* suite.h - the cases, their expected traces and the catalogue, found and loaded.
 *
 * Folders: --cases and --expected; else ./cases and ./expected; else those beside
 * the program (../cases from build/, ../share/loopspec when installed); else the
 * PREFIX/share/loopspec of the build. A folder counts as a suite's when it holds
 * catalogue/. --cases alone brings its sibling "expected" if there is one, unless
 * traces stand beside the cases; a --cases folder without a catalogue of its own
 * is held against the catalogue of the suite found otherwise.
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
    char *name;        /* "timers/equal-deadlines"; of a file elsewhere, its path as spelled */
    char *path;        /* of the .loop or .js file */
    char *expect_path; /* of the .trace file, whether or not there is one */
    char *source;
    size_t length;
    struct scenario scenario;
    char *expect_source; /* NULL, as is `expect`, where an expectation is optional */
    size_t expect_length;
    struct expect *expect;
    bool is_outside; /* a file elsewhere than in the folder of cases */
    const char
        *expected_dir; /* its trace is there, not beside it; borrowed of the suite, or NULL */
    bool chosen;       /* while a suite is being opened; all that remain are */
};

struct suite {
    char *cases_dir, *expected_dir;
    bool expected_is_asked; /* by --expected */
    struct catalogue *catalogue;
    bool borrows_catalogue; /* it is another suite's: these cases need not prove it all */
    /* By rule of the catalogue: does a case prove it that was chosen, for this shard or another?
     * NULL if nothing was chosen from the command line. */
    bool *is_proved;
    struct suite_case *item;
    size_t count, room;
};

/* Load what the operands, -x and --level select: names, folders of cases, globs
 * (a '*' crosses '/'), rule ids, paths of .loop and .js files; everything without
 * operands. Returns 0; -1 with `*d`; 1 with `*d` if nothing is selected. `*out` is
 * set in any case, for suite_close(). */
int suite_open(const struct options *o, struct suite **out, struct diag *d);

/* The one case of this name or path, as item[0]; its expectation is optional, but
 * a broken one is an error. Otherwise as suite_open(). */
int suite_load_case(const struct options *o, const char *operand, struct suite **out,
                    struct diag *d);

/* Every case, going on past what is wrong: each fault is handed to `report`, and
 * the cases without one stay. A case whose expectation is at fault stays without
 * it. -1 with `*d` if there is no suite to look at. */
typedef void suite_fault(void *arg, const struct diag *fault);
int suite_open_all(const struct options *o, struct suite **out, struct diag *d, suite_fault *report,
                   void *arg);

void suite_close(struct suite *s); /* NULL is fine */

/* Print why it did not open, close it, and return the exit status: 2, 3 or 4. */
int suite_fail(struct suite *s, int answer, const struct diag *d);

struct suite_case *suite_find_name(const struct suite *s, const char *name); /* or NULL */
/* The rule of that id, small letters allowed; NULL with `*d`: did you mean ...? */
const struct rule *suite_find_rule(const struct suite *s, const char *id, struct diag *d);
/* Is this rule among those that the case proves? */
bool suite_case_proves(const struct suite_case *c, const struct rule *rule);
/* What a report tells about it, for about_release(). If it is the whole suite, rules and
 * documents that no case is about are told too. Each shard tells the rules and documents of
 * all shards, so that their order is the catalogue's when they are put together. */
void suite_tell(const struct suite *s, bool whole, struct about *a);
/* The level of the case's strictest rule. */
enum rule_level suite_case_level(const struct suite *s, const struct suite_case *c);
#endif
