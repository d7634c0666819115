/* Messages: location, what is wrong, the line with a caret under the exact byte, the hint; and
 * nothing in them that controls a terminal. */
#include "base/diag.h"

#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "tap/tap.h"

static char *printed(const struct diag *d)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    diag_print(d, out);
    fclose(out);
    return text;
}

static void check_printed(const struct diag *d, const char *expected, const char *what)
{
    char *text = printed(d);
    is(text, expected, "%s", what);
    free(text);
}

static void test_forms(void)
{
    struct diag d;
    is_int(diag_set(&d, (struct location){ "a.loop", 2, 3 }, "try %s", "bad '%s'", "x"), -1,
           "diag_set returns -1");
    is(d.hint, "try %s", "a hint is no format");
    is_int(diag_exit_status(&d), 2, "the user's fault is exit 2");
    check_printed(&d, "a.loop:2:3: error: bad 'x'\nhint: try %s\n", "without a source line");
    diag_quote(&d, "one\ntwo\nthree", 13);
    check_printed(&d, "a.loop:2:3: error: bad 'x'\n    two\n      ^\nhint: try %s\n", "with one");

    is_int(diag_usage(&d, NULL, "no %d", 5), -1, "diag_usage returns -1");
    check_printed(&d, "loopspec: error: no 5\n", "not in a file");
    is_int(diag_exit_status(&d), 2, "bad usage is exit 2");
    is_int(diag_system(&d, NULL, "disk full"), -1, "diag_system returns -1");
    is_int(diag_exit_status(&d), 4, "the system's fault is exit 4");
    diag_set(&d, (struct location){ .file = "f" }, NULL, "too large");
    check_printed(&d, "f: error: too large\n", "a file as a whole");
}

/* The caret under column `column` of `line`, which is line `number` of the text. */
static const struct {
    const char *what, *text;
    uint32_t number, column;
    const char *line, *caret;
} carets[] = {
    { "the first byte", "abc", 1, 1, "abc", "^" },
    { "after the last", "abc\n", 1, 4, "abc", "   ^" },
    { "a tab before it", "\tabc", 1, 2, "\tabc", "\t^" },
    { "letters of two and three bytes", "\xc3\xa9\xe2\x82\xacx", 1, 6, "\xc3\xa9\xe2\x82\xacx",
      "  ^" },
    { "CRLF", "a\r\nbc\r\n", 2, 2, "bc", " ^" },
    { "a byte-order mark is not in the columns",
      "\xef\xbb\xbf"
      "abc",
      1, 2, "abc", " ^" },
    { "a byte-order mark, later line",
      "\xef\xbb\xbf"
      "abc\ndef",
      2, 1, "def", "^" },
};

static void test_carets(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(carets); i++) {
        struct diag d;
        diag_set(&d, (struct location){ "f", carets[i].number, carets[i].column }, NULL, "m");
        diag_quote(&d, carets[i].text, strlen(carets[i].text));
        char *expected = xasprintf("f:%u:%u: error: m\n    %s\n    %s\n", carets[i].number,
                                   carets[i].column, carets[i].line, carets[i].caret);
        check_printed(&d, expected, carets[i].what);
        free(expected);
    }
}

/* A line that cannot be quoted is left out; nothing is read past the end. */
static void test_edges(void)
{
    struct diag d;
    diag_set(&d, (struct location){ "f", 9, 1 }, NULL, "m");
    diag_quote(&d, "one\ntwo", 7);
    is(d.source, "", "a line that is not there");
    diag_set(&d, (struct location){ "f", 1, 1 }, NULL, "m");
    diag_quote(&d, "", 0);
    is(d.source, "", "an empty text");

    char text[800];
    memset(text, 'x', sizeof text);
    diag_quote(&d, text, sizeof text);
    is_int(strlen(d.source), sizeof d.source - 1, "a long line is cut");
    memcpy(text + sizeof d.source - 2, "\xe2\x82\xac", 3);
    diag_quote(&d, text, sizeof text);
    is_int(strlen(d.source), sizeof d.source - 2, "but not within a letter");
    d.at.column = 300;
    check_printed(&d, "f:1:300: error: m\n", "a caret beyond the cut is not drawn");

    memset(text, 'y', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    diag_set(&d, d.at, text, "%s", text);
    is_int(strlen(d.message), sizeof d.message - 1, "a long message is cut");
    is_int(strlen(d.hint), sizeof d.hint - 1, "a long hint is cut");
}

static const struct {
    const char *text, *shown;
} unsafe[] = {
    { "\x1b[31mred", "?[31mred" },
    { "bell\a\x7f", "bell??" },
    { "two\nlines\r", "two?lines?" },
    { "\xc2\x9b"
      "31m",
      "?31m" }, /* CSI as UTF-8 */
    { "\x9b"
      "31m",
      "?31m" },                                         /* CSI as a bare byte */
    { "\xe2\x82\xac\x9b", "\xe2\x82\xac?" },            /* after a letter, not in it */
    { "\xc3\x9b\xe0\xa4\x85", "\xc3\x9b\xe0\xa4\x85" }, /* letters that contain such bytes */
    { "a\tb", "a\tb" },
};

static void test_unsafe(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(unsafe); i++) {
        struct diag d;
        diag_set(&d, (struct location){ .file = unsafe[i].text }, unsafe[i].text, "%s",
                 unsafe[i].text);
        char *expected = xasprintf("%s: error: %s\nhint: %s\n", unsafe[i].shown, unsafe[i].shown,
                                   unsafe[i].shown);
        check_printed(&d, expected, "controls are shown, not sent");
        free(expected);
    }
}

int main(void)
{
    test_forms();
    test_carets();
    test_edges();
    test_unsafe();
    return done_testing();
}
