/* A pattern answers yes or no, reports its own mistakes with a column, and never hangs. */
#include "match/pattern.h"

#include <string.h>

#include "tap/tap.h"

#define ROWS(a) (sizeof(a) / sizeof(a)[0])

static const struct location here = { "x.trace", 3, 5 };

static void test_answers(void)
{
    static const struct {
        const char *pattern, *label;
        enum pattern_answer answer;
    } rows[] = {
        { "^worker-[0-3]$", "worker-2", PATTERN_YES },
        { "^worker-[0-3]$", "worker-4", PATTERN_NO },
        { "worker", "my-worker-9", PATTERN_YES }, /* not anchored by default */
        { "^a", "ba", PATTERN_NO },
        { "A", "a", PATTERN_NO },
        { "(?i)A", "a", PATTERN_YES },
        { "a/b", "a/b", PATTERN_YES },
        { "^.$", "\xc3\xa4", PATTERN_YES }, /* one character, two bytes */
        { "", "anything", PATTERN_YES },
    };
    struct diag d;
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct pattern *p = pattern_new(rows[i].pattern, here, &d);
        ok(p != NULL, "/%s/ compiles", rows[i].pattern);
        is_int(pattern_match(p, rows[i].label), rows[i].answer, "/%s/ against %s", rows[i].pattern,
               rows[i].label);
        is_int(pattern_match(p, rows[i].label), rows[i].answer, "and again");
        pattern_free(p);
    }
    pattern_free(NULL);
}

static void test_runaways(void)
{
    static const char *const rows[] = { "^(a+)+$", "^(a|aa)+$", "^(a|a)*$", "^(?:a*)*b?c$" };
    char label[65];
    memset(label, 'a', 63);
    strcpy(label + 63, "!");
    struct diag d;
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct pattern *p = pattern_new(rows[i], here, &d);
        enum pattern_answer answer = pattern_match(p, label);
        ok(answer != PATTERN_YES, "/%s/ ends without a false yes", rows[i]);
        if (i == 0)
            is_int(answer, PATTERN_LIMIT, "/%s/ ends at its limit", rows[i]);
        is_int(pattern_match(p, "b"), PATTERN_NO, "/%s/ still answers other labels", rows[i]);
        pattern_free(p);
    }
}

static void test_faults(void)
{
    static const struct {
        const char *pattern, *message;
        uint32_t column;
    } rows[] = {
        { "a(b", "bad pattern: missing closing parenthesis", 9 },
        { "a)b", "unmatched closing parenthesis", 7 },
        { "[z-a]", "range out of order", 9 },
        { "*a", "quantifier does not follow a repeatable item", 6 },
        { "a\\", "\\ at end of pattern", 8 },
        { "a/)", "unmatched closing parenthesis", 9 }, /* the file has a\/) */
        { "\\C", "bad pattern", 8 },
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct diag d = { 0 };
        ok(pattern_new(rows[i].pattern, here, &d) == NULL, "/%s/ is refused", rows[i].pattern);
        ok(strstr(d.message, rows[i].message) != NULL, "/%s/: %s", rows[i].pattern, d.message);
        is_int(d.at.line, 3, "/%s/: the line", rows[i].pattern);
        is_int(d.at.column, rows[i].column, "/%s/: the column", rows[i].pattern);
    }
    char endless[2001];
    memset(endless, 'a', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    struct diag d;
    ok(pattern_new(endless, here, &d) == NULL, "a very long pattern is refused");
}

int main(void)
{
    test_answers();
    test_runaways();
    test_faults();
    return done_testing();
}
