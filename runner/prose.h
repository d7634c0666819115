/* prose.h - prose for a terminal: broken into lines, indented. */
#ifndef RUNNER_PROSE_H
#define RUNNER_PROSE_H
#include <stddef.h>
#include <stdio.h>

enum { PROSE_COLUMNS = 80 };

/* Words of `text` in lines of at most PROSE_COLUMNS, each behind `indent` blanks;
 * a longer word has a line of its own. A newline in `text` begins a new line.
 * Columns are characters, not bytes. */
void prose_wrap(FILE *out, size_t indent, const char *text);
/* The same, beside `left`, which stands in the blanks of the first line; if it does not fit
 * there, the text begins behind it. */
void prose_beside(FILE *out, size_t indent, const char *left, const char *text);
/* Every line of `text` behind `indent` blanks, unbroken. */
void prose_indent(FILE *out, size_t indent, const char *text);
#endif
