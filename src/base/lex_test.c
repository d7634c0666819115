/* The lexer: one run of word bytes is one token of the right kind, with its location; invalid text
 * is rejected. */
#include "base/lex.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tap/tap.h"

static const struct {
    const char *source;
    enum lex_kind kind;
    const char *text;
    int64_t number;
    uint64_t ns;
} tokens[] = {
    { "word", LEX_WORD, "word", 0, 0 },
    { "a.b_c-D9", LEX_WORD, "a.b_c-D9", 0, 0 },
    { "8p", LEX_WORD, "8p", 0, 0 },
    { "..", LEX_WORD, "..", 0, 0 },
    { "-", LEX_WORD, "-", 0, 0 },
    { "--5", LEX_WORD, "--5", 0, 0 },
    { "-5ms", LEX_WORD, "-5ms", 0, 0 },
    { "5.ms", LEX_WORD, "5.ms", 0, 0 },
    { ".5ms", LEX_WORD, ".5ms", 0, 0 },
    { "1.2.3", LEX_WORD, "1.2.3", 0, 0 },
    { "5w", LEX_WORD, "5w", 0, 0 },
    { "5mss", LEX_WORD, "5mss", 0, 0 },
    { "ms", LEX_WORD, "ms", 0, 0 },
    { "...", LEX_GAP, "...", 0, 0 },
    { "....", LEX_WORD, "....", 0, 0 },
    { "14", LEX_NUMBER, "14", 14, 0 },
    { "-1", LEX_NUMBER, "-1", -1, 0 },
    { "007", LEX_NUMBER, "007", 7, 0 },
    { "9223372036854775807", LEX_NUMBER, "9223372036854775807", INT64_MAX, 0 },
    { "0ms", LEX_DURATION, "0ms", 0, 0 },
    { "5ns", LEX_DURATION, "5ns", 0, 5 },
    { "1.5us", LEX_DURATION, "1.5us", 0, 1500 },
    { "95ms", LEX_DURATION, "95ms", 0, 95000000 },
    { "0.000000001s", LEX_DURATION, "0.000000001s", 0, 1 },
    { "2min", LEX_DURATION, "2min", 0, 120000000000 },
    { "0.1min", LEX_DURATION, "0.1min", 0, 6000000000 },
    { "2h", LEX_DURATION, "2h", 0, 7200000000000 },
    { "200d", LEX_DURATION, "200d", 0, 17280000000000000 },
    { "0.5d", LEX_DURATION, "0.5d", 0, 43200000000000 },
    { "18446744073709551615ns", LEX_DURATION, "18446744073709551615ns", 0, UINT64_MAX },
    { "\"a \\\"b\\\" \\\\ \\n\\t\"", LEX_STRING, "a \"b\" \\ \n\t", 0, 0 },
    { "\"\"", LEX_STRING, "", 0, 0 },
    { "\"\\\\\"", LEX_STRING, "\\", 0, 0 },
    { "\"caf\xc3\xa9 # /\"", LEX_STRING, "caf\xc3\xa9 # /", 0, 0 },
    { "/^a\\/b\\d$/", LEX_REGEX, "^a/b\\d$", 0, 0 },
    { "/a\\\\/", LEX_REGEX, "a\\\\", 0, 0 }, /* the end is not escaped */
    { "/\\\\\\//", LEX_REGEX, "\\\\/", 0, 0 },
    { "# c \t ", LEX_COMMENT, "# c", 0, 0 },
    { "#", LEX_COMMENT, "#", 0, 0 },
    { "<=", LEX_PUNCT, "<=", 0, 0 },
    { "==", LEX_PUNCT, "==", 0, 0 },
    { "= =", LEX_PUNCT, "=", 0, 0 },
    { "{", LEX_PUNCT, "{", 0, 0 },
    { "@", LEX_PUNCT, "@", 0, 0 },
    { "\n", LEX_NEWLINE, "\n", 0, 0 },
    { "\r\n", LEX_NEWLINE, "\n", 0, 0 },
    { " \t ", LEX_END, "", 0, 0 },
    { "\xef\xbb\xbfword", LEX_WORD, "word", 0, 0 },
};

