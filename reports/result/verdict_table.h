/* verdict_table.h - every verdict, in the order in which reports count them. Define VERDICT before
 * including it; struct verdict_row in result.h explains the columns. It has no include guard, so
 * that it can be included several times. */
/* clang-format off */
VERDICT(PASS,         "pass",         .sign = "✓", .color = "32",   .is_expected = true, .is_ok = true,
        .means = "the trace is a permitted one")
VERDICT(FAIL,         "fail",         .sign = "✗", .color = "1;31", .junit = "failure", .is_failure = true, .one = "fails",
        .means = "the trace breaks a documented rule")
VERDICT(SKIP,         "skip",         .sign = "–", .color = "33",   .junit = "skipped", .is_expected = true, .is_ok = true,
        .means = "not for this loop, or it lacks a capability, which the reason names")
VERDICT(XFAIL,        "xfail",        .sign = "○", .color = "36",   .junit = "skipped", .is_expected = true,
        .means = "it fails, and the baseline says so")
/* Not as expected: a stale entry in the baseline hides the next regression. */
VERDICT(XPASS,        "xpass",        .sign = "◆", .color = "1;35", .junit = "failure",
        .means = "it passes although the baseline says it fails: the entry is stale")
VERDICT(CRASH,        "crash",        .sign = "✖", .color = "1;31", .junit = "error", .is_failure = true, .one = "crashes",
        .means = "the backend's process died")
VERDICT(TIMEOUT,      "timeout",      .sign = "◷", .color = "1;31", .junit = "error", .is_failure = true, .many = "timeouts",
        .means = "it took too long and was killed")
VERDICT(ERROR,        "error",        .sign = "!", .color = "1;31", .junit = "error", .many = "errors",
        .means = "it could not be run, or the machine ran short of something: the reason says which")
VERDICT(INCONCLUSIVE, "inconclusive", .sign = "?", .color = "1;33", .junit = "error",
        .means = "it was cut short before it could be judged, or the machine was too busy for the real clock")
/* clang-format on */
#undef VERDICT
