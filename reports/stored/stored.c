#include "reports/stored/stored.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "reports/stored/stored_inside.h"

void stored_run_release(struct stored_run *run)
{
    free(run->result);
    free(run->part);
    *run = (struct stored_run){ 0 };
}

void stored_release(struct stored *s)
{
    for (size_t i = 0; i < s->run_count; i++)
        stored_run_release(&s->run[i]);
    free(s->run);
    about_release(&s->about);
    arena_release(&s->arena);
    *s = (struct stored){ 0 };
}

/* ---- joining ---- */

static bool is_alike(const struct result_run *a, const struct result_run *b)
{
    return strcmp(a->backend, b->backend) == 0 && strcmp(a->version, b->version) == 0 &&
           strcmp(a->profile, b->profile) == 0 && strcmp(a->clock, b->clock) == 0 &&
           strcmp(a->os, b->os) == 0 &&
           strcmp(a->begin ? a->begin : "", b->begin ? b->begin : "") == 0;
}

static int compare_results(const void *a, const void *b)
{
    const struct result *x = a, *y = b;
    return strcmp(x->name, y->name);
}

static int compare_names(const void *a, const void *b)
{
    return compare_results(*(const struct result *const *)a, *(const struct result *const *)b);
}

const struct result **stored_by_name(const struct stored_run *run)
{
    const struct result **all = xcalloc(run->count + 1, sizeof *all);
    for (size_t i = 0; i < run->count; i++)
        all[i] = &run->result[i];
    qsort(all, run->count, sizeof *all, compare_names);
    return all;
}

/* The first result of `run` whose case `other` has, too; NULL if there is none. */
static const struct result *find_shared(const struct stored_run *other,
                                        const struct stored_run *run)
{
    const struct result **sorted = stored_by_name(other), *shared = NULL;
    for (size_t i = 0; !shared && i < run->count; i++) {
        const struct result *r = &run->result[i];
        if (bsearch(&r, sorted, other->count, sizeof *sorted, compare_names))
            shared = r;
    }
    free(sorted);
    return shared;
}

static const char *agreed(const char *a, const char *b)
{
    return a && b && strcmp(a, b) == 0 ? a : NULL;
}

/* An origin on which the parts disagree becomes unknown for the merged run. */
static void join_origins(struct result_run *to, const struct result_run *run)
{
    to->command = agreed(to->command, run->command);
    to->commit = agreed(to->commit, run->commit);
    to->kernel = agreed(to->kernel, run->kernel);
    to->machine = agreed(to->machine, run->machine);
}

/* Takes what `run` owns. */
static void join(struct stored *s, struct stored_run *to, struct stored_run *run)
{
    join_origins(&to->run, &run->run);
    for (size_t i = 0; i < run->count; i++) {
        GROW(to->result, to->count, to->room);
        to->result[to->count++] = run->result[i];
    }
    result_summary_add(&to->summary, &run->summary);
    to->file = run->file;
    qsort(to->result, to->count, sizeof *to->result, compare_results);
    stored_parts_add(to, run);
    stored_parts_describe(to, &s->arena);
    stored_run_release(run);
}

/* The run that `run` is a part of. Two runs of one file are never joined. So it is the first
 * matching run without a part from this file; that works even if files contain two runs of one
 * backend. */
static struct stored_run *find_whole(struct stored *s, const struct stored_run *run)
{
    for (size_t i = 0; i < s->run_count; i++) {
        struct stored_run *other = &s->run[i];
        if (other->parts > 0 && other->file != run->file && is_alike(&other->run, &run->run))
            return other;
    }
    return NULL;
}

/* For runs that do not say which part they are: the first matching run that has none of the same
 * cases. */
static struct stored_run *find_partner(struct stored *s, const struct stored_run *run)
{
    for (size_t i = 0; i < s->run_count; i++) {
        struct stored_run *other = &s->run[i];
        if (other->parts == 0 && other->file != run->file && is_alike(&other->run, &run->run) &&
            !find_shared(other, run))
            return other;
    }
    return NULL;
}

static int check_parts(const struct stored_run *whole, const struct stored_run *run, struct diag *d)
{
    const struct stored_part *mine = &run->part[0];
    if (whole->parts != run->parts)
        return diag_usage(d, "the parts of a run are from 1/N to N/N, with the same N",
                          "'%.100s' has part %u of %u of '%.40s', and '%.100s' part %u of %u",
                          whole->part[0].file, whole->part[0].number, whole->parts,
                          run->run.backend, mine->file, mine->number, run->parts);
    const struct stored_part *twice = stored_parts_shared(whole, run);
    if (twice)
        return diag_usage(d, "give each part once; of several runs, put each together by itself",
                          "part %u of %u of '%.40s' is there twice: in '%.100s' and in '%.100s'",
                          twice->number, run->parts, run->run.backend, twice->file, mine->file);
    const struct result *shared = find_shared(whole, run);
    if (shared)
        return diag_usage(d, "the parts of a run are made with the same cases chosen",
                          "part %u of %u of '%.40s' in '%.100s' has case '%.80s', and so has "
                          "another part",
                          mine->number, run->parts, run->run.backend, mine->file, shared->name);
    return 0;
}

int stored_add_run(struct stored *s, struct stored_run *run, struct diag *d)
{
    for (size_t i = 0; i < run->count; i++)
        result_summary_count(&run->summary, &run->result[i]);
    struct stored_run *other = run->parts > 0 ? find_whole(s, run) : find_partner(s, run);
    if (other && run->parts > 0 && check_parts(other, run, d) < 0) {
        stored_run_release(run);
        return -1;
    }
    if (other) {
        join(s, other, run);
        return 0;
    }
    stored_parts_describe(run, &s->arena);
    GROW(s->run, s->run_count, s->run_room);
    s->run[s->run_count++] = *run;
    return 0;
}

/* ---- parts that were not started ---- */

static bool was_started(const struct stored_run *run)
{
    return strcmp(run->run.version, RESULT_NOT_STARTED) != 0 || run->summary.not_run < run->count;
}

static bool can_take(const struct stored_run *whole, const struct stored_run *idle)
{
    return was_started(whole) && whole->parts == idle->parts &&
           strcmp(whole->run.backend, idle->run.backend) == 0 &&
           !stored_parts_shared(whole, idle) && !find_shared(whole, idle);
}

/* The only run that `idle` can be a part of. NULL if there is none, or more than one. */
static struct stored_run *find_only_whole(struct stored *s, const struct stored_run *idle)
{
    struct stored_run *found = NULL;
    for (size_t i = 0; i < s->run_count; i++) {
        if (!can_take(&s->run[i], idle))
            continue;
        if (found)
            return NULL;
        found = &s->run[i];
    }
    return found;
}

/* A part whose backend was not started has no version, so it may belong to a run of any version.
 * It joins the run that misses this part; the part then counts as cut short, not as missing. This
 * must wait until all files are read: a later file may contain the missing part itself. */
void stored_finish(struct stored *s)
{
    for (size_t i = 0; i < s->run_count;) {
        struct stored_run *idle = &s->run[i];
        bool waits = idle->parts > 0 && !was_started(idle);
        struct stored_run *whole = waits ? find_only_whole(s, idle) : NULL;
        if (!whole) {
            i++;
            continue;
        }
        join(s, whole, idle);
        s->run_count--;
        memmove(idle, idle + 1, (s->run_count - i) * sizeof *idle);
    }
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
