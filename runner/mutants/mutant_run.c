#include "runner/mutants/mutant_run.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "backend/builtin.h"
#include "base/mem.h"
#include "host/host.h"
#include "runner/judge/judge.h"

enum answer { ANSWER_UNKNOWN, ANSWER_PASSES, ANSWER_FAILS };

/* The woven loop without a mutant, under one profile, and what it has shown so far. */
struct control {
    struct target target;
    enum answer *answer; /* [case] */
};

struct mutant_run {
    const struct options *options;
    const struct suite *suite;
    struct control *control;
    size_t control_count, control_room;
};

struct mutant_run *mutant_run_open(const struct options *o, const struct suite *suite)
{
    struct mutant_run *h = xcalloc(1, sizeof *h);
    h->options = o;
    h->suite = suite;
    return h;
}

void mutant_run_close(struct mutant_run *h)
{
    for (size_t i = 0; i < h->control_count; i++) {
        target_close(&h->control[i].target);
        free(h->control[i].answer);
    }
    free(h->control);
    free(h);
}

/* ---- running ---- */

/* What the newest versions do is what the rules say without an exception. */
static const char *newest_profile(void)
{
    const char *newest = NULL;
    for (size_t i = 0; i < profile_known_count(); i++)
        if (strncmp(profile_known_name(i), "node-", 5) == 0)
            newest = profile_known_name(i);
    return newest;
}

static int open_target(const struct mutant_run *h, struct target *t, const char *spec,
                       const char *profile, struct diag *d)
{
    struct options o = *h->options;
    o.profile = profile ? profile : o.profile ? o.profile : newest_profile();
    return target_open(t, spec, &o, d);
}

bool mutant_run_can_run(const struct suite_case *c)
{
    const uint32_t followed = FAMILY_BIT(FAMILY_LIBUV) | FAMILY_BIT(FAMILY_ANY);
    return c->scenario.program && c->expect && (c->scenario.families & followed) &&
           !(host_needs(c->scenario.program) & ~backend_reference.can);
}

static int run_case(const struct target *t, const struct suite *suite, const struct suite_case *c,
                    struct result *r, struct diag *d)
{
    struct server_outcome end;
    if (target_run(t, c, &end, d) < 0)
        return -1;
    judge(t, suite->catalogue, c, &end, server_trace(t->server), r);
    return 0;
}

static struct control *find_control(struct mutant_run *h, const struct target *t, struct diag *d)
{
    for (size_t i = 0; i < h->control_count; i++)
        if (strcmp(h->control[i].target.profile_name, t->profile_name) == 0)
            return &h->control[i];
    GROW(h->control, h->control_count, h->control_room);
    struct control *c = &h->control[h->control_count];
    if (open_target(h, &c->target, "reference:mutant=none", t->profile_name, d) < 0)
        return NULL;
    c->answer = xcalloc(h->suite->count, sizeof *c->answer);
    h->control_count++;
    return c;
}

/* A case that fails anyway proves nothing. 1, 0 or -1 with `*d`. */
static int passes_on_control(struct mutant_run *h, const struct target *t,
                             const struct suite_case *c, struct diag *d)
{
    struct control *control = find_control(h, t, d);
    struct result r;
    if (!control)
        return -1;
    enum answer *answer = &control->answer[c - h->suite->item];
    if (*answer == ANSWER_UNKNOWN) {
        if (run_case(&control->target, h->suite, c, &r, d) < 0)
            return -1;
        *answer = r.verdict == VERDICT_PASS ? ANSWER_PASSES : ANSWER_FAILS;
        result_release(&r);
    }
    return *answer == ANSWER_PASSES;
}

/* 1 with `*r`, which the caller releases; 0; or -1 with `*d`. */
static int kills(struct mutant_run *h, const struct target *t, const struct suite_case *c,
                 struct result *r, struct diag *d)
{
    char *misfit = target_why_skipped(t, &c->scenario);
    free(misfit);
    if (misfit)
        return 0;
    if (run_case(t, h->suite, c, r, d) < 0)
        return -1;
    int answer = verdict_is_expected(r->verdict) ? 0 : passes_on_control(h, t, c, d);
    if (answer != 1)
        result_release(r);
    return answer;
}

/* ---- one mutant ---- */

static bool names_rule(const struct suite_case *c, const char *rule)
{
    for (size_t i = 0; i < c->scenario.rule_count; i++)
        if (strcmp(c->scenario.rule[i], rule) == 0)
            return true;
    return false;
}

