#include "loop/policy.h"
#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include "base/mem.h"

#define CHANGE(member_, major, minor, patch, value_)                         \
    {                                                                        \
        .member = #member_, .offset = offsetof(struct loop_policy, member_), \
        .since = { major, minor, patch }, .value = value_                    \
    }

static const struct policy_change changes[] = {
    CHANGE(pool_max, 0, 0, 0, 128),
    CHANGE(datagrams_max, 0, 0, 0, 33),
    CHANGE(writes_max, 0, 0, 0, 1),
    CHANGE(closed_is_sent, 0, 0, 0, 1),
    CHANGE(write_holds_handle, 0, 0, 0, 1),
    CHANGE(hangup_is_read, 0, 0, 0, 1),
    CHANGE(try_is_write, 0, 0, 0, 1),
    CHANGE(signal_holds_handle, 0, 0, 0, 1),
    CHANGE(no_delay_error, 0, 0, 0, EINVAL),
    CHANGE(pool_max, 1, 30, 0, 1024),
    CHANGE(datagrams_max, 1, 35, 0, 32),
    CHANGE(send_error, 1, 35, 0, SEND_ERROR_IS_MISSED),
    CHANGE(signal_holds_handle, 1, 35, 0, 0),
    CHANGE(probes_are_set, 1, 35, 0, 1),
    CHANGE(newest_calls, 1, 35, 0, 3500),
    CHANGE(newest_calls, 1, 36, 0, 3600),
    CHANGE(newest_calls, 1, 38, 0, 3800),
    CHANGE(idle_time_counts, 1, 39, 0, 1),
    CHANGE(newest_calls, 1, 39, 0, 3900),
    CHANGE(newest_calls, 1, 40, 0, 4000),
    CHANGE(reading_twice_fails, 1, 41, 0, 1),
    CHANGE(connect_tells_bind, 1, 41, 0, 1),
    CHANGE(newest_calls, 1, 41, 0, 4100),
    CHANGE(newest_calls, 1, 42, 0, 4200),
    CHANGE(end_bars_read, 1, 42, 0, 1),
    CHANGE(shutdown_bars_write, 1, 42, 0, 1),
    CHANGE(write_holds_handle, 1, 42, 0, 0),
    CHANGE(try_is_write, 1, 42, 0, 0),
    CHANGE(send_error, 1, 42, 1, SEND_ERROR_SPREADS),
    CHANGE(end_bars_read, 1, 43, 0, 0),
    CHANGE(newest_calls, 1, 43, 0, 4300),
    CHANGE(newest_calls, 1, 44, 0, 4400),
    CHANGE(pending_is_alive, 1, 44, 0, 1),
    CHANGE(unregistered_is_due, 1, 44, 0, 1),
    CHANGE(newest_calls, 1, 44, 2, 4402),
    CHANGE(pending_rounds, 1, 44, 2, 8),
    CHANGE(idle_bars_sleep, 1, 44, 2, 1),
    CHANGE(shutdown_pends, 1, 44, 2, 1),
    CHANGE(newest_calls, 1, 45, 0, 4500),
    CHANGE(timers_at_tail, 1, 45, 0, 1),
    CHANGE(entry_pass_always, 1, 45, 0, 1),
    CHANGE(closed_send_is_mute, 1, 45, 0, 1),
    CHANGE(renewal_clears_sends, 1, 45, 0, 1),
    CHANGE(accepts_max, 1, 45, 0, 1),
    CHANGE(writes_max, 1, 45, 0, 33),
    CHANGE(file_calls, 1, 45, 0, FILE_CALLS_RING),
    CHANGE(entry_pass_always, 1, 46, 0, 0),
    CHANGE(newest_calls, 1, 46, 0, 4600),
    CHANGE(newest_calls, 1, 47, 0, 4700),
    CHANGE(newest_calls, 1, 48, 0, 4800),
    CHANGE(zero_timers_wait, 1, 48, 0, 1),
    CHANGE(no_delay_error, 1, 48, 0, EPERM), /* -1, taken for an errno */
    CHANGE(closed_is_sent, 1, 49, 0, 0),
    CHANGE(no_delay_error, 1, 49, 0, EINVAL),
    CHANGE(file_calls, 1, 49, 0, FILE_CALLS_RING_ASKED),
    CHANGE(newest_calls, 1, 49, 0, 4900),
    CHANGE(send_error, 1, 50, 0, SEND_ERROR_ENDS_ROUND),
    CHANGE(newest_calls, 1, 50, 0, 5000),
    CHANGE(newest_calls, 1, 51, 0, 5100),
    CHANGE(newest_calls, 1, 52, 0, 5200),
    CHANGE(hangup_is_read, 1, 52, 0, 0),
    CHANGE(newest_calls, 1, 52, 1, 5201),
};

static bool version_reaches(const uint32_t version[3], const uint32_t since[3])
{
    for (size_t i = 0; i < 3; i++) {
        if (version[i] != since[i])
            return version[i] > since[i];
    }
    return true;
}

struct loop_policy policy_of_version(const uint32_t version[3])
{
    struct loop_policy policy = { 0 };

    for (size_t i = 0; i < ARRAY_SIZE(changes); i++) {
        const struct policy_change *c = &changes[i];
        assert(c->offset + sizeof c->value <= sizeof policy);
        if (version_reaches(version, c->since))
            memcpy((char *)&policy + c->offset, &c->value, sizeof c->value);
    }
    return policy;
}

const struct policy_change *policy_changes(size_t *count)
{
    *count = ARRAY_SIZE(changes);
    return changes;
}
