#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"

static const struct {
    uint32_t first, last;
} obeyed[] = {
    { 0x00, 0x1f },     /* C0 */
    { 0x7f, 0x9f },     /* DEL and C1: some terminals obey U+009B as an escape */
    { 0x200e, 0x200f }, /* marks of writing direction */
    { 0x2028, 0x202e }, /* line separators, embeddings, overrides */
    { 0x2066, 0x2069 }, /* isolates */
    { 0xfffe, 0xffff }, /* not characters; XML forbids them */
};

size_t text_decode(const char *text, size_t left, uint32_t *character)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    const unsigned char *s = (const unsigned char *)text;
    assert(left > 0);
    if (s[0] < 0x80) {
        *character = s[0];
        return 1;
    }
    size_t length = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4 || length > left)
        return 0;
    uint32_t c = s[0] & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        c = c << 6 | (s[i] & 0x3f);
    }
    if (c < least[length] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
        return 0;
    *character = c;
    return length;
}

static bool is_obeyed(uint32_t c)
{
    for (size_t i = 0; i < ARRAY_SIZE(obeyed); i++)
        if (c >= obeyed[i].first && c <= obeyed[i].last)
            return true;
    return false;
}

static bool is_kept(uint32_t c, enum text_keep keep)
{
    if (keep == TEXT_VALID)
        return true;
    if (keep == TEXT_LINES && (c == '\n' || c == '\t'))
        return true;
    return !is_obeyed(c);
}

/* GitHub's runner skips all that it takes for white space before a command. */
static bool is_blank(uint32_t c)
{
    return c == ' ' || c == '\t' || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) ||
           c == 0x202f || c == 0x205f || c == 0x3000;
}

/* `::error::`: GitHub; `##[error]`: GitHub (old form) and Azure; `##vso[`, `##teamcity[`. */
bool text_is_command(const char *at, bool begins)
{
    if (at[0] == ':')
        return begins && at[1] == ':';
    if (at[0] != '#' || at[1] != '#')
        return false;
    at += strspn(at, "#");
    return at[strspn(at, "abcdefghijklmnopqrstuvwxyz")] == '[';
}

char *text_clean(const char *text, enum text_keep keep)
{
    const char *s = text ? text : "";
    char *clean = xmalloc(4 * strlen(s) + 1);
    char *to = clean;
    bool begins = true;
    while (*s) {
        uint32_t c = 0;
        size_t length = text_decode(s, SIZE_MAX, &c);
        bool obeyed_as_command = keep != TEXT_VALID && text_is_command(s, begins);
        bool kept = length > 0 && is_kept(c, keep) && !obeyed_as_command;
        begins = kept && (c == '\n' || (begins && is_blank(c)));
        if (kept) {
            memcpy(to, s, length);
            to += length;
            s += length;
            continue;
        }
        /* An invalid byte is escaped alone; the bytes after it may be valid again. */
        for (size_t left = length ? length : 1; left > 0; left--)
            to += sprintf(to, "\\x%02x", (unsigned char)*s++);
    }
    *to = '\0';
    return clean;
}

/* Text that can be shown goes into plain quotes. Anything else goes through printf with its bytes:
 * not every shell has other quotes. */
char *text_quote(const char *word)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:=,+-";
    char *clean = text_clean(word, TEXT_LINE), *text = NULL;
    bool is_shown = strcmp(clean, word) == 0;
    free(clean);
    if (is_shown && *word && word[strspn(word, plain)] == '\0')
        return xstrdup(word);
    FILE *out = xopen_memstream(&text, NULL);
    fputs(is_shown ? "'" : "\"$(printf '", out);
    for (; *word; word++) {
        if (is_shown)
            fprintf(out, *word == '\'' ? "'\\''" : "%c", *word);
        else if (strchr(plain, *word) && *word != ':')
            putc(*word, out);
        else
            fprintf(out, "\\%03o", (unsigned char)*word);
    }
    fputs(is_shown ? "'" : "')\"", out);
    fclose(out);
    return text;
}

void text_print(FILE *out, const char *text, enum text_keep keep)
{
    char *clean = text_clean(text, keep);
    fputs(clean, out);
    free(clean);
}

void text_line(FILE *out, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    char *line = xvasprintf(fmt, args);
    va_end(args);
    text_print(out, line, TEXT_LINE);
    putc('\n', out);
    free(line);
}

void text_print_markup(FILE *out, const char *text, enum text_keep keep)
{
    char *clean = text_clean(text, keep);
    for (const char *s = clean; *s;) {
        size_t n = strcspn(s, "&<>\"'");
        fwrite(s, 1, n, out);
        s += n;
        switch (*s) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        case '\'': fputs("&#39;", out); break;
        default: continue; /* the end */
        }
        s++;
    }
    free(clean);
}

size_t text_width(const char *text)
{
    size_t width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

/* Three figures, without zeros at the end. */
static void print_rounded(char *text, size_t size, double value, const char *unit)
{
    int n = snprintf(text, size, "%.*f", value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value);
    if (strchr(text, '.')) {
        while (text[n - 1] == '0')
            n--;
        n -= text[n - 1] == '.';
    }
    snprintf(text + n, size - (size_t)n, " %s", unit);
}

char *text_time(uint64_t ns, char buffer[32])
{
    static const struct {
        uint64_t below;
        double per;
        const char *unit;
    } units[] = {
        { 1000ull, 1, "ns" },
        { 10000ull, 1e3, "us" }, /* from a hundredth of a millisecond on these tell enough */
        { 1000000000ull, 1e6, "ms" },
        { 10000 * 1000000000ull, 1e9, "s" },
        { 48 * 3600 * 1000000000ull, 3600e9, "hours" },
    };
    if (ns % 1000000 == 0 && ns < 10000000000ull) { /* what loops count in is told as it is */
        snprintf(buffer, 32, "%llu ms", (unsigned long long)(ns / 1000000));
        return buffer;
    }
    for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
        if (ns < units[i].below) {
            print_rounded(buffer, 32, (double)ns / units[i].per, units[i].unit);
            return buffer;
        }
    }
    print_rounded(buffer, 32, (double)ns / 86400e9, "days");
    return buffer;
}
