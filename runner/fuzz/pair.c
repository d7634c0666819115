#include "runner/fuzz/pair.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/search.h"
#include "interface/backend.h"
#include "fuzz/generate.h"

/* Timers of the ending iteration count with it, or with the next one: the numbers of the
 * two kinds cannot be compared. */
static bool counts_at_tail(const struct target *t)
{
    static const struct version tail = { { 1, 45, 0 } };
    return version_compare(t->profile.libuv, tail) >= 0;
}

static unsigned aspects_of(const struct fuzz_pair *p)
{
    const struct target *a = &p->target[0], *b = &p->target[1];
    unsigned aspects = FUZZ_PHASE | FUZZ_ITERATION | FUZZ_TIME;
    if (counts_at_tail(a) != counts_at_tail(b))
        aspects &= ~(unsigned)FUZZ_ITERATION;
    if (!(p->can & LOOP_CAN_PHASES))
        aspects &= ~(unsigned)(FUZZ_PHASE | FUZZ_ITERATION);
    if (a->real_clock || b->real_clock)
        aspects &= ~(unsigned)FUZZ_TIME;
    return aspects;
}

static uint32_t layers_of(const struct fuzz_pair *p)
{
    uint32_t layers = LAYER_BIT(LAYER_CORE) | LAYER_BIT(LAYER_BROWSER);
    bool node = p->target[0].profile.host == HOST_NODE && p->target[1].profile.host == HOST_NODE;
    return node ? layers | LAYER_BIT(LAYER_NODE) : layers;
}

/* A version of its own: the other can be held to it. */
static bool is_bound(const struct target *t)
{
    return t->info.outside || strcmp(t->info.name, "libuv") == 0;
}

/* What is compared is the loops: whoever can takes the other's profile, and two libuvs
 * carry the same host. Beside a runtime a libuv carries its. */
static void reconcile(struct fuzz_pair *p)
{
    struct target *a = &p->target[0], *b = &p->target[1];
    if (is_bound(a) && is_bound(b) && b->info.outside)
        a->profile.node = b->profile.node;
    else if (is_bound(a) && is_bound(b))
        b->profile.node = a->profile.node;
    else if (is_bound(b))
        a->profile = b->profile;
    else
        b->profile = a->profile;
    profile_print(&a->profile, a->profile_name);
    profile_print(&b->profile, b->profile_name);
}

/* A run of the one that has the virtual clock costs less than a hundredth of a process of
 * a runtime, so many are still no more than a few of those. */
enum { BOUND = 500 };

/* A runtime is, whatever its clock: nobody chooses for it, and it has no batches. */
static bool is_real(const struct target *t)
{
    return t->real_clock || t->info.outside;
}

static int find_real(struct fuzz_pair *p, struct diag *d)
{
    bool real[2] = { is_real(&p->target[0]), is_real(&p->target[1]) };
    p->one_is_real = real[0] || real[1];
    p->real = real[1];
    p->bound = BOUND;
    if (real[0] && real[1])
        return diag_usage(d, "take one of the loops, such as reference",
                          "'%s' and '%s' both have the real clock only: no order can be held "
                          "against another there",
                          p->target[0].spec, p->target[1].spec);
    return 0;
}

int fuzz_pair_open(struct fuzz_pair *p, const struct options *o, struct diag *d)
{
    struct options terms = *o;
    if (o->backend.count != 2)
        return diag_usage(d, "loopspec fuzz -b reference -b libuv",
                          "fuzz holds two backends against each other, not %zu", o->backend.count);
    if (o->profile_before)
        terms.profile = o->profile_before;
    if (target_open(&p->target[0], o->backend.item[0], &terms, d) < 0)
        return -1;
    if (target_open(&p->target[1], o->backend.item[1], o, d) < 0) {
        target_close(&p->target[0]);
        return -1;
    }
    if (find_real(p, d) < 0) {
        fuzz_pair_close(p);
        return -1;
    }
    if (!o->profile)
        reconcile(p);
    target_tell_note(&p->target[0]);
    target_tell_note(&p->target[1]);
    p->can = p->target[0].info.can & p->target[1].info.can;
    p->layers = layers_of(p);
    p->aspects = aspects_of(p);
    return 0;
}

void fuzz_pair_close(struct fuzz_pair *p)
{
    target_close(&p->target[0]);
    target_close(&p->target[1]);
}

void fuzz_pair_bound(struct fuzz_pair *p, uint32_t timeout_ms, uint64_t until_ns)
{
    for (int side = 0; side < 2; side++) {
        p->target[side].timeout_ms = timeout_ms;
        p->target[side].until_ns = until_ns;
    }
}

/* As a case that borrows both. Whatever rule it names, it is for any two loops. */
static struct suite_case case_of(const struct program *program, const char *text)
{
    struct suite_case c = { .name = (char *)"fuzz",
                            .path = (char *)"fuzz.loop",
                            .source = (char *)text,
                            .length = strlen(text) };
    scenario_init(&c.scenario, (struct program *)program);
    c.scenario.families = FAMILIES_ALL;
    return c;
}

