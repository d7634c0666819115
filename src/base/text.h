/* text.h - print foreign bytes (what a backend prints, titles, file names) safely. These become
 * \xNN, byte by byte: invalid UTF-8; characters that control a terminal or a browser (controls,
 * line separators, changes of writing direction); the first byte of what a CI system would take for
 * a command in its log, `::name::` at the beginning of a line, `##[name]` and `##name[` anywhere.
 * Everything else is unchanged. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Are two texts equal? Tables are searched with this, and most rows differ in the first two bytes:
 * that is seen without a call. */
static inline bool text_equals(const char *a, const char *b)
{
    return *a == *b && (*a == '\0' || (a[1] == b[1] && strcmp(a, b) == 0));
}

enum text_keep {
    TEXT_LINE,  /* one line: newlines and tabs become \x0a and \x09 */
    TEXT_LINES, /* newlines and tabs are kept */
    TEXT_VALID, /* every valid character and command is kept: the format escapes */
};

/* Owned by the caller. NULL counts as "". */
char *text_clean(const char *text, enum text_keep keep);
void text_print(FILE *out, const char *text, enum text_keep keep);
/* As fprintf(), but the line is cleaned as a whole and a newline is added. */
void text_line(FILE *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* As text_print(), within XML or HTML text or quotes: markup is escaped. */
void text_print_markup(FILE *out, const char *text, enum text_keep keep);

/* The length in bytes of the character at `s`, and its code point. Reads at most `left` bytes and
 * stops at a 0. Returns 0 if it is not valid UTF-8: overlong, a surrogate, beyond U+10FFFF, or cut
 * off. */
size_t text_decode(const char *s, size_t left, uint32_t *character);

/* Would a CI system take the text from here on for a command? `begins`: only blanks come before it
 * on its line. */
bool text_is_command(const char *at, bool begins);

/* A word quoted for a shell, on one line, that text_clean() would not change. Owned by the
 * caller. */
char *text_quote(const char *word);

/* The number of characters, for columns: continuation bytes of UTF-8 take none. */
size_t text_width(const char *text);

/* The ending of a noun after this number: "1 case", "2 cases". */
static inline const char *text_plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

/* "5 ms", "82.4 ms", "3.42 s", "75.6 days": whole milliseconds as they are, anything else in the
 * three figures that are enough for people. Returns `buffer`. */
char *text_time(uint64_t ns, char buffer[32]);
#endif
