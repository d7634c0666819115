/* mutant_run.c - the woven loop is the reference with the code of all mutants in it. Each job says
 * which mutant is active, so one backend (and its servers) runs all mutants and the control. */
#include "runner/mutants/mutant_run.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "backend/builtin.h"
#include "base/mem.h"
#include "host/host.h"
#include "runner/judge/judge.h"
#include "runner/server/pool.h"

enum answer { ANSWER_UNKNOWN, ANSWER_PASSES, ANSWER_FAILS };

/* The control: the woven loop without a mutant, under one profile, and the results so far. */
struct control {
    struct target target;
    enum answer *answer; /* [case] */
};

struct work {
    const struct mutant_run *run;
    struct target target; /* all other targets are copies of it and share its server */
    bool *can_run;        /* [case] */
    struct control **control;
    size_t control_count, control_room;
};

/* Many a fault makes the loop go on for ever. The real time-out would be most of the time of all
 * mutants; a case that goes on takes a fraction of this, however busy the machine is. */
enum { PROCESSOR_MS = 300 };

/* ---- profiles ---- */

/* Mutants run under the newest versions, unless they name a profile: exceptions in the rules are
 * about older ones. */
static const char *newest_profile(void)
{
    const char *newest = NULL;
    for (size_t i = 0; i < profile_known_count(NULL); i++)
        if (strncmp(profile_known_name(NULL, i), "node-", 5) == 0)
            newest = profile_known_name(NULL, i);
    return newest;
}

static struct control *find_control(struct work *w, struct profile profile)
{
    struct target target = w->target;
    target_set_profile(&target, profile);
    for (size_t i = 0; i < w->control_count; i++)
        if (strcmp(w->control[i]->target.profile_name, target.profile_name) == 0)
            return w->control[i];
    struct control *c = xcalloc(1, sizeof *c);
    c->target = target;
    c->answer = xcalloc(w->run->suite->count, sizeof *c->answer);
    GROW(w->control, w->control_count, w->control_room);
    return w->control[w->control_count++] = c;
}

/* ---- one mutant ---- */

bool mutant_run_can_run(const struct suite_case *c)
{
    const uint32_t followed = FAMILY_BIT(FAMILY_LIBUV) | FAMILY_BIT(FAMILY_ANY);
    return c->scenario.program && c->expect && (c->scenario.families & followed) &&
           !(host_needs(c->scenario.program) & ~backend_reference.can);
}

static bool names_rule(const struct suite_case *c, const char *rule)
{
    for (size_t i = 0; i < c->scenario.rule_count; i++)
        if (strcmp(c->scenario.rule[i], rule) == 0)
            return true;
    return false;
}

/* The job of a pool: a mutant, and the cases that it is run against. */
struct trial {
    struct control *control; /* of its profile */
    struct target target;    /* with the mutant at work */
    size_t at;               /* index of the current case */
    bool others;             /* no case of its rules killed it: the other cases are tried now */
    bool on_control;         /* the run under way is without the mutant: does the case pass? */
    struct result result;    /* of the current case with the mutant; owned while on_control */
    struct mutant_result out;
};

static int begin(struct work *w, const struct mutant *m, struct trial *t, struct diag *d)
{
    const struct suite *suite = w->run->suite;
    struct profile profile = w->target.profile;
    if (m->profile && profile_parse(m->profile, &profile, d) < 0)
        return -1;
    t->control = find_control(w, profile);
    t->target = t->control->target;
    t->target.mutant = (uint32_t)(m - mutant_table) + 1;
    for (size_t i = 0; i < MUTANT_RULES_MAX && m->rule[i]; i++) {
        struct mutant_kill *k = &t->out.kill[t->out.kill_count++];
        k->rule = m->rule[i];
        for (size_t c = 0; c < suite->count; c++)
            k->cases += w->can_run[c] && names_rule(&suite->item[c], k->rule);
    }
    return 0;
}

/* Does the case name one of the mutant's rules? If `unkilled`, only rules without a kill count. */
static bool names_any(const struct suite_case *c, const struct mutant_result *out, bool unkilled)
{
    for (size_t i = 0; i < out->kill_count; i++)
        if (!(unkilled && out->kill[i].by) && names_rule(c, out->kill[i].rule))
            return true;
    return false;
}

/* Is the current case to be run? See `marked` in struct mutant_run. */
static bool is_due(const struct work *w, const struct trial *t)
{
    const struct suite_case *c = &w->run->suite->item[t->at];
    if (!w->can_run[t->at])
        return false;
    bool wanted = w->run->marked ? !w->run->marked[t->at] && names_any(c, &t->out, false)
                                 : names_any(c, &t->out, true) != t->others;
    return wanted && target_takes(&t->target, &c->scenario);
}

