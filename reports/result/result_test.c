/* The gate stays green with pass, skip and xfail and with nothing else. */
#include "reports/result/result.h"

#include <string.h>
#include "base/lex.h"
#include "reports/result/sample_test.h"
#include "tap/tap.h"

static const struct {
    enum verdict verdict;
    const char *name;
    bool is_expected;
} rows[] = {
    { VERDICT_PASS, "pass", true },
    { VERDICT_FAIL, "fail", false },
    { VERDICT_SKIP, "skip", true },
    { VERDICT_XFAIL, "xfail", true },
    { VERDICT_XPASS, "xpass", false },
    { VERDICT_CRASH, "crash", false },
    { VERDICT_TIMEOUT, "timeout", false },
    { VERDICT_ERROR, "error", false },
    { VERDICT_INCONCLUSIVE, "inconclusive", false },
};

static void test_verdicts(void)
{
    is_int(ARRAY_SIZE(rows), VERDICT_COUNT, "every verdict has a row here");
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct result_summary s = { 0 };
        s.count[VERDICT_PASS] = 1;
        s.count[rows[i].verdict] += 2;
        is(verdict_name(rows[i].verdict), rows[i].name, "its name is %s", rows[i].name);
        is_int(verdict_is_expected(rows[i].verdict), rows[i].is_expected, "%s: expected?",
               rows[i].name);
        is_int(result_summary_is_green(&s), rows[i].is_expected, "%s: green?", rows[i].name);
        is_int(result_summary_broken(&s), rows[i].is_expected ? 0 : 2, "%s: broken", rows[i].name);
        is_int(result_summary_total(&s), 3, "%s: total", rows[i].name);
    }
}

static char *print(void (*with)(const struct result_summary *s, FILE *out),
                   const struct result_summary *s)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    with(s, out);
    fclose(out);
    return text;
}

static void test_summary(void)
{
    static const struct {
        struct result_summary summary;
        const char *shown;
    } sums[] = {
        { { .count = { [VERDICT_PASS] = 60, [VERDICT_SKIP] = 2 } },
          "60 of 60 that apply pass; 2 do not apply" },
        { { .count = { [VERDICT_SKIP] = 34 } }, "none of 34 cases applies" },
        { { .count = { [VERDICT_PASS] = 1, [VERDICT_SKIP] = 1 } },
          "1 of 1 that applies passes; 1 does not apply" },
        { { .count = { [VERDICT_CRASH] = 1 } }, "0 of 1 case passes, 1 crashes" },
        { { .count = { [VERDICT_PASS] = 4, [VERDICT_FAIL] = 2, [VERDICT_ERROR] = 2 } },
          "4 of 8 cases pass, 2 fail, 2 errors" },
        { { .count = { 0 } }, "0 cases" },
        { { .count = { [VERDICT_PASS] = 1, [VERDICT_SKIP] = 5 }, .not_run = 3 },
          "1 of 4 that apply pass, 3 not run; 2 do not apply" },
        { { .count = { [VERDICT_PASS] = 2 }, .missing = { 1, 2, 3 } },
          "2 of 2 cases pass; part 2 of 3 is missing" },
    };
    for (size_t i = 0; i < ARRAY_SIZE(sums); i++) {
        char *text = print(result_summary_print, &sums[i].summary);
        is(text, sums[i].shown, "summary as people read it");
        free(text);
    }
}

