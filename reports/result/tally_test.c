/* What was met most often is told first; of equals, what was met first. */
#include "reports/result/tally.h"

#include "reports/result/sample_test.h"
#include "tap/tap.h"

int main(void)
{
    static const char *const names[] = { "a", "b", "c", "b", "c", "d", "b" };
    struct tally t = { 0 };
    for (size_t i = 0; i < ARRAY_SIZE(names); i++)
        tally_add(&t, names[i], 1);
    tally_sort(&t);
    is_int(t.count, 4, "each name has a row");
    is(t.row[0].name, "b", "the most frequent is first");
    is_int(t.row[0].count, 3, "with its count");
    is(t.row[1].name, "c", "then the next");
    is(t.row[2].name, "a", "of equals the earlier");
    is(t.row[3].name, "d", "before the later");
    tally_release(&t);

    struct result *good = sample_result("a/b", VERDICT_XFAIL, "known");
    struct result *lack = sample_result("a/b", VERDICT_ERROR, "no descriptor left");
    struct result *bad = sample_result("a/b", VERDICT_FAIL, "late");
    tally_add_broken(&t, good);
    is_int(t.count, 0, "what is as expected breaks no rule");
    tally_add_broken(&t, lack);
    is_int(t.count, 0, "nor does what the machine lacks");
    tally_add_broken(&t, bad);
    is_int(t.count, 2, "a failure breaks each of its rules");
    tally_release(&t);
    sample_release(good);
    sample_release(lack);
    sample_release(bad);
    return done_testing();
}
