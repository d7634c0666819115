/* verdict_table.h - every verdict, in the order in which reports count them. Define VERDICT before
 * including it; struct verdict_row in result.h explains the columns. It has no include guard, so
 * that it can be included several times. */
/* clang-format off */
VERDICT(PASS,         "pass",         .color = "32",   .is_expected = true, .is_ok = true)
VERDICT(FAIL,         "fail",         .color = "1;31", .junit = "failure", .is_failure = true)
/* The reason names the missing capability. */
VERDICT(SKIP,         "skip",         .color = "33",   .junit = "skipped", .is_expected = true, .is_ok = true)
VERDICT(XFAIL,        "xfail",        .color = "36",   .junit = "skipped", .is_expected = true)
/* Not as expected: a stale entry in the baseline hides the next regression. */
VERDICT(XPASS,        "xpass",        .color = "1;35", .junit = "failure")
VERDICT(CRASH,        "crash",        .color = "1;31", .junit = "error", .is_failure = true)
VERDICT(TIMEOUT,      "timeout",      .color = "1;31", .junit = "error", .is_failure = true)
VERDICT(ERROR,        "error",        .color = "1;31", .junit = "error")
VERDICT(INCONCLUSIVE, "inconclusive", .color = "1;33", .junit = "error")
/* clang-format on */
#undef VERDICT
