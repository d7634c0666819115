/* baseline_check.h - a run held against the baseline of its backend.
 *
 * The file is --baseline, else expected/baselines/NAME.baseline, NAME being what the
 * backend calls itself: node, bun, deno, libuv, reference. Versions are told apart by the
 * conditions of entries, so that what several share is said once.
 *
 * A failure that is known is an xfail, a pass where a failure is known an xpass, unless
 * the entry says `sometimes`. Whether the pass is to be believed is for who runs it to say.
 * An entry that has expired excuses nothing. What did not run proves nothing either way. */
#ifndef RUNNER_JUDGE_BASELINE_CHECK_H
#define RUNNER_JUDGE_BASELINE_CHECK_H
#include "baseline/baseline.h"
#include "reports/result/result.h"
#include "runner/suite/suite.h"
#include "runner/judge/target.h"

struct baseline_check {
    struct baseline *baseline; /* NULL if the backend's name is no name for a file */
    char today[16];
    bool *passed;                 /* per entry: its case did, so that it is stale */
    struct baseline_entry *fresh; /* failures that no entry explains */
    size_t fresh_count, fresh_room;
    struct arena arena; /* the texts of those */
};

/* -1 with `*d`: an entry is at fault, or names a case that is not there; while it is
 * being updated (`lenient`) the latter is for baseline_check_write() to drop. Either way
 * baseline_check_close() frees it. */
int baseline_check_open(struct baseline_check *k, const struct suite *s, const struct target *t,
                        const struct options *o, bool lenient, struct diag *d);
void baseline_check_close(struct baseline_check *k);

/* Is a failure of this case to be expected? Then it needs no second look. */
bool baseline_check_expects(const struct baseline_check *k, const struct target *t,
                            const struct suite_case *c);
/* Would a pass be unexpected? */
bool baseline_check_never_passes(const struct baseline_check *k, const struct target *t,
                                 const struct suite_case *c);
/* Turn the verdict of a case into xfail or xpass where an entry says so. */
void baseline_check_apply(struct baseline_check *k, const struct target *t,
                          const struct suite_case *c, struct result *r);
/* Write the file as the run has shown it: without what passed or is gone, with what
 * failed and nobody has explained. Reasons, dates and comments are kept. */
int baseline_check_write(struct baseline_check *k, const struct suite *s, const struct target *t,
                         struct diag *d);

/* Does the entry name a case that there is? -1 with `*d`: did you mean ...? */
int baseline_check_case_name(const struct baseline *b, const struct baseline_entry *e,
                             const char *cases_dir, struct diag *d);
/* "2026-11-16", by UTC. */
void baseline_check_today(char buffer[16]);
#endif
