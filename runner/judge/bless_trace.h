/* bless_trace.h - an expected trace that says what one run did. */
#ifndef RUNNER_JUDGE_BLESS_TRACE_H
#define RUNNER_JUDGE_BLESS_TRACE_H
#include "base/diag.h"
#include "trace/labels.h"
#include "trace/trace.h"

/* What a line is pinned to, beside its label and value. */
enum bless_pin { BLESS_PHASE = 1, BLESS_ITERATION = 2, BLESS_TIME = 4 };

/* One line a log, in the canonical form, owned by the caller. Phase and iteration are
 * pinned where they are known. NULL with `*d` if `path`, for messages, cannot be so. */
char *bless_trace(struct labels labels, const struct trace *t, unsigned pins, const char *path,
                  struct diag *d);
#endif
