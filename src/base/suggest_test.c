/* "Did you mean": the nearest candidate for a slip, nothing for an unrelated word. */
#include "base/suggest.h"

#include <string.h>
#include "base/mem.h"
#include "tap/tap.h"

#define LONG_TEXT \
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

static const char *const words[] = {
    "timer", "timeout", "idle", "poll", "x", "t1", "timers/equal-deadlines"
};

static const struct {
    const char *wanted, *nearest;
} rows[] = {
    { "timr", "timer" },                            /* a letter missing */
    { "timmer", "timer" },                          /* one too many */
    { "tiner", "timer" },                           /* a wrong one */
    { "itmer", "timer" },                           /* two swapped */
    { "timeot", "timeout" },                        /* nearer than timer */
    { "timer", "timer" },                           /* the word itself */
    { "equal-deadline", "timers/equal-deadlines" }, /* the last component counts */
    { "timers/eq", "timers/equal-deadlines" },      /* the beginning of it */
    { "equal", "timers/equal-deadlines" },
    { "timer/equal-deadlines", "timers/equal-deadlines" },
    { "t", "t1" }, /* they share a letter */
    { "y", NULL }, /* x shares no letter */
    { "ab", NULL },
    { "", NULL },
    { "zebra", NULL },
    { "pppp", NULL },
    { LONG_TEXT LONG_TEXT LONG_TEXT LONG_TEXT LONG_TEXT, NULL }, /* too long to compare */
};

int main(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct suggest s;
        suggest_init(&s, rows[i].wanted);
        for (size_t j = 0; j < ARRAY_SIZE(words); j++)
            suggest_offer(&s, words[j]);
        is(s.nearest ? s.nearest : "nothing", rows[i].nearest ? rows[i].nearest : "nothing",
           "%.40s", rows[i].wanted);
    }

    struct suggest s;
    suggest_init(&s, "timr");
    is(suggest_hint(&s, "other"), "other", "no candidate: the other hint");
    ok(!suggest_hint(&s, NULL), "which may be none");
    suggest_offer(&s, "timer");
    is(suggest_hint(&s, "other"), "did you mean 'timer'?", "the question");
    suggest_offer(&s, "timir");
    is(s.nearest, "timer", "of two equally near the first stays");
    return done_testing();
}
