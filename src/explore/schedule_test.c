/* A schedule parses as documented and prints the text it was parsed from; any other text is
 * rejected. */
#include "explore/schedule.h"

#include <stdlib.h>

#include "base/mem.h"
#include "tap/tap.h"

static void test_text(void)
{
    static const struct {
        const char *text;
        const char *printed; /* NULL: rejected */
    } rows[] = {
        { "3", "3" },
        { "3,7:2", "3,7:2" },
        { "1:1,2:1", "1,2" },
        { "4294967295:4294967295", "4294967295:4294967295" },
        { "", NULL },
        { "0", NULL },
        { "3:0", NULL },
        { "7,3", NULL },
        { "3,3", NULL },
        { "3,", NULL },
        { ",3", NULL },
        { "3:", NULL },
        { "3;4", NULL },
        { " 3", NULL },
        { "+3", NULL },
        { "-3", NULL },
        { "3:-1", NULL },
        { "4294967296", NULL },
        { "99999999999999999999", NULL },
        { "usual", NULL },
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct schedule s;
        struct diag d;
        int answer = schedule_parse(rows[i].text, &s, &d);
        if (!rows[i].printed) {
            is_int(answer, -1, "'%s' is refused", rows[i].text);
            continue;
        }
        char *printed = answer == 0 ? schedule_print(&s) : NULL;
        is(printed, rows[i].printed, "'%s' is read and printed", rows[i].text);
        free(printed);
        schedule_release(&s);
    }
}

static void test_ways(void)
{
    struct schedule s;
    struct diag d;
    struct schedule usual = { 0 };
    if (schedule_parse("2,5:3", &s, &d) < 0)
        abort();
    static const uint32_t ways[] = { 0, 0, 1, 0, 0, 3, 0 };
    for (uint32_t point = 1; point < ARRAY_SIZE(ways); point++)
        is_int(schedule_way(&s, point), ways[point], "the way at point %u", point);
    is_int(schedule_last(&s), 5, "its last point");
    is_int(schedule_last(&usual), 0, "the usual run names none");
    is_int(schedule_way(&usual, 1), 0, "and goes way 0");
    char *printed = schedule_print(&usual);
    is(printed, "", "and has no text");
    free(printed);
    schedule_release(&s);
}

int main(void)
{
    test_text();
    test_ways();
    return done_testing();
}
