/* node_policy.c - changes between versions of Node. A row is a member of the policy, the first
 * version with the new value, and the value. Rows of one member are in the order of versions. */
#include "host/node.h"

#include <stddef.h>

#include "base/mem.h"

static const struct change {
    size_t field;
    unsigned since; /* major version */
    unsigned value;
} changes[] = {
/* clang-format off */
#define CHANGE(field, since, value) { offsetof(struct node_policy, field), since, value }
    CHANGE(drain_each, 11, 1),        /* TICK-7, TICK-8, MICRO-10 */
    CHANGE(handle_per_list, 0, 1),    /* TIMER-41 holds for both */
    CHANGE(handle_per_list, 11, 0),
    CHANGE(whole_delays, 11, 1),      /* TIMER-24 */
    CHANGE(unref_detaches, 0, 1),     /* TIMER-41, TIMER-36, ERR-2 */
    CHANGE(unref_detaches, 11, 0),
    CHANGE(overdue_waits, 0, 1),      /* TIMER-32 */
    CHANGE(overdue_waits, 11, 0),
    CHANGE(await_jobs, 0, 3),         /* MICRO-6 */
    CHANGE(await_jobs, 12, 1),
    CHANGE(refresh_reads, 11, 1),     /* TIMER-36 */
    CHANGE(refresh_reads, 12, 0),
    CHANGE(refresh_revives, 0, 1),    /* TIMER-36 */
    CHANGE(refresh_revives, 11, 0),
    CHANGE(refresh_revives, 12, 1),
    CHANGE(fresh_poll, 12, 1),        /* TIMER-32, TIMER-33 */
    CHANGE(main_throw_drains, 12, 1), /* ERR-4 */
    CHANGE(check_drains, 12, 1),      /* ERR-6 */
    CHANGE(check_drains, 26, 0),
    CHANGE(catch_hushes, 11, 1),      /* MICRO-11 */
    CHANGE(catch_hushes, 12, 0),
    CHANGE(rejection_fatal, 15, 1),   /* MICRO-14 */
    CHANGE(file_requests, 0, 4),      /* POLL-30 */
    CHANGE(file_requests, 26, 1),
#undef CHANGE
    /* clang-format on */
};

struct node_policy node_policy_of(struct version node)
{
    struct node_policy policy = { 0 };
    for (size_t i = 0; i < ARRAY_SIZE(changes); i++)
        if (node.part[0] >= changes[i].since)
            *(unsigned *)((char *)&policy + changes[i].field) = changes[i].value;
    return policy;
}