static int run_side(struct fuzz_pair *p, int side, const struct suite_case *c, struct fuzz_run *run,
                    struct diag *d)
{
    if (target_run(&p->target[side], c, &run->end[side], d) < 0)
        return -1;
    p->trace[side] = run->end[side].trace;
    /* Whatever differs then is no loop's doing, and the next program would lack it too. */
    const char *shortage = p->trace[side]->shortage;
    if (shortage[0])
        return diag_system(d, NULL, "backend '%s': %s", p->target[side].spec, shortage);
    run->died[side] = run->end[side].end != SERVER_DONE;
    return 0;
}

static void compare(const struct fuzz_pair *p, struct fuzz_run *run)
{
    run->difference = FUZZ_END;
    if (!run->died[0] && !run->died[1])
        run->difference = fuzz_compare(p->trace[0], p->trace[1], p->aspects);
}

/* ---- one on the real clock ---- */

/* Every order that a program may have. On the real clock two runs of one program need not be
 * alike: what is compared then is a run with the set of those that the rules permit, as the other
 * backend explores it. */
struct orders {
    uint64_t *digest; /* of fuzz/compare.h, without further aspects */
    size_t count, room;
    bool whole; /* there are no others, and every run came to its end */
};

static bool has_order(const struct orders *o, const struct trace *t)
{
    uint64_t digest = fuzz_digest(t, 0);
    for (size_t i = 0; i < o->count; i++)
        if (o->digest[i] == digest)
            return true;
    return false;
}

static void add_order(struct orders *o, const struct trace *t)
{
    if (has_order(o, t))
        return;
    GROW(o->digest, o->count, o->room);
    o->digest[o->count++] = fuzz_digest(t, 0);
}

/* False if the run tells nothing about its order: it was cut, or is not the schedule's. */
static bool take_run(struct orders *o, struct search *search, const struct server_outcome *end)
{
    const struct trace *t = end->trace;
    if (end->end != SERVER_DONE || t->outcome != OUTCOME_FINISHED || !search_learn(search, t))
        return false;
    add_order(o, t);
    return true;
}

/* At most `runs_max` schedules. -1 with `*d`; either way the caller frees the digests. */
static int explore_orders(struct orders *o, struct target *t, const struct suite_case *c,
                          uint32_t runs_max, struct diag *d)
{
    struct search *search = search_new(runs_max);
    bool goes_on = true;
    int result = 0;
    *o = (struct orders){ .digest = NULL };
    while (goes_on && result == 0 && (t->schedule = search_next(search))) {
        struct server_outcome end;
        result = target_run(t, c, &end, d);
        goes_on = result == 0 && take_run(o, search, &end);
    }
    t->schedule = NULL;
    o->whole = goes_on && search_is_whole(search);
    search_free(search);
    return result;
}

/* A machine with other things to do may hold up a run by more than is explored. What is
 * wrong is wrong every time. */
enum { REAL_TRIES = 4 };

/* Runs the real side again until it is as the other may be. */
static int seek_order(struct fuzz_pair *p, const struct suite_case *c, const struct orders *orders,
                      struct fuzz_run *run, struct diag *d)
{
    for (int i = 0; run->difference && !run->died[p->real] && i < REAL_TRIES; i++) {
        if (i > 0 && run_side(p, p->real, c, run, d) < 0)
            return -1;
        if (!run->died[p->real] && has_order(orders, p->trace[p->real]))
            run->difference = FUZZ_SAME;
    }
    return 0;
}

static int run_real(struct fuzz_pair *p, const struct suite_case *c, struct fuzz_run *run,
                    struct diag *d)
{
    int exact = !p->real;
    struct orders orders;
    if (fuzz_needs_virtual(c->scenario.program))
        return 1;
    if (run_side(p, exact, c, run, d) < 0)
        return -1;
    if (run->died[exact] || p->trace[exact]->outcome != OUTCOME_FINISHED)
        return 1; /* one that has no end would take the real one's whole time */
    if (run_side(p, p->real, c, run, d) < 0)
        return -1;
    if (run->end[p->real].end == SERVER_UNSUPPORTED)
        return 1;
    compare(p, run);
    if (run->difference == FUZZ_SAME)
        return 0;
    int result = explore_orders(&orders, &p->target[exact], c, p->bound, d);
    if (result == 0 && !orders.whole)
        result = 1;
    if (result == 0)
        result = seek_order(p, c, &orders, run, d);
    free(orders.digest);
    if (result == 0 && run->difference) /* the usual run is the one to be shown */
        result = run_side(p, exact, c, run, d);
    return result;
}

int fuzz_pair_run(struct fuzz_pair *p, const struct program *program, const char *text,
                  struct fuzz_run *run, struct diag *d)
{
    struct suite_case c = case_of(program, text);
    if (!target_takes(&p->target[0], &c.scenario) || !target_takes(&p->target[1], &c.scenario))
        return 1;
    if (p->one_is_real)
        return run_real(p, &c, run, d);
    for (int side = 0; side < 2; side++)
        if (run_side(p, side, &c, run, d) < 0)
            return -1;
    compare(p, run);
    return 0;
}
