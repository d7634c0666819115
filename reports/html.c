#include "reports/html.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "reports/report.h"
#include "reports/text.h"

void html_text(FILE *out, const char *text)
{
    char *clean = text_clean(text, TEXT_LINES);
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

void html_badge(FILE *out, enum verdict v)
{
    fprintf(out, "<span class=\"badge %s\">%s</span>", verdict_name(v), verdict_name(v));
}

size_t html_family(const char *name)
{
    return name[strcspn(name, "/")] ? strcspn(name, "/") : 0;
}

static void *begin(FILE *out, const struct report_plan *plan)
{
    struct html *h = xcalloc(1, sizeof *h);
    h->out = out;
    h->runs_planned = plan->runs;
    h->version = arena_strndup(&h->arena, plan->version, strlen(plan->version));
    return h;
}

static void begin_run(void *state, const struct result_run *run)
{
    struct html *h = state;
    assert(h->runs < h->runs_planned);
    GROW(h->run, h->runs, h->run_room);
    struct html_run *to = &h->run[h->runs++];
    *to = (struct html_run){ 0 };
    to->run.backend = arena_strndup(&h->arena, run->backend, strlen(run->backend));
    to->run.version = arena_strndup(&h->arena, run->version, strlen(run->version));
    to->run.profile = arena_strndup(&h->arena, run->profile, strlen(run->profile));
    to->run.clock = arena_strndup(&h->arena, run->clock, strlen(run->clock));
    to->run.os = arena_strndup(&h->arena, run->os, strlen(run->os));
    h->next = 0;
}

static bool fits(const struct html *h, size_t i, const char *name)
{
    return !h->row[i].cell[h->runs - 1] && strcmp(h->row[i].name, name) == 0;
}

/* A case that a run reports twice gets a second row; no result is lost. */
static struct html_row *find_row(struct html *h, const char *name)
{
    if (h->next < h->rows && fits(h, h->next, name))
        return &h->row[h->next];
    for (size_t i = 0; i < h->rows; i++)
        if (fits(h, i, name))
            return &h->row[i];
    GROW(h->row, h->rows, h->row_room);
    struct html_row *row = &h->row[h->rows++];
    row->name = name;
    row->cell = arena_alloc(&h->arena, h->runs_planned * sizeof *row->cell);
    return row;
}

static void take_result(void *state, const struct result *r)
{
    struct html *h = state;
    const struct result *copy = result_copy(&h->arena, r);
    struct html_row *row = find_row(h, copy->name);
    row->cell[h->runs - 1] = copy;
    h->next = (size_t)(row - h->row) + 1;
    h->run[h->runs - 1].real_ns += r->real_ns;
    h->run[h->runs - 1].virtual_ns += r->virtual_ns;
}

static void end_run(void *state, const struct result_summary *summary)
{
    struct html *h = state;
    h->run[h->runs - 1].summary = *summary;
}

static int compare_rows(const void *a, const void *b)
{
    const struct html_row *x = a, *y = b;
    size_t fx = html_family(x->name), fy = html_family(y->name);
    int order = memcmp(x->name, y->name, fx < fy ? fx : fy);
    if (order == 0 && fx != fy)
        order = fx < fy ? -1 : 1;
    if (order == 0)
        order = strcmp(x->name, y->name);
    /* Twice the same case: the order in which they came. */
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

static void sort_rows(struct html *h)
{
    for (size_t i = 0; i < h->rows; i++)
        h->row[i].number = i;
    if (h->rows > 0)
        qsort(h->row, h->rows, sizeof *h->row, compare_rows);
    for (size_t i = 0; i < h->rows; i++)
        h->row[i].number = i + 1;
}

bool html_row_is_broken(const struct html *h, const struct html_row *row)
{
    for (size_t i = 0; i < h->runs; i++)
        if (row->cell[i] && !verdict_is_expected(row->cell[i]->verdict))
            return true;
    return false;
}

const struct result *html_row_first(const struct html *h, const struct html_row *row)
{
    size_t i = 0;
    while (i < h->runs && !row->cell[i])
        i++;
    assert(i < h->runs); /* a row is made for a result */
    return row->cell[i];
}

static struct result_summary add_up(const struct html *h)
{
    struct result_summary all = { 0 };
    for (size_t i = 0; i < h->runs; i++)
        for (size_t v = 0; v < VERDICT_COUNT; v++)
            all.count[v] += h->run[i].summary.count[v];
    return all;
}

static void print_verdict_sentence(FILE *out, const struct result_summary *all)
{
    size_t total = result_summary_total(all), broken = result_summary_broken(all);
    if (total == 0)
        fputs("nothing ran", out);
    else if (broken == 0)
        fprintf(out, "all %zu results as expected", total);
    else
        fprintf(out, "%zu of %zu results not as expected", broken, total);
}

static void print_head(const struct html *h, const struct result_summary *all)
{
    fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" "
          "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<title>loopspec: ",
          h->out);
    print_verdict_sentence(h->out, all);
    fputs("</title>\n<style>\n", h->out);
    for (const char *const *line = html_style; *line; line++)
        fprintf(h->out, "%s\n", *line);
    fputs("</style>\n</head>\n<body>\n", h->out);
}

/* Shares of the verdicts as one bar; the numbers stand beside it. */
static void print_share(FILE *out, const struct result_summary *s)
{
    fputs("<div class=\"share\" aria-hidden=\"true\">", out);
    for (size_t v = 0; v < VERDICT_COUNT; v++)
        if (s->count[v] > 0)
            fprintf(out, "<i class=\"%s\" style=\"flex:%zu\"></i>", verdict_name((enum verdict)v),
                    s->count[v]);
    fputs("</div>\n", out);
}

static void print_run(FILE *out, const struct html_run *r)
{
    fputs("<li class=\"run\"><h2>", out);
    html_text(out, r->run.backend);
    fputs(" <small>", out);
    html_text(out, r->run.version);
    fputs("</small></h2>\n", out);
    print_share(out, &r->summary);
    fputs("<p>", out);
    result_summary_print(&r->summary, out);
    fputs("</p>\n<p class=\"soft\">profile ", out);
    html_text(out, r->run.profile);
    fputs("<br>", out);
    html_text(out, r->run.clock);
    fputs(" clock, ", out);
    html_text(out, r->run.os);
    fputs("<br>", out);
    text_print_time(out, r->real_ns);
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
            result_summary_is_green(all) ? "green" : "red");
    html_text(h->out, h->version);
    fputs(" conformance report</p>\n<h1>", h->out);
    print_verdict_sentence(h->out, all);
    fputs("</h1>\n<ul class=\"runs\">\n", h->out);
    for (size_t i = 0; i < h->runs; i++)
        print_run(h->out, &h->run[i]);
    fputs("</ul>\n</header>\n", h->out);
}

