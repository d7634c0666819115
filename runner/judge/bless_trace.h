/* bless_trace.h - turns the trace of one run into an expected trace. */
#ifndef RUNNER_JUDGE_BLESS_TRACE_H
#define RUNNER_JUDGE_BLESS_TRACE_H
#include "base/diag.h"
#include "trace/labels.h"
#include "trace/trace.h"

/* What a line requires (pins) besides its label and value. */
enum bless_pin { BLESS_PHASE = 1, BLESS_ITERATION = 2, BLESS_TIME = 4 };

/* The text of an expected trace in canonical form: one line per log, with the given pins (bits of
 * enum bless_pin). Phase and iteration are left out if the trace has none. The caller frees the
 * result. NULL with `*d` if the text is not valid; `path` is the file that messages name. */
char *bless_trace(struct labels labels, const struct trace *t, unsigned pins, const char *path,
                  struct diag *d);
#endif
