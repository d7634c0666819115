/* blessing.h - an expected trace that says what one run did. */
#ifndef RUNNER_BLESSING_H
#define RUNNER_BLESSING_H
#include "base/diag.h"
#include "trace/labels.h"
#include "trace/trace.h"

/* What a line is pinned to, beside its label and value. */
enum blessing_pin { BLESSING_PHASE = 1, BLESSING_ITERATION = 2, BLESSING_TIME = 4 };

/* One line a log, in the canonical form, owned by the caller. Phase and iteration are
 * pinned where they are known. NULL with `*d` if `path`, for messages, cannot be so. */
char *blessing_of(struct labels labels, const struct trace *t, unsigned pins, const char *path,
                  struct diag *d);
#endif
