#include "reports/stored.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "reports/stored_inside.h"

void stored_release(struct stored *s)
{
    for (size_t i = 0; i < s->run_count; i++)
        free(s->run[i].result);
    free(s->run);
    about_release(&s->about);
    arena_release(&s->arena);
    *s = (struct stored){ 0 };
}

/* ---- joining shards ---- */

static bool is_alike(const struct result_run *a, const struct result_run *b)
{
    return strcmp(a->backend, b->backend) == 0 && strcmp(a->version, b->version) == 0 &&
           strcmp(a->profile, b->profile) == 0 && strcmp(a->clock, b->clock) == 0 &&
           strcmp(a->os, b->os) == 0;
}

static int compare_results(const void *a, const void *b)
{
    const struct result *x = a, *y = b;
    return strcmp(x->name, y->name);
}

/* `names` are sorted. */
static bool shares_case(const struct stored_run *names, const struct stored_run *run)
{
    for (size_t i = 0; names->count > 0 && i < run->count; i++)
        if (bsearch(&run->result[i], names->result, names->count, sizeof *names->result,
                    compare_results))
            return true;
    return false;
}

static void sort_results(struct stored_run *run)
{
    if (run->count > 0)
        qsort(run->result, run->count, sizeof *run->result, compare_results);
}

/* A sorted view of a run that keeps its own order as long as it is alone. */
static struct stored_run sorted_copy(const struct stored_run *run)
{
    struct stored_run copy = *run;
    copy.result = xcalloc(run->count + 1, sizeof *copy.result);
    if (run->count > 0)
        memcpy(copy.result, run->result, run->count * sizeof *copy.result);
    sort_results(&copy);
    return copy;
}

static struct stored_run *find_partner(struct stored *s, const struct stored_run *run)
{
    for (size_t i = 0; i < s->run_count; i++) {
        struct stored_run *other = &s->run[i];
        if (other->file == run->file || !is_alike(&other->run, &run->run))
            continue;
        struct stored_run sorted = sorted_copy(other);
        bool shares = shares_case(&sorted, run);
        free(sorted.result);
        if (!shares)
            return other;
    }
    return NULL;
}

void stored_add_run(struct stored *s, struct stored_run *run)
{
    for (size_t i = 0; i < run->count; i++)
        result_summary_count(&run->summary, &run->result[i]);
    struct stored_run *other = find_partner(s, run);
    if (!other) {
        GROW(s->run, s->run_count, s->run_room);
        s->run[s->run_count++] = *run;
        return;
    }
    for (size_t i = 0; i < run->count; i++) {
        GROW(other->result, other->count, other->room);
        other->result[other->count++] = run->result[i];
    }
    result_summary_add(&other->summary, &run->summary);
    other->file = run->file;
    sort_results(other);
    free(run->result);
}

/* ---- reporting ---- */

struct report_plan stored_plan(const struct stored *s)
{
    struct report_plan plan = { .runs = s->run_count,
                                .version = s->version,
                                .date = s->date,
                                .about = s->tells_about ? &s->about : NULL };
    for (size_t i = 0; i < s->run_count; i++)
        plan.cases_in_all += s->run[i].count;
    return plan;
}

void stored_report(const struct stored *s, struct report *r)
{
    for (size_t i = 0; i < s->run_count; i++) {
        const struct stored_run *run = &s->run[i];
        report_run_begin(r, &run->run);
        for (size_t k = 0; k < run->count; k++)
            report_result(r, &run->result[k]);
        report_run_end(r, &run->summary);
    }
}
