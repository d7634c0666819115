#include "runner/judge/explore.h"

#include <stdlib.h>
#include <string.h>

#include "explore/search.h"
#include "runner/judge/judge.h"

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

/* ---- runs ---- */

/* Keep a run that is not as expected, and say so. */
static bool keep_broken(struct explored *e, struct result *r, const struct schedule *schedule)
{
    if (verdict_is_expected(r->verdict)) {
        result_release(r);
        return false;
    }
    e->broken = true;
    e->schedule = schedule_print(schedule);
    e->result = *r;
    return true;
}

static void note_run(struct explored *e, const struct target *t, const struct suite_case *c,
                     const struct trace *trace)
{
    struct match_sight sight = judge_sight(t, c, trace);
    struct profile profile = target_profile(t, &c->scenario);
    if (c->expect)
        choices_note(&e->choices, c->expect, &profile, c->scenario.labels, trace, &sight);
    note_order(e, c, trace, t->schedule);
}

/* What the scenario does must hang on nothing but the schedule. */
static void tell_strange(struct result *r)
{
    r->verdict = VERDICT_ERROR;
    free(r->reason);
    r->reason = xstrdup("another run of the same schedule met other points: something decides "
                        "that the world does not rule");
}

static int explore_schedule(const struct target *t, const struct suite *suite,
                            const struct suite_case *c, struct search *search, struct explored *e,
                            struct diag *d)
{
    struct server_outcome end;
    struct result r;
    if (target_run(t, c, &end, d) < 0)
        return -1;
    const struct trace *trace = server_trace(t->server);
    judge(t, suite->catalogue, c, &end, trace, &r);
    if (verdict_is_expected(r.verdict) && !search_learn(search, trace))
        tell_strange(&r);
    if (!keep_broken(e, &r, t->schedule))
        note_run(e, t, c, trace);
    return 0;
}

int explore_case(struct target *t, const struct suite *suite, const struct suite_case *c,
                 uint32_t runs_max, struct explored *out, struct diag *d,
                 explore_progress *progress, void *arg)
{
    int result = 0;
    struct search *search = search_new(runs_max);
    struct profile profile = target_profile(t, &c->scenario);
    *out = (struct explored){ 0 };
    if (c->expect)
        choices_init(&out->choices, c->expect, &profile);
    while (result == 0 && !out->broken && (t->schedule = search_next(search))) {
        progress(arg, search_runs(search), search_known(search));
        result = explore_schedule(t, suite, c, search, out, d);
    }
    t->schedule = NULL;
    out->runs = search_runs(search);
    out->known = search_known(search);
    out->whole = search_is_whole(search);
    search_free(search);
    return result;
}

void explored_release(struct explored *e)
{
    for (size_t i = 0; i < e->order_count; i++) {
        free(e->order[i].labels);
        free(e->order[i].schedule);
    }
    free(e->order);
    choices_release(&e->choices);
    if (e->broken) {
        free(e->schedule);
        result_release(&e->result);
    }
    *e = (struct explored){ 0 };
}
