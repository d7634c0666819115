/* markdown.c - results for the summary page of a CI job: a table of the runs, then what is not as
 * expected, each in a fold.
 *
 * Such a page may have 1 MiB; a larger one is not shown at all. So every part is made in memory and
 * measured. A part that finds no room is replaced by one line; if even that does not fit, it is
 * counted. */
#include "reports/result/format.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "base/link.h"
#include "base/mem.h"
#include "base/text.h"
#include "reports/result/tally.h"

enum {
    ROWS_MAX = 128 << 10, /* bytes of the table of runs */
    /* Bytes of all results that are not as expected; with the rest the page stays under 1 MiB. */
    FOLDS_MAX = 800 << 10,
    FOLD_MAX = 48 << 10, /* bytes of one such result */
    LINE_MAX = 2 << 10,  /* bytes of its short form */
    WHOLE_MAX = 10,      /* results that are shown whole; further ones get a line each */
};

/* Text under construction. */
struct part {
    FILE *out;
    char *text;
    size_t size;
};

struct markdown {
    FILE *out;
    const struct about *rules; /* what the plan says about rules, or NULL */
    char *backend;             /* backend of the current run */
    struct part folds;
    struct row {
        char *cells; /* the first cells of the row: what was run */
        struct result_summary summary;
    } * row; /* the last row is the current run's */
    size_t rows, row_room, folds_left_out;
    struct tally broken; /* broken rules */
    size_t broken_count; /* results */
    struct result_summary total;
};

static void part_open(struct part *p)
{
    *p = (struct part){ .out = NULL };
    p->out = xopen_memstream(&p->text, &p->size);
}

/* A part without a stream is fine. */
static void part_close(struct part *p)
{
    if (p->out)
        fclose(p->out);
    free(p->text);
    *p = (struct part){ .out = NULL };
}

static size_t part_size(struct part *p)
{
    fflush(p->out);
    return p->size;
}

/* Add `p` to `whole` if that stays within `most` bytes. Closes `p`. */
static bool part_add(struct part *whole, struct part *p, size_t most)
{
    bool fits = part_size(whole) + part_size(p) <= most;
    if (fits)
        fwrite(p->text, 1, p->size, whole->out);
    part_close(p);
    return fits;
}

/* ---- text ---- */

/* Print one line in which nothing is markup: numeric entities are never taken for markup. */
static void print_line(FILE *out, const char *text)
{
    char *clean = text_clean(text, TEXT_LINE);
    for (const char *s = clean; *s; s++) {
        if (strchr("\\`*_[]<>&|~#!$@\"'", *s))
            fprintf(out, "&#%d;", *s);
        else
            putc(*s, out);
    }
    free(clean);
}

static void print_code(FILE *out, const char *text)
{
    fputs("<code>", out);
    print_line(out, text);
    fputs("</code>", out);
}

static size_t longest_run(const char *text, char c)
{
    size_t longest = 0, run = 0;
    for (; *text; text++) {
        run = *text == c ? run + 1 : 0;
        if (run > longest)
            longest = run;
    }
    return longest;
}

/* Print lines as they are, in a fence that is longer than any fence within. */
static void print_block(FILE *out, const char *text)
{
    char *clean = text_clean(text, TEXT_LINES);
    size_t length = strlen(clean), ticks = longest_run(clean, '`');
    ticks = ticks < 3 ? 3 : ticks + 1;
    for (int side = 0; side < 2 && length > 0; side++) {
        for (size_t i = 0; i < ticks; i++)
            putc('`', out);
        fputs(side == 0 ? "text\n" : "\n\n", out);
        if (side == 0)
            fputs(clean, out);
        if (side == 0 && clean[length - 1] != '\n')
            putc('\n', out);
    }
    free(clean);
}

/* ---- what is not as expected ---- */

