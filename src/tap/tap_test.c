/* The stream is exact to the byte, and no text can become anything but text: not a directive, not a
 * second point, not the end of a YAML block. */
#include "tap/tap.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* A stream into memory; stream_text() closes it and returns the text. */
struct stream {
    struct tap tap;
    char *text;
    size_t length;
};

static void stream_open(struct stream *s, unsigned version)
{
    FILE *out = open_memstream(&s->text, &s->length);
    if (!out)
        abort();
    tap_init(&s->tap, out, version);
}

static const char *stream_text(struct stream *s)
{
    fclose(s->tap.out);
    return s->text;
}

static void test_whole_stream(void)
{
    struct stream s;
    stream_open(&s, 13);
    tap_plan(&s.tap, 5);
    tap_point(&s.tap, true, TAP_PLAIN, NULL, "first");
    tap_point(&s.tap, false, TAP_PLAIN, NULL, "second");
    tap_point(&s.tap, true, TAP_SKIP, "no timers", "third");
    tap_point(&s.tap, false, TAP_TODO, "known", "fourth");
    tap_point(&s.tap, true, TAP_PLAIN, NULL, NULL);
    is(stream_text(&s),
       "TAP version 13\n"
       "1..5\n"
       "ok 1 - first\n"
       "not ok 2 - second\n"
       "ok 3 - third # SKIP no timers\n"
       "not ok 4 - fourth # TODO known\n"
       "ok 5\n",
       "a plan and a point of each sort");
    is_int(s.tap.ran, 5, "every point counts as run");
    is_int(s.tap.failed, 1, "only the plain failure counts as failed");
    free(s.text);
}

static void test_plan_last(void)
{
    struct stream s;
    stream_open(&s, 14);
    tap_point(&s.tap, true, TAP_SKIP, NULL, "a");
    tap_plan(&s.tap, 1);
    is(stream_text(&s), "TAP version 14\nok 1 - a # SKIP\n1..1\n", "the plan may come last");
    free(s.text);
}

static void test_plan_skip(void)
{
    struct stream s;
    stream_open(&s, 13);
    tap_plan_skip(&s.tap, "no backend\n1..9");
    is(stream_text(&s), "TAP version 13\n1..0 # SKIP no backend\\n1..9\n",
       "a skipped plan is one line, whatever the reason");
    free(s.text);
}

