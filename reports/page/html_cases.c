/* The matrix: a group for what is broken, a group for each family, a row for each case.
 * Groups and rows are folds, so that the page opens as an overview, whatever its size. */
#include "reports/page/html.h"

#include <stdlib.h>
#include <string.h>

enum {
    OPEN_MAX = 20,   /* broken cases that are open from the start */
    GLANCE_MAX = 60, /* cases of a report whose families are open from the start */
};

void html_columns(const struct html *h, const char *what)
{
    fprintf(h->out, "<div class=\"row columns\"><span>%s</span>", what);
    for (size_t i = 0; i < h->runs; i++) {
        fputs("<span class=\"column\">", h->out);
        html_line(h->out, h->run[i].run.backend);
        fputs(" <small>", h->out);
        html_line(h->out, h->run[i].run.version);
        fputs("</small></span>", h->out);
    }
    fputs("</div>\n", h->out);
}

/* The title names the backend: a narrow page shows it in front of the verdict. */
static void open_cell(const struct html *h, size_t run, const char *class)
{
    fprintf(h->out, "<span class=\"cell %s\" title=\"", class);
    html_value(h->out, h->run[run].run.backend);
    fputs("\">", h->out);
}

static void print_row(const struct html *h, const struct html_row *row, bool open)
{
    const struct result *first = html_row_first(h, row);
    size_t n = html_family(row->name);
    fprintf(h->out, "<details class=\"case\"%s><summary class=\"row\"><span class=\"name\">",
            open ? " open" : "");
    char *family = xstrndup(row->name, n > 0 ? n + 1 : 0);
    fputs("<i>", h->out);
    html_line(h->out, family);
    free(family);
    fputs("</i>", h->out);
    html_line(h->out, row->name + (n > 0 ? n + 1 : 0));
    fputs("<small>", h->out);
    html_line(h->out, first->title);
    fputs("</small></span>", h->out);
    for (size_t i = 0; i < h->runs; i++) {
        const struct result *r = row->cell[i];
        open_cell(h, i, r ? verdict_name(r->verdict) : "none");
        fprintf(h->out, "%s</span>",
                !r                      ? "–"
                : result_was_not_run(r) ? "not run"
                                        : verdict_name(r->verdict));
    }
    fputs("</summary>\n", h->out);
    html_case(h, row);
    fputs("</details>\n", h->out);
}

/* ---- groups ---- */

static bool is_same_family(const char *a, const char *b)
{
    size_t n = html_family(a);
    return html_family(b) == n && memcmp(a, b, n) == 0;
}

static struct result_summary count_column(const struct html *h, size_t from, size_t to, size_t run)
{
    struct result_summary s = { 0 };
    for (size_t i = from; i < to; i++)
        if (h->row[i].cell[run])
            result_summary_count(&s, h->row[i].cell[run]);
    return s;
}

/* "all 12", or what there is more than one of: "1 fail", "10 of 12". */
static void print_group_cell(const struct html *h, size_t from, size_t to, size_t run)
{
    struct result_summary s = count_column(h, from, to, run);
    size_t broken = result_summary_broken(&s), total = result_summary_total(&s);
    open_cell(h, run, broken ? "sum fail" : "sum pass");
    html_share(h->out, &s);
    if (total == 0)
        fputs("–", h->out);
    else if (broken > 0)
        fprintf(h->out, "%zu broken", broken);
    else if (s.count[VERDICT_PASS] == total)
        fprintf(h->out, "%zu pass", total);
    else
        fprintf(h->out, "%zu of %zu", s.count[VERDICT_PASS], total);
    fputs("</span>", h->out);
}

static void open_group(const struct html *h, size_t from, size_t to, bool open)
{
    size_t n = html_family(h->row[from].name), above = 0;
    for (size_t i = from; i < to; i++)
        above += h->row[i].broken;
    char *family = n ? xstrndup(h->row[from].name, n) : xstrdup("other cases");
    fprintf(h->out, "<details class=\"group\"%s><summary class=\"row\"><span class=\"name\"><b>",
            open ? " open" : "");
    html_line(h->out, family);
    fprintf(h->out, "</b> <small class=\"count\">%zu case%s", to - from, to - from == 1 ? "" : "s");
    if (above > 0)
        fprintf(h->out, ", %zu of them above", above);
    fputs("</small></span>", h->out);
    for (size_t i = 0; i < h->runs; i++)
        print_group_cell(h, from, to, i);
    fputs("</summary>\n", h->out);
    free(family);
}

static void print_families(const struct html *h)
{
    for (size_t from = 0, to; from < h->rows; from = to) {
        for (to = from + 1; to < h->rows && is_same_family(h->row[from].name, h->row[to].name);)
            to++;
        open_group(h, from, to, h->rows <= GLANCE_MAX);
        for (size_t i = from; i < to; i++)
            if (!h->row[i].broken)
                print_row(h, &h->row[i], false);
        fputs("</details>\n", h->out);
    }
}

/* What is broken comes first, whatever its family, and open. */
static void print_broken(const struct html *h)
{
    size_t broken = 0;
    for (size_t i = 0; i < h->rows; i++)
        broken += h->row[i].broken;
    if (broken == 0)
        return;
    fprintf(h->out,
            "<details class=\"group broken\" open><summary class=\"row\"><span class=\"name\">"
            "<b>Not as expected</b> <small class=\"count\">%zu case%s</small></span></summary>\n",
            broken, broken == 1 ? "" : "s");
    for (size_t i = 0; i < h->rows; i++)
        if (h->row[i].broken)
            print_row(h, &h->row[i], broken <= OPEN_MAX);
    fputs("</details>\n", h->out);
}

void html_cases(const struct html *h)
{
    fputs("<section id=\"cases\" class=\"matrix\">\n<h2>Cases</h2>\n<div class=\"wide\">\n",
          h->out);
    html_columns(h, "case");
    print_broken(h);
    print_families(h);
    fputs("</div>\n</section>\n", h->out);
}
