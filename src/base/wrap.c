#include "base/wrap.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/text.h"

/* Cleaned as a line, since wrapping can put any word at the beginning of a line. */
static char *clean_word(const char *text, size_t size)
{
    char *word = xstrndup(text, size), *clean = text_clean(word, TEXT_LINE);
    free(word);
    return clean;
}

/* Most words need no cleaning: letters, and signs that begin no command. */
static bool is_plain(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (text[i] <= ' ' || text[i] >= 0x7f || text[i] == '#' || (i == 0 && text[i] == ':'))
            return false;
    return true;
}

/* One line of `text`, as several, from a column on. */
static void wrap_line(FILE *out, size_t columns, size_t indent, size_t column, const char *text,
                      size_t length)
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
        char *clean = is_plain(text, size) ? NULL : clean_word(text, size);
        size_t width = clean ? text_width(clean) : size;
        if (!is_first && column + 1 + width > columns) {
            putc('\n', out);
            column = 0;
            is_first = true;
        }
        size_t gap = !is_first ? 1 : column < indent ? indent - column : 0;
        for (size_t blanks = gap; blanks > 0; blanks--)
            putc_unlocked(' ', out);
        fwrite(clean ? clean : text, 1, clean ? strlen(clean) : size, out);
        free(clean);
        column += gap + width;
        is_first = false;
        text += size;
    }
    putc('\n', out);
}

/* Streams of ours may have no descriptor of their own, so the two are told by what they are. */
size_t wrap_terminal(FILE *out)
{
    struct winsize size;
    int fd = out == stdout ? STDOUT_FILENO : out == stderr ? STDERR_FILENO : -1;
    return fd >= 0 && ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

size_t wrap_report(void)
{
    const char *columns = getenv("COLUMNS");
    size_t own = wrap_terminal(stdout);
    unsigned long asked = own == 0 && columns ? strtoul(columns, NULL, 10) : 0;
    return own > 0 ? own : asked >= WRAP_REPORT_MIN && asked <= WRAP_REPORT_MAX ? asked : 0;
}

static size_t columns_of(FILE *out)
{
    size_t own = wrap_terminal(out);
    return own > 0 && own < WRAP_COLUMNS ? own : WRAP_COLUMNS;
}

void wrap_print(FILE *out, size_t indent, const char *text)
{
    size_t columns = columns_of(out);
    while (*text) {
        size_t length = strcspn(text, "\n");
        wrap_line(out, columns, indent, 0, text, length);
        text += length + (text[length] == '\n');
    }
}

void wrap_beside(FILE *out, size_t indent, const char *left, const char *text)
{
    wrap_beside_in(out, columns_of(out), indent, left, text);
}

void wrap_beside_in(FILE *out, size_t columns, size_t indent, const char *left, const char *text)
{
    char *clean = text_clean(left, TEXT_LINE);
    size_t width = text_width(clean);
    bool touches = width >= indent && width > 0 && clean[strlen(clean) - 1] != ' ';
    fputs(clean, out);
    free(clean);
    if (touches)
        putc(' ', out);
    wrap_line(out, columns, indent, width + touches, text, strlen(text));
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
