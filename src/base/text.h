/* text.h - foreign bytes (what a backend prints, titles, names of files), made harmless.
 * Invalid UTF-8 and characters that a terminal or a browser would obey instead
 * of showing (controls, line separators, changes of writing direction) become
 * \xNN, byte by byte. So does the first byte of what a CI system that reads a log would take
 * for a command: `::name::` at the begin of a line, `##[name]` and `##name[` anywhere.
 * Everything else stays as it is. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum text_keep {
    TEXT_LINE,  /* one line: newlines and tabs are shown as \x0a and \x09 */
    TEXT_LINES, /* newlines and tabs stay */
    TEXT_VALID, /* every valid character and command stays: for a format that escapes by itself */
};

/* Owned by the caller. NULL counts as "". */
char *text_clean(const char *text, enum text_keep keep);
void text_print(FILE *out, const char *text, enum text_keep keep);
/* A line that has such in it, as printf() would write it: cleaned as a whole, and ended. */
void text_line(FILE *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* As text_print(), between tags or quotes of XML or HTML: nothing in it is markup. */
void text_print_markup(FILE *out, const char *text, enum text_keep keep);

/* The bytes of the character at `s`, of which `left` may be read or up to a 0, and its number; 0 if
 * it is not UTF-8: too long a form, a surrogate, beyond U+10FFFF, or cut off. */
size_t text_decode(const char *s, size_t left, uint32_t *character);

/* Would a reader of logs take what begins here for a command? `begins`: before it the line has
 * only blanks. */
bool text_is_command(const char *at, bool begins);

/* A word as a shell takes it, on one line and as text_clean() leaves it alone; owned by the
 * caller. */
char *text_quote(const char *word);

/* Characters, for columns: later bytes of a UTF-8 sequence take none. */
size_t text_width(const char *text);

/* What a noun has at its end beside this number: "1 case", "2 cases". */
static inline const char *text_plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

/* "5 ms", "82.4 ms", "3.42 s", "75.6 days": whole milliseconds as they are, anything else in the
 * three figures that are enough for people. Returns `buffer`. */
char *text_time(uint64_t ns, char buffer[32]);
#endif
