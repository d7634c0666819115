/* The rules against the backends, and the documents against the rules. */
#include "reports/page/html.h"

#include <stdlib.h>
#include <string.h>

/* A row that proves a rule; sorted by rule, then by place on the page. */
struct proof {
    size_t rule;
    const struct html_row *row;
};

struct proofs {
    struct proof *item;
    size_t count, room;
    size_t *first; /* by rule; one more at the end */
};

static int compare_proofs(const void *a, const void *b)
{
    const struct proof *x = a, *y = b;
    if (x->rule != y->rule)
        return x->rule < y->rule ? -1 : 1;
    return (x->row->number > y->row->number) - (x->row->number < y->row->number);
}

static void proofs_init(struct proofs *p, const struct html *h)
{
    *p = (struct proofs){ 0 };
    for (size_t i = 0; i < h->rows; i++) {
        const struct result *r = html_row_first(h, &h->row[i]);
        for (size_t k = 0; k < r->rule_count; k++) {
            const struct about_rule *rule = about_find_rule(h->about, r->rule[k]);
            if (!rule)
                continue;
            GROW(p->item, p->count, p->room);
            p->item[p->count++] = (struct proof){ (size_t)(rule - h->about->rule), &h->row[i] };
        }
    }
    if (p->count > 0)
        qsort(p->item, p->count, sizeof *p->item, compare_proofs);
    p->first = xcalloc(h->about->rule_count + 1, sizeof *p->first);
    for (size_t rule = 0, i = 0; rule <= h->about->rule_count; rule++) {
        while (i < p->count && p->item[i].rule < rule)
            i++;
        p->first[rule] = i;
    }
}

static size_t proof_count(const struct proofs *p, size_t rule)
{
    return p->first[rule + 1] - p->first[rule];
}

static void print_cell(const struct html *h, const struct proofs *p, size_t rule, size_t run)
{
    struct result_summary s = { 0 };
    for (size_t i = p->first[rule]; i < p->first[rule + 1]; i++)
        if (p->item[i].row->cell[run])
            result_summary_count(&s, p->item[i].row->cell[run]);
    size_t total = result_summary_total(&s), broken = result_summary_broken(&s);
    const char *class = broken                   ? "fail"
                        : s.count[VERDICT_PASS]  ? "pass"
                        : s.count[VERDICT_XFAIL] ? "xfail"
                        : total                  ? "skip"
                                                 : "none";
    fprintf(h->out, "<span class=\"cell %s\" title=\"", class);
    html_value(h->out, h->run[run].run.backend);
    fputs("\">", h->out);
    if (total == 0)
        fputs("–", h->out);
    else if (broken > 0)
        fprintf(h->out, "%zu of %zu broken", broken, total);
    else if (s.count[VERDICT_PASS] > 0)
        fprintf(h->out, "%zu pass", s.count[VERDICT_PASS]);
    else
        fprintf(h->out, "%zu %s", total, class);
    fputs("</span>", h->out);
}

static void print_remark(FILE *out, const char *name, const char *text)
{
    if (!text)
        return;
    fprintf(out, "<p><span class=\"soft\">%s</span> ", name);
    html_text(out, text);
    fputs("</p>\n", out);
}

static void print_sources(const struct html *h, const struct about_rule *rule)
{
    fputs("<p><span class=\"soft\">stated in</span> ", h->out);
    for (size_t i = 0; i < rule->source_count; i++) {
        const struct about_source *s = about_find_source(h->about, rule->source[i]);
        fprintf(h->out, "%s<a ", i > 0 ? ", " : "");
        html_href(h->out, 'd', rule->source[i], 0);
        putc('>', h->out);
        html_line(h->out, s ? s->title : rule->source[i]);
        fputs("</a>", h->out);
    }
    fputs("</p>\n", h->out);
}

static void print_proofs(const struct html *h, const struct proofs *p, size_t rule)
{
    if (proof_count(p, rule) == 0)
        return;
    fputs("<p class=\"proofs\"><span class=\"soft\">proved by</span>", h->out);
    for (size_t i = p->first[rule]; i < p->first[rule + 1]; i++) {
        fputs(" <a ", h->out);
        html_href(h->out, 'c', p->item[i].row->name, p->item[i].row->twin);
        putc('>', h->out);
        html_line(h->out, p->item[i].row->name);
        fputs("</a>", h->out);
    }
    fputs("</p>\n", h->out);
}

