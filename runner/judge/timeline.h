/* timeline.h - a trace as a drawing for the terminal: phases and queues are columns, time
 * runs downwards, an event has a line. What was logged in a callback stands below it,
 * behind a bar. Eighty columns are enough whatever happens. */
#ifndef RUNNER_JUDGE_TIMELINE_H
#define RUNNER_JUDGE_TIMELINE_H
#include <stdio.h>
#include "trace/labels.h"
#include "trace/trace.h"

void timeline_print(FILE *out, struct labels labels, const struct trace *t);
#endif
