/* lanes.h - lanes for a picture of a trace: one for each phase, then one for each queue that a host
 * empties between callbacks. */
#ifndef TRACE_LANES_H
#define TRACE_LANES_H
#include "trace/trace.h"

enum { LANE_COUNT = PHASE_COUNT + 6 }; /* the last is for an unknown phase */

const char *lane_name(size_t lane);
/* The lane, by the names of an event's kind and phase. A log goes into its callback's lane if that
 * is known, else into this one. */
size_t lane_find(const char *kind, const char *phase, bool is_callback);
#endif