static void test_names(void)
{
    static const struct {
        const char *property, *name, *written;
    } rows[] = {
        { "a '#' starts no directive", "x # TODO y", "x \\# TODO y" },
        { "a backslash cannot free a '#'", "x \\# SKIP", "x \\\\\\# SKIP" },
        { "a newline starts no line", "a\nnot ok 2", "a\\nnot ok 2" },
        { "a carriage return overwrites nothing", "a\rb\tc", "a\\rb\\tc" },
        { "a terminal is not commanded", "\033[2Ja\177", "\\x1b[2Ja\\x7f" },
        { "nor through a C1 control",
          "a\xc2\x9b"
          "b",
          "a\\xc2\\x9bb" },
        { "UTF-8 is kept", "caf\xc3\xa9 \xe2\x89\xa5 \xf0\x9f\x98\x80",
          "caf\xc3\xa9 \xe2\x89\xa5 \xf0\x9f\x98\x80" },
        { "a broken sequence is not", "\xc3(\xff", "\\xc3(\\xff" },
        { "nor one cut off by the end", "a\xe2\x89", "a\\xe2\\x89" },
        { "nor an overlong one", "\xc0\xaf", "\\xc0\\xaf" },
        { "nor a surrogate", "\xed\xa0\x80", "\\xed\\xa0\\x80" },
        { "nor a line end of YAML 1.1", "\xe2\x80\xa8", "\\xe2\\x80\\xa8" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct stream s;
        char expected[120];
        stream_open(&s, 13);
        tap_point(&s.tap, true, TAP_PLAIN, NULL, rows[i].name);
        snprintf(expected, sizeof expected, "TAP version 13\nok 1 - %s\n", rows[i].written);
        is(stream_text(&s), expected, "%s", rows[i].property);
        free(s.text);
    }
}

static void test_reason(void)
{
    struct stream s;
    stream_open(&s, 13);
    tap_point(&s.tap, true, TAP_SKIP, "a\nnot ok 2 # b", "n");
    is(stream_text(&s), "TAP version 13\nok 1 - n # SKIP a\\nnot ok 2 \\# b\n",
       "a reason is escaped as a name is");
    free(s.text);
}

static void test_comment(void)
{
    struct stream s;
    stream_open(&s, 13);
    tap_comment(&s.tap, "one # two\n\nok 1\033\n");
    is(stream_text(&s), "TAP version 13\n# one # two\n# \n# ok 1\\x1b\n",
       "every line of a comment is one");
    free(s.text);
}

static void test_yaml(void)
{
    static const struct {
        const char *property, *value, *written;
    } rows[] = {
        { "a scalar is quoted", "a: b", "\"a: b\"\n" },
        { "so is an empty one", "", "\"\"\n" },
        { "quotes and backslashes are escaped", "a\"b\\", "\"a\\\"b\\\\\"\n" },
        { "a '#' is harmless between quotes", "a # b", "\"a # b\"\n" },
        { "controls are escaped", "a\tb\001", "\"a\\tb\\x01\"\n" },
        { "several lines are a literal block", "a\n\n  b \\", "|\n    a\n    \n      b \\\n" },
        { "newlines at its end add no lines", "a\nb\n\n", "|\n    a\n    b\n" },
        { "a block's last line is no end of the document", "a\n...", "|\n    a\n    ...\n" },
        { "what is like TAP needs quotes", "a\n  not ok 2", "\"a\\n  not ok 2\"\n" },
        { "a first line that is indented needs quotes", " a\nb", "\" a\\nb\"\n" },
        { "so does a blank first line", "\na", "\"\\na\"\n" },
        { "so does a control character", "a\n\033b", "\"a\\n\\x1bb\"\n" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct stream s;
        char expected[160];
        stream_open(&s, 13);
        tap_point(&s.tap, false, TAP_PLAIN, NULL, "n");
        tap_yaml_begin(&s.tap);
        tap_yaml_field(&s.tap, "rule", rows[i].value);
        tap_yaml_end(&s.tap);
        snprintf(expected, sizeof expected,
                 "TAP version 13\nnot ok 1 - n\n  ---\n  rule: %s  ...\n", rows[i].written);
        is(stream_text(&s), expected, "%s", rows[i].property);
        free(s.text);
    }
}

/* --- libtap's calls: small test programs, each in a process of its own --- */

static int program_passes(void)
{
    plan(6);
    ok(1 + 1 == 2, "ok");
    is("a", "a", "is");
    is(NULL, NULL, "is: NULL equals itself");
    is_int(-1, -1LL, "is_int");
    like("timer 7", "^timer [0-9]+$", "like");
    pass("pass with a %s # TODO", "format");
    return done_testing();
}

static int program_fails(void)
{
    ok(1 + 1 == 3, "ok");
    is("a", "b", "is");
    is("a", NULL, "is: NULL equals no text");
    is_int(1, 2, "is_int");
    like("timer", "^[0-9]+$", "like");
    like(NULL, ".*", "like: NULL matches nothing");
    like("(", "(", "like: not a pattern");
    fail("fail");
    return done_testing();
}

static int program_skips(void)
{
    skip(1, "no %s", "timers");
    todo("not yet");
    is_int(1, 2, "known");
    end_todo();
    return done_testing();
}

static int program_skips_all(void)
{
    skip_all("no %s", "timers");
}

static int program_breaks_its_plan(void)
{
    plan(2);
    pass("one");
    return done_testing();
}

static const struct {
    const char *property;
    int (*main)(void);
    int status;
    const char *output; /* a pattern for stdout and stderr together */
} programs[] = {
    { "a program that passes", program_passes, 0,
      "^TAP version 13\n1\\.\\.6\nok 1 - ok\nok 2 - is\nok 3 - is: NULL equals itself\n"
      "ok 4 - is_int\nok 5 - like\nok 6 - pass with a format \\\\# TODO\n$" },
    { "a program that fails at every call", program_fails, 1,
      "^TAP version 13\n"
      "not ok 1 - ok\n# Failed test 'ok'\n# at .*tap_test.c line [0-9]+\n"
      "# +false: 1 \\+ 1 == 3\n"
      "not ok 2 - is\n.*# +got: 'a'\n# +expected: 'b'\n"
      "not ok 3 .*# +got: 'a'\n# +expected: NULL\n"
      "not ok 4 .*# +got: 1\n# +expected: 2\n"
      "not ok 5 .*# +got: 'timer'\n# +unlike: /\\^\\[0-9\\]\\+\\$/ \n"
      "not ok 6 .*# +got: NULL\n# +unlike: /\\.\\*/ \n"
      "not ok 7 .*# +unlike: /\\(/ [^\n]+\n"
      "not ok 8 - fail\n.*\n1\\.\\.8\n# 8 of 8 tests failed\n$" },
    { "a program that skips and one point that is known to fail", program_skips, 0,
      "^TAP version 13\nok 1 # SKIP no timers\nnot ok 2 - known # TODO not yet\n# "
      ".*\n1\\.\\.2\n$" },
    { "a program that skips all", program_skips_all, 0,
      "^TAP version 13\n1\\.\\.0 # SKIP no timers\n$" },
    { "a program that breaks its plan", program_breaks_its_plan, 1,
      "2 tests planned but 1 ran\n$" },
    { "a program that tests nothing", done_testing, 1, "1\\.\\.0\n# no test ran\n$" },
};
enum { PROGRAM_COUNT = sizeof programs / sizeof *programs };

/* Run it with both streams into a pipe; its output must fit into `text`. */
static int run_program(int (*program)(void), char *text, size_t size)
{
    int ends[2], status;
    if (pipe(ends) < 0)
        abort();
    pid_t child = fork();
    if (child < 0)
        abort();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        exit(program());
    }
    close(ends[1]);
    ssize_t got;
    while ((got = read(ends[0], text, size - 1)) > 0) {
        text += got;
        size -= (size_t)got;
    }
    *text = '\0';
    close(ends[0]);
    if (waitpid(child, &status, 0) != child)
        abort();
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* These run before our own first point; otherwise they would continue its numbering. */
static void test_programs(void)
{
    char text[PROGRAM_COUNT][4096];
    int status[PROGRAM_COUNT];
    for (size_t i = 0; i < PROGRAM_COUNT; i++)
        status[i] = run_program(programs[i].main, text[i], sizeof text[i]);
    for (size_t i = 0; i < PROGRAM_COUNT; i++) {
        like(text[i], programs[i].output, "%s: its output", programs[i].property);
        is_int(status[i], programs[i].status, "%s: its exit status", programs[i].property);
    }
}

int main(void)
{
    test_programs();
    test_whole_stream();
    test_plan_last();
    test_plan_skip();
    test_names();
    test_reason();
    test_comment();
    test_yaml();
    return done_testing();
}
