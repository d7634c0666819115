#include "fuzz/family.h"

#include <string.h>

#include "base/mem.h"

typedef const uint8_t weights[STEP_KIND_COUNT];

static weights ticks = {
    [STEP_TICK] = 10,   [STEP_MICROTASK] = 8, [STEP_PROMISE] = 10, [STEP_FLOW] = 6,
    [STEP_REJECT] = 3,  [STEP_CATCH] = 3,     [STEP_ON] = 3,       [STEP_THROW] = 2,
    [STEP_TIMEOUT] = 5, [STEP_IMMEDIATE] = 5, [STEP_POLL] = 1,     [STEP_AGAIN] = 3,
    [STEP_FIRST] = 2,   [STEP_REPEAT] = 2,    [STEP_LOG] = 3,      [STEP_BUSY] = 1,
    [STEP_CLEAR] = 1,   [STEP_EXIT] = 1,
};

static weights immediates = {
    [STEP_IMMEDIATE] = 14, [STEP_TIMEOUT] = 5, [STEP_TICK] = 3,   [STEP_PROMISE] = 2,
    [STEP_POLL] = 3,       [STEP_CLEAR] = 5,   [STEP_AGAIN] = 4,  [STEP_UNREF] = 3,
    [STEP_REF] = 2,        [STEP_FIRST] = 2,   [STEP_BUSY] = 2,   [STEP_LOG] = 2,
    [STEP_REPEAT] = 2,     [STEP_CLOSE] = 2,   [STEP_SOCKET] = 1, [STEP_THROW] = 1,
};

static weights timers = {
    [STEP_TIMER] = 16,       [STEP_START] = 4,   [STEP_STOP] = 3,        [STEP_AGAIN] = 3,
    [STEP_BUSY] = 6,         [STEP_OBSERVE] = 4, [STEP_SET_REPEAT] = 2,  [STEP_REPEAT] = 2,
    [STEP_LOG] = 1,          [STEP_FIRST] = 2,   [STEP_UPDATE_TIME] = 2, [STEP_CLOSE] = 1,
    [STEP_UNREF] = 1,        [STEP_IDLE] = 1,    [STEP_POLL] = 1,        [STEP_GIVE] = 2,
    [STEP_GIVE_NOTHING] = 1,
};

static weights crowds = {
    [STEP_TIMER] = 1, [STEP_START] = 1,      [STEP_STOP] = 1,
    [STEP_AGAIN] = 1, [STEP_SET_REPEAT] = 1, [STEP_LOG] = 1,
};

static weights intervals = {
    [STEP_INTERVAL] = 8, [STEP_TIMEOUT] = 8, [STEP_BUSY] = 6,    [STEP_CLEAR] = 4,
    [STEP_REFRESH] = 4,  [STEP_AGAIN] = 3,   [STEP_UNREF] = 2,   [STEP_REF] = 1,
    [STEP_FIRST] = 2,    [STEP_TICK] = 2,    [STEP_PROMISE] = 2, [STEP_IMMEDIATE] = 2,
    [STEP_LOG] = 1,      [STEP_OBSERVE] = 1, [STEP_POLL] = 1,    [STEP_THROW] = 1,
};

static weights ends_core = {
    [STEP_TIMER] = 5, [STEP_IDLE] = 3,  [STEP_PREPARE] = 3, [STEP_CHECK] = 3,
    [STEP_POLL] = 4,  [STEP_ASYNC] = 3, [STEP_CLOSE] = 8,   [STEP_STOP] = 5,
    [STEP_UNREF] = 5, [STEP_REF] = 3,   [STEP_START] = 3,   [STEP_SEND] = 3,
    [STEP_READY] = 2, [STEP_LOG] = 1,   [STEP_OBSERVE] = 4, [STEP_FIRST] = 1,
};