static void test_headline(void)
{
    static const struct {
        struct result_summary summary;
        const char *shown;
        bool is_green;
    } lines[] = {
        { { .count = { [VERDICT_PASS] = 60, [VERDICT_XFAIL] = 2 } },
          "all 62 results as expected",
          true },
        { { .count = { [VERDICT_PASS] = 1 } }, "1 result as expected", true },
        { { .count = { [VERDICT_PASS] = 4, [VERDICT_CRASH] = 1 } },
          "1 of 5 results not as expected",
          false },
        { { .count = { [VERDICT_PASS] = 4, [VERDICT_SKIP] = 3 }, .not_run = 2 },
          "the run was cut, 2 of 7 not run",
          false },
        { { .count = { [VERDICT_FAIL] = 4, [VERDICT_SKIP] = 3 }, .not_run = 2 },
          "4 of 6 results that apply not as expected, 2 of 7 not run",
          false },
        { { .count = { 0 } }, "nothing ran", true },
        { { .count = { [VERDICT_PASS] = 5 }, .missing = { 1, 2, 3 } },
          "all 5 results as expected, but part 2 of 3 is missing",
          false },
        { { .count = { [VERDICT_PASS] = 4, [VERDICT_FAIL] = 1 }, .missing = { 2, 1, 3 } },
          "1 of 5 results not as expected, and 2 of 3 parts are missing",
          false },
        { { .count = { [VERDICT_PASS] = 4, [VERDICT_SKIP] = 1 },
            .not_run = 1,
            .missing = { 1, 3, 3 } },
          "the run was cut, 1 of 5 not run, and part 3 of 3 is missing",
          false },
        { { .count = { 0 }, .missing = { 1, 2, 2 } },
          "nothing ran, and part 2 of 2 is missing",
          false },
    };
    for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
        char *text = print(result_summary_headline, &lines[i].summary);
        is(text, lines[i].shown, "headline as people read it");
        is_int(result_summary_is_green(&lines[i].summary), lines[i].is_green, "green or not");
        free(text);
    }
}

static void test_missing(void)
{
    static const struct {
        struct result_missing run[3];
        const char *shown;
    } sums[] = {
        { { { 0 }, { 1, 2, 3 }, { 0 } }, "part 2 of 3 is missing" },
        { { { 1, 2, 3 }, { 0 }, { 1, 2, 3 } }, "part 2 of 3 is missing" },
        { { { 2, 1, 3 }, { 2, 1, 3 }, { 0 } }, "2 of 3 parts are missing" },
        { { { 1, 2, 3 }, { 1, 3, 3 }, { 1, 2, 3 } }, "parts of several runs are missing" },
        { { { 1, 2, 3 }, { 1, 2, 4 }, { 0 } }, "parts of several runs are missing" },
        { { { 0 }, { 0 }, { 0 } }, "" },
    };
    for (size_t i = 0; i < ARRAY_SIZE(sums); i++) {
        struct result_summary all = { 0 };
        for (size_t k = 0; k < ARRAY_SIZE(sums[i].run); k++)
            result_summary_add(&all, &(struct result_summary){ .missing = sums[i].run[k] });
        char *text = result_summary_lack(&all);
        is(text, sums[i].shown, "what several runs lack, row %zu", i);
        is_int(result_summary_is_green(&all), !*sums[i].shown, "green or not");
        free(text);
    }
}

/* Is it in the file, between these two texts? */
static bool mentions(const char *file, const char *from, const char *to, const char *wanted)
{
    struct diag d = { 0 };
    size_t length;
    char *text = lex_read_file(file, &length, &d);
    char *begin = text ? strstr(text, from) : NULL, *end = begin ? strstr(begin, to) : NULL;
    if (end)
        *end = '\0';
    bool found = end && strstr(begin, wanted);
    free(text);
    return found;
}

/* Besides its row, a verdict appears in the schema and has a colour in the page. What else shows it
 * takes it from the row. */
static void test_places(void)
{
    static const char schema[] = "reports/results.schema.json";
    for (size_t v = 0; v < VERDICT_COUNT; v++) {
        const struct verdict_row *row = verdict_row((enum verdict)v);
        char quoted[40], styled[40];
        snprintf(quoted, sizeof quoted, "\"%s\"", row->name);
        snprintf(styled, sizeof styled, ".%s { --v:", row->name);
        ok(mentions(schema, "\"verdict\": {", "]", quoted) &&
               mentions(schema, "\"summary\": {", "]", quoted),
           "the schema has %s", row->name);
        ok(mentions("reports/page/page.css", "/* page.css", "\n/* ", styled),
           "and the page a colour");
        ok(row->sign && row->means, "and a sign with its meaning");
        ok(row->color && (row->junit || row->is_ok), "and every report a way to tell it");
    }
}

int main(void)
{
    test_verdicts();
    test_places();
    test_summary();
    test_headline();
    test_missing();
    return done_testing();
}
