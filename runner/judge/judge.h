/* judge.h - from the end of a case to its result: verdict, reason, the broken
 * promise told. */
#ifndef RUNNER_JUDGE_JUDGE_H
#define RUNNER_JUDGE_JUDGE_H
#include "match/match.h"
#include "reports/result/result.h"
#include "runner/suite/suite.h"
#include "runner/judge/target.h"

/* Fill in what a result has before anything ran. */
void judge_init(const struct target *t, const struct suite_case *c, struct result *r);
/* A case that was not run, and why; takes `reason`. */
void judge_skip(const struct target *t, const struct suite_case *c, char *reason, struct result *r);
/* A case that was. Without an expectation the verdict is pass if it ran to its end;
 * without a catalogue a broken promise is told without the rule's sentence. */
void judge(const struct target *t, const struct catalogue *catalogue, const struct suite_case *c,
           const struct server_outcome *end, struct result *r);
/* Add the events worth keeping, and the figures, to a result: for reports that show them. */
void judge_keep(const struct target *t, const struct server_outcome *end, struct result *r);

/* On the real clock a machine that is busy with other things can make any loop look
 * wrong. A failure counts if the run had the processor when it needed it; else the
 * case is to be run again, so often, and if it never has, nobody can tell. */
enum { JUDGE_AGAIN_MAX = 20 };
bool judge_proves_nothing(const struct result *r, const struct trace *trace);
bool judge_was_delayed(const struct trace *trace);

/* Where a run hangs on more than the program, a known failure may pass by chance. It is believed
 * to be over when it has passed so often in a row, and the machine held up none of these. */
enum { JUDGE_PASSES_MIN = 5 };

/* What can be seen of it. */
struct match_sight judge_sight(const struct target *t, const struct suite_case *c,
                               const struct trace *trace);

/* One event with its label and value spelled out; the caller frees both. */
struct result_event judge_event(struct labels labels, const struct trace *t, uint64_t i);
/* A fingerprint of the order of logs, to tell traces apart. */
uint64_t judge_order(const struct trace *t);
#endif