static weights ends_node = {
    [STEP_TIMEOUT] = 6, [STEP_INTERVAL] = 3, [STEP_IMMEDIATE] = 5, [STEP_POLL] = 4,
    [STEP_SOCKET] = 3,  [STEP_CLOSE] = 6,    [STEP_CLEAR] = 6,     [STEP_UNREF] = 5,
    [STEP_REF] = 3,     [STEP_TICK] = 2,     [STEP_PROMISE] = 2,   [STEP_READY] = 2,
    [STEP_LOG] = 1,     [STEP_ON] = 2,       [STEP_REFRESH] = 2,   [STEP_EXIT] = 1,
};

static weights pool_core = {
    [STEP_WORK] = 8,      [STEP_STAT] = 3,   [STEP_LOOKUP] = 3,         [STEP_POLL] = 4,
    [STEP_TIMER] = 4,     [STEP_ASYNC] = 2,  [STEP_SEND] = 2,           [STEP_CANCEL] = 2,
    [STEP_CHECK] = 1,     [STEP_BUSY] = 4,   [STEP_READY] = 2,          [STEP_DRAIN] = 1,
    [STEP_THREAD] = 2,    [STEP_LOG] = 1,    [STEP_OBSERVE] = 2,        [STEP_FIRST] = 1,
    [STEP_INTERRUPT] = 1, [STEP_REPEAT] = 2, [STEP_REVERSE_LOOKUP] = 2, [STEP_RANDOM] = 2,
};

static weights pool_node = {
    [STEP_WORK] = 6,   [STEP_STAT] = 4, [STEP_READ_FILE] = 4, [STEP_LOOKUP] = 2,
    [STEP_POLL] = 3,   [STEP_BUSY] = 3, [STEP_TIMEOUT] = 5,   [STEP_IMMEDIATE] = 5,
    [STEP_TICK] = 3,   [STEP_LOG] = 1,  [STEP_PROMISE] = 3,   [STEP_INTERVAL] = 1,
    [STEP_REPEAT] = 1,
};

static weights handles = {
    [STEP_IDLE] = 5,    [STEP_PREPARE] = 5, [STEP_CHECK] = 5,        [STEP_TIMER] = 4,
    [STEP_START] = 7,   [STEP_STOP] = 6,    [STEP_POLL] = 3,         [STEP_ASYNC] = 2,
    [STEP_SEND] = 2,    [STEP_BUSY] = 1,    [STEP_READY] = 1,        [STEP_DRAIN] = 1,
    [STEP_OBSERVE] = 3, [STEP_LOG] = 1,     [STEP_FIRST] = 3,        [STEP_CLOSE] = 2,
    [STEP_UNREF] = 1,   [STEP_GIVE] = 3,    [STEP_GIVE_NOTHING] = 1,
};

static weights polls = {
    [STEP_POLL] = 12, [STEP_READY] = 8, [STEP_DRAIN] = 5, [STEP_START] = 6, [STEP_STOP] = 3,
    [STEP_BREAK] = 2, [STEP_FREE] = 1,  [STEP_CLOSE] = 2, [STEP_TIMER] = 3, [STEP_BUSY] = 2,
    [STEP_CHECK] = 1, [STEP_UNREF] = 1, [STEP_LOG] = 1,   [STEP_FIRST] = 1, [STEP_OBSERVE] = 5,
};

static weights asyncs = {
    [STEP_ASYNC] = 10, [STEP_SEND] = 14, [STEP_CLOSE] = 5,  [STEP_TIMER] = 3,  [STEP_IDLE] = 1,
    [STEP_POLL] = 1,   [STEP_UNREF] = 1, [STEP_THREAD] = 1, [STEP_RUN] = 2,    [STEP_OBSERVE] = 2,
    [STEP_FIRST] = 2,  [STEP_LOG] = 1,   [STEP_CHECK] = 1,  [STEP_REPEAT] = 1,
};

