#include "reports/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"

static const struct {
    uint32_t first, last;
} obeyed[] = {
    { 0x00, 0x1f },     /* C0 */
    { 0x7f, 0x9f },     /* DEL and C1: some terminals take U+009B for an escape */
    { 0x200e, 0x200f }, /* marks of writing direction */
    { 0x2028, 0x202e }, /* line separators, embeddings, overrides */
    { 0x2066, 0x2069 }, /* isolates */
    { 0xfffe, 0xffff }, /* no characters: XML has no place for them */
};

/* The length of the character at `s` and its number, or 0 if it is not UTF-8:
 * too long a form, a surrogate, beyond U+10FFFF, or cut off. */
static size_t decode(const unsigned char *s, uint32_t *character)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    if (s[0] < 0x80) {
        *character = s[0];
        return 1;
    }
    size_t length = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4)
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

char *text_clean(const char *text, enum text_keep keep)
{
    const unsigned char *s = (const unsigned char *)(text ? text : "");
    char *clean = xmalloc(4 * strlen((const char *)s) + 1);
    char *to = clean;
    while (*s) {
        uint32_t c = 0;
        size_t length = decode(s, &c);
        if (length > 0 && is_kept(c, keep)) {
            memcpy(to, s, length);
            to += length;
            s += length;
            continue;
        }
        /* An invalid byte goes alone; what follows may be valid again. */
        for (size_t left = length ? length : 1; left > 0; left--)
            to += sprintf(to, "\\x%02x", (unsigned)*s++);
    }
    *to = '\0';
    return clean;
}

void text_print(FILE *out, const char *text, enum text_keep keep)
{
    char *clean = text_clean(text, keep);
    fputs(clean, out);
    free(clean);
}

void text_print_markup(FILE *out, const char *text, enum text_keep keep)
{
    char *clean = text_clean(text, keep);
    for (const char *s = clean; *s; s++) {
        switch (*s) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        case '\'': fputs("&#39;", out); break;
        default: putc(*s, out);
        }
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

void text_print_time(FILE *out, unsigned long long ns)
{
    if (ns < 10000000ull)
        fprintf(out, "%.1f ms", (double)ns / 1e6);
    else if (ns < 1000000000ull)
        fprintf(out, "%.0f ms", (double)ns / 1e6);
    else if (ns < 10000 * 1000000000ull)
        fprintf(out, "%.1f s", (double)ns / 1e9);
    else if (ns < 48 * 3600 * 1000000000ull)
        fprintf(out, "%.1f hours", (double)ns / 3600e9);
    else
        fprintf(out, "%.1f days", (double)ns / 86400e9);
}
