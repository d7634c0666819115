#include "base/diag.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

int diag_fill(struct diag *d, enum diag_fault fault, const char *text, size_t length,
              struct location at, const char *hint, const char *fmt, ...)
{
    va_list args;
    d->fault = fault;
    d->at = at;
    d->source[0] = '\0';
    snprintf(d->file, sizeof d->file, "%s", at.file ? at.file : "");
    snprintf(d->hint, sizeof d->hint, "%s", hint ? hint : "");
    va_start(args, fmt);
    vsnprintf(d->message, sizeof d->message, fmt, args);
    va_end(args);
    if (text)
        diag_quote(d, text, length);
    return -1;
}

enum diag_fault diag_fault_of(int error)
{
    static const int by_name[] = { ENOENT, ENOTDIR, EACCES, EPERM,  EISDIR,
                                   ELOOP,  ENXIO,   EINVAL, ENODEV, ENAMETOOLONG };
    for (size_t i = 0; i < ARRAY_SIZE(by_name); i++)
        if (by_name[i] == error)
            return DIAG_USER;
    return DIAG_SYSTEM;
}

void diag_quote(struct diag *d, const char *text, size_t length)
{
    const char *line = text;
    const char *end = text + length;
    /* Columns do not count a byte-order mark. */
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        line += 3;
    for (uint32_t n = 1; n < d->at.line; n++) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        if (!next)
            return;
        line = next + 1;
    }
    const char *stop = memchr(line, '\n', (size_t)(end - line));
    size_t size = (size_t)((stop ? stop : end) - line);
    if (size > 0 && line[size - 1] == '\r')
        size--;
    if (size >= sizeof d->source) {
        size = sizeof d->source - 1;
        while (size > 0 && ((unsigned char)line[size] & 0xc0) == 0x80)
            size--; /* do not cut a character in half */
    }
    memcpy(d->source, line, size);
    d->source[size] = '\0';
}

/* Print '?' for what would be obeyed, one per byte, so that the caret's column stays right:
 * commands of CI systems, see base/text.h, and controls. Terminals obey two sets of controls: C0
 * with DEL, and C1. UTF-8 writes C1 as 0xc2 and the byte, but some terminals obey the byte
 * alone. */
static void print_safely(const char *text, FILE *out)
{
    int left = 0; /* bytes left of this character; a byte like C1 is harmless in it */
    bool begins = true;
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text, next = (unsigned char)text[1];
        bool c0 = (c < 0x20 && c != '\t') || c == 0x7f;
        bool c1 = c >= 0x80 && c < 0xa0 && left == 0;
        if (c == 0xc2 && next >= 0x80 && next < 0xa0) {
            c1 = true;
            text++;
        }
        putc(c0 || c1 || text_is_command(text, begins) ? '?' : c, out);
        /* A CI system also skips other blanks, beyond ASCII. */
        begins = begins && (c == ' ' || c == '\t' || c >= 0x80);
        left = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc3 ? 1 : left > 0 ? left - 1 : 0;
    }
}

/* The caret stands under the byte at fault: tabs are copied so that it lines up, and continuation
 * bytes of UTF-8 take no column. */
static void print_caret(const struct diag *d, FILE *out)
{
    fputs("    ", out);
    for (size_t i = 0; i + 1 < d->at.column && d->source[i]; i++) {
        unsigned char c = (unsigned char)d->source[i];
        if ((c & 0xc0) != 0x80)
            putc(c == '\t' ? '\t' : ' ', out);
    }
    fputs("^\n", out);
}

void diag_print(const struct diag *d, FILE *out)
{
    if (d->file[0]) {
        print_safely(d->file, out);
        if (d->at.line)
            fprintf(out, ":%u:%u", d->at.line, d->at.column);
    } else {
        fputs("loopspec", out);
    }
    fputs(": error: ", out);
    print_safely(d->message, out);
    putc('\n', out);
    if (d->source[0] && d->at.column > 0 && d->at.column <= sizeof d->source) {
        fputs("    ", out);
        print_safely(d->source, out);
        putc('\n', out);
        print_caret(d, out);
    }
    if (d->hint[0]) {
        fputs("hint: ", out);
        print_safely(d->hint, out);
        putc('\n', out);
    }
}

int diag_exit_status(const struct diag *d)
{
    return d->fault == DIAG_USER ? 2 : 4;
}

int diag_report(const struct diag *d)
{
    diag_print(d, stderr);
    return diag_exit_status(d);
}