static weights modes = {
    [STEP_RUN] = 12,      [STEP_STOP_LOOP] = 4,   [STEP_TIMER] = 6,      [STEP_IDLE] = 3,
    [STEP_PREPARE] = 2,   [STEP_CHECK] = 3,       [STEP_POLL] = 3,       [STEP_ASYNC] = 2,
    [STEP_SEND] = 2,      [STEP_CLOSE] = 3,       [STEP_STOP] = 2,       [STEP_BUSY] = 3,
    [STEP_OBSERVE] = 6,   [STEP_UPDATE_TIME] = 2, [STEP_UNREF] = 2,      [STEP_REF] = 1,
    [STEP_READY] = 1,     [STEP_LOG] = 1,         [STEP_CLOSE_LOOP] = 1, [STEP_FIRST] = 1,
    [STEP_INTERRUPT] = 1, [STEP_WAIT] = 4,        [STEP_CONFIGURE] = 1,  [STEP_RENEW_LOOP] = 1,
};

static weights streams = {
    [STEP_STREAM] = 6,   [STEP_PEER] = 5,  [STEP_READ] = 8,  [STEP_WRITE] = 8,
    [STEP_FEED] = 5,     [STEP_CLOSE] = 4, [STEP_STOP] = 4,  [STEP_SHUTDOWN] = 3,
    [STEP_LISTEN] = 2,   [STEP_TIMER] = 4, [STEP_IDLE] = 1,  [STEP_CONNECT] = 3,
    [STEP_DATAGRAM] = 1, [STEP_CHECK] = 1, [STEP_UNREF] = 1, [STEP_LOG] = 1,
    [STEP_OBSERVE] = 3,  [STEP_BUSY] = 1,  [STEP_FIRST] = 1, [STEP_CONNECT_NOWHERE] = 1,
    [STEP_TRY] = 4,      [STEP_BIND] = 1,  [STEP_RESET] = 1, [STEP_START] = 1,
    [STEP_CHANNEL] = 3,  [STEP_PASS] = 6,  [STEP_TUNE] = 1,  [STEP_RUN] = 3,
};

/* Large writes fill the system's buffers, so that later ones wait. */
static weights writes = {
    [STEP_STREAM] = 3, [STEP_PEER] = 2,     [STEP_WRITE] = 20, [STEP_READ] = 5,  [STEP_FEED] = 1,
    [STEP_STOP] = 1,   [STEP_SHUTDOWN] = 2, [STEP_CLOSE] = 1,  [STEP_TIMER] = 5, [STEP_RUN] = 2,
    [STEP_CHECK] = 1,  [STEP_OBSERVE] = 3,  [STEP_LOG] = 1,    [STEP_TRY] = 2,   [STEP_REPEAT] = 1,
};

static weights datagrams = {
    [STEP_DATAGRAM] = 5, [STEP_DATAGRAM_PAIR] = 6, [STEP_WRITE] = 10, [STEP_FEED] = 7,
    [STEP_TRY] = 4,      [STEP_ATTACH] = 2,        [STEP_DETACH] = 2, [STEP_DRAIN] = 4,
    [STEP_READY] = 4,    [STEP_CLOSE] = 4,         [STEP_STOP] = 4,   [STEP_START] = 4,
    [STEP_TIMER] = 4,    [STEP_CHECK] = 1,         [STEP_UNREF] = 2,  [STEP_REF] = 1,
    [STEP_OBSERVE] = 5,  [STEP_IDLE] = 1,          [STEP_LOG] = 1,    [STEP_FIRST] = 1,
    [STEP_REPEAT] = 1,   [STEP_BUSY] = 1,          [STEP_TUNE] = 1,
};