/* What failed and how: the line that is readable without opening the fold. */
static void print_title(FILE *out, const struct markdown *m, const struct result *r)
{
    fprintf(out, "<b>%s</b> ", verdict_name(r->verdict));
    print_line(out, m->backend);
    putc(' ', out);
    print_code(out, r->name);
    fputs(": ", out);
    print_line(out, r->reason);
}

/* A link if there is an address; addresses contain no characters that Markdown interprets. */
static void print_source(FILE *out, const struct about_source *s, const char *section)
{
    char *link = link_to(s->url, section);
    char *name = xasprintf("%.*s", link_name_length(section), section);
    fputs(*link ? "- [" : "- ", out);
    print_line(out, s->title);
    fputs(*name ? ", " : "", out);
    print_line(out, name);
    if (*link)
        fprintf(out, "](%s)", link);
    putc('\n', out);
    free(name);
    free(link);
}

/* The sources of each rule, as a list of links. */
static void print_sources(FILE *out, const struct markdown *m, const struct result *r)
{
    for (size_t i = 0; i < r->rule_count; i++) {
        const struct about_rule *rule = about_find_rule(m->rules, r->rule[i]);
        if (!rule)
            continue;
        fputs("Sources of ", out);
        print_line(out, rule->id);
        fputs(":\n\n", out);
        for (size_t k = 0; k < rule->source_count; k++) {
            const struct about_source *s = about_find_source(m->rules, rule->source[k]);
            if (s)
                print_source(out, s, rule->section[k]);
        }
        putc('\n', out);
    }
}

static void print_fold(FILE *out, const struct markdown *m, const struct result *r)
{
    char *rules = result_join_rules(r);
    fputs("<details><summary>", out);
    print_title(out, m, r);
    fputs("</summary>\n\n", out);
    print_line(out, rules);
    fputs(": ", out);
    print_line(out, r->title);
    fputs("\n\n", out);
    print_block(out, r->detail);
    print_sources(out, m, r);
    if (r->output && *r->output)
        fputs("It printed\n\n", out);
    print_block(out, r->output);
    fputs("Replay: ", out);
    print_code(out, r->replay);
    fputs("\n\n</details>\n\n", out);
    free(rules);
}

static void take_broken(struct markdown *m, const struct result *r)
{
    struct part fold, line;
    tally_add_broken(&m->broken, r);
    part_open(&fold);
    if (m->broken_count++ < WHOLE_MAX) {
        print_fold(fold.out, m, r);
        if (part_size(&fold) <= FOLD_MAX && part_add(&m->folds, &fold, FOLDS_MAX))
            return;
    }
    part_close(&fold);
    part_open(&line);
    print_title(line.out, m, r);
    fputs("\n\n", line.out);
    if (part_size(&line) > LINE_MAX || !part_add(&m->folds, &line, FOLDS_MAX))
        m->folds_left_out++;
    part_close(&line);
}

/* ---- the writer ---- */

static void *begin(FILE *out, const struct report_plan *plan)
{
    struct markdown *m = xcalloc(1, sizeof *m);
    m->out = out;
    m->rules = plan->about;
    part_open(&m->folds);
    return m;
}

static void begin_run(void *state, const struct result_run *run)
{
    struct markdown *m = state;
    const char *const cell[] = { run->backend, run->version, run->profile, run->clock };
    struct part cells;
    free(m->backend);
    m->backend = xstrdup(run->backend);
    part_open(&cells);
    for (size_t i = 0; i < ARRAY_SIZE(cell); i++) {
        fputs("| ", cells.out);
        print_line(cells.out, cell[i]);
        if (cell[i] == run->profile && run->note) {
            fputs(": ", cells.out);
            print_line(cells.out, run->note);
        }
        putc(' ', cells.out);
    }
    part_size(&cells);
    PUSH(m->row, m->rows, m->row_room, (struct row){ .cells = xstrdup(cells.text) });
    part_close(&cells);
}

static void take_result(void *state, const struct result *r)
{
    struct markdown *m = state;
    if (!verdict_is_expected(r->verdict))
        take_broken(m, r);
}

