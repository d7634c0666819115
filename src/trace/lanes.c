#include "trace/lanes.h"

#include <string.h>

static const char *const queues[] = { "tick", "microtask", "handler", "frame", "task" };
static_assert(PHASE_COUNT + sizeof queues / sizeof queues[0] + 1 == LANE_COUNT,
              "a queue has no lane");

const char *lane_name(size_t lane)
{
    assert(lane < LANE_COUNT);
    if (lane < PHASE_COUNT)
        return trace_phase_name((enum trace_phase)lane);
    return lane < LANE_COUNT - 1 ? queues[lane - PHASE_COUNT] : "other";
}

size_t lane_find(const char *kind, const char *phase, bool is_callback)
{
    for (size_t i = PHASE_COUNT; is_callback && i < LANE_COUNT - 1; i++)
        if (strcmp(lane_name(i), kind) == 0)
            return i;
    int found = trace_phase_find(phase);
    return found >= 0 ? (size_t)found : LANE_COUNT - 1;
}
