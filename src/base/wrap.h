/* wrap.h - prose for a terminal: wrapped and indented. */
#ifndef BASE_WRAP_H
#define BASE_WRAP_H
#include <stddef.h>
#include <stdio.h>

enum { WRAP_COLUMNS = 80, WRAP_REPORT_MIN = 40, WRAP_REPORT_MAX = 1000 };

/* The columns of the terminal that `out` is, which may be standard output or standard error; 0 if
 * it is no terminal. */
size_t wrap_terminal(FILE *out);
/* As wrap_terminal() of standard output. If that is no terminal: what COLUMNS says, 0 if nothing. For
 * reports, which people read in logs too; lists stay one a line, for programs. */
size_t wrap_report(void);
/* Print the words of `text` in lines of at most WRAP_COLUMNS, or of the terminal's columns if these
 * are fewer, each after `indent` blanks. A longer word has a line of its own. A newline in `text`
 * begins a new line. Columns are characters, not bytes. */
void wrap_print(FILE *out, size_t indent, const char *text);
/* As wrap_print(), with `left` in the blanks of the first line; if it is too long for them, the
 * text begins after it. */
void wrap_beside(FILE *out, size_t indent, const char *left, const char *text);
/* As wrap_beside(), in lines of so many columns. */
void wrap_beside_in(FILE *out, size_t columns, size_t indent, const char *left, const char *text);
/* Print every line of `text` after `indent` blanks, not wrapped. */
void wrap_indent(FILE *out, size_t indent, const char *text);
#endif
