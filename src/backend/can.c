#include "backend/can.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

/* In the order of their bits. */
static const char *const names[] = {
    "timer",         "repeat", "due-in",   "idle",       "prepare",      "check",  "poll",
    "async",         "work",   "cancel",   "stat",       "close",        "ref",    "once",
    "nowait",        "stop",   "alive",    "clock",      "poll-timeout", "signal", "child",
    "stream",        "listen", "datagram", "lookup",     "metrics",      "loops",  "phases",
    "virtual-clock", "ends",   "priority", "javascript",
};
static_assert(1u << (ARRAY_SIZE(names) - 1) == CAN_JAVASCRIPT, "a capability has no name");

uint32_t loop_can_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_SIZE(names); i++)
        if (strcmp(names[i], name) == 0)
            return 1u << i;
    return 0;
}

size_t loop_can_count(void)
{
    return ARRAY_SIZE(names);
}

const char *loop_can_name(size_t i)
{
    return names[i];
}

const char *loop_can_first(uint32_t can)
{
    return can ? names[__builtin_ctz(can)] : NULL;
}