static void end_run(void *state, const struct result_summary *summary)
{
    struct markdown *m = state;
    result_summary_add(&m->total, summary);
    m->row[m->rows - 1].summary = *summary;
}

/* Passes have a column of their own, with the number of cases that apply. Of the others, empty
 * columns are left out. */
static bool has_column(const struct markdown *m, size_t v)
{
    return v == VERDICT_FAIL || (v != VERDICT_PASS && m->total.count[v] > 0);
}

static const char *column_name(size_t v)
{
    return v == VERDICT_SKIP ? "does not apply" : verdict_name((enum verdict)v);
}

static void print_head(const struct markdown *m)
{
    fputs("## loopspec: ", m->out);
    result_summary_headline(&m->total, m->out);
    fputs("\n\n| backend | version | profile | clock | pass |", m->out);
    for (size_t v = 0; v < VERDICT_COUNT; v++)
        if (has_column(m, v))
            fprintf(m->out, " %s |", column_name(v));
    fputs("\n| --- | --- | --- | --- | ---: |", m->out);
    for (size_t v = 0; v < VERDICT_COUNT; v++)
        if (has_column(m, v))
            fputs(" ---: |", m->out);
    putc('\n', m->out);
}

/* "20 of 23" cases that apply; nothing if none does. */
static void print_row(FILE *out, const struct markdown *m, const struct row *row)
{
    const struct result_summary *s = &row->summary;
    size_t applying = result_summary_applying(s);
    fprintf(out, "%s| ", row->cells);
    if (applying > 0)
        fprintf(out, "%zu of %zu ", s->count[VERDICT_PASS], applying);
    for (size_t v = 0; v < VERDICT_COUNT; v++)
        if (has_column(m, v))
            fprintf(out, "| %zu ", s->count[v]);
    fputs("|\n", out);
}

static void print_rows(const struct markdown *m)
{
    struct part whole;
    size_t left_out = 0;
    part_open(&whole);
    for (size_t i = 0; i < m->rows; i++) {
        struct part row;
        part_open(&row);
        print_row(row.out, m, &m->row[i]);
        left_out += !part_add(&whole, &row, ROWS_MAX);
    }
    part_size(&whole);
    fprintf(m->out, "%s\n", whole.text);
    part_close(&whole);
    if (left_out > 0)
        fprintf(m->out, "… and %zu more run%s.\n\n", left_out, text_plural(left_out));
}

/* The rules broken most often come first. Only if there is more than one result. */
static void print_broken_rules(struct markdown *m)
{
    tally_sort(&m->broken);
    for (size_t i = 0; i < m->broken.count && m->broken_count > 1; i++) {
        const struct tally_row *row = &m->broken.row[i];
        fputs(i == 0 ? "Broken rules: " : ", ", m->out);
        print_line(m->out, row->name);
        fprintf(m->out, " in %zu%s", row->count,
                i > 0             ? ""
                : row->count == 1 ? " result"
                                  : " results");
    }
    if (m->broken.count > 0 && m->broken_count > 1)
        fputs(".\n\n", m->out);
}

static void end(void *state)
{
    struct markdown *m = state;
    size_t folds = part_size(&m->folds);
    print_head(m);
    print_rows(m);
    print_broken_rules(m);
    fwrite(m->folds.text, 1, folds, m->out);
    if (m->folds_left_out > 0)
        fprintf(m->out, "… and %zu more, for which this page has no room.\n", m->folds_left_out);
    for (size_t i = 0; i < m->rows; i++)
        free(m->row[i].cells);
    free(m->row);
    part_close(&m->folds);
    tally_release(&m->broken);
    free(m->backend);
    free(m);
}

const struct report_format report_markdown = {
    .name = "markdown",
    .what = "for the summary page of a CI job; under 1 MiB, however much there is",
    .tells_about = true,
    .begin = begin,
    .run_begin = begin_run,
    .result = take_result,
    .run_end = end_run,
    .end = end,
};
