/* timeline.h - a trace as a drawing for the terminal: phases and queues are columns, time
 * runs downwards, an event has a line. What was logged in a callback stands below it,
 * behind a bar; a `>` at the begin of a line marks what breaks the case. Eighty columns are enough whatever happens. */
#ifndef RUNNER_JUDGE_TIMELINE_H
#define RUNNER_JUDGE_TIMELINE_H
#include <stdio.h>
#include "trace/labels.h"
#include "trace/trace.h"

struct timeline_look {
    bool color;
    uint64_t broken; /* the event that breaks the case, which is marked; UINT64_MAX for none */
};

void timeline_print(FILE *out, struct labels labels, const struct trace *t,
                    const struct timeline_look *look);
#endif
