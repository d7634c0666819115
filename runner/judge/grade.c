#include "runner/judge/grade.h"

#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/mem.h"
#include "base/text.h"
#include "runner/judge/judge.h"

struct grade {
    const char *name;                /* of the profile */
    struct target target;            /* the backend's, by that profile */
    size_t judged;                   /* cases that it was held against */
    size_t departures;               /* of these */
    const struct suite_case *broken; /* the first; NULL so far */
    char *rules, *reason;
    uint64_t event;
    bool has_event;
    bool ended; /* a crash, or time that ran out: no other case is worth the wait */
};

struct grades {
    struct grade *item;
    size_t count;
};

static bool same_profile(const struct profile *a, const struct profile *b)
{
    return a->family == b->family && version_compare(a->version, b->version) == 0 &&
           a->host == b->host && version_compare(a->node, b->node) == 0 &&
           version_compare(a->libuv, b->libuv) == 0;
}

static void add_grade(struct grades *g, const struct target *t, const char *name,
                      struct profile profile)
{
    struct grade *grade = &g->item[g->count++];
    *grade = (struct grade){ .name = name, .target = *t };
    grade->target.profile = profile;
    profile_print(&profile, grade->target.profile_name);
}

/* All known ones, and the backend's own if it is none of them. */
static void grades_init(struct grades *g, const struct target *t)
{
    bool is_known = false;
    g->item = xcalloc(profile_known_count() + 1, sizeof *g->item);
    g->count = 0;
    for (size_t i = 0; i < profile_known_count(); i++) {
        struct profile known = profile_known(i);
        is_known |= same_profile(&known, &t->profile);
        add_grade(g, t, profile_known_name(i), known);
    }
    if (!is_known)
        add_grade(g, t, t->profile_name, t->profile);
}

static void grades_release(struct grades *g)
{
    for (size_t i = 0; i < g->count; i++) {
        free(g->item[i].rules);
        free(g->item[i].reason);
    }
    free(g->item);
}

/* ---- grading ---- */

static void note(struct grade *g, const struct suite_case *c, const struct result *r)
{
    if (r->verdict == VERDICT_SKIP || r->verdict == VERDICT_INCONCLUSIVE)
        return;
    g->judged++;
    if (verdict_is_expected(r->verdict))
        return;
    g->ended = r->verdict != VERDICT_FAIL;
    if (g->departures++ > 0)
        return;
    g->broken = c;
    g->rules = result_join_rules(r);
    g->reason = xstrdup(r->reason);
    g->has_event = r->broken_count > 0;
    g->event = g->has_event ? r->broken[0] : 0;
}

/* False if the machine was too busy to tell. */
static bool judge_by(struct grade *g, const struct suite *s, const struct suite_case *c,
                     const struct server_outcome *end)
{
    struct result r;
    const struct trace *trace = server_trace(g->target.server);
    judge(&g->target, s->catalogue, c, end, trace, &r);
    bool tells = !judge_proves_nothing(&r, trace);
    if (tells)
        note(g, c, &r);
    result_release(&r);
    return tells;
}

static int grade_case(struct grades *all, const struct suite *s, const struct suite_case *c,
                      struct diag *d)
{
    struct server_outcome end;
    bool ran = false;
    for (size_t i = 0; i < all->count; i++) {
        struct grade *g = &all->item[i];
        char *misfit = g->ended ? NULL : target_why_skipped(&g->target, &c->scenario);
        bool counts = !g->ended && !misfit;
        free(misfit);
        for (int again = 0; counts && again <= JUDGE_AGAIN_MAX; again++) {
            if ((!ran || !g->target.info.outside) && target_run(&g->target, c, &end, d) < 0)
                return -1;
            ran = true;
            if (judge_by(g, s, c, &end))
                break;
            ran = false;
        }
    }
    return 0;
}

/* ---- telling ---- */

/* Departures in one of more cases than in another's few: by their share. */
static const struct grade *find_nearest(const struct grades *all)
{
    const struct grade *best = NULL;
    for (size_t i = 0; i < all->count; i++) {
        const struct grade *g = &all->item[i];
        if (g->judged == 0 || g->ended)
            continue;
        if (!best || g->departures * best->judged < best->departures * g->judged ||
            (g->departures * best->judged == best->departures * g->judged &&
             g->judged > best->judged))
            best = g;
    }
    return best;
}

static void tell_satisfied(const struct grades *all, const struct target *t, FILE *out)
{
    const char *before = " behaves as ";
    text_print(out, t->spec, TEXT_LINE);
    putc(' ', out);
    text_print(out, t->info.version, TEXT_LINE);
    for (size_t i = 0; i < all->count; i++) {
        if (all->item[i].broken || all->item[i].judged == 0)
            continue;
        fprintf(out, "%s%s", before, all->item[i].name);
        before = ", ";
    }
    if (strcmp(before, ", ") != 0)
        fputs(" behaves as none of the known profiles", out);
    const struct grade *nearest = strcmp(before, ", ") != 0 ? find_nearest(all) : NULL;
    if (nearest)
        fprintf(out, "; %s is nearest", nearest->name);
    putc('\n', out);
}

static void tell_grade(const struct grade *g, FILE *out)
{
    fprintf(out, "  %-15s ", g->name);
    if (!g->broken) {
        if (g->judged > 0)
            fprintf(out, "satisfied by %zu case%s\n", g->judged, g->judged == 1 ? "" : "s");
        else
            fputs("nothing to judge\n", out);
        return;
    }
    if (g->ended)
        fputs("departs at ", out);
    else
        fprintf(out, "departs in %zu of %zu cases, first at ", g->departures, g->judged);
    text_print(out, *g->rules ? g->rules : "no rule", TEXT_LINE);
    if (g->has_event)
        fprintf(out, ", event %llu", (unsigned long long)g->event);
    fprintf(out, " of %s: ", g->broken->name);
    text_print(out, g->reason, TEXT_LINE);
    putc('\n', out);
}

int grade_target(const struct suite *s, const struct target *t, FILE *out, struct diag *d)
{
    struct grades all;
    int answer = 0;
    grades_init(&all, t);
    for (size_t i = 0; answer == 0 && i < s->count; i++)
        answer = interrupt_is_pending() ? 1 : grade_case(&all, s, &s->item[i], d);
    if (answer < 0 && interrupt_is_pending())
        answer = 1;
    if (answer == 0) {
        tell_satisfied(&all, t, out);
        for (size_t i = 0; i < all.count; i++)
            tell_grade(&all.item[i], out);
    }
    grades_release(&all);
    return answer;
}
