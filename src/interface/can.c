#include "interface/can.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

/* In the order of their bits. */
static const struct {
    const char *name;
    uint64_t bit;
} names[] = {
    { "timer", LOOP_CAN_TIMER },
    { "repeat", LOOP_CAN_REPEAT },
    { "due-in", LOOP_CAN_DUE_IN },
    { "idle", LOOP_CAN_IDLE },
    { "prepare", LOOP_CAN_PREPARE },
    { "check", LOOP_CAN_CHECK },
    { "poll", LOOP_CAN_POLL },
    { "async", LOOP_CAN_ASYNC },
    { "work", LOOP_CAN_WORK },
    { "cancel", LOOP_CAN_CANCEL },
    { "stat", LOOP_CAN_STAT },
    { "close", LOOP_CAN_CLOSE },
    { "ref", LOOP_CAN_REF },
    { "once", LOOP_CAN_ONCE },
    { "nowait", LOOP_CAN_NOWAIT },
    { "stop", LOOP_CAN_STOP },
    { "alive", LOOP_CAN_ALIVE },
    { "now", LOOP_CAN_NOW },
    { "poll-timeout", LOOP_CAN_POLL_TIMEOUT },
    { "signal", LOOP_CAN_SIGNAL },
    { "child", LOOP_CAN_CHILD },
    { "stream", LOOP_CAN_STREAM },
    { "listen", LOOP_CAN_LISTEN },
    { "datagram", LOOP_CAN_DATAGRAM },
    { "lookup", LOOP_CAN_LOOKUP },
    { "metrics", LOOP_CAN_METRICS },
    { "loops", LOOP_CAN_LOOPS },
    { "phases", LOOP_CAN_PHASES },
    { "virtual-clock", LOOP_CAN_VIRTUAL_CLOCK },
    { "ends", LOOP_CAN_ENDS },
    { "priority", LOOP_CAN_PRIORITY },
    { "update-time", LOOP_CAN_UPDATE_TIME },
    { "datagram-send", LOOP_CAN_DATAGRAM_SEND },
    { "datagram-batch", LOOP_CAN_DATAGRAM_BATCH },
    { "send-batch", LOOP_CAN_SEND_BATCH },
    { "reverse-lookup", LOOP_CAN_REVERSE_LOOKUP },
    { "random", LOOP_CAN_RANDOM },
    { "try-write", LOOP_CAN_TRY_WRITE },
    { "stream-state", LOOP_CAN_STREAM_STATE },
    { "reset", LOOP_CAN_RESET },
    { "descriptor", LOOP_CAN_DESCRIPTOR },
    { "bind", LOOP_CAN_BIND },
    { "pass", LOOP_CAN_PASS },
    { "watch", LOOP_CAN_WATCH },
    { "inspect", LOOP_CAN_INSPECT },
    { "kill", LOOP_CAN_KILL },
    { "oneshot", LOOP_CAN_ONESHOT },
    { "poll-events", LOOP_CAN_POLL_EVENTS },
    { "told", LOOP_CAN_TOLD },
    { "names", LOOP_CAN_NAMES },
    { "tune", LOOP_CAN_TUNE },
    { "given", LOOP_CAN_GIVEN },
    { "events", LOOP_CAN_EVENTS },
    { "idle-time", LOOP_CAN_IDLE_TIME },
    { "options", LOOP_CAN_OPTIONS },
    { "embed", LOOP_CAN_EMBED },
    { "walk", LOOP_CAN_WALK },
    { "renew", LOOP_CAN_RENEW },
    { "soon", LOOP_CAN_SOON },
    { "post", LOOP_CAN_POST },
    { "at-exit", LOOP_CAN_AT_EXIT },
    { "final", LOOP_CAN_FINAL },
    { "javascript", CAN_JAVASCRIPT },
};

static_assert(ARRAY_SIZE(names) <= 64, "a set of capabilities has 64 bits");

uint64_t loop_can_find(const char *name)
{
    if (strcmp(name, "clock") == 0) /* adapters declared it as one before it became two */
        return LOOP_CAN_CLOCK;
    for (size_t i = 0; i < ARRAY_SIZE(names); i++)
        if (strcmp(names[i].name, name) == 0)
            return names[i].bit;
    return 0;
}

size_t loop_can_count(void)
{
    return ARRAY_SIZE(names);
}

const char *loop_can_name(size_t i)
{
    assert(i < ARRAY_SIZE(names));
    return names[i].name;
}

const char *loop_can_first(uint64_t can)
{
    for (size_t i = 0; i < ARRAY_SIZE(names); i++)
        if (can & names[i].bit)
            return names[i].name;
    return NULL;
}

uint64_t loop_can_known(void)
{
    uint64_t all = 0;
    for (size_t i = 0; i < ARRAY_SIZE(names); i++)
        all |= names[i].bit;
    return all;
}
