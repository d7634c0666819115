#include "base/wrap.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

/* Cleaned as a line, since wrapping can put any word at the beginning of a line. */
static char *clean_word(const char *text, size_t size)
{
    char *word = xstrndup(text, size), *clean = text_clean(word, TEXT_LINE);
    free(word);
    return clean;
}

/* Wrap one line of `text`, starting at a column. */
static void wrap_line(FILE *out, size_t indent, size_t column, const char *text, size_t length)
{
    bool is_first = true; /* word of its line */
    const char *end = text + length;
    while (text < end) {
        if (*text == ' ') {
            text++;
            continue;
        }
        const char *stop = memchr(text, ' ', (size_t)(end - text));
        size_t size = (size_t)((stop ? stop : end) - text);
        char *word = clean_word(text, size);
        size_t width = text_width(word);
        if (!is_first && column + 1 + width > WRAP_COLUMNS) {
            putc('\n', out);
            column = 0;
            is_first = true;
        }
        size_t gap = !is_first ? 1 : column < indent ? indent - column : 0;
        fprintf(out, "%*s%s", (int)gap, "", word);
        free(word);
        column += gap + width;
        is_first = false;
        text += size;
    }
    putc('\n', out);
}

void wrap_print(FILE *out, size_t indent, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        wrap_line(out, indent, 0, text, length);
        text += length + (text[length] == '\n');
    }
}

void wrap_beside(FILE *out, size_t indent, const char *left, const char *text)
{
    char *clean = text_clean(left, TEXT_LINE);
    size_t width = text_width(clean);
    fputs(clean, out);
    free(clean);
    if (width >= indent)
        putc(' ', out);
    wrap_line(out, indent, width >= indent ? width + 1 : width, text, strlen(text));
}

void wrap_indent(FILE *out, size_t indent, const char *lines)
{
    char *clean = text_clean(lines, TEXT_LINES);
    const char *text = clean;
    while (*text) {
        size_t length = strcspn(text, "\n");
        fprintf(out, "%*s%.*s\n", length ? (int)indent : 0, "", (int)length, text);
        text += length + (text[length] == '\n');
    }
    free(clean);
}
