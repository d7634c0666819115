/* judge.h - turns the outcome of a case into its result: the verdict (pass, fail, crash, ...; see
 * reports/result/result.h), the reason, and what was expected instead. */
#ifndef RUNNER_JUDGE_JUDGE_H
#define RUNNER_JUDGE_JUDGE_H
#include "match/match.h"
#include "reports/result/result.h"
#include "runner/suite/suite.h"
#include "runner/judge/target.h"

/* Fill in what is known before the case has run. */
void judge_init(const struct target *t, const struct suite_case *c, struct result *r);
/* The result of a case that was not run; takes `reason`. */
void judge_skip(const struct target *t, const struct suite_case *c, char *reason, struct result *r);
/* The result of a case that was run. Without an expected trace the verdict is pass if the program
 * ran to its end. `catalogue` may be NULL: a failure then does not quote the rules. */
void judge(const struct target *t, const struct catalogue *catalogue, const struct suite_case *c,
           const struct server_outcome *end, struct result *r);
/* Add events and figures to a result, for reports that show them. At most RESULT_EVENTS_MAX events
 * are kept. */
void judge_keep(const struct target *t, const struct server_outcome *end, struct result *r);

/* On the real clock a busy machine can make any loop look wrong. A failure counts only if the run
 * got a processor whenever it needed one. Otherwise the case is run again, up to this many times;
 * if the machine is still too busy, the verdict is inconclusive. */
enum { JUDGE_AGAIN_MAX = 20 };
bool judge_proves_nothing(const struct result *r, const struct trace *trace);
bool judge_was_delayed(const struct trace *trace);

/* On the real clock a failure counts if it happens this often in a row. */
enum { JUDGE_FAILURES_MIN = 3 };

/* On the real clock or in a runtime, a known failure may pass by chance. It counts as fixed after
 * this many passes in a row, none of them delayed by the machine. */
enum { JUDGE_PASSES_MIN = 5 };

/* What the matcher may rely on in this trace: phases, exact times, tolerances. */
struct match_sight judge_sight(const struct target *t, const struct suite_case *c,
                               const struct trace *trace);

/* One event with its label and value spelled out; the caller frees both. */
struct result_event judge_event(struct labels labels, const struct trace *t, uint64_t i);
/* A hash of the logs and their order, to distinguish traces. */
uint64_t judge_order(const struct trace *t);
#endif
