#include "runner/judge/grade.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "match/expect.h"
#include "base/text.h"
#include "runner/judge/judge.h"
#include "runner/server/pool.h"

struct grade {
    const char *name;                /* of the profile */
    struct target target;            /* the backend, judged by this profile */
    size_t judged;                   /* cases with a verdict */
    size_t own;                      /* cases of these that are about this profile itself */
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
    size_t *same;              /* per profile: the one whose result counts for it, too */
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

/* Is the case about what the profile's name stands for, and not only about every loop? */
static bool is_own(const struct grade *g, const struct suite_case *c)
{
    const struct profile *p = &g->target.profile;
    const enum program_layer layer = c->scenario.layer;
    if (!(c->scenario.families & FAMILY_BIT(p->family)))
        return false;
    if (p->family != FAMILY_LIBUV)
        return true;
    if (p->host == HOST_BROWSER)
        return layer == LAYER_BROWSER;
    bool names_node = strncmp(g->name, "node-", 5) == 0, names_libuv = strstr(g->name, "libuv-");
    return (names_node && layer == LAYER_NODE) || (names_libuv && layer == LAYER_CORE);
}

static void note(struct grade *g, const struct suite_case *c, const struct result *r)
{
    if (r->verdict == VERDICT_SKIP || r->verdict == VERDICT_INCONCLUSIVE)
        return;
    g->judged++;
    g->own += is_own(g, c);
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

/* Do both profiles expect the same of the case, and does the host treat it the same? The reference
 * itself follows the profile, so nothing is the same there. */
static bool are_alike(const struct grade *a, const struct grade *b, const struct suite_case *c)
{
    const struct profile *p = &a->target.profile, *q = &b->target.profile;
    const enum program_layer layer = c->scenario.layer;
    if (strcmp(a->target.info.name, "reference") == 0 || !c->expect || p->host != q->host ||
        (p->family == FAMILY_LIBUV) != (q->family == FAMILY_LIBUV) ||
        profile_has_timers_at_tail(p) != profile_has_timers_at_tail(q) ||
        (layer == LAYER_NODE && version_compare(p->node, q->node) != 0))
        return false;
    size_t count[2];
    const struct expect_item **flat[2] = { expect_flatten(c->expect, p, &count[0]),
                                           expect_flatten(c->expect, q, &count[1]) };
    bool same = count[0] == count[1] && memcmp(flat[0], flat[1], count[0] * sizeof *flat[0]) == 0;
    free(flat[0]);
    free(flat[1]);
    return same;
}

/* An earlier profile whose result of this case counts for the current one; its own if none does. A
 * case that hung or crashed is not tried again: it would cost its time for each profile. */
static size_t find_same(const struct grades *all, const struct suite_case *c,
                        const struct graded *s)
{
    for (size_t i = 0; i < s->at; i++) {
        const struct result *r = &s->result[i];
        if (!r->name)
            continue;
        bool is_over = r->verdict == VERDICT_TIMEOUT || r->verdict == VERDICT_CRASH;
        if (is_over || are_alike(&all->item[i], &all->item[s->at], c))
            return i;
    }
    return s->at;
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
        s->same = xcalloc(all->count, sizeof *s->same);
    }
    for (; s->at < all->count; s->at++, s->again = 0) {
        const struct grade *g = &all->item[s->at];
        bool counts = !g->ended && target_takes(&g->target, &c->scenario);
        s->same[s->at] = counts ? find_same(all, c, s) : s->at;
        while (counts && s->same[s->at] == s->at && s->again <= JUDGE_AGAIN_MAX) {
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

static int report_job(void *arg, struct pool_job *job, struct diag *d)
{
    const struct grades *all = arg;
    struct graded *s = job->state;
    (void)d;
    for (size_t i = 0; i < all->count; i++) {
        const struct result *r = &s->result[s->same[i]];
        if (r->name && job->done && !all->item[i].ended)
            note(&all->item[i], &all->suite->item[job->number], r);
    }
    for (size_t i = 0; i < all->count; i++)
        if (s->result[i].name)
            result_release(&s->result[i]);
    free(s->result);
    free(s->same);
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
        if (g->own == 0 || g->ended)
            continue;
        if (!best || g->departures * best->judged < best->departures * g->judged ||
            (g->departures * best->judged == best->departures * g->judged &&
             g->judged > best->judged))
            best = g;
    }
    return best;
}

/* Profiles that stand side by side and have the same to tell: libuv-1.34.2 to 1.44.2. `*end` is the
 * first after them. */
static void find_range(const struct grades *all, size_t from, char *const *line, size_t *end)
{
    const char *name = all->item[from].name;
    size_t family = strcspn(name, "-");
    for (*end = from + 1; *end < all->count; ++*end) {
        const char *next = all->item[*end].name;
        if (strchr(name, '/') || strchr(next, '/') || strcspn(next, "-") != family ||
            strncmp(next, name, family) != 0 || strcmp(line[*end], line[from]) != 0)
            return;
    }
}

static void print_range(const struct grades *all, size_t from, size_t end, char buffer[64])
{
    const char *last = all->item[end - 1].name;
    snprintf(buffer, 64, "%s%s%s", all->item[from].name, end > from + 1 ? " to " : "",
             end > from + 1 ? last + strcspn(last, "-") + 1 : "");
}

/* What there is to tell of a profile, without its name; "" if no case is about it. */
static char *describe_grade(const struct grade *g)
{
    char *text;
    size_t size;
    FILE *out = xopen_memstream(&text, &size);
    if (g->own > 0 && !g->broken)
        fprintf(out, "satisfied by %zu case%s", g->judged, text_plural(g->judged));
    if (g->own > 0 && g->broken) {
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
    }
    fclose(out);
    return text;
}

static void print_satisfied(const struct grades *all, const struct target *t, char *const *line,
                            FILE *out)
{
    const char *before = " behaves as ";
    char range[64];
    text_print(out, t->spec, TEXT_LINE);
    putc(' ', out);
    text_print(out, t->info.version, TEXT_LINE);
    for (size_t i = 0, end; i < all->count; i = end) {
        find_range(all, i, line, &end);
        if (all->item[i].broken || all->item[i].own == 0)
            continue;
        print_range(all, i, end, range);
        fprintf(out, "%s%s", before, range);
        before = ", ";
    }
    if (strcmp(before, ", ") != 0)
        fputs(" behaves as none of the known profiles", out);
    const struct grade *nearest = strcmp(before, ", ") != 0 ? find_nearest(all) : NULL;
    if (nearest)
        fprintf(out, "; %s is nearest", nearest->name);
    putc('\n', out);
}

static void print_grades(const struct grades *all, const struct target *t, FILE *out)
{
    char **line = xcalloc(all->count, sizeof *line), range[64];
    for (size_t i = 0; i < all->count; i++)
        line[i] = describe_grade(&all->item[i]);
    print_satisfied(all, t, line, out);
    for (size_t i = 0, end; i < all->count; i = end) {
        find_range(all, i, line, &end);
        print_range(all, i, end, range);
        if (line[i][0])
            fprintf(out, "  %-22s  %s\n", range, line[i]);
    }
    for (size_t i = 0; i < all->count; i++)
        free(line[i]);
    free(line);
}

static const char *keep(struct arena *a, const char *text)
{
    return text ? arena_strndup(a, text, strlen(text)) : NULL;
}

/* Profiles of which no own case ran are left out, as where they are printed. */
static void keep_grades(const struct grades *all, struct arena *a, struct result_summary *to)
{
    struct result_grade *kept = arena_alloc(a, all->count * sizeof *kept);
    to->grade = kept;
    for (size_t i = 0; i < all->count; i++) {
        const struct grade *g = &all->item[i];
        if (g->own > 0)
            kept[to->grade_count++] = (struct result_grade){
                .profile = keep(a, g->name),
                .is_satisfied = !g->broken,
                .judged = g->judged,
                .departures = g->departures,
                .item = keep(a, g->broken ? g->broken->name : NULL),
                .rules = keep(a, g->rules),
                .reason = keep(a, g->reason)
            };
    }
}

int grade_target(const struct suite *s, const struct target *t, uint32_t jobs, int signals,
                 FILE *out, struct arena *arena, struct result_summary *to, struct diag *d)
{
    struct grades all = { .suite = s };
    struct pool pool = { .jobs = jobs,
                         .signals = signals,
                         .count = s->count,
                         .state_size = sizeof(struct graded),
                         .step = step,
                         .report = report_job,
                         .arg = &all };
    grades_init(&all, t);
    int result = pool_run(&pool, d);
    if (result == 0 && !pool.interrupted) {
        print_grades(&all, t, out);
        keep_grades(&all, arena, to);
    }
    grades_release(&all);
    return result < 0 ? -1 : pool.interrupted;
}
