/* Each switch of Node's history on both sides of the version that turned it. */
#include "host/node.h"

#include "base/mem.h"
#include "tap/tap.h"

static const struct row {
    uint32_t node;
    struct node_policy policy;
} rows[] = {
    { 10,
      { .handle_per_list = 1,
        .unref_detaches = 1,
        .overdue_waits = 1,
        .await_jobs = 3,
        .refresh_revives = 1,
        .file_requests = 4 } },
    { 11,
      { .drain_each = 1,
        .whole_delays = 1,
        .await_jobs = 3,
        .refresh_reads = 1,
        .catch_hushes = 1,
        .file_requests = 4 } },
    { 12,
      { .drain_each = 1,
        .whole_delays = 1,
        .await_jobs = 1,
        .fresh_poll = 1,
        .refresh_revives = 1,
        .main_throw_drains = 1,
        .check_drains = 1,
        .file_requests = 4 } },
    { 15,
      { .drain_each = 1,
        .whole_delays = 1,
        .await_jobs = 1,
        .fresh_poll = 1,
        .refresh_revives = 1,
        .main_throw_drains = 1,
        .check_drains = 1,
        .rejection_fatal = 1,
        .file_requests = 4 } },
    { 24,
      { .drain_each = 1,
        .whole_delays = 1,
        .await_jobs = 1,
        .fresh_poll = 1,
        .refresh_revives = 1,
        .main_throw_drains = 1,
        .check_drains = 1,
        .rejection_fatal = 1,
        .file_requests = 4 } },
    { 26,
      { .drain_each = 1,
        .whole_delays = 1,
        .await_jobs = 1,
        .fresh_poll = 1,
        .refresh_revives = 1,
        .main_throw_drains = 1,
        .rejection_fatal = 1,
        .file_requests = 1 } },
};

int main(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct node_policy *want = &rows[i].policy;
        struct node_policy got = node_policy_of((struct version){ { rows[i].node, 0, 0 } });
        is_int(got.drain_each, want->drain_each, "node %u: drain_each", rows[i].node);
        is_int(got.handle_per_list, want->handle_per_list, "  handle_per_list");
        is_int(got.unref_detaches, want->unref_detaches, "  unref_detaches");
        is_int(got.overdue_waits, want->overdue_waits, "  overdue_waits");
        is_int(got.whole_delays, want->whole_delays, "  whole_delays");
        is_int(got.await_jobs, want->await_jobs, "  await_jobs");
        is_int(got.refresh_revives, want->refresh_revives, "  refresh_revives");
        is_int(got.refresh_reads, want->refresh_reads, "  refresh_reads");
        is_int(got.fresh_poll, want->fresh_poll, "  fresh_poll");
        is_int(got.main_throw_drains, want->main_throw_drains, "  main_throw_drains");
        is_int(got.check_drains, want->check_drains, "  check_drains");
        is_int(got.catch_hushes, want->catch_hushes, "  catch_hushes");
        is_int(got.rejection_fatal, want->rejection_fatal, "  rejection_fatal");
        is_int(got.file_requests, want->file_requests, "  file_requests");
    }
    return done_testing();
}
