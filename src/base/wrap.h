/* wrap.h - prose for a terminal: broken into lines, indented. */
#ifndef BASE_WRAP_H
#define BASE_WRAP_H
#include <stddef.h>
#include <stdio.h>

enum { WRAP_COLUMNS = 80 };

/* The columns of the terminal that `out` is, which may be standard output or standard error; 0 if
 * it is none. */
size_t wrap_terminal(FILE *out);
/* Words of `text` in lines of at most WRAP_COLUMNS, or of the terminal's if these are less, each
 * behind `indent` blanks;
 * a longer word has a line of its own. A newline in `text` begins a new line.
 * Columns are characters, not bytes. */
void wrap_print(FILE *out, size_t indent, const char *text);
/* The same, beside `left`, which stands in the blanks of the first line; if it does not fit
 * there, the text begins behind it, after a blank. */
void wrap_beside(FILE *out, size_t indent, const char *left, const char *text);
/* The same, in lines of so many columns. */
void wrap_beside_in(FILE *out, size_t columns, size_t indent, const char *left, const char *text);
/* Every line of `text` behind `indent` blanks, unbroken. */
void wrap_indent(FILE *out, size_t indent, const char *text);
#endif