static void print_matrix_row(const struct html *h, const struct html_row *row)
{
    fprintf(h->out, "<tr><th scope=\"row\"><a href=\"#case-%zu\">", row->number);
    html_text(h->out, row->name);
    fputs("</a><span class=\"title\">", h->out);
    html_text(h->out, html_row_first(h, row)->title);
    fputs("</span></th>", h->out);
    for (size_t i = 0; i < h->runs; i++) {
        const struct result *r = row->cell[i];
        if (!r) {
            fputs("<td class=\"none\">–</td>", h->out);
            continue;
        }
        const char *name = verdict_name(r->verdict);
        fprintf(h->out, "<td class=\"%s\"", name);
        if (r->reason && *r->reason) {
            fputs(" title=\"", h->out);
            html_text(h->out, r->reason);
            putc('"', h->out);
        }
        fprintf(h->out, "><a href=\"#case-%zu-%zu\">%s</a></td>", row->number, i + 1, name);
    }
    fputs("</tr>\n", h->out);
}

/* Does the row at `i` begin a family? */
static bool opens_family(const struct html *h, size_t i)
{
    if (i == 0)
        return true;
    const char *a = h->row[i - 1].name, *b = h->row[i].name;
    size_t length = html_family(b);
    return html_family(a) != length || memcmp(a, b, length) != 0;
}

static void print_family(FILE *out, const char *name)
{
    size_t length = html_family(name);
    char *family = length ? xstrndup(name, length) : xstrdup("other cases");
    html_text(out, family);
    free(family);
}

static void print_matrix(const struct html *h)
{
    fputs("<section>\n<h2>Cases</h2>\n<div class=\"wide\"><table class=\"matrix\">\n"
          "<thead><tr><th scope=\"col\">case</th>",
          h->out);
    for (size_t i = 0; i < h->runs; i++) {
        fputs("<th scope=\"col\">", h->out);
        html_text(h->out, h->run[i].run.backend);
        fputs("<small>", h->out);
        html_text(h->out, h->run[i].run.version);
        fputs("</small></th>", h->out);
    }
    fputs("</tr></thead>\n", h->out);
    for (size_t i = 0; i < h->rows; i++) {
        if (opens_family(h, i)) {
            fprintf(h->out, "%s<tbody><tr class=\"family\"><th colspan=\"%zu\" scope=\"rowgroup\">",
                    i > 0 ? "</tbody>\n" : "", h->runs + 1);
            print_family(h->out, h->row[i].name);
            fputs("</th></tr>\n", h->out);
        }
        print_matrix_row(h, &h->row[i]);
    }
    fputs(h->rows > 0 ? "</tbody>\n</table></div>\n</section>\n" : "</table></div>\n</section>\n",
          h->out);
}

/* What is broken comes first and open, the rest closed below the matrix. */
static void print_broken(const struct html *h)
{
    fputs("<section>\n<h2>Not as expected</h2>\n", h->out);
    for (size_t i = 0; i < h->rows; i++)
        if (html_row_is_broken(h, &h->row[i]))
            html_case(h, &h->row[i]);
    fputs("</section>\n", h->out);
}

static void print_expected(const struct html *h)
{
    fputs("<section class=\"rest\">\n<h2>As expected</h2>\n", h->out);
    for (size_t i = 0; i < h->rows; i++)
        if (!html_row_is_broken(h, &h->row[i]))
            html_case(h, &h->row[i]);
    fputs("</section>\n", h->out);
}

static void end(void *state)
{
    struct html *h = state;
    struct result_summary all = add_up(h);
    sort_rows(h);
    print_head(h, &all);
    print_header(h, &all);
    fputs("<main>\n", h->out);
    if (!result_summary_is_green(&all))
        print_broken(h);
    print_matrix(h);
    print_expected(h);
    fputs("</main>\n</body>\n</html>\n", h->out);
    arena_release(&h->arena);
    free(h->run);
    free(h->row);
    free(h);
}

const struct report_format report_html = {
    .name = "html",
    .what = "one page to look at: matrix, broken promises, timelines",
    .tells_about = true,
    .begin = begin,
    .run_begin = begin_run,
    .result = take_result,
    .run_end = end_run,
    .end = end,
};