static void print_rule(const struct html *h, const struct proofs *p, size_t i)
{
    const struct about_rule *rule = &h->about->rule[i];
    size_t cases = proof_count(p, i);
    fputs("<details class=\"rule\"><summary class=\"row\"><span class=\"name\"><b class=\"id\">",
          h->out);
    html_line(h->out, rule->id);
    fputs("</b> ", h->out);
    html_line(h->out, rule->says);
    fputs(" <small>", h->out);
    html_line(h->out, rule->level);
    fputs(", ", h->out);
    html_line(h->out, rule->layer);
    fprintf(h->out, "%s, ", rule->on_linux ? ", Linux" : "");
    if (cases > 0)
        fprintf(h->out, "%zu case%s", cases, cases == 1 ? "" : "s");
    else
        fputs(rule->informative ? "no run can show it" : "no case here", h->out);
    fputs("</small></span>", h->out);
    for (size_t run = 0; run < h->runs; run++)
        print_cell(h, p, i, run);
    fputs("</summary>\n<div class=\"body\" ", h->out);
    html_id(h->out, 'r', rule->id, 0);
    fputs(">\n", h->out);
    print_sources(h, rule);
    print_remark(h->out, "versions", rule->profiles);
    print_remark(h->out, "note", rule->note);
    print_remark(h->out, "not tested", rule->informative);
    print_proofs(h, p, i);
    fputs("</div></details>\n", h->out);
}

/* ---- documents ---- */

static bool is_cited(const struct about_rule *rule, const char *source)
{
    for (size_t i = 0; i < rule->source_count; i++)
        if (strcmp(rule->source[i], source) == 0)
            return true;
    return false;
}

static void print_cited(const struct html *h, const struct proofs *p, const char *source)
{
    for (size_t i = 0; i < h->about->rule_count; i++) {
        const struct about_rule *rule = &h->about->rule[i];
        if (!is_cited(rule, source))
            continue;
        fprintf(h->out, " <a class=\"id%s\" ", proof_count(p, i) ? "" : " unproved");
        html_href(h->out, 'r', rule->id, 0);
        putc('>', h->out);
        html_line(h->out, rule->id);
        fputs("</a>", h->out);
    }
}

static void print_document(const struct html *h, const struct proofs *p,
                           const struct about_source *s)
{
    size_t rules = 0, proved = 0, silent = 0;
    for (size_t i = 0; i < h->about->rule_count; i++) {
        if (!is_cited(&h->about->rule[i], s->id))
            continue;
        rules++;
        proved += proof_count(p, i) > 0;
        silent += proof_count(p, i) == 0 && h->about->rule[i].informative;
    }
    fputs("<details class=\"document\"><summary class=\"row\"><span class=\"name\">", h->out);
    html_line(h->out, s->title);
    fputs(" <small>", h->out);
    html_line(h->out, s->id);
    fprintf(h->out, "%s</small></span><span class=\"coverage\">", s->is_code ? ", code" : "");
    if (silent > 0)
        fprintf(h->out, "<small>%zu cannot be shown</small> ", silent);
    if (rules > 0)
        fprintf(h->out, "<meter min=\"0\" max=\"%zu\" value=\"%zu\"></meter>", rules, proved);
    fprintf(h->out, "<span>%zu of %zu rules</span>", proved, rules);
    fputs("</span></summary>\n<p class=\"body\" ", h->out);
    html_id(h->out, 'd', s->id, 0);
    putc('>', h->out);
    print_cited(h, p, s->id);
    fputs("</p></details>\n", h->out);
}

static void print_coverage(const struct html *h, const struct proofs *p)
{
    size_t proved = 0, silent = 0;
    for (size_t i = 0; i < h->about->rule_count; i++) {
        proved += proof_count(p, i) > 0;
        silent += proof_count(p, i) == 0 && h->about->rule[i].informative;
    }
    fprintf(h->out, "<p class=\"soft\">%zu of %zu rules have a case in this report", proved,
            h->about->rule_count);
    if (silent > 0)
        fprintf(h->out, "; %zu say what no run can show", silent);
    fputs(".</p>\n", h->out);
}

void html_rules(const struct html *h)
{
    if (!h->about)
        return;
    struct proofs p;
    proofs_init(&p, h);
    fputs("<section id=\"rules\" class=\"matrix\">\n<h2>Rules</h2>\n", h->out);
    print_coverage(h, &p);
    fputs("<div class=\"wide\">\n", h->out);
    html_columns(h, "rule");
    for (size_t i = 0; i < h->about->rule_count; i++)
        print_rule(h, &p, i);
    fputs("</div>\n</section>\n<section id=\"documents\">\n<h2>Documents</h2>\n", h->out);
    for (size_t i = 0; i < h->about->source_count; i++)
        print_document(h, &p, &h->about->source[i]);
    fputs("</section>\n", h->out);
    free(p.item);
    free(p.first);
}
