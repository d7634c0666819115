#include "runner/prose.h"

#include <stdbool.h>
#include <string.h>

static size_t columns_of(const char *text, size_t length)
{
    size_t columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

/* One line of `text`, as several, from a column on. */
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
        size_t size = (size_t)((stop ? stop : end) - text), width = columns_of(text, size);
        if (!is_first && column + 1 + width > PROSE_COLUMNS) {
            putc('\n', out);
            column = 0;
            is_first = true;
        }
        size_t gap = !is_first ? 1 : column < indent ? indent - column : 0;
        fprintf(out, "%*s%.*s", (int)gap, "", (int)size, text);
        column += gap + width;
        is_first = false;
        text += size;
    }
    putc('\n', out);
}

void prose_wrap(FILE *out, size_t indent, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        wrap_line(out, indent, 0, text, length);
        text += length + (text[length] == '\n');
    }
}

void prose_beside(FILE *out, size_t indent, const char *left, const char *text)
{
    size_t width = columns_of(left, strlen(left));
    fputs(left, out);
    if (width >= indent)
        putc(' ', out);
    wrap_line(out, indent, width >= indent ? width + 1 : width, text, strlen(text));
}

void prose_indent(FILE *out, size_t indent, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        fprintf(out, "%*s%.*s\n", length ? (int)indent : 0, "", (int)length, text);
        text += length + (text[length] == '\n');
    }
}
