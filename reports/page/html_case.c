#include "reports/page/html.h"

#include <stdlib.h>
#include <string.h>
#include "match/marks.h"

static bool is_broken(const struct result *r)
{
    return !verdict_is_expected(r->verdict);
}

static void print_block(FILE *out, const char *name, const char *text)
{
    if (!text || !*text)
        return;
    fprintf(out, "<h5>%s</h5><pre>", name);
    html_text(out, text);
    fputs("</pre>", out);
}

static void print_fold(FILE *out, const char *class, const char *name, const char *text)
{
    if (!text || !*text)
        return;
    fprintf(out, "<details class=\"%s\"><summary>%s</summary><pre>", class, name);
    html_text(out, text);
    fputs("</pre></details>", out);
}

/* ---- the promise ---- */

static void print_rule(const struct html *h, const char *id)
{
    const struct about_rule *rule = about_find_rule(h->about, id);
    fputs("<li>", h->out);
    if (!rule) {
        fputs("<b class=\"id\">", h->out);
        html_line(h->out, id);
        fputs("</b></li>", h->out);
        return;
    }
    fputs("<a class=\"id\" ", h->out);
    html_href(h->out, 'r', id, 0);
    putc('>', h->out);
    html_line(h->out, id);
    fputs("</a> ", h->out);
    html_line(h->out, rule->says);
    for (size_t i = 0; i < rule->source_count; i++) {
        const struct about_source *s = about_find_source(h->about, rule->source[i]);
        fputs(i > 0 ? ", " : " <span class=\"soft\">", h->out);
        html_line(h->out, s ? s->title : rule->source[i]);
    }
    fputs(rule->source_count > 0 ? "</span></li>" : "</li>", h->out);
}

static void print_promise(const struct html *h, const struct html_row *row)
{
    const struct result *first = html_row_first(h, row);
    fputs("<ul class=\"rules\" ", h->out);
    html_id(h->out, 'c', row->name, row->twin);
    putc('>', h->out);
    for (size_t i = 0; i < first->rule_count; i++)
        print_rule(h, first->rule[i]);
    fputs("</ul>", h->out);
}

/* ---- the expected trace, marked ---- */

static char mark_at(const struct result *r, size_t line)
{
    return r && r->marks && line < strlen(r->marks) ? r->marks[line] : MARK_NOTHING;
}

/* A column for each backend that was judged: what it made of this line. */
static void print_marks(const struct html *h, const struct html_row *row, size_t line)
{
    static const struct {
        char mark;
        const char *shown;
    } marks[] = {
        { MARK_MET, "<i>✓</i>" },
        { MARK_BROKEN, "<i class=\"fail\">✗</i>" },
        { MARK_UNKNOWN, "<i class=\"skip\">?</i>" },
        { MARK_NOT_SO, "<i class=\"skip\">~</i>" },
        { MARK_NOTHING, "<i></i>" },
    };
    for (size_t i = 0; i < h->runs; i++) {
        const struct result *r = row->cell[i];
        if (!r || !r->marks || !*r->marks)
            continue;
        char mark = mark_at(r, line);
        for (size_t k = 0; k < ARRAY_SIZE(marks); k++)
            if (marks[k].mark == mark)
                fputs(marks[k].shown, h->out);
    }
    fputs("  ", h->out);
}

/* What the line is to the worst-off of them: broken, judged, or nothing. */
static const char *class_of_line(const struct html *h, const struct html_row *row, size_t line)
{
    const char *class = "soft";
    for (size_t i = 0; i < h->runs; i++) {
        char mark = mark_at(row->cell[i], line);
        if (mark == MARK_BROKEN)
            return "bad";
        if (mark != MARK_NOTHING)
            class = NULL;
    }
    return class;
}

static void print_expected(const struct html *h, const struct html_row *row)
{
    const char *text = row->about->expected;
    if (!text)
        return;
    fputs("<div><h5>expected</h5><pre class=\"expected\">", h->out);
    for (size_t line = 0; *text; line++) {
        size_t n = strcspn(text, "\n");
        char *words = xstrndup(text, n);
        const char *class = class_of_line(h, row, line);
        print_marks(h, row, line);
        if (class)
            fprintf(h->out, "<span class=\"%s\">", class);
        html_text(h->out, words);
        fputs(class ? "</span>\n" : "\n", h->out);
        free(words);
        text += n + (text[n] == '\n');
    }
    fputs("</pre></div>", h->out);
}