static weights signals = {
    [STEP_SIGNAL] = 8, [STEP_RAISE] = 8,   [STEP_TIMER] = 4, [STEP_STOP] = 2,    [STEP_START] = 2,
    [STEP_CLOSE] = 3,  [STEP_BUSY] = 2,    [STEP_CHECK] = 1, [STEP_OBSERVE] = 2, [STEP_UNREF] = 2,
    [STEP_LOG] = 1,    [STEP_FIRST] = 1,   [STEP_POLL] = 2,  [STEP_CHILD] = 3,   [STEP_IDLE] = 1,
    [STEP_KILL] = 2,   [STEP_BLOCKED] = 1, [STEP_HOLD] = 1,  [STEP_REPEAT] = 2,
};

static weights files = {
    [STEP_FILE] = 4,  [STEP_FOLDER] = 2, [STEP_WATCH] = 7,  [STEP_INSPECT] = 5, [STEP_CHANGE] = 6,
    [STEP_TOUCH] = 3, [STEP_CREATE] = 3, [STEP_REMOVE] = 3, [STEP_RENAME] = 3,  [STEP_TANGLE] = 1,
    [STEP_STAT] = 4,  [STEP_CANCEL] = 1, [STEP_TIMER] = 4,  [STEP_STOP] = 3,    [STEP_START] = 2,
    [STEP_CLOSE] = 4, [STEP_UNREF] = 2,  [STEP_REF] = 1,    [STEP_BUSY] = 2,    [STEP_OBSERVE] = 4,
    [STEP_FIRST] = 1, [STEP_LOG] = 1,    [STEP_CHECK] = 1,  [STEP_IDLE] = 1,    [STEP_WORK] = 1,
    [STEP_POLL] = 1,  [STEP_REPEAT] = 1,
};

static weights all_core = {
    [STEP_TIMER] = 8,  [STEP_IDLE] = 3,       [STEP_PREPARE] = 3,     [STEP_CHECK] = 3,
    [STEP_POLL] = 4,   [STEP_ASYNC] = 3,      [STEP_WORK] = 3,        [STEP_STAT] = 1,
    [STEP_LOOKUP] = 1, [STEP_STREAM] = 2,     [STEP_PEER] = 2,        [STEP_READ] = 2,
    [STEP_WRITE] = 2,  [STEP_FEED] = 1,       [STEP_SHUTDOWN] = 1,    [STEP_START] = 3,
    [STEP_STOP] = 3,   [STEP_CLOSE] = 4,      [STEP_REF] = 1,         [STEP_UNREF] = 2,
    [STEP_AGAIN] = 1,  [STEP_SET_REPEAT] = 1, [STEP_READY] = 1,       [STEP_DRAIN] = 1,
    [STEP_SEND] = 2,   [STEP_CANCEL] = 1,     [STEP_LOG] = 1,         [STEP_OBSERVE] = 4,
    [STEP_BUSY] = 3,   [STEP_REPEAT] = 2,     [STEP_FIRST] = 3,       [STEP_THREAD] = 1,
    [STEP_RUN] = 1,    [STEP_STOP_LOOP] = 1,  [STEP_UPDATE_TIME] = 1, [STEP_INTERRUPT] = 1,
    [STEP_LOOP] = 1,
};

static weights all_node = {
    [STEP_TIMEOUT] = 6,   [STEP_INTERVAL] = 3, [STEP_IMMEDIATE] = 5, [STEP_TICK] = 4,
    [STEP_MICROTASK] = 3, [STEP_PROMISE] = 4,  [STEP_FLOW] = 3,      [STEP_REJECT] = 1,
    [STEP_CATCH] = 1,     [STEP_ON] = 2,       [STEP_THROW] = 1,     [STEP_EXIT] = 1,
    [STEP_POLL] = 3,      [STEP_WORK] = 1,     [STEP_STAT] = 1,      [STEP_READ_FILE] = 1,
    [STEP_SOCKET] = 1,    [STEP_CLOSE] = 2,    [STEP_CLEAR] = 3,     [STEP_REFRESH] = 2,
    [STEP_AGAIN] = 2,     [STEP_REF] = 1,      [STEP_UNREF] = 2,     [STEP_READY] = 1,
    [STEP_DRAIN] = 1,     [STEP_LOG] = 1,      [STEP_BUSY] = 3,      [STEP_REPEAT] = 1,
    [STEP_FIRST] = 2,     [STEP_OBSERVE] = 1,
};