static bool names_any(const struct suite_case *c, const struct mutant *m)
{
    for (size_t i = 0; i < MUTANT_RULES_MAX && m->rule[i]; i++)
        if (names_rule(c, m->rule[i]))
            return true;
    return false;
}

/* Does the case name a rule that has no kill yet? */
static bool is_wanted(const struct suite_case *c, const struct mutant_result *out)
{
    for (size_t i = 0; i < out->kill_count; i++)
        if (!out->kill[i].by && names_rule(c, out->kill[i].rule))
            return true;
    return false;
}

static void note_kill(const struct suite_case *c, const struct result *r, struct mutant_result *out)
{
    for (size_t i = 0; i < out->kill_count; i++) {
        struct mutant_kill *k = &out->kill[i];
        if (k->by || !names_rule(c, k->rule))
            continue;
        k->by = c;
        k->verdict = r->verdict;
        k->reason = xstrdup(r->reason);
    }
}

static int try_named(struct mutant_run *h, const struct target *t, struct mutant_result *out,
                     struct diag *d)
{
    struct result r;
    int answer = 0;
    for (size_t i = 0; answer >= 0 && i < h->suite->count; i++) {
        const struct suite_case *c = &h->suite->item[i];
        if (!mutant_run_can_run(c) || !is_wanted(c, out))
            continue;
        answer = kills(h, t, c, &r, d);
        if (answer != 1)
            continue;
        note_kill(c, &r, out);
        result_release(&r);
    }
    return answer < 0 ? -1 : 0;
}

/* Nobody who should has noticed. Has anybody? */
static int try_others(struct mutant_run *h, const struct target *t, struct mutant_result *out,
                      struct diag *d)
{
    struct result r;
    int answer = 0;
    for (size_t i = 0; answer == 0 && i < h->suite->count; i++) {
        const struct suite_case *c = &h->suite->item[i];
        if (!mutant_run_can_run(c) || is_wanted(c, out))
            continue;
        answer = kills(h, t, c, &r, d);
        if (answer == 1) {
            out->other = c;
            result_release(&r);
        }
    }
    return answer < 0 ? -1 : 0;
}

static void begin_result(const struct suite *suite, const struct mutant *m,
                         struct mutant_result *out)
{
    *out = (struct mutant_result){ .kill_count = 0 };
    for (size_t i = 0; i < MUTANT_RULES_MAX && m->rule[i]; i++) {
        struct mutant_kill *k = &out->kill[out->kill_count++];
        k->rule = m->rule[i];
        for (size_t c = 0; c < suite->count; c++)
            k->cases += mutant_run_can_run(&suite->item[c]) && names_rule(&suite->item[c], k->rule);
    }
}

static int open_mutant(const struct mutant_run *h, struct target *t, const struct mutant *m,
                       char **spec, struct diag *d)
{
    *spec = xasprintf("reference:mutant=%s", m->name);
    int result = open_target(h, t, *spec, m->profile, d);
    if (result < 0)
        free(*spec);
    return result;
}

int mutant_run_until_killed(struct mutant_run *h, const struct mutant *m, struct mutant_result *out,
                            struct diag *d)
{
    struct target t;
    char *spec;
    begin_result(h->suite, m, out);
    if (open_mutant(h, &t, m, &spec, d) < 0)
        return -1;
    int result = try_named(h, &t, out, d);
    if (result == 0 && !mutant_is_killed(out))
        result = try_others(h, &t, out, d);
    target_close(&t);
    free(spec);
    return result;
}

void mutant_result_release(struct mutant_result *r)
{
    for (size_t i = 0; i < r->kill_count; i++)
        free(r->kill[i].reason);
}

bool mutant_is_killed(const struct mutant_result *r)
{
    for (size_t i = 0; i < r->kill_count; i++)
        if (!r->kill[i].by)
            return false;
    return true;
}

int mutant_run_mark_kills(struct mutant_run *h, const struct mutant *m, bool *marked,
                          struct diag *d)
{
    struct target t;
    struct result r;
    char *spec;
    int answer = 0;
    if (open_mutant(h, &t, m, &spec, d) < 0)
        return -1;
    for (size_t i = 0; answer >= 0 && i < h->suite->count; i++) {
        const struct suite_case *c = &h->suite->item[i];
        if (marked[i] || !mutant_run_can_run(c) || !names_any(c, m))
            continue;
        answer = kills(h, &t, c, &r, d);
        if (answer != 1)
            continue;
        marked[i] = true;
        result_release(&r);
    }
    target_close(&t);
    free(spec);
    return answer < 0 ? -1 : 0;
}
