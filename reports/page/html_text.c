/* The small pieces that all parts of the page are made of. */
#include "reports/page/html.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/lex.h"
#include "base/text.h"

/* Nearly all text is, and needs no copy. */
static bool is_clean(const char *text, enum text_keep keep)
{
    for (; *text; text++) {
        bool shown = *text >= ' ' && *text <= '~';
        bool kept = keep == TEXT_LINES && (*text == '\n' || *text == '\t');
        if (!shown && !kept)
            return false;
        if (text[0] == text[1] && (*text == '#' || *text == ':'))
            return false; /* it may be a command to somebody */
    }
    return true;
}

static const char *escaped(char c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    default: return "&#39;";
    }
}

static void print_escaped(FILE *out, const char *text, const char *special)
{
    for (;;) {
        size_t n = strcspn(text, special);
        fwrite(text, 1, n, out);
        if (!text[n])
            return;
        fputs(escaped(text[n]), out);
        text += n + 1;
    }
}

static void print(FILE *out, const char *text, enum text_keep keep, const char *special)
{
    if (!text || is_clean(text, keep)) {
        print_escaped(out, text ? text : "", special);
        return;
    }
    char *clean = text_clean(text, keep);
    print_escaped(out, clean, special);
    free(clean);
}

void html_text(FILE *out, const char *text)
{
    print(out, text, TEXT_LINES, "&<>");
}

void html_line(FILE *out, const char *text)
{
    print(out, text, TEXT_LINE, "&<>");
}

void html_value(FILE *out, const char *text)
{
    print(out, text, TEXT_LINE, "&<>\"'");
}

void html_ns(FILE *out, uint64_t ns)
{
    char buffer[32];
    fputs(lex_print_duration(ns, buffer), out);
}

/* Names are paths, so most of them stay as they are; everything else is percent-encoded,
 * in the id too, so that both are the same word. */
static void print_name(FILE *out, char what, const char *name, size_t twin)
{
    fprintf(out, "%c/", what);
    for (; *name; name++) {
        if (isalnum((unsigned char)*name) || strchr("/-_.", *name))
            putc(*name, out);
        else
            fprintf(out, "_%02x", (unsigned char)*name);
    }
    if (twin > 0)
        fprintf(out, "~%zu", twin + 1);
}

void html_id(FILE *out, char what, const char *name, size_t twin)
{
    fputs("id=\"", out);
    print_name(out, what, name, twin);
    putc('"', out);
}

void html_href(FILE *out, char what, const char *name, size_t twin)
{
    fputs("href=\"#", out);
    print_name(out, what, name, twin);
    putc('"', out);
}

void html_badge(FILE *out, enum verdict v)
{
    fprintf(out, "<span class=\"badge %s\">%s</span>", verdict_name(v), verdict_name(v));
}

void html_share(FILE *out, const struct result_summary *s)
{
    fputs("<span class=\"share\" aria-hidden=\"true\">", out);
    for (size_t v = 0; v < VERDICT_COUNT; v++)
        if (s->count[v] > 0)
            fprintf(out, "<i class=\"%s\" style=\"flex:%zu\"></i>", verdict_name((enum verdict)v),
                    s->count[v]);
    fputs("</span>", out);
}

size_t html_family(const char *name)
{
    return name[strcspn(name, "/")] ? strcspn(name, "/") : 0;
}

const struct result *html_row_first(const struct html *h, const struct html_row *row)
{
    size_t i = 0;
    while (i < h->runs && !row->cell[i])
        i++;
    return i < h->runs ? row->cell[i] : NULL; /* a row is made for a result */
}
