/* Each line of an expected trace has a mark: lines before a break were met, lines after it are
 * unknown, promises have their own. If an event stands in the place of another, both are known. */
#include "match/marks.h"

#include "match/sample_test.h"

struct row {
    const char *expectation, *trace;
    const char *marks;
    int event, other; /* -1: none */
};

static const struct row rows[] = {
    { "a\nb\nc", "a b c", "+++", -1, -1 },
    { "a\n# no line\n\nb", "a b", "+  +", -1, -1 },
    { "a\nb\nc", "a c b", "+!?", 1, 2 },
    { "a\nb\nc", "a c", "+!?", 1, -1 },
    { "a\nb\nc", "a", "+!?", -1, -1 },
    { "a\nb", "a b c", "++", 2, -1 },
    { "a b c", "a c b", "!", 1, 2 },
    { "a b\nc", "a b a", "+!", 2, -1 },
    { "a\nb 5ms", "a b+6", "+!", 1, -1 },
    { "...\nb\nc", "a b a", "++!", 2, -1 },
    { "any order {\na\nb\n}\nc", "b a c", " ++ +", -1, -1 },
    { "any order {\na\nb\n}\nc", "b c a", " !~ ?", 1, 2 },
    { "one of {\na b\n} or {\nb a\n}\nc", "b a c", " ~ + +", -1, -1 },
    { "one of { a b } or { b a }\nc", "b a c", "++", -1, -1 },
    { "one of { a b } or { b a }\nc", "b a a", "~!", 2, -1 },
    { "[libuv < 1.45] {\na\n}\n[libuv >= 1.45] {\nb\n}\nc", "a c", " +    +", -1, -1 },
    { "...\nnever b\nnever c", "a c a", "~?!", 1, -1 },
    { "...\nnever b", "a c a", "++", -1, -1 },
    { "...\na before b\nb before c", "b a c", "+!?", 0, 1 },
    { "...\na before b\nb before c", "a c b", "+?!", 1, 2 },
    { "...\na before b\nb before c", "a b c", "+++", -1, -1 },
    { "a\niterations == 2", "a#1", "+!", -1, -1 },
    { "nothing", "b", "!", 0, -1 },
};

static size_t count_lines(const char *text)
{
    size_t n = 1;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

static void run_row(const struct program *p, const struct row *row)
{
    struct diag d;
    struct profile profile;
    struct match_result m;
    if (profile_parse("libuv-1.44.2", &profile, &d) < 0)
        abort();
    struct expect *e = expect_parse("x.trace", row->expectation, strlen(row->expectation), &d);
    if (!e) {
        fail("%s: %s", row->expectation, d.message);
        return;
    }
    struct trace *t = trace_of(p, row->trace);
    match_trace(e, &profile, program_labels(p), t, &sights[SEES_ALL], &m);
    char *marks = match_marks(e, &profile, program_labels(p), t, &sights[SEES_ALL], &m,
                              count_lines(row->expectation));
    is(marks, row->marks, "'%s' of '%s'", row->trace, row->expectation);
    is_int(m.event == t->count ? -1 : (int)m.event, row->event, "  where it broke");
    is_int(m.other == t->count ? -1 : (int)m.other, row->other, "  and what was to be there");
    free(marks);
    free(t);
    expect_free(e);
}

int main(void)
{
    struct program *p = program_of("log a\nlog b\nlog c");
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        run_row(p, &rows[i]);
    program_free(p);
    return done_testing();
}