static void test_tokens(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(tokens); i++) {
        struct diag d = { 0 };
        struct lexer lx;
        size_t length = strlen(tokens[i].source);
        /* A copy without a NUL: only the length may end the text. */
        char *exact = memcpy(xmalloc(length), tokens[i].source, length);
        if (!ok(lex_init(&lx, "f", exact, length, &d) == 0, "%s", tokens[i].source)) {
            diag("%s", d.message);
            free(exact);
            continue;
        }
        is_int(lx.token.kind, tokens[i].kind, "  its kind");
        is(lx.token.text, tokens[i].text, "  its text");
        is_int(lx.token.length, strlen(tokens[i].text), "  its length");
        is_int(lx.token.number, tokens[i].number, "  its number");
        ok(lx.token.ns == tokens[i].ns, "  its duration");
        lex_release(&lx);
        free(exact);
    }
}

static const struct {
    const char *source;
    size_t length; /* 0: strlen() */
    uint32_t line, column;
    const char *message;
} refusals[] = {
    { "a\0b", 3, 1, 2, "NUL byte" },
    { "a \xff", 0, 1, 3, "invalid UTF-8 byte 0xff" },
    { "\x80", 0, 1, 1, "invalid UTF-8 byte 0x80" },
    { "\xc3", 0, 1, 1, "invalid UTF-8 byte 0xc3" },   /* cut short */
    { "\xc3(", 0, 1, 1, "invalid UTF-8" },            /* wrong second byte */
    { "\xc0\xaf", 0, 1, 1, "invalid UTF-8" },         /* overlong */
    { "\xe0\x80\xaf", 0, 1, 1, "invalid UTF-8" },     /* overlong */
    { "\xf0\x80\x80\xaf", 0, 1, 1, "invalid UTF-8" }, /* overlong */
    { "\xed\xa0\x80", 0, 1, 1, "invalid UTF-8" },     /* half a surrogate pair */
    { "\xf4\x90\x80\x80", 0, 1, 1, "invalid UTF-8" }, /* beyond Unicode */
    { "\xf5\x80\x80\x80", 0, 1, 1, "invalid UTF-8" }, /* far beyond */
    { "a\n\n\x1b", 0, 3, 1, "control character 0x1b" },
    { "a\rb", 0, 1, 2, "control character 0x0d" },
    { "\x7f", 0, 1, 1, "control character 0x7f" },
    { "caf\xc3\xa9", 0, 1, 4, "unexpected character '\xc3\xa9'" },
    { "a $", 0, 1, 3, "unexpected character '\\$'" },
    { "log a#2", 0, 1, 6, "'#' cannot follow 'a' directly" },
    { "busy 5ms# long", 0, 1, 9, "'#' cannot follow '5ms' directly" },
    { "\"abc\nd\"", 0, 1, 1, "string is not closed" },
    { "\"abc\\\"", 0, 1, 1, "string is not closed" },
    { "\"abc\\", 0, 1, 1, "string is not closed" },
    { "\"abc\\\n\"", 0, 1, 1, "string is not closed" },
    { "\"", 0, 1, 1, "string is not closed" },
    { "/abc\\/", 0, 1, 1, "pattern is not closed" },
    { "\"a\\qb\"", 0, 1, 3, "unknown escape" },
    { "9223372036854775808", 0, 1, 1, "too large" },
    { "1.0000000001s", 0, 1, 1, "too fine" },
    { "0.1ns", 0, 1, 1, "too fine" },
    { "18446744073709551616ns", 0, 1, 1, "too long" },
    { "18446744073709551.616us", 0, 1, 1, "too long" },
    { "307445734562min", 0, 1, 1, "too long" },
    { "99999999999999999999999999s", 0, 1, 1, "too long" },
};

/* Read to the end or to the first error. */
static int read_all(struct lexer *lx)
{
    while (lx->token.kind != LEX_END)
        if (lex_next(lx) < 0)
            return -1;
    return 0;
}

