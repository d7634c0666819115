/* text.h - bytes that came from a backend, made harmless for a report.
 * Invalid UTF-8 and characters that a terminal or a browser would obey instead
 * of showing (controls, line separators, changes of writing direction) become
 * \xNN, byte by byte. Everything else stays as it is. */
#ifndef REPORTS_TEXT_H
#define REPORTS_TEXT_H
#include <stddef.h>
#include <stdio.h>

enum text_keep {
    TEXT_LINE,  /* one line: newlines and tabs are shown as \x0a and \x09 */
    TEXT_LINES, /* newlines and tabs stay */
    TEXT_VALID, /* every valid character stays: for a format that escapes by itself */
};

/* Owned by the caller. NULL counts as "". */
char *text_clean(const char *text, enum text_keep keep);
void text_print(FILE *out, const char *text, enum text_keep keep);
/* The same between tags or quotes of XML or HTML: nothing in it is markup. */
void text_print_markup(FILE *out, const char *text, enum text_keep keep);

/* Characters, for columns: later bytes of a UTF-8 sequence take none. */
size_t text_width(const char *text);

/* Append "112 ms", "3.4 s", "75.6 days": three figures are enough for people. */
void text_print_time(FILE *out, unsigned long long ns);
#endif
