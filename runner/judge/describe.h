/* describe.h - what a result says to people: which promise was broken and what happened around it,
 * where the program was, which call had failed, and how to see the run again. Inner to this folder.
 *
 * Every text is owned by the caller. */
#ifndef RUNNER_JUDGE_DESCRIBE_H
#define RUNNER_JUDGE_DESCRIBE_H
#include "match/match.h"
#include "runner/judge/target.h"

/* All inputs of a verdict. */
struct evidence {
    const struct target *target;
    const struct catalogue *catalogue; /* NULL: no rule is quoted */
    const struct suite_case *c;
    const struct server_outcome *end;
};

/* "timer_start of 't'" */
char *describe_call(struct labels labels, uint64_t member, uint32_t label);
/* "timer_start of 't' returned -EIO" */
char *describe_failed(struct labels labels, const struct trace_event *ev);
/* " in timer_start of 't', phase main, x.loop:3", or "" outside of the loop's calls. */
char *describe_site(const struct evidence *e);
/* The rules with their sources, then the two traces side by side. Takes `nearest`; if it is NULL,
 * what happened around the event. */
char *describe_break(const struct evidence *e, const struct match_result *m, char *nearest);
/* The command that repeats the run, from the same folder. */
char *describe_replay(const struct target *t, const struct suite_case *c);
#endif