static void test_refusals(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(refusals); i++) {
        struct diag d = { 0 };
        struct lexer lx;
        size_t length = refusals[i].length ? refusals[i].length : strlen(refusals[i].source);
        char *exact = memcpy(xmalloc(length), refusals[i].source, length);
        int began = lex_init(&lx, "f", exact, length, &d);
        bool refused = began < 0 || read_all(&lx) < 0;
        if (began == 0)
            lex_release(&lx);
        if (ok(refused, "refused: %s", refusals[i].message))
            like(d.message, refusals[i].message, "  as that");
        ok(d.at.line == refusals[i].line && d.at.column == refusals[i].column, "  at %u:%u (%u:%u)",
           refusals[i].line, refusals[i].column, d.at.line, d.at.column);
        free(exact);
    }
}

static void test_places(void)
{
    static const char source[] = "\xef\xbb\xbf"
                                 "a  \"\xc3\xa9\" b\r\n\n\tc#d\n";
    static const struct {
        enum lex_kind kind;
        uint32_t line, column;
    } expected[] = {
        { LEX_WORD, 1, 1 },    { LEX_STRING, 1, 4 }, { LEX_WORD, 1, 9 },    { LEX_NEWLINE, 1, 11 },
        { LEX_NEWLINE, 2, 1 }, { LEX_WORD, 3, 2 },   { LEX_COMMENT, 3, 3 }, { LEX_NEWLINE, 3, 5 },
        { LEX_END, 4, 1 },     { LEX_END, 4, 1 },
    };
    struct diag d;
    struct lexer lx;
    lex_init(&lx, "f", source, strlen(source), &d);
    for (size_t i = 0; i < ARRAY_SIZE(expected); i++) {
        ok(lx.token.kind == expected[i].kind && lx.token.at.line == expected[i].line &&
               lx.token.at.column == expected[i].column,
           "token %zu is at %u:%u (%u:%u)", i, expected[i].line, expected[i].column,
           lx.token.at.line, lx.token.at.column);
        lex_next(&lx);
    }
    lex_release(&lx);
}

static void test_messages(void)
{
    struct diag d;
    struct lexer lx;
    static const char source[] = "log a\n\"s\" /r/ # c";
    static const char *const shown[] = { "'log'", "'a'",       "the end of the line", "\"s\"",
                                         "/r/",   "a comment", "the end of the file" };
    lex_init(&lx, "f", source, strlen(source), &d);
    for (size_t i = 0; i < ARRAY_SIZE(shown); i++) {
        is(lex_shown(&lx), shown[i], "how a message shows it");
        lex_next(&lx);
    }
    lex_release(&lx);

    lex_init(&lx, "f", source, strlen(source), &d);
    ok(lex_is(&lx, LEX_WORD, "log") && !lex_is(&lx, LEX_STRING, "log") &&
           !lex_is(&lx, LEX_WORD, "lo"),
       "lex_is looks at kind and text");
    lex_next(&lx);
    is_int(lex_error(&lx, "h", "bad %s", lex_shown(&lx)), -1, "lex_error returns -1");
    ok(d.at.line == 1 && d.at.column == 5, "at the current token");
    is(d.message, "bad 'a'", "with its message");
    is(d.source, "log a", "and its line");
    is_int(lex_error_at(&lx, (struct location){ "f", 2, 1 }, NULL, "x"), -1, "lex_error_at, too");
    is(d.source, "\"s\" /r/ # c", "with the line of that place");
    lex_release(&lx);
}

static void test_sizes(void)
{
    struct diag d;
    struct lexer lx;
    char *text = xmalloc(LEX_SOURCE_MAX + 1);
    memset(text, '#', LEX_SOURCE_MAX + 1);
    is_int(lex_init(&lx, "f", text, LEX_SOURCE_MAX, &d), 0, "the largest source");
    lex_release(&lx);
    is_int(lex_init(&lx, "f", text, LEX_SOURCE_MAX + 1, &d), -1, "one byte more");
    like(d.message, "larger than 1048576 bytes", "is too large");
    is_int(lex_init(&lx, "f", text, 0, &d), 0, "no byte at all");
    is_int(lx.token.kind, LEX_END, "is the end");
    lex_release(&lx);
    free(text);
}

static void write_file(const char *path, const char *text, size_t length)
{
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(text, 1, length, f) != length || fclose(f) != 0)
        skip_all("cannot write %s", path);
}

