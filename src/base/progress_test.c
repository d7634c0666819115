/* At a terminal progress moves at once and then a few times a second, in a log a line comes each
 * ten seconds; nobody hears anything who asked for quiet. */
#include "base/progress.h"

#include "tap/tap.h"

int main(void)
{
    const uint64_t s = 1000000000;
    struct progress quiet = progress_begin(PROGRESS_NONE);
    struct progress moves = progress_begin(PROGRESS_MOVES);
    struct progress logs = { .kind = PROGRESS_LOGS, .shown_ns = 5 * s };
    ok(!progress_is_due(&quiet, 100 * s), "quiet is quiet");
    ok(progress_is_due(&moves, s), "a line that moves comes at once");
    moves.shown_ns = s;
    ok(!progress_is_due(&moves, s + s / 100), "not with every case");
    ok(progress_is_due(&moves, s + s / 10), "but several times a second");
    ok(!progress_is_due(&logs, 14 * s), "what is soon over leaves no line in a log");
    ok(progress_is_due(&logs, 15 * s), "what takes its time does");
    return done_testing();
}
