#include "runner/judge/explore.h"

#include <stdlib.h>
#include <string.h>

#include "explore/search.h"
#include "runner/judge/judge.h"
#include "runner/server/pool.h"

enum { LABELS_MAX = 400 }; /* bytes of an order that are kept */

/* ---- orders ---- */

static char *print_labels(struct labels labels, const struct trace *t)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = xopen_memstream(&text, &size);
    for (uint64_t i = 0; i < t->count && size < LABELS_MAX; i++) {
        if (!trace_is_log(t->event[i].kind))
            continue;
        struct result_event e = judge_event(labels, t, i);
        fprintf(out, "%s%s%s%s", size > 0 ? " " : "", e.label, e.has_value ? "=" : "",
                e.has_value ? e.value : "");
        free(e.label);
        free(e.value);
    }
    if (size >= LABELS_MAX)
        fputs(" ...", out);
    fclose(out);
    return text;
}

static void note_order(struct explored *e, const struct suite_case *c, const struct trace *t,
                       const struct schedule *schedule)
{
    uint64_t print = judge_order(t);
    for (size_t i = 0; i < e->order_count; i++) {
        if (e->order[i].print == print) {
            e->order[i].runs++;
            return;
        }
    }
    GROW(e->order, e->order_count, e->order_room);
    e->order[e->order_count++] = (struct explored_order){ print, 1,
                                                          print_labels(c->scenario.labels, t),
                                                          schedule_print(schedule) };
}

static void explored_release(struct explored *e)
{
    for (size_t i = 0; i < e->order_count; i++) {
        free(e->order[i].labels);
        free(e->order[i].schedule);
    }
    free(e->order);
    choices_release(&e->choices);
    if (e->broken)
        result_release(&e->result);
    free(e->schedule);
    free(e->misfit);
}

/* ---- one case ---- */

/* The job of a pool. */
struct exploration {
    struct target target; /* with the schedule under way */
    struct search *search;
    struct explored found;
};

static char *find_misfit(const struct target *t, const struct scenario *s)
{
    if (t->real_clock)
        return xstrdup("needs the virtual clock: on the real one nobody can choose");
    return target_why_skipped(t, s);
}

/* False if there is nothing to explore. */
static bool begin(const struct exploring *x, const struct suite_case *c, struct exploration *e)
{
    struct profile profile = target_profile(x->target, &c->scenario);
    e->target = *x->target;
    e->found.misfit = find_misfit(x->target, &c->scenario);
    if (e->found.misfit)
        return false;
    e->search = search_new(x->runs_max);
    if (c->expect)
        choices_init(&e->found.choices, c->expect, &profile);
    return true;
}

static void note_run(struct exploration *e, const struct suite_case *c, const struct trace *trace)
{
    struct match_sight sight = judge_sight(&e->target, c, trace);
    struct profile profile = target_profile(&e->target, &c->scenario);
    if (c->expect)
        choices_note(&e->found.choices, c->expect, &profile, c->scenario.labels, trace, &sight);
    note_order(&e->found, c, trace, e->target.schedule);
}

/* What the scenario does must hang on nothing but the schedule. */
static void tell_strange(struct result *r)
{
    r->verdict = VERDICT_ERROR;
    free(r->reason);
    r->reason = xstrdup("another run of the same schedule met other points: something decides "
                        "that the world does not rule");
}

/* A run that is not as expected is kept, and ends the search. */
static void finish_run(const struct exploring *x, const struct suite_case *c, struct exploration *e,
                       const struct server_outcome *end)
{
    struct result r;
    judge(&e->target, x->suite->catalogue, c, end, &r);
    if (verdict_is_expected(r.verdict) && !search_learn(e->search, end->trace))
        tell_strange(&r);
    e->found.broken = !verdict_is_expected(r.verdict);
    if (e->found.broken) {
        e->found.schedule = schedule_print(e->target.schedule);
        e->found.result = r;
    } else {
        note_run(e, c, end->trace);
        result_release(&r);
    }
}

static int step(void *arg, struct pool_job *job, struct diag *d)
{
    const struct exploring *x = arg;
    struct exploration *e = job->state;
    const struct suite_case *c = &x->suite->item[job->number];
    if (job->server) {
        struct server_outcome end;
        server_finish(job->server, &end);
        finish_run(x, c, e, &end);
    } else if (!begin(x, c, e)) {
        return 0;
    }
    e->target.schedule = e->found.broken ? NULL : search_next(e->search);
    if (!e->target.schedule)
        return 0;
    x->progress(x->arg, c, search_runs(e->search), search_known(e->search));
    return target_start(&e->target, c, &job->server, d);
}

/* ---- all of them ---- */

static int tell(void *arg, struct pool_job *job, struct diag *d)
{
    const struct exploring *x = arg;
    struct exploration *e = job->state;
    (void)d;
    if (e->search) {
        e->found.runs = search_runs(e->search);
        e->found.known = search_known(e->search);
        e->found.whole = search_is_whole(e->search);
    }
    if (job->done)
        x->tell(x->arg, &x->suite->item[job->number], &e->found);
    search_free(e->search);
    explored_release(&e->found);
    return 0;
}

int explore_cases(struct exploring *x, struct diag *d)
{
    struct pool pool = { .jobs = x->jobs,
                         .signals = -1,
                         .count = x->suite->count,
                         .state_size = sizeof(struct exploration),
                         .step = step,
                         .tell = tell,
                         .arg = x };
    return pool_run(&pool, d);
}