static weights pages = {
    [STEP_TIMEOUT] = 8, [STEP_INTERVAL] = 3, [STEP_FRAME] = 6,  [STEP_MICROTASK] = 4,
    [STEP_PROMISE] = 5, [STEP_FLOW] = 3,     [STEP_REJECT] = 2, [STEP_CATCH] = 2,
    [STEP_ON] = 2,      [STEP_THROW] = 2,    [STEP_CLEAR] = 4,  [STEP_AGAIN] = 3,
    [STEP_BUSY] = 4,    [STEP_FIRST] = 2,    [STEP_REPEAT] = 1, [STEP_LOG] = 1,
};

static const struct fuzz_family families[] = {
    { "ticks", "ticks, microtasks, promises, awaits and errors", "TICK-1",
      .weight = { [LAYER_NODE] = ticks } },
    { "immediates", "immediates in immediates", "CHECK-1",
      .weight = { [LAYER_NODE] = immediates } },
    { "timers", "timers of equal and different durations, due together", "TIMER-2",
      .weight = { [LAYER_CORE] = timers } },
    { "crowds", "timers in numbers that start, stop and restart each other", "TIMER-1",
      .weight = { [LAYER_CORE] = crowds }, .is_many_timers = true },
    { "intervals", "intervals and timeouts whose callbacks take long", "TIMER-41",
      .weight = { [LAYER_NODE] = intervals } },
    { "ends", "what is cleared, unreferenced and closed inside phases", "CLOSE-1",
      .weight = { [LAYER_CORE] = ends_core, [LAYER_NODE] = ends_node } },
    { "pool", "descriptors, jobs, files and names", "POOL-5",
      .weight = { [LAYER_CORE] = pool_core, [LAYER_NODE] = pool_node } },
    { "handles", "handles that are started and stopped inside phases", "PHASE-1",
      .weight = { [LAYER_CORE] = handles } },
    { "polls", "descriptors that are watched for one event, another, or several", "POLL-11",
      .weight = { [LAYER_CORE] = polls } },
    { "asyncs", "async handles that are sent to, made and closed in one batch", "ASYNC-1",
      .weight = { [LAYER_CORE] = asyncs } },
    { "modes", "runs of all modes, one after the other", "RUN-1",
      .weight = { [LAYER_CORE] = modes } },
    { "streams", "streams, listeners and datagrams", "PEND-2",
      .weight = { [LAYER_CORE] = streams } },
    { "writes", "writes that wait behind each other", "STREAM-1",
      .weight = { [LAYER_CORE] = writes } },
    { "datagrams", "datagrams sent and received, with and without room", "DGRAM-1",
      .weight = { [LAYER_CORE] = datagrams } },
    { "signals", "signals and child processes", "POLL-1", .weight = { [LAYER_CORE] = signals } },
    { "files", "files that are watched and asked for", "FILE-1",
      .weight = { [LAYER_CORE] = files } },
    { "pages", "tasks, microtasks and frames of a page", "BROWSER-1",
      .weight = { [LAYER_BROWSER] = pages } },
    { "everything", "all words of a layer", "PHASE-1",
      .weight = { [LAYER_CORE] = all_core, [LAYER_NODE] = all_node } },
};

size_t fuzz_family_count(void)
{
    return ARRAY_SIZE(families);
}

const struct fuzz_family *fuzz_family_at(size_t i)
{
    return &families[i];
}

const struct fuzz_family *fuzz_family_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_SIZE(families); i++)
        if (strcmp(families[i].name, name) == 0)
            return &families[i];
    return NULL;
}
