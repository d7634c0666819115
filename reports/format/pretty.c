#include "reports/result/format.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/text.h"
#include "base/wrap.h"
#include "reports/result/tally.h"

/* Results with the same verdict and reason: twenty skips of one sort are one line. */
struct group {
    enum verdict verdict;
    char *reason;
    size_t count;
    bool is_for_others;
};

struct row {
    char *name;
    struct result_summary summary;
};

struct table {
    struct row *row;
    size_t count, room;
};

enum {
    WHOLE_MAX = 10, /* failures of a run that are shown whole; further ones get a line each */
    DETAIL = 8,     /* indent of a failure's detail */
};

struct pretty {
    FILE *out;
    bool color, quiet;
    size_t columns; /* width of a line */
    /* A run is printed when it is over: until then a progress line may move on the same
     * terminal. */
    FILE *page;
    char *text;
    size_t size;
    struct group *group;
    size_t groups, group_room;
    struct tally lacks;    /* missing capabilities, of the current run */
    struct tally rules;    /* broken rules, of the current run */
    size_t broken;         /* results that are not as expected, of the current run */
    struct table runs;     /* printed at the end */
    struct table families; /* of the current run */
    uint64_t real_ns, virtual_ns, unjudged; /* of the current run */
    bool is_virtual;
};

static const char *color_of(enum verdict v)
{
    return verdict_row(v)->color;
}

#define BOLD  "1"
#define FAINT "2"

/* `color` "" switches colour off. */
static void set_color(const struct pretty *p, const char *color)
{
    if (p->color)
        fprintf(p->page, "\033[%sm", color);
}

static void print_in(const struct pretty *p, const char *color, const char *text)
{
    set_color(p, color);
    text_print(p->page, text, TEXT_LINE);
    set_color(p, "");
}

static void open_page(struct pretty *p)
{
    p->page = xopen_memstream(&p->text, &p->size);
}

static void turn_page(struct pretty *p)
{
    fclose(p->page);
    fwrite(p->text, 1, p->size, p->out);
    free(p->text);
    p->page = NULL;
}

static struct row *add_row(struct table *t, char *name)
{
    GROW(t->row, t->count, t->room);
    t->row[t->count] = (struct row){ .name = name };
    return &t->row[t->count++];
}

static void clear_table(struct table *t)
{
    for (size_t i = 0; i < t->count; i++)
        free(t->row[i].name);
    t->count = 0;
}

static void *begin(FILE *out, const struct report_plan *plan)
{
    struct pretty *p = xcalloc(1, sizeof *p);
    p->out = out;
    p->color = plan->color;
    p->quiet = plan->quiet;
    p->columns = plan->columns > 0 ? plan->columns : SIZE_MAX;
    return p;
}

static void begin_run(void *state, const struct result_run *run)
{
    struct pretty *p = state;
    add_row(&p->runs, text_clean(run->backend, TEXT_LINE));
    p->real_ns = p->virtual_ns = p->unjudged = 0;
    p->is_virtual = strcmp(run->clock, "virtual") == 0;
    open_page(p);
    if (p->runs.count > 1)
        putc('\n', p->page);
    char *shard = NULL, *rest;
    FILE *part = xopen_memstream(&shard, NULL);
    if (run->shard) {
        fputs("   ", part);
        result_shard_print(run->shard, part);
    }
    fclose(part);
    rest = xasprintf("   profile %s   %s clock%s", run->profile, run->clock, shard);
    size_t width = text_width(run->backend) + 1 + text_width(run->version) + text_width(rest);
    print_in(p, BOLD, run->backend);
    putc(' ', p->page);
    print_in(p, BOLD, run->version);
    if (width > p->columns) {
        putc('\n', p->page);
        wrap_beside_in(p->page, p->columns, 3, "   ", rest);
    } else {
        text_line(p->page, "%s", rest);
    }
    free(rest);
    free(shard);
    if (run->note && !p->quiet)
        wrap_beside_in(p->page, p->columns, 0, "", run->note);
}

/* The colour of a line that begins with one of these marks. */
static const char *color_of_line(const char *line)
{
    bool marks = line[0] && line[1] == ' ';
    return !marks           ? NULL
           : line[0] == '>' ? color_of(VERDICT_FAIL)
           : line[0] == '!' ? color_of(VERDICT_SKIP)
                            : NULL;
}

