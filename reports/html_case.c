#include "reports/html.h"

#include <string.h>
#include "base/lex.h"

enum {
    ROWS_MAX = 200,   /* of an expected result's trace; a broken one is shown whole */
    PICTURE_MAX = 80, /* events of an expected result that is drawn */
};

static bool is_broken(const struct result *r)
{
    return !verdict_is_expected(r->verdict);
}

static void print_ns(FILE *out, uint64_t ns)
{
    char buffer[32];
    fputs(lex_print_duration(ns, buffer), out);
}

/* The event that asked for this one: by name if it has one, else by number. */
static void print_cause(FILE *out, const struct result *r, const struct result_event *e)
{
    if (e->cause == 0) {
        fputs("main", out);
        return;
    }
    fprintf(out, "#%u", e->cause - 1);
    for (size_t i = 0; i < r->event_count; i++) {
        if (r->event[i].index == e->cause - 1 && *r->event[i].label) {
            putc(' ', out);
            html_text(out, r->event[i].label);
        }
    }
}

static void print_event(FILE *out, const struct result *r, const struct result_event *e)
{
    fprintf(out, "<tr%s><td>%llu</td><td>", e->is_callback ? " class=\"callback\"" : "",
            (unsigned long long)e->index);
    print_ns(out, e->at_ns);
    fputs("</td><td>", out);
    html_text(out, e->phase);
    fprintf(out, "</td><td>%u</td><td>", e->iteration);
    html_text(out, e->kind);
    fputs("</td><td>", out);
    html_text(out, e->label);
    if (e->has_value) {
        fputs(" = ", out);
        html_text(out, e->value);
    }
    fputs("</td><td>", out);
    if (e->is_callback && e->due_ns != TRACE_NO_DUE)
        print_ns(out, e->due_ns);
    fputs("</td><td>", out);
    if (e->is_callback && e->took_ns > 0)
        print_ns(out, e->took_ns);
    fputs("</td><td>", out);
    print_cause(out, r, e);
    fputs("</td></tr>\n", out);
}

static void print_gap(FILE *out, uint64_t left_out)
{
    fprintf(out, "<tr class=\"gap\"><td colspan=\"9\">%llu event%s left out</td></tr>\n",
            (unsigned long long)left_out, left_out == 1 ? "" : "s");
}

static void print_trace(FILE *out, const struct result *r)
{
    size_t shown = is_broken(r) || r->event_count < ROWS_MAX ? r->event_count : ROWS_MAX;
    fprintf(out, "<details class=\"trace\"><summary>trace, %llu event%s</summary>",
            (unsigned long long)r->events, r->events == 1 ? "" : "s");
    fputs("<div class=\"wide\"><table>\n<thead><tr><th>#</th><th>at</th><th>phase</th>"
          "<th>iteration</th><th>kind</th><th>label</th><th>due</th><th>took</th>"
          "<th>asked by</th></tr></thead>\n<tbody>\n",
          out);
    uint64_t next = 0;
    for (size_t i = 0; i < shown; i++) {
        if (r->event[i].index > next)
            print_gap(out, r->event[i].index - next);
        print_event(out, r, &r->event[i]);
        next = r->event[i].index + 1;
    }
    if (next < r->events)
        print_gap(out, r->events - next);
    fputs("</tbody></table></div></details>\n", out);
}

static void print_block(FILE *out, const char *name, const char *text)
{
    if (!text || !*text)
        return;
    fprintf(out, "<h5>%s</h5><pre>", name);
    html_text(out, text);
    fputs("</pre>\n", out);
}

static bool is_drawn(const struct result *r)
{
    return r->event_count > 0 && (is_broken(r) || r->event_count <= PICTURE_MAX);
}

/* The anchor is inside the <details>: going there opens it. */
static void print_heading(const struct html *h, const struct html_row *row, size_t run)
{
    fprintf(h->out, "<section class=\"result\" id=\"case-%zu-%zu\"><h4>", row->number, run + 1);
    html_text(h->out, h->run[run].run.backend);
    fputs(" <small>", h->out);
    html_text(h->out, h->run[run].run.version);
    fputs("</small> ", h->out);
    html_badge(h->out, row->cell[run]->verdict);
    fputs("</h4>\n", h->out);
}

static void print_result(FILE *out, const struct result *r)
{
    if (r->reason && *r->reason) {
        fputs("<p>", out);
        html_text(out, r->reason);
        fputs("</p>\n", out);
    }
    if (r->unjudged > 0)
        fprintf(out, "<p class=\"soft\">%u pin%s not judged: this backend cannot show them</p>\n",
                r->unjudged, r->unjudged == 1 ? "" : "s");
    print_block(out, "the broken promise", r->detail);
    if (is_drawn(r))
        html_timeline(out, r);
    if (r->event_count > 0)
        print_trace(out, r);
    print_block(out, "it printed", r->output);
    if (is_broken(r))
        print_block(out, "see it again", r->replay);
    fputs("</section>\n", out);
}

void html_case(const struct html *h, const struct html_row *row)
{
    const struct result *first = html_row_first(h, row);
    fprintf(h->out, "<details class=\"case\"%s>\n<summary><b>",
            html_row_is_broken(h, row) ? " open" : "");
    html_text(h->out, row->name);
    fputs("</b> ", h->out);
    for (size_t i = 0; i < h->runs; i++)
        if (row->cell[i])
            html_badge(h->out, row->cell[i]->verdict);
    fprintf(h->out, "</summary>\n<p class=\"promise\" id=\"case-%zu\">", row->number);
    html_text(h->out, first->title);
    for (size_t i = 0; i < first->rule_count; i++) {
        fputs(" <span class=\"rule\">", h->out);
        html_text(h->out, first->rule[i]);
        fputs("</span>", h->out);
    }
    fputs("</p>\n", h->out);
    for (size_t i = 0; i < h->runs; i++) {
        if (!row->cell[i])
            continue;
        print_heading(h, row, i);
        print_result(h->out, row->cell[i]);
    }
    fputs("</details>\n", h->out);
}