static void test_read_file(void)
{
    struct diag d = { 0 };
    size_t length = 0;
    char dir[] = "/tmp/lex_test.XXXXXX";
    if (!mkdtemp(dir))
        skip_all("cannot make a folder in /tmp");
    char *path = xasprintf("%s/file", dir), *big = xcalloc(LEX_SOURCE_MAX + 1, 1);

    ok(!lex_read_file(path, &length, &d), "no such file");
    like(d.message, "cannot read: No such file", "  it says so");
    is_int(diag_exit_status(&d), 2, "  and it is the user's fault");
    is(d.at.file, path, "  with the path as spelled");
    ok(!lex_read_file(dir, &length, &d), "a folder");
    like(d.message, "is a directory", "  it says so");

    write_file(path, "a\0b", 3);
    char *text = lex_read_file(path, &length, &d);
    ok(text && length == 3 && memcmp(text, "a\0b", 4) == 0,
       "bytes as they are, and a NUL after them");
    free(text);
    write_file(path, "", 0);
    text = lex_read_file(path, &length, &d);
    ok(text && length == 0 && text[0] == '\0', "an empty file");
    free(text);
    write_file(path, big, LEX_SOURCE_MAX);
    text = lex_read_file(path, &length, &d);
    ok(text && length == LEX_SOURCE_MAX, "the largest file");
    free(text);
    write_file(path, big, LEX_SOURCE_MAX + 1);
    ok(!lex_read_file(path, &length, &d), "a larger one");
    like(d.message, "larger than 1048576 bytes", "  it says so");

    unlink(path);
    rmdir(dir);
    free(path);
    free(big);
}

static void test_print_duration(void)
{
    static const struct {
        uint64_t ns;
        const char *text;
    } rows[] = {
        { 0, "0ms" },          { 95000000, "95ms" }, { 60000000000, "60000ms" },
        { 1500000, "1500us" }, { 1, "1ns" },         { UINT64_MAX, "18446744073709551615ns" },
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        char buffer[32];
        is(lex_print_duration(rows[i].ns, buffer), rows[i].text, "a duration printed");
    }
}

/* What is printed reads back unchanged. */
static void test_quoting(void)
{
    static const struct {
        const char *text, *quoted;
        bool bare;
    } rows[] = {
        { "a", "\"a\"", true },
        { "-1", "\"-1\"", true },
        { "5ms", "\"5ms\"", false },
        { "...", "\"...\"", false },
        { "a b", "\"a b\"", false },
        { "", "\"\"", false },
        { "#a", "\"#a\"", false },
        { "a\nb\tc", "\"a\\nb\\tc\"", false },
        { "\"\\", "\"\\\"\\\\\"", false },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct lexer lx;
        struct diag d;
        char *quoted = lex_quote(rows[i].text);
        is(quoted, rows[i].quoted, "'%s' in quotes", rows[i].text);
        ok(lex_is_bare(rows[i].text) == rows[i].bare, "  is %sbare", rows[i].bare ? "" : "not ");
        ok(lex_init(&lx, "x", quoted, strlen(quoted), &d) == 0 && lx.token.kind == LEX_STRING &&
               strcmp(lx.token.text, rows[i].text) == 0,
           "  and is read back");
        lex_release(&lx);
        free(quoted);
    }
}

/* Text is looked at eight bytes at a time: a wrong byte is found wherever in them it stands. */
static void test_every_place(void)
{
    static const char wrong[] = { 0x01, 0x1f, 0x7f, (char)0x80, (char)0xff };
    size_t found = 0;
    for (size_t i = 0; i < sizeof wrong; i++) {
        for (uint32_t at = 0; at < 24; at++) {
            struct diag d;
            char text[] = "  ~~ plain text ~~  and more";
            text[at] = wrong[i];
            found += lex_check_text("x", text, strlen(text), &d) < 0 && d.at.column == at + 1;
        }
    }
    ok(found == sizeof wrong * 24, "a wrong byte is found in every place");
}

int main(void)
{
    test_tokens();
    test_refusals();
    test_every_place();
    test_places();
    test_messages();
    test_sizes();
    test_read_file();
    test_print_duration();
    test_quoting();
    return done_testing();
}