/* Wrap a line that is too long; the rest is indented further. */
static void print_wrapped(const struct pretty *p, size_t indent, const char *line)
{
    const char *color = color_of_line(line);
    size_t lead = strspn(line, " ");
    if (text_width(line) + indent <= p->columns) {
        fprintf(p->page, "%*s", *line ? (int)indent : 0, "");
        if (color)
            set_color(p, color);
        fputs(line, p->page);
        if (color)
            set_color(p, "");
        putc('\n', p->page);
        return;
    }
    /* Wrapping makes several blanks one, so two columns need a bar between them. */
    const char *gap = strstr(line + lead, "  ");
    char *text = gap ? xasprintf("%.*s  |  %s", (int)(gap - line - (long)lead), line + lead, gap)
                     : xstrdup(line + lead);
    if (color)
        set_color(p, color);
    char *left = xasprintf("%*s", (int)(indent + lead), "");
    wrap_beside_in(p->page, p->columns, indent + lead, left, text);
    free(left);
    if (color)
        set_color(p, "");
    free(text);
}

static void print_indented(const struct pretty *p, const char *text)
{
    char *clean = text_clean(text, TEXT_LINES);
    char *rest = clean;
    for (char *line; (line = strsep(&rest, "\n")) && (*line || rest);)
        print_wrapped(p, DETAIL, line);
    free(clean);
}

/* Print a field and its text; nothing if the text is empty. */
static void print_field(const struct pretty *p, const char *name, const char *text)
{
    char left[32];
    snprintf(left, sizeof left, "      %-6s  ", name);
    if (text && *text)
        wrap_beside_in(p->page, p->columns, 14, left, text);
}

/* Does the detail begin with the rules' sentences, so that their names need not be printed
 * before? */
static bool tells_rules(const struct result *r)
{
    size_t length = r->rule_count > 0 ? strlen(r->rule[0]) : 0;
    return length > 0 && strncmp(r->detail, r->rule[0], length) == 0 && r->detail[length] == ':';
}

static void print_whole(const struct pretty *p, const struct result *r)
{
    char *rules = result_join_rules(r);
    putc('\n', p->page);
    print_in(p, color_of(r->verdict), verdict_name(r->verdict));
    fputs("  ", p->page);
    print_in(p, BOLD, r->name);
    putc('\n', p->page);
    wrap_beside_in(p->page, p->columns, 6, "      ", r->title);
    print_field(p, "why", r->reason);
    if (!tells_rules(r))
        print_field(p, r->rule_count == 1 ? "rule" : "rules", rules);
    free(rules);
    print_indented(p, r->detail);
    if (r->output && *r->output) {
        fputs("      it printed\n", p->page);
        print_indented(p, r->output);
    }
    /* Never wrapped: a command on two lines could not be copied. */
    text_line(p->page, "      replay  %s", r->replay);
}

static void print_broken(struct pretty *p, const struct result *r)
{
    tally_add_broken(&p->rules, r);
    if (p->broken++ < WHOLE_MAX) {
        print_whole(p, r);
        return;
    }
    if (p->broken == WHOLE_MAX + 1)
        putc('\n', p->page);
    print_in(p, color_of(r->verdict), verdict_name(r->verdict));
    char *line = xasprintf("%s: %s", r->name, r->reason);
    size_t width = strlen(verdict_name(r->verdict));
    wrap_beside_in(p->page, p->columns - width, 2, "  ", line);
    free(line);
}

static void count_in_group(struct pretty *p, const struct result *r)
{
    const char *lack, *reason = r->reason ? r->reason : "";
    int length = result_lacks(r, &lack);
    if (length > 0) {
        tally_add(&p->lacks, lack, length);
        return;
    }
    for (size_t i = 0; i < p->groups; i++) {
        if (p->group[i].verdict == r->verdict && strcmp(p->group[i].reason, reason) == 0) {
            p->group[i].count++;
            return;
        }
    }
    GROW(p->group, p->groups, p->group_room);
    p->group[p->groups++] = (struct group){ r->verdict, xstrdup(reason), 1,
                                            result_is_for_others(r) };
}

/* Cases come family by family, so it is the last row or a new one. */
static void count_in_family(struct pretty *p, const struct result *r)
{
    char *family = xstrndup(r->name, strcspn(r->name, "/"));
    char *clean = text_clean(family, TEXT_LINE);
    struct table *t = &p->families;
    free(family);
    if (t->count > 0 && strcmp(t->row[t->count - 1].name, clean) == 0)
        free(clean);
    else
        add_row(t, clean);
    result_summary_count(&t->row[t->count - 1].summary, r);
}

