/* Prose is broken at blanks, never within a word, and no line is too long. */
#include "base/wrap.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "tap/tap.h"

typedef void printer(FILE *out, size_t indent, const char *text);

static char *printed(printer *print, size_t indent, const char *text)
{
    char *got = NULL;
    size_t size;
    FILE *out = open_memstream(&got, &size);
    print(out, indent, text);
    fclose(out);
    return got;
}

int main(void)
{
    char wide[100], fits[WRAP_COLUMNS + 1];
    memset(wide, 'w', sizeof wide);
    wide[sizeof wide - 1] = '\0';
    memset(fits, 'f', sizeof fits);
    fits[WRAP_COLUMNS - 4] = '\0'; /* with the indent and " x", one column too many */
    char *tight = xasprintf("%s x", fits), *tight_lines = xasprintf("   %s\n   x\n", fits);
    char *long_word = xasprintf("a %s b", wide), *long_lines = xasprintf("  a\n  %s\n  b\n", wide);
    const struct {
        const char *what;
        printer *print;
        size_t indent;
        const char *text, *expected;
    } rows[] = {
        { "a short line", wrap_print, 2, "one two", "  one two\n" },
        { "blanks are one blank", wrap_print, 0, " one   two ", "one two\n" },
        { "a newline is kept", wrap_print, 1, "one\ntwo", " one\n two\n" },
        { "nothing is nothing", wrap_print, 1, "", "" },
        { "a word too long stands alone", wrap_print, 2, long_word, long_lines },
        { "the last column counts", wrap_print, 3, tight, tight_lines },
        { "indenting keeps blanks", wrap_indent, 2, "a  b\n  c\n", "  a  b\n    c\n" },
        { "an empty line stays empty", wrap_indent, 2, "a\n\nb", "  a\n\n  b\n" },
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        char *got = printed(rows[i].print, rows[i].indent, rows[i].text);
        is(got, rows[i].expected, "%s", rows[i].what);
        free(got);
    }
    char accents[400] = "";
    for (int i = 0; i < 39; i++)
        strcat(accents, i ? " é" : "é"); /* 77 characters, 116 bytes */
    static const struct {
        const char *what, *left, *text, *lines;
    } beside[] = {
        { "beside a word", "  -b", "one two", "  -b    one two\n" },
        { "a word that fills the blanks", "  -backend", "one", "  -backend one\n" },
        { "nothing beside it", "  -b", "", "  -b\n" },
        { "more than a line", "  -b",
          "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb c",
          "  -b    aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\n"
          "        c\n" },
    };
    for (size_t i = 0; i < ARRAY_SIZE(beside); i++) {
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        wrap_beside(out, 8, beside[i].left, beside[i].text);
        fclose(out);
        is(text, beside[i].lines, "%s", beside[i].what);
        free(text);
    }
    char *got = printed(wrap_print, 2, accents);
    is_int(strcspn(got, "\n") + 1, strlen(got), "columns are characters, not bytes");
    free(got);
    free(tight);
    free(tight_lines);
    free(long_word);
    free(long_lines);
    return done_testing();
}