static void print_about(const struct html *h, const struct html_row *row)
{
    const struct about_case *about = row->about;
    if (!about)
        return;
    fputs("<div class=\"pair\"><div><h5>scenario <span class=\"soft\">", h->out);
    html_line(h->out, about->path);
    fputs("</span></h5><pre>", h->out);
    html_text(h->out, about->scenario);
    fputs("</pre></div>", h->out);
    print_expected(h, row);
    fputs("</div>", h->out);
}

/* ---- what each backend did ---- */

static bool is_same_text(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

static bool is_same_event(const struct result_event *a, const struct result_event *b)
{
    return a->index == b->index && a->at_ns == b->at_ns && a->due_ns == b->due_ns &&
           a->took_ns == b->took_ns && a->iteration == b->iteration && a->cause == b->cause &&
           a->is_callback == b->is_callback && is_same_text(a->label, b->label) &&
           is_same_text(a->kind, b->kind) && is_same_text(a->phase, b->phase) &&
           is_same_text(a->value, b->value);
}

static bool is_same_figures(const struct figures *a, const struct figures *b)
{
    if (!a || !b)
        return a == b;
    return a->phases == b->phases && a->iterations == b->iterations &&
           a->starvation_ns == b->starvation_ns && a->busy_ns == b->busy_ns &&
           a->starvation_callbacks == b->starvation_callbacks && a->idle_ns == b->idle_ns;
}

/* Did the two do the same? Then one trace and one picture stand for both. */
static bool is_same_trace(const struct result *a, const struct result *b)
{
    if (a->event_count != b->event_count || a->events != b->events ||
        a->broken_count != b->broken_count ||
        memcmp(a->broken, b->broken, a->broken_count * sizeof *a->broken) != 0 ||
        is_broken(a) != is_broken(b) || !is_same_figures(a->figures, b->figures))
        return false;
    for (size_t i = 0; i < a->event_count; i++)
        if (!is_same_event(&a->event[i], &b->event[i]))
            return false;
    return true;
}

static void print_heading(const struct html *h, const struct html_row *row, size_t run)
{
    const struct result *r = row->cell[run];
    fputs("<h4>", h->out);
    html_badge(h->out, r->verdict);
    html_line(h->out, h->run[run].run.backend);
    fputs(" <small>", h->out);
    html_line(h->out, h->run[run].run.version);
    fputs("</small></h4>", h->out);
    if (r->reason && *r->reason) {
        fputs("<p class=\"reason\">", h->out);
        html_text(h->out, r->reason);
        fputs("</p>", h->out);
    }
    if (r->unjudged > 0)
        fprintf(h->out, "<p class=\"soft\">%u pin%s not judged: this backend cannot show them</p>",
                r->unjudged, r->unjudged == 1 ? "" : "s");
    print_fold(h->out, "fold told", "the broken promise, as the terminal tells it", r->detail);
    print_block(h->out, "it printed", r->output);
    if (r->replay && *r->replay && r->verdict != VERDICT_SKIP) {
        fputs("<kbd>", h->out);
        html_text(h->out, r->replay);
        fputs("</kbd>", h->out);
    }
}

static void print_trace(FILE *out, const struct result *r)
{
    if (is_broken(r) && r->event_count > 0)
        html_timeline(out, r);
    if (r->figures)
        html_figures(out, r, is_broken(r));
    if (r->event_count > 0)
        html_trace(out, r);
}

/* The run that did first what `run` did; itself if it is the first. */
static size_t find_same(const struct html_row *row, size_t run)
{
    for (size_t i = 0; i < run; i++)
        if (row->cell[i] && is_same_trace(row->cell[i], row->cell[run]))
            return i;
    return run;
}

static void print_results(const struct html *h, const struct html_row *row, bool broken)
{
    for (size_t i = 0; i < h->runs; i++) {
        const struct result *r = row->cell[i];
        if (!r || is_broken(r) != broken || find_same(row, i) != i)
            continue;
        fputs("<section class=\"result\">", h->out);
        for (size_t k = i; k < h->runs; k++)
            if (row->cell[k] && find_same(row, k) == i)
                print_heading(h, row, k);
        print_trace(h->out, r);
        fputs("</section>", h->out);
    }
}

void html_case(const struct html *h, const struct html_row *row)
{
    fputs("<div class=\"body\">", h->out);
    print_promise(h, row);
    print_about(h, row);
    print_results(h, row, true);
    print_results(h, row, false);
    if (row->about) {
        print_fold(h->out, "fold", "as JavaScript", row->about->js);
        print_fold(h->out, "fold", "as C for libuv", row->about->c);
    }
    fputs("</div>", h->out);
}