static void take_result(void *state, const struct result *r)
{
    struct pretty *p = state;
    count_in_family(p, r);
    p->real_ns += r->real_ns;
    p->virtual_ns += r->virtual_ns;
    p->unjudged += r->unjudged;
    if (!verdict_is_expected(r->verdict))
        print_broken(p, r);
    else if (r->verdict != VERDICT_PASS)
        count_in_group(p, r);
}

static void print_group(const struct pretty *p, enum verdict v, size_t count, const char *reason)
{
    char left[32];
    snprintf(left, sizeof left, "%*s%4zu  ", 5 - (int)strlen(verdict_name(v)), "", count);
    print_in(p, color_of(v), verdict_name(v));
    wrap_beside_in(p->page, p->columns - strlen(verdict_name(v)), strlen(left), left, reason);
}

/* One line for all missing capabilities: "lacks 41: child 18, pipe 12, ..." */
static void print_lacks(struct pretty *p)
{
    char *text = NULL;
    size_t total = 0;
    FILE *out = xopen_memstream(&text, NULL);
    tally_sort(&p->lacks);
    fputs("it lacks ", out);
    for (size_t i = 0; i < p->lacks.count; i++) {
        const struct tally_row *row = &p->lacks.row[i];
        fprintf(out, "%s%s %zu", i > 0 ? ", " : "", row->name, row->count);
        total += row->count;
    }
    fclose(out);
    if (total > 0)
        print_group(p, VERDICT_SKIP, total, text);
    free(text);
    tally_release(&p->lacks);
}

/* One line for cases about other loops, with the reason if they all have the same. */
static void print_others(const struct pretty *p)
{
    size_t total = 0, reasons = 0, last = 0;
    for (size_t i = 0; i < p->groups; i++) {
        if (!p->group[i].is_for_others)
            continue;
        total += p->group[i].count;
        reasons++;
        last = i;
    }
    if (reasons == 0)
        return;
    char *text = xasprintf("not for this loop%s%s", reasons == 1 ? ": " : "",
                           reasons == 1 ? p->group[last].reason : "");
    print_group(p, VERDICT_SKIP, total, text);
    free(text);
}

static void print_groups(struct pretty *p)
{
    if (p->groups + p->lacks.count > 0 && !p->quiet)
        putc('\n', p->page);
    if (!p->quiet)
        print_others(p);
    for (size_t i = 0; i < p->groups; i++) {
        if (!p->quiet && !p->group[i].is_for_others)
            print_group(p, p->group[i].verdict, p->group[i].count, p->group[i].reason);
        free(p->group[i].reason);
    }
    p->groups = 0;
    if (!p->quiet)
        print_lacks(p);
    tally_release(&p->lacks);
}

/* "broken rules: TIMER-2 in 5 cases, TIMER-4 in 2", if there is more than one result. */
static void print_rules(struct pretty *p)
{
    char *text = NULL;
    FILE *out = xopen_memstream(&text, NULL);
    tally_sort(&p->rules);
    for (size_t i = 0; i < p->rules.count; i++) {
        const struct tally_row *row = &p->rules.row[i];
        fprintf(out, "%s%s in %zu", i > 0 ? ", " : "", row->name, row->count);
        if (i == 0)
            fprintf(out, " case%s", text_plural(row->count));
    }
    fclose(out);
    if (p->broken > 1 && p->rules.count > 0) {
        putc('\n', p->page);
        wrap_beside_in(p->page, p->columns, 14, "broken rules: ", text);
    }
    free(text);
    tally_release(&p->rules);
    p->broken = 0;
}

/* "   in 1.5 ms, 105 ms of virtual time"; owned by the caller. */
static char *say_times(const struct pretty *p, const struct result_summary *s)
{
    char real[32], virtual[32];
    text_time(s->real_ns > 0 ? s->real_ns : p->real_ns, real);
    text_time(p->virtual_ns, virtual);
    bool both = p->is_virtual && p->virtual_ns > 0;
    return xasprintf("   in %s%s%s%s", real, both ? ", " : "", both ? virtual : "",
                     both ? " of virtual time" : "");
}

