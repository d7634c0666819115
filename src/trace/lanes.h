/* lanes.h - where an event stands in a picture of a trace: a lane for each phase, then one
 * for each queue that a host empties between callbacks. */
#ifndef TRACE_LANES_H
#define TRACE_LANES_H
#include "trace/trace.h"

enum { LANE_COUNT = PHASE_COUNT + 6 }; /* the last is for a phase that we do not know */

const char *lane_name(size_t lane);
/* By the names of an event's kind and phase. A log is where its callback is, if that is
 * known, and else here. */
size_t lane_find(const char *kind, const char *phase, bool is_callback);
#endif
