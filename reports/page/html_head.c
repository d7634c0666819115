/* From the first byte of the page to its matrix: policy, totals, runs, filters. */
#include "reports/page/html.h"

#include <stdlib.h>
#include <string.h>
#include "base/text.h"

/* The digest of the script as a policy wants it: from hexadecimal to base 64. */
static void print_digest(FILE *out)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned bits = 0, held = 0, printed = 0;
    for (const char *s = html_script_sha256; *s; s++) {
        bits = bits << 4 | (unsigned)(*s <= '9' ? *s - '0' : *s - 'a' + 10);
        held += 4;
        if (held < 6)
            continue;
        held -= 6;
        putc(letters[bits >> held & 63], out);
        printed++;
    }
    if (held > 0) {
        putc(letters[bits << (6 - held) & 63], out);
        printed++;
    }
    for (; printed % 4; printed++)
        putc('=', out);
}

static void print_run(FILE *out, const struct html_run *r)
{
    fputs("<li class=\"run\"><h2>", out);
    html_line(out, r->run.backend);
    fputs(" <small>", out);
    html_line(out, r->run.version);
    fputs("</small></h2>", out);
    html_share(out, &r->summary);
    fputs("<p>", out);
    result_summary_print(&r->summary, out);
    fputs("</p><p class=\"soft\">profile ", out);
    html_line(out, r->run.profile);
    fputs("<br>", out);
    if (r->run.note) {
        html_line(out, r->run.note);
        fputs("<br>", out);
    }
    if (r->run.shard) {
        result_shard_print(r->run.shard, out);
        fputs("<br>", out);
    }
    html_line(out, r->run.clock);
    fputs(" clock, ", out);
    html_line(out, r->run.os);
    fputs(", ", out);
    text_print_time(out, r->summary.real_ns > 0 ? r->summary.real_ns : r->real_ns);
    if (r->virtual_ns > 0) {
        fputs(" for ", out);
        text_print_time(out, r->virtual_ns);
        fputs(" in the loop", out);
    }
    fputs("</p></li>\n", out);
}

static void print_header(const struct html *h, const struct result_summary *all)
{
    fprintf(h->out, "<header class=\"%s\">\n<p class=\"soft\">loopspec ",
            result_summary_is_green(all) && result_summary_total(all) > 0 ? "green" : "red");
    html_line(h->out, h->version);
    fputs(" conformance report", h->out);
    if (h->date) { /* 2026-01-31T12:00:00Z, as people write it */
        fputs(" of <time datetime=\"", h->out);
        html_value(h->out, h->date);
        fputs("\">", h->out);
        char *day = xstrndup(h->date, strcspn(h->date, "T"));
        html_line(h->out, day);
        if (strlen(h->date) >= 16)
            fprintf(h->out, " %c%c:%c%c UTC", h->date[11], h->date[12], h->date[14], h->date[15]);
        fputs("</time>", h->out);
        free(day);
    }
    fputs("</p>\n<h1>", h->out);
    result_summary_headline(all, h->out);
    fputs("</h1>\n<ul class=\"runs\">\n", h->out);
    for (size_t i = 0; i < h->runs; i++)
        print_run(h->out, &h->run[i]);
    fputs("</ul>\n</header>\n", h->out);
}

void html_head(const struct html *h, const struct result_summary *all)
{
    fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "style-src 'unsafe-inline'; script-src 'sha256-",
          h->out);
    print_digest(h->out);
    fputs("'\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<title>loopspec: ",
          h->out);
    result_summary_headline(all, h->out);
    fprintf(h->out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", html_style);
    print_header(h, all);
}

/* ---- filters; shown by the script that they need ---- */

static void print_families(const struct html *h)
{
    const char *last = NULL;
    fputs("<select id=\"by-family\" aria-label=\"family\"><option value=\"\">every family</option>",
          h->out);
    for (size_t i = 0; i < h->rows; i++) {
        size_t n = html_family(h->row[i].name);
        if (n == 0 || (last && strlen(last) > n && strncmp(last, h->row[i].name, n + 1) == 0))
            continue;
        last = h->row[i].name;
        char *family = xstrndup(last, n);
        fputs("<option>", h->out);
        html_line(h->out, family);
        fputs("</option>", h->out);
        free(family);
    }
    fputs("</select>\n", h->out);
}

static void print_rule_ids(const struct html *h)
{
    fputs("<input id=\"by-rule\" list=\"rule-ids\" placeholder=\"rule, e.g. TIMER-1\" "
          "aria-label=\"rule\" autocomplete=\"off\" spellcheck=\"false\">\n"
          "<datalist id=\"rule-ids\">",
          h->out);
    for (size_t i = 0; h->about && i < h->about->rule_count; i++) {
        fputs("<option value=\"", h->out);
        html_value(h->out, h->about->rule[i].id);
        fputs("\">", h->out);
    }
    fputs("</datalist>\n", h->out);
}

void html_filter(const struct html *h, const struct result_summary *all)
{
    fprintf(h->out,
            "<nav class=\"tools\">\n<p class=\"links\"><a href=\"#cases\">Cases "
            "<small>%zu</small></a>",
            h->rows);
    if (h->about)
        fprintf(h->out,
                "<a href=\"#rules\">Rules <small>%zu</small></a><a href=\"#documents\">Documents "
                "<small>%zu</small></a>",
                h->about->rule_count, h->about->source_count);
    fputs("</p>\n<form id=\"filter\" hidden>\n"
          "<input id=\"by-text\" type=\"search\" placeholder=\"name, title or reason\" "
          "aria-label=\"text\" autocomplete=\"off\" spellcheck=\"false\">\n",
          h->out);
    print_families(h);
    print_rule_ids(h);
    fputs("<span class=\"chips\">", h->out);
    for (size_t v = 0; v < VERDICT_COUNT; v++)
        if (all->count[v] > 0)
            fprintf(h->out,
                    "<button type=\"button\" class=\"chip %s\" data-verdict=\"%s\" "
                    "aria-pressed=\"false\">%s <small>%zu</small></button>",
                    verdict_name((enum verdict)v), verdict_name((enum verdict)v),
                    verdict_name((enum verdict)v), all->count[v]);
    fputs("</span>\n<output id=\"shown\"></output>\n</form>\n</nav>\n", h->out);
}