static void print_summary(struct pretty *p, const struct result_summary *s)
{
    char *sum = NULL, *times = say_times(p, s);
    FILE *out = xopen_memstream(&sum, NULL);
    result_summary_print(s, out);
    fclose(out);
    set_color(p, color_of(result_summary_is_green(s) ? VERDICT_PASS : VERDICT_FAIL));
    bool fits = text_width(sum) + text_width(times) <= p->columns;
    if (fits)
        fputs(sum, p->page);
    else
        wrap_beside_in(p->page, p->columns, 0, "", sum);
    set_color(p, "");
    fprintf(p->page, "%s\n", times);
    free(sum);
    free(times);
    if (p->unjudged == 0 || p->quiet)
        return;
    const char *end = text_plural(p->unjudged);
    char *line = xasprintf("%llu expected phase%s, time%s or figure%s cannot be seen on this "
                           "backend",
                           (unsigned long long)p->unjudged, end, end, end);
    wrap_beside_in(p->page, p->columns, 0, "", line);
    free(line);
}

/* ---- tables ---- */

/* Cases that do not apply are not counted: nothing is wrong with them. Of the rest, a column of zeros
 * is left out, except failures. */
static bool has_column(const struct table *t, size_t v)
{
    if (v == VERDICT_SKIP)
        return false;
    size_t total = 0;
    for (size_t i = 0; i < t->count; i++)
        total += t->row[i].summary.count[v];
    return total > 0 || v == VERDICT_PASS || v == VERDICT_FAIL;
}

static void print_row(const struct pretty *p, const struct table *t, const struct row *row,
                      size_t width)
{
    fprintf(p->page, "%s%*s", row->name, (int)(width - text_width(row->name)), "");
    fprintf(p->page, "%*zu", (int)strlen("  apply"), result_summary_applying(&row->summary));
    for (size_t v = 0; v < VERDICT_COUNT; v++) {
        if (!has_column(t, v))
            continue;
        char number[24];
        snprintf(number, sizeof number, "%zu", row->summary.count[v]);
        int column = (int)strlen(verdict_name((enum verdict)v)) + 2;
        fprintf(p->page, "%*s", column - (int)strlen(number), "");
        print_in(p, row->summary.count[v] > 0 ? color_of((enum verdict)v) : FAINT, number);
    }
    putc('\n', p->page);
}

static void print_table(const struct pretty *p, const struct table *t)
{
    size_t width = 0;
    for (size_t i = 0; i < t->count; i++)
        if (text_width(t->row[i].name) > width)
            width = text_width(t->row[i].name);
    fprintf(p->page, "\n%*s  apply", (int)width, "");
    for (size_t v = 0; v < VERDICT_COUNT; v++)
        if (has_column(t, v))
            fprintf(p->page, "  %s", verdict_name((enum verdict)v));
    putc('\n', p->page);
    for (size_t i = 0; i < t->count; i++)
        print_row(p, t, &t->row[i], width);
}

/* A table of the families with results that are not as expected. */
static void print_families(const struct pretty *p)
{
    struct table broken = { .row = NULL };
    for (size_t i = 0; i < p->families.count; i++) {
        const struct row *row = &p->families.row[i];
        if (result_summary_broken(&row->summary) > 0)
            add_row(&broken, row->name)->summary = row->summary;
    }
    size_t others = p->families.count - broken.count;
    if (broken.count > 0 && p->families.count > 1) {
        print_table(p, &broken);
        if (others > 0)
            fprintf(p->page, "and %zu other%s, all as expected\n", others, others == 1 ? "" : "s");
    }
    free(broken.row); /* the names belong to the families */
}

static void end_run(void *state, const struct result_summary *summary)
{
    struct pretty *p = state;
    p->runs.row[p->runs.count - 1].summary = *summary;
    print_groups(p);
    print_rules(p);
    if (!p->quiet)
        print_families(p);
    clear_table(&p->families);
    putc('\n', p->page);
    print_summary(p, summary);
    turn_page(p);
}

static void end(void *state)
{
    struct pretty *p = state;
    if (p->runs.count > 1 && !p->page) { /* a page that is still open was abandoned */
        open_page(p);
        print_table(p, &p->runs);
        turn_page(p);
    }
    if (p->page) {
        fclose(p->page);
        free(p->text);
    }
    clear_table(&p->runs);
    clear_table(&p->families);
    tally_release(&p->lacks);
    tally_release(&p->rules);
    for (size_t i = 0; i < p->groups; i++)
        free(p->group[i].reason);
    free(p->group);
    free(p->runs.row);
    free(p->families.row);
    free(p);
}

const struct report_format report_pretty = {
    .name = "pretty",
    .what = "for people: what broke and how to see it again",
    .begin = begin,
    .run_begin = begin_run,
    .result = take_result,
    .run_end = end_run,
    .end = end,
};
