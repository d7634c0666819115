/* Nothing that a backend prints can control a terminal or break a file format: whatever is not
 * plain, valid text is printed as its bytes, and plain text is unchanged. */
#include "base/text.h"

#include <stdlib.h>
#include "base/mem.h"
#include "tap/tap.h"

static const struct {
    const char *what, *text;
    enum text_keep keep;
    const char *shown;
} rows[] = {
    { "plain text stays", "a b < c", TEXT_LINE, "a b < c" },
    { "UTF-8 stays", "Grüße – 漢字 🙂", TEXT_LINE, "Grüße – 漢字 🙂" },
    { "an escape is shown", "\033[31m", TEXT_LINE, "\\x1b[31m" },
    { "DEL is shown", "\177", TEXT_LINES, "\\x7f" },
    { "a C1 control is shown", "\302\233m", TEXT_LINE, "\\xc2\\x9bm" },
    { "a change of direction is shown", "\342\200\256x", TEXT_LINES, "\\xe2\\x80\\xaex" },
    { "a newline leaves one line one line", "a\nb", TEXT_LINE, "a\\x0ab" },
    { "lines keep newline and tab", "a\n\tb\r", TEXT_LINES, "a\n\tb\\x0d" },
    { "a stray byte is shown", "a\377b", TEXT_LINE, "a\\xffb" },
    { "a cut character is shown", "\342\202", TEXT_LINE, "\\xe2\\x82" },
    { "an overlong form is shown", "\300\257", TEXT_LINE, "\\xc0\\xaf" },
    { "a longer overlong form is shown", "\340\200\257", TEXT_LINE, "\\xe0\\x80\\xaf" },
    { "a surrogate is shown", "\355\240\200", TEXT_VALID, "\\xed\\xa0\\x80" },
    { "beyond Unicode is shown", "\364\220\200\200", TEXT_VALID, "\\xf4\\x90\\x80\\x80" },
    { "no character is shown", "\357\277\277", TEXT_LINES, "\\xef\\xbf\\xbf" },
    { "after a bad byte text goes on", "\303(\303\244", TEXT_LINE, "\\xc3(\303\244" },
    { "valid keeps controls", "\033\n", TEXT_VALID, "\033\n" },
    { "valid shows a stray byte", "\200", TEXT_VALID, "\\x80" },
    { "nothing is nothing", NULL, TEXT_LINE, "" },
    { "a command to GitHub is shown", "::error::x", TEXT_LINE, "\\x3a:error::x" },
    { "in each line", "a\n \t::x\n", TEXT_LINES, "a\n \t\\x3a:x\n" },
    { "after other blanks", "\302\240::x", TEXT_LINE, "\302\240\\x3a:x" },
    { "but within a line it is none", "a ::x::", TEXT_LINE, "a ::x::" },
    { "a command of old is shown", "a ##[x]b", TEXT_LINE, "a \\x23#[x]b" },
    { "after more of its sign", "####[x]", TEXT_LINE, "\\x23\\x23\\x23#[x]" },
    { "one to Azure is shown", "##vso[x]b", TEXT_LINES, "\\x23#vso[x]b" },
    { "a heading stays", "## [x]", TEXT_LINE, "## [x]" },
    { "valid keeps commands", "::x ##[x]", TEXT_VALID, "::x ##[x]" },
};

static const struct {
    const char *word, *quoted;
} words[] = {
    { "timers/a-b.loop", "timers/a-b.loop" },
    { "", "''" },
    { "a b", "'a b'" },
    { "$x`y`", "'$x`y`'" },
    { "it's", "'it'\\''s'" },
    { "Gr\303\274n", "'Gr\303\274n'" },
    { "a\nb", "\"$(printf 'a\\012b')\"" },
    { "::x", "\"$(printf '\\072\\072x')\"" },
    { "a%##[", "\"$(printf 'a\\045\\043\\043\\133')\"" },
};

static void test_words(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
        char *quoted = text_quote(words[i].word), *clean = text_clean(quoted, TEXT_LINE);
        is(quoted, words[i].quoted, "a word for a shell: %s", words[i].quoted);
        is(clean, quoted, "  is shown as it is");
        free(clean);
        free(quoted);
    }
}

static const struct {
    unsigned long long ns;
    const char *shown;
} times[] = {
    { 0, "0 ms" },
    { 7, "7 ns" },
    { 1234, "1.23 us" },
    { 82398214, "82.4 ms" },
    { 999960000, "1000 ms" },
    { 1700000, "1.7 ms" },
    { 112400000, "112 ms" },
    { 1000000000, "1000 ms" },
    { 61240000000, "61.2 s" },
    { 36000000000000, "10 hours" },
    { 6528989900000000, "75.6 days" },
};

static void test_times(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(times); i++) {
        char text[32];
        is(text_time(times[i].ns, text), times[i].shown, "%llu ns", times[i].ns);
    }
}

int main(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        char *clean = text_clean(rows[i].text, rows[i].keep);
        is(clean, rows[i].shown, "%s", rows[i].what);
        free(clean);
    }
    is_int(text_width("Grüße"), 5, "width counts characters, not bytes");
    test_words();
    test_times();
    return done_testing();
}
