/* A trace as text in columns. It is the one form in which the page holds a trace: people
 * read it, and the script draws from it. A column without a value has a dash, so that
 * words count; the label comes last, since it may hold anything. The heading of the columns is
 * in the style sheet, once. */
#include "reports/page/html.h"

#include <string.h>
#include "base/lex.h"

/* Of a trace that nobody has to search for a fault; pictures of more events have no words
 * either. */
enum { HEAD_MAX = 150, TAIL_MAX = 50 };

static const char *duration(uint64_t ns, bool has, char buffer[32])
{
    return has ? lex_print_duration(ns, buffer) : "-";
}

/* One word, whatever stands in a file that somebody else wrote. */
static void print_word(FILE *out, const char *word, int width)
{
    char buffer[24];
    size_t n = 0;
    for (; n < sizeof buffer - 1 && word[n]; n++)
        buffer[n] = strchr(" \t\n", word[n]) ? '_' : word[n];
    buffer[n] = '\0';
    html_line(out, n > 0 ? buffer : "-");
    for (int k = (int)n; k < width; k++)
        putc(' ', out);
}

static void print_event(FILE *out, const struct result_event *e)
{
    char at[32], due[32], took[32], by[16] = "main";
    if (e->cause > 0)
        snprintf(by, sizeof by, "#%u", e->cause - 1);
    fprintf(out, "%4llu %6s ", (unsigned long long)e->index, lex_print_duration(e->at_ns, at));
    print_word(out, e->phase, 7);
    fprintf(out, " %3u ", e->iteration);
    print_word(out, e->kind, 9);
    fprintf(out, " %6s %5s %5s  ",
            duration(e->due_ns, e->is_callback && e->due_ns != TRACE_NO_DUE, due),
            duration(e->took_ns, e->is_callback && e->took_ns > 0, took), by);
    html_line(out, e->label);
    if (e->has_value) {
        fputs(" = ", out);
        html_line(out, e->value);
    }
}

static bool is_broken_event(const struct result *r, uint64_t index)
{
    for (size_t i = 0; i < r->broken_count; i++)
        if (r->broken[i] == index)
            return true;
    return false;
}

static void print_gap(FILE *out, uint64_t left_out)
{
    fprintf(out, "      … %llu event%s left out\n", (unsigned long long)left_out,
            left_out == 1 ? "" : "s");
}

void html_trace(FILE *out, const struct result *r)
{
    fprintf(out,
            "<details class=\"fold\"><summary>trace, %llu event%s</summary><pre class=\"trace\"",
            (unsigned long long)r->events, r->events == 1 ? "" : "s");
    for (size_t i = 0; i < r->broken_count; i++)
        fprintf(out, "%s%llu", i > 0 ? " " : " data-broken=\"", (unsigned long long)r->broken[i]);
    fputs(r->broken_count > 0 ? "\">" : ">", out);
    bool whole = !verdict_is_expected(r->verdict) || r->event_count <= HEAD_MAX + TAIL_MAX;
    uint64_t next = 0;
    for (size_t i = 0; i < r->event_count; i++) {
        const struct result_event *e = &r->event[i];
        bool broken = is_broken_event(r, e->index);
        if (!whole && i >= HEAD_MAX && i < r->event_count - TAIL_MAX)
            continue;
        if (e->index > next)
            print_gap(out, e->index - next);
        fputs(broken ? "<b class=\"bad\">" : "", out);
        print_event(out, e);
        fputs(broken ? "</b>\n" : "\n", out);
        next = e->index + 1;
    }
    if (next < r->events)
        print_gap(out, r->events - next);
    fputs("</pre></details>", out);
}
