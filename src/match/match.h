/* match.h - is this trace the expected one?
 *
 * Lines match logs and observations, in order. Callbacks are not matched; they give logs their
 * phase and iteration, and figures are measured from them. Unless the expectation is `open`, a log
 * that no line and no gap explains is a mismatch. Time is linear in the trace. Only `any order` and
 * `one of` can take more; a budget limits them. */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H
#include "match/expect.h"

struct match_sight { /* what can be observed of the backend that made the trace */
    bool phases;     /* else @phase, `in N` and some figures count as unjudged */
    bool logs_only;  /* the trace has no callbacks, so no figure can be judged */
    bool exact_time; /* else time pins are lower bounds, with `tolerance_ns` on top */
    /* This schedule's times differ from the usual run's: neither times nor figures of time are
     * judged. */
    bool no_time;
    uint64_t tolerance_ns;
    /* How much earlier than its time a log may come, since hosts count in whole ms. */
    uint64_t early_ns;
};

enum match_verdict { MATCH_PASS, MATCH_FAIL, MATCH_NOTHING, MATCH_INCONCLUSIVE };

struct match_result {
    enum match_verdict verdict;     /* MATCH_NOTHING: no line was left to judge */
    uint32_t unjudged;              /* pins that could not be observed */
    uint32_t judged;                /* lines and promises that could */
    char reason[400];               /* MATCH_FAIL, MATCH_INCONCLUSIVE: one sentence */
    const struct expect_item *item; /* the broken line; NULL if a log came that no line explains */
    uint64_t event; /* index of the event where it broke; trace->count if the trace ended early */
    uint64_t other; /* the expected event, if it comes later; else trace->count */
};

/* Are values of this label results of calls, to be printed as errno names? */
bool match_names_errors(const char *label);

void match_trace(const struct expect *e, const struct profile *profile, struct labels labels,
                 const struct trace *t, const struct match_sight *sight, struct match_result *out);

/* The permitted trace that is nearest to this one, beside what was seen, a few lines of text with
 * the first difference marked, and the log `broken`, which may break a promise that is not one of
 * order (else trace->count). NULL if there is nothing to mark, or if it is too far from any that
 * is permitted. Owned by the caller. */
char *match_nearest(const struct expect *e, const struct profile *profile, struct labels labels,
                    const struct trace *t, const struct match_sight *sight, uint64_t broken);
#endif