/* Advance to the next case that is to be run; false if there is none. */
static bool find_due(const struct work *w, struct trial *t)
{
    for (;;) {
        for (; t->at < w->run->suite->count; t->at++)
            if (is_due(w, t))
                return true;
        if (w->run->marked || t->others || mutant_is_killed(&t->out))
            return false;
        t->others = true;
        t->at = 0;
    }
}

static void note_kill(const struct work *w, struct trial *t)
{
    const struct suite_case *c = &w->run->suite->item[t->at];
    if (w->run->marked)
        w->run->marked[t->at] = true;
    else if (t->others)
        t->out.other = c;
    for (size_t i = 0; !w->run->marked && !t->others && i < t->out.kill_count; i++) {
        struct mutant_kill *k = &t->out.kill[i];
        if (k->by || !names_rule(c, k->rule))
            continue;
        k->by = c;
        k->verdict = t->result.verdict;
        k->reason = xstrdup(t->result.reason);
    }
}

/* A case that does not pass with the mutant kills it, but only if it passes on the control. The
 * control is run when that is first needed. True if the case is finished; false if the control must
 * run next. */
static bool finish_run(struct work *w, struct trial *t, const struct server_outcome *end)
{
    const struct suite *suite = w->run->suite;
    assert(t->at < suite->count);
    enum answer *answer = &t->control->answer[t->at];
    struct result r;
    judge(&t->target, suite->catalogue, &suite->item[t->at], end, &r);
    if (t->on_control) {
        *answer = r.verdict == VERDICT_PASS ? ANSWER_PASSES : ANSWER_FAILS;
        result_release(&r);
        t->on_control = false;
    } else {
        t->result = r;
        t->on_control = !verdict_is_expected(r.verdict) && *answer == ANSWER_UNKNOWN;
    }
    if (t->on_control)
        return false;
    if (!verdict_is_expected(t->result.verdict) && *answer == ANSWER_PASSES)
        note_kill(w, t);
    result_release(&t->result);
    t->at++;
    return true;
}

static int step(void *arg, struct pool_job *job, struct diag *d)
{
    struct work *w = arg;
    struct trial *t = job->state;
    bool finished = true;
    if (job->server) {
        struct server_outcome end;
        server_finish(job->server, &end);
        finished = finish_run(w, t, &end);
    } else if (begin(w, w->run->mutant[job->number], t, d) < 0) {
        return -1;
    }
    if (finished && (t->out.other || !find_due(w, t)))
        return 0;
    return target_start(t->on_control ? &t->control->target : &t->target,
                        &w->run->suite->item[t->at], &job->server, d);
}

static int report_job(void *arg, struct pool_job *job, struct diag *d)
{
    const struct work *w = arg;
    struct trial *t = job->state;
    (void)d;
    if (job->done)
        w->run->report(w->run->arg, job->number, &t->out);
    if (t->on_control)
        result_release(&t->result);
    for (size_t i = 0; i < t->out.kill_count; i++)
        free(t->out.kill[i].reason);
    return 0;
}

bool mutant_is_killed(const struct mutant_result *r)
{
    for (size_t i = 0; i < r->kill_count; i++)
        if (!r->kill[i].by)
            return false;
    return true;
}

/* ---- all of them ---- */

int mutant_run(struct mutant_run *run, struct diag *d)
{
    struct options o = *run->options;
    struct work w = { .run = run };
    struct pool pool = { .jobs = o.jobs,
                         .signals = -1,
                         .count = run->count,
                         .state_size = sizeof(struct trial),
                         .step = step,
                         .report = report_job,
                         .arg = &w };
    o.profile = o.profile ? o.profile : newest_profile();
    if (target_open(&w.target, "reference:mutant=none", &o, NULL, d) < 0)
        return -1;
    w.target.processor_ms = PROCESSOR_MS;
    w.can_run = xcalloc(run->suite->count, sizeof *w.can_run);
    for (size_t i = 0; i < run->suite->count; i++)
        w.can_run[i] = mutant_run_can_run(&run->suite->item[i]);
    int result = pool_run(&pool, d);
    for (size_t i = 0; i < w.control_count; i++) {
        free(w.control[i]->answer);
        free(w.control[i]);
    }
    free(w.control);
    free(w.can_run);
    target_close(&w.target);
    return result;
}
