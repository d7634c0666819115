/* Each switch changes at its version and not one patch earlier. */
#include "loop/policy.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "tap/tap.h"

struct row {
    const char *name;
    size_t offset;
    uint32_t version[3], value;
};

#define ROW(member, major, minor, patch, value)                                       \
    {                                                                                 \
#member, offsetof(struct loop_policy, member), { major, minor, patch }, value \
    }

static const struct row rows[] = {
    ROW(timers_at_tail, 1, 44, 99, 0),
    ROW(timers_at_tail, 1, 45, 0, 1),
    ROW(timers_at_tail, 2, 0, 0, 1),
    ROW(entry_pass_always, 1, 44, 2, 0),
    ROW(entry_pass_always, 1, 45, 0, 1),
    ROW(entry_pass_always, 1, 46, 0, 0),
    ROW(zero_timers_wait, 1, 47, 0, 0),
    ROW(zero_timers_wait, 1, 48, 0, 1),
    ROW(pending_rounds, 1, 44, 1, 0),
    ROW(pending_rounds, 1, 44, 2, 8),
    ROW(pending_rounds, 1, 52, 1, 8),
    ROW(pending_is_alive, 1, 43, 0, 0),
    ROW(pending_is_alive, 1, 44, 0, 1),
    ROW(unregistered_is_due, 1, 43, 9, 0),
    ROW(unregistered_is_due, 1, 44, 0, 1),
    ROW(idle_bars_sleep, 1, 44, 1, 0),
    ROW(idle_bars_sleep, 1, 44, 2, 1),
    ROW(closed_send_is_mute, 1, 44, 2, 0),
    ROW(closed_send_is_mute, 1, 45, 0, 1),
    ROW(accepts_max, 1, 44, 2, 0),
    ROW(accepts_max, 1, 45, 0, 1),
    ROW(datagrams_max, 1, 34, 2, 33),
    ROW(datagrams_max, 1, 35, 0, 32),
    ROW(send_error, 1, 34, 2, SEND_ERROR_IS_ITS_OWN),
    ROW(send_error, 1, 42, 0, SEND_ERROR_IS_MISSED),
    ROW(send_error, 1, 42, 1, SEND_ERROR_SPREADS),
    ROW(send_error, 1, 49, 0, SEND_ERROR_SPREADS),
    ROW(send_error, 1, 50, 0, SEND_ERROR_ENDS_ROUND),
    ROW(closed_is_sent, 1, 48, 0, 1),
    ROW(closed_is_sent, 1, 49, 0, 0),
    ROW(writes_max, 1, 44, 2, 1),
    ROW(writes_max, 1, 45, 0, 33),
    ROW(shutdown_pends, 1, 44, 1, 0),
    ROW(shutdown_pends, 1, 44, 2, 1),
    ROW(reading_twice_fails, 1, 40, 0, 0),
    ROW(reading_twice_fails, 1, 41, 0, 1),
    ROW(shutdown_bars_write, 1, 41, 0, 0),
    ROW(shutdown_bars_write, 1, 42, 0, 1),
    ROW(hangup_is_read, 1, 51, 0, 1),
    ROW(hangup_is_read, 1, 52, 0, 0),
    ROW(end_bars_read, 1, 41, 0, 0),
    ROW(end_bars_read, 1, 42, 0, 1),
    ROW(end_bars_read, 1, 43, 0, 0),
    ROW(write_holds_handle, 1, 41, 0, 1),
    ROW(write_holds_handle, 1, 42, 0, 0),
    ROW(try_is_write, 1, 41, 1, 1),
    ROW(try_is_write, 1, 42, 0, 0),
    ROW(signal_holds_handle, 1, 34, 2, 1),
    ROW(signal_holds_handle, 1, 35, 0, 0),
    ROW(file_calls, 1, 44, 2, FILE_CALLS_POOL),
    ROW(file_calls, 1, 45, 0, FILE_CALLS_RING),
    ROW(file_calls, 1, 48, 0, FILE_CALLS_RING),
    ROW(file_calls, 1, 49, 0, FILE_CALLS_RING_ASKED),
    ROW(pool_max, 0, 0, 0, 128),
    ROW(pool_max, 1, 29, 1, 128),
    ROW(pool_max, 1, 30, 0, 1024),
};

static void test_rows(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct row *r = &rows[i];
        const struct loop_policy policy = policy_of_version(r->version);
        uint32_t value;

        memcpy(&value, (const char *)&policy + r->offset, sizeof value);
        is_int(value, r->value, "%s in %u.%u.%u", r->name, r->version[0], r->version[1],
               r->version[2]);
    }
}

/* A later row wins, so the table must go by version; and each member has a row. */
static void test_table(void)
{
    size_t count, sorted = 1, seen = 0;
    const struct policy_change *c = policy_changes(&count);
    bool has_row[sizeof(struct loop_policy) / sizeof(uint32_t)] = { false };

    for (size_t i = 0; i < count; i++) {
        has_row[c[i].offset / sizeof(uint32_t)] = true;
        if (i > 0 && memcmp(c[i - 1].since, c[i].since, sizeof c->since) != 0) {
            const uint32_t *a = c[i - 1].since, *b = c[i].since;
            const bool rises = a[0] != b[0]   ? a[0] < b[0]
                               : a[1] != b[1] ? a[1] < b[1]
                                              : a[2] < b[2];
            sorted += rises;
        } else if (i > 0) {
            sorted++;
        }
    }
    for (size_t i = 0; i < ARRAY_SIZE(has_row); i++)
        seen += has_row[i];
    is_int(sorted, count, "the changes are in order of version");
    is_int(seen, ARRAY_SIZE(has_row), "each member of the policy has a change");
}

int main(void)
{
    test_rows();
    test_table();
    return done_testing();
}
