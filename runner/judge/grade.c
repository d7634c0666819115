#include "runner/judge/grade.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "runner/judge/judge.h"
#include "runner/server/pool.h"

struct grade {
    const char *name;                /* of the profile */
    struct target target;            /* the backend, judged by this profile */
    size_t judged;                   /* cases with a verdict */
    size_t departures;               /* cases of these that failed */
    const struct suite_case *broken; /* the first that failed; NULL for none */
    char *rules, *reason;            /* of that case, as all below */
    uint64_t event;
    bool has_event;
    bool ended; /* after a crash or a time-out: further cases would cost too much time */
};

struct grades {
    const struct suite *suite;
    struct grade *item;
    size_t count;
};

/* The state of a pool's job: one case, judged by one profile after the other. */
struct graded {
    size_t at;                 /* index of the current profile */
    int again;                 /* repetitions, since the machine was too busy to judge a run */
    bool ran;                  /* `end` is a run to judge by the current profile */
    struct server_outcome end; /* its trace is borrowed from the server */
    struct result *result;     /* per profile; its name is NULL if there is none */
};

static void add_grade(struct grades *g, const struct target *t, const char *name,
                      struct profile profile)
{
    struct grade *grade = &g->item[g->count++];
    *grade = (struct grade){ .name = name, .target = *t };
    target_set_profile(&grade->target, profile);
}

/* All known profiles, and the backend's own if it is not one of them. */
static void grades_init(struct grades *g, const struct target *t)
{
    bool is_known = false;
    g->item = xcalloc(profile_known_count(t->loops) + 1, sizeof *g->item);
    g->count = 0;
    for (size_t i = 0; i < profile_known_count(t->loops); i++) {
        add_grade(g, t, profile_known_name(t->loops, i), profile_known(t->loops, i));
        is_known |= strcmp(g->item[i].target.profile_name, t->profile_name) == 0;
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

/* Judge the run by the current profile. False if the machine was too busy: it must be repeated. */
static bool judge_by(const struct grades *all, const struct suite_case *c, struct graded *s)
{
    struct result *r = &s->result[s->at];
    judge(&all->item[s->at].target, all->suite->catalogue, c, &s->end, r);
    if (!judge_proves_nothing(r, s->end.trace))
        return true;
    result_release(r);
    *r = (struct result){ 0 };
    return false;
}

static int step(void *arg, struct pool_job *job, struct diag *d)
{
    const struct grades *all = arg;
    struct graded *s = job->state;
    const struct suite_case *c = &all->suite->item[job->number];
    if (job->server) {
        server_finish(job->server, &s->end);
        s->ran = true;
    } else {
        s->result = xcalloc(all->count, sizeof *s->result);
    }
    for (; s->at < all->count; s->at++, s->again = 0) {
        const struct grade *g = &all->item[s->at];
        bool counts = !g->ended && target_takes(&g->target, &c->scenario);
        while (counts && s->again <= JUDGE_AGAIN_MAX) {
            if (!s->ran)
                return target_start(&g->target, c, &job->server, d);
            if (judge_by(all, c, s))
                break;
            s->ran = false;
            s->again++;
        }
        s->ran = s->ran && g->target.info.outside; /* a loop needs a new run for each profile */
    }
    return 0;
}

static int tell(void *arg, struct pool_job *job, struct diag *d)
{
    const struct grades *all = arg;
    struct graded *s = job->state;
    (void)d;
    for (size_t i = 0; i < all->count; i++) {
        if (!s->result[i].name)
            continue;
        if (job->done && !all->item[i].ended)
            note(&all->item[i], &all->suite->item[job->number], &s->result[i]);
        result_release(&s->result[i]);
    }
    free(s->result);
    return 0;
}

/* ---- printing ---- */

/* The profile with the lowest share of departures; if equal, the one with more cases judged. The
 * fractions are compared by cross-multiplication. */
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

static void print_satisfied(const struct grades *all, const struct target *t, FILE *out)
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

static void print_grade(const struct grade *g, FILE *out)
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
        fprintf(out, "departs in %zu of %zu case%s, first at ", g->departures, g->judged,
                text_plural(g->judged));
    text_print(out, *g->rules ? g->rules : "no rule", TEXT_LINE);
    if (g->has_event)
        fprintf(out, ", event %llu", (unsigned long long)g->event);
    fprintf(out, " of %s: ", g->broken->name);
    text_print(out, g->reason, TEXT_LINE);
    putc('\n', out);
}

int grade_target(const struct suite *s, const struct target *t, uint32_t jobs, int signals,
                 FILE *out, struct diag *d)
{
    struct grades all = { .suite = s };
    struct pool pool = { .jobs = jobs,
                         .signals = signals,
                         .count = s->count,
                         .state_size = sizeof(struct graded),
                         .step = step,
                         .tell = tell,
                         .arg = &all };
    grades_init(&all, t);
    int result = pool_run(&pool, d);
    if (result == 0 && !pool.interrupted) {
        print_satisfied(&all, t, out);
        for (size_t i = 0; i < all.count; i++)
            print_grade(&all.item[i], out);
    }
    grades_release(&all);
    return result < 0 ? -1 : pool.interrupted;
}
