#include "reports/page/html.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "reports/result/format.h"

/* Cases of a page that is laid out for quick filters first (page.css tells what that costs). */
enum { LARGE = 2000 };

static const char *keep(struct html *h, const char *text)
{
    return text ? arena_strndup(&h->arena, text, strlen(text)) : NULL;
}

static void *begin(FILE *out, const struct report_plan *plan)
{
    struct html *h = xcalloc(1, sizeof *h);
    h->out = out;
    h->runs_planned = plan->runs;
    h->version = keep(h, plan->version);
    h->date = keep(h, plan->date);
    h->about = plan->about;
    return h;
}

static void begin_run(void *state, const struct result_run *run)
{
    struct html *h = state;
    assert(h->runs < h->runs_planned);
    GROW(h->run, h->runs, h->run_room);
    h->run[h->runs++] = (struct html_run){ .run = { .backend = keep(h, run->backend),
                                                    .version = keep(h, run->version),
                                                    .profile = keep(h, run->profile),
                                                    .clock = keep(h, run->clock),
                                                    .os = keep(h, run->os),
                                                    .shard = keep(h, run->shard),
                                                    .note = keep(h, run->note) } };
    h->next = 0;
}

static bool fits(const struct html *h, size_t i, const char *name)
{
    return !h->row[i].cell[h->runs - 1] && strcmp(h->row[i].name, name) == 0;
}

/* A case that a run reports twice gets a second row; no result is lost. A run that
 * follows the order of the first, as they do, never searches. */
static struct html_row *find_row(struct html *h, const char *name)
{
    if (h->next < h->rows && fits(h, h->next, name))
        return &h->row[h->next];
    for (size_t i = 0; h->runs > 1 && i < h->rows; i++)
        if (fits(h, i, name))
            return &h->row[i];
    GROW(h->row, h->rows, h->row_room);
    struct html_row *row = &h->row[h->rows++];
    *row = (struct html_row){ .name = name, .about = about_find_case(h->about, name) };
    row->cell = arena_alloc(&h->arena, h->runs_planned * sizeof *row->cell);
    return row;
}

static void take_result(void *state, const struct result *r)
{
    struct html *h = state;
    const struct result *copy = result_copy(&h->arena, r);
    struct html_row *row = find_row(h, copy->name);
    row->cell[h->runs - 1] = copy;
    row->broken |= !verdict_is_expected(r->verdict);
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
    for (size_t i = 0; i < h->rows; i++) {
        h->row[i].number = i + 1;
        if (i > 0 && strcmp(h->row[i].name, h->row[i - 1].name) == 0)
            h->row[i].twin = h->row[i - 1].twin + 1;
    }
}

static struct result_summary add_up(const struct html *h)
{
    struct result_summary all = { 0 };
    for (size_t i = 0; i < h->runs; i++)
        result_summary_add(&all, &h->run[i].summary);
    return all;
}

static void end(void *state)
{
    struct html *h = state;
    struct result_summary all = add_up(h);
    sort_rows(h);
    html_head(h, &all);
    html_filter(h, &all);
    fprintf(h->out, "<main class=\"%s%s\" style=\"--runs:%zu\">\n",
            h->runs <= 4   ? "few"
            : h->runs <= 8 ? "some"
                           : "many",
            h->rows > LARGE ? " large" : "", h->runs);
    html_cases(h);
    html_rules(h);
    /* The policy names the digest of exactly these bytes. */
    fprintf(h->out, "</main>\n<script>%s</script>\n</body>\n</html>\n", html_script);
    arena_release(&h->arena);
    free(h->run);
    free(h->row);
    free(h);
}

const struct report_format report_html = {
    .name = "html",
    .what = "one page to look at: matrix, broken promises, timelines",
    .tells_about = true,
    .shows_events = true,
    .begin = begin,
    .run_begin = begin_run,
    .result = take_result,
    .run_end = end_run,
    .end = end,
};
