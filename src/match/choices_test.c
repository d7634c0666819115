/* A trace that matches takes exactly the alternatives by which it can be explained; inner ones only
 * within the outer ones. */
#include "match/choices.h"

#include "match/sample_test.h"

struct row {
    const char *expectation;
    const char *trace;
    const char *taken; /* a digit for each alternative, in the order of the text */
};

static const struct row rows[] = {
    { "a b", "a b", "" },
    { "one of { a b } or { b a }", "a b", "10" },
    { "one of { a b } or { b a }", "b a", "01" },
    { "one of { a } or { /^[ab]$/ }", "a", "11" },
    { "one of { a } or { /^[ab]$/ }", "b", "01" },
    { "one of { a } or { }\nb", "b", "01" },
    { "one of { a } or { b }\none of { a } or { b }", "a b", "1001" },
    { "one of { a } or { a b }\none of { b c } or { c }", "a b c", "1111" },
    { "one of { a } or { a b }\none of { b c } or { c }", "a c", "1001" },
    { "one of { a one of { b } or { c } } or { c one of { a } or { b } }", "a c", "101000" },
    { "one of { a one of { b } or { c } } or { c one of { a } or { b } }", "c b", "000101" },
    { "one of { a one of { b } or { c } } or { a b }", "a b", "1101" },
    { "...\none of { a } or { b }\n...", "c a c", "10" },
    { "...\none of { a } or { b }\n...", "c b a", "11" },
    { "open\none of { a } or { b }", "c b", "01" },
    { "any order { a b }\none of { c } or { a }", "b a c", "10" },
    { "one of { a @timers } or { a @check }", "a@check", "01" },
    { "one of { a 5ms } or { a 6ms }", "a+6", "01" },
    { "[libuv < 1.45] { one of { a } or { b } }\n[libuv >= 1.45] { one of { c } or { a } or { b } "
      "}",
      "b", "01" },
};

static void run_row(const struct program *p, const struct row *row)
{
    struct diag d;
    char got[40] = "";
    struct profile profile;
    struct choices c;
    if (profile_parse("libuv-1.44.2", &profile, &d) < 0)
        abort();
    struct expect *e = expect_parse("x.trace", row->expectation, strlen(row->expectation), &d);
    if (!e) {
        fail("%s: %s", row->expectation, d.message);
        return;
    }
    struct trace *t = trace_of(p, row->trace);
    choices_init(&c, e, &profile);
    choices_note(&c, e, &profile, program_labels(p), t, &sights[SEES_ALL]);
    choices_note(&c, e, &profile, program_labels(p), t, &sights[SEES_ALL]);
    size_t missed = 0;
    for (size_t i = 0; i < c.count; i++) {
        snprintf(got + i, sizeof got - i, "%d", c.choice[i].taken > 0);
        missed += c.choice[i].taken == 0;
    }
    is(got, row->taken, "'%s' of '%s'", row->trace, row->expectation);
    is_int(choices_missed(&c), missed, "  and what is missed");
    if (c.count > 0)
        is_int(c.choice[0].taken % 2, 0, "  and it is counted for each trace");
    choices_release(&c);
    free(t);
    expect_free(e);
}

int main(void)
{
    struct program *p = program_of("log a b c");
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        run_row(p, &rows[i]);
    program_free(p);
    return done_testing();
}
