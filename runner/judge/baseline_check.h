/* baseline_check.h - compares a run with the baseline of its backend: the list of known failures.
 *
 * The file is --baseline FILE, or expected/baselines/NAME.baseline, where NAME is what the backend
 * calls itself: node, bun, deno, libuv, reference. All versions share one file; an entry may have
 * a condition on the version.
 *
 * A known failure becomes an xfail. A pass of a case with an entry becomes an xpass, unless the
 * entry says `sometimes`; the caller decides whether to repeat the run before it believes the
 * pass. An entry that has expired excuses nothing. Cases that did not run change nothing, and an error
 * of the machine is no failure that could be known. */
#ifndef RUNNER_JUDGE_BASELINE_CHECK_H
#define RUNNER_JUDGE_BASELINE_CHECK_H
#include "baseline/baseline.h"
#include "reports/result/result.h"
#include "runner/suite/suite.h"
#include "runner/judge/target.h"

struct baseline_check {
    struct baseline *baseline; /* NULL if the backend's name cannot be part of a file name */
    char today[16];
    bool *passed;                 /* per entry: its case passed, so the entry is stale */
    struct baseline_entry *fresh; /* new entries, for failures that have none */
    size_t fresh_count, fresh_room;
    struct arena arena; /* owns the texts of the new entries */
    size_t unrun;       /* cases that the machine could not run */
};

/* Read the baseline. Returns -1 with `*d` if an entry is not valid or names a case that does not
 * exist. If `lenient`, for a run that updates the file, the latter is no error:
 * baseline_check_write() removes such entries. Call baseline_check_close() in any case. */
int baseline_check_open(struct baseline_check *k, const struct suite *s, const struct target *t,
                        const struct options *o, bool lenient, struct diag *d);
void baseline_check_close(struct baseline_check *k);

/* Is a failure of this case known? Then the run needs no repetition to confirm it. */
bool baseline_check_expects(const struct baseline_check *k, const struct target *t,
                            const struct suite_case *c);
/* Would a pass of this case be an xpass? */
bool baseline_check_never_passes(const struct baseline_check *k, const struct target *t,
                                 const struct suite_case *c);
/* Turn the verdict of a case into xfail or xpass where an entry says so. */
void baseline_check_apply(struct baseline_check *k, const struct target *t,
                          const struct suite_case *c, struct result *r);
/* Update the file by the run: remove the entries of cases that passed or no longer exist, add
 * entries for new failures. Reasons, dates and comments of other entries stay. Returns -1 with `*d` if
 * the file cannot be written, or if a case could not be run. */
int baseline_check_write(struct baseline_check *k, const struct suite *s, const struct target *t,
                         struct diag *d);

/* Does the case of this entry exist? 0, or -1 with `*d`, which suggests a similar name. */
int baseline_check_case_name(const struct baseline *b, const struct baseline_entry *e,
                             const char *cases_dir, struct diag *d);
/* "2026-11-16", by UTC. */
void baseline_check_today(char buffer[16]);
#endif
