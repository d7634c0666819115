#include "runner/fuzz/pair.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/search.h"
#include "interface/backend.h"
#include "fuzz/generate.h"

/* libuv >= 1.45 runs timers at the end of an iteration, older ones at the beginning of the next. So
 * numbers of iterations cannot be compared between the two. */
static bool counts_at_tail(const struct target *t)
{
    static const struct version tail = { { 1, 45, 0 } };
    return version_compare(t->profile.libuv, tail) >= 0;
}

/* A runtime is treated as if it had only the real clock, even if it has a virtual one: it cannot
 * follow a schedule, and cannot run batches. */
static bool is_real(const struct target *t)
{
    return t->real_clock || t->info.outside;
}

static unsigned aspects_of(const struct fuzz_pair *p)
{
    const struct target *a = &p->target[0], *b = &p->target[1];
    unsigned aspects = FUZZ_PHASE | FUZZ_ITERATION | FUZZ_TIME | FUZZ_WAKEUPS;
    if (counts_at_tail(a) != counts_at_tail(b))
        aspects &= ~(unsigned)(FUZZ_ITERATION | FUZZ_WAKEUPS);
    if (!(p->can & LOOP_CAN_PHASES))
        aspects &= ~(unsigned)(FUZZ_PHASE | FUZZ_ITERATION | FUZZ_WAKEUPS);
    /* How often a loop of another shape comes back from its wait, no document says. */
    bool alike = a->profile.family == b->profile.family && !a->info.plugin && !b->info.plugin;
    if (!alike || is_real(a) || is_real(b))
        aspects &= ~(unsigned)FUZZ_WAKEUPS;
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

/* Does the backend have a version of its own? Otherwise it can behave as any version. */
static bool has_version(const struct target *t)
{
    return t->info.outside || strcmp(t->info.name, "libuv") == 0;
}

/* Make the profiles equal where possible, so that only the loops differ:
 * - a backend without a version of its own takes the other's profile;
 * - two libuvs simulate the same Node on top; if one backend is a runtime, the version of that. */
static void reconcile(struct fuzz_pair *p)
{
    struct target *a = &p->target[0], *b = &p->target[1];
    if (has_version(a) && has_version(b) && b->info.outside)
        a->profile.node = b->profile.node;
    else if (has_version(a) && has_version(b))
        b->profile.node = a->profile.node;
    else if (has_version(b))
        a->profile = b->profile;
    else
        b->profile = a->profile;
    profile_print(&a->profile, a->profile_name);
    profile_print(&b->profile, b->profile_name);
}

/* The most schedules that are explored for one program. A run on the virtual clock takes less than
 * a hundredth of the time of a runtime's process, so all of them take no longer than a few of
 * those. */
enum { BOUND = 500 };

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

/* A server of its own keeps the process that programs share from ending whenever one comes that
 * needs its own. */
static int open_sharing(struct fuzz_pair *p, struct diag *d)
{
    p->sharing = (struct target){ 0 };
    if (!p->one_is_real || !p->target[p->real].info.outside || p->target[p->real].real_clock)
        return 0;
    p->sharing = p->target[p->real];
    p->sharing.share = true;
    p->sharing.server = server_open(p->sharing.spec, d);
    return p->sharing.server ? 0 : -1;
}

int fuzz_pair_open(struct fuzz_pair *p, const struct options *o, struct diag *d)
{
    struct options terms = *o;
    if (o->backend.count != 2)
        return diag_usage(d, "loopspec fuzz -b reference -b libuv",
                          "fuzz holds two backends against each other, not %zu", o->backend.count);
    if (o->profile_before)
        terms.profile = o->profile_before;
    if (target_open(&p->target[0], o->backend.item[0], &terms, NULL, d) < 0)
        return -1;
    if (target_open(&p->target[1], o->backend.item[1], o, NULL, d) < 0) {
        target_close(&p->target[0]);
        return -1;
    }
    p->sharing.server = NULL;
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
    if (open_sharing(p, d) == 0)
        return 0;
    fuzz_pair_close(p);
    return -1;
}

void fuzz_pair_close(struct fuzz_pair *p)
{
    if (p->sharing.server)
        target_close(&p->sharing);
    target_close(&p->target[0]);
    target_close(&p->target[1]);
}

void fuzz_pair_bound(struct fuzz_pair *p, uint32_t timeout_ms, uint64_t until_ns)
{
    for (int side = 0; side < 2; side++) {
        p->target[side].timeout_ms = timeout_ms;
        p->target[side].until_ns = until_ns;
    }
    p->sharing.timeout_ms = timeout_ms;
    p->sharing.until_ns = until_ns;
}

/* The program as a case, which borrows both arguments. It applies to every family of loops,
 * whatever rule it names. */
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
    /* The machine ran short of something. A difference would prove nothing, and the next program
     * would run short, too. */
    const char *shortage = server_shortage(&run->end[side]);
    if (shortage[0])
        return diag_system(d, NULL, "backend '%s': %s", p->target[side].spec, shortage);
    run->died[side] = run->end[side].end != SERVER_DONE;
    return 0;
}

static void compare(const struct fuzz_pair *p, struct fuzz_run *run, unsigned aspects)
{
    run->difference = FUZZ_END;
    if (!run->died[0] && !run->died[1])
        run->difference = fuzz_compare(p->trace[0], p->trace[1], aspects);
}

/* ---- one backend has the real clock ---- */

/* Every order that the rules permit for a program. On the real clock two runs of a program may
 * differ. So a run there is compared with this set, which is found by exploring all schedules on
 * the other backend. */
struct orders {
    uint64_t *digest; /* of fuzz/compare.h, without further aspects */
    size_t count, room;
    bool whole; /* the set is complete: every schedule was explored and ran to its end */
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

/* Add the order of a run. False if it cannot be used: it was cut short or left the schedule. */
static bool take_run(struct orders *o, struct search *search, const struct server_outcome *end)
{
    const struct trace *t = end->trace;
    if (end->end != SERVER_DONE || t->outcome != OUTCOME_FINISHED || !search_learn(search, t))
        return false;
    add_order(o, t);
    return true;
}

/* Explore at most `runs_max` schedules. Returns 0, or -1 with `*d`. The caller frees the digests in
 * any case. */
static int explore_orders(struct orders *o, struct target *t, const struct suite_case *c,
                          uint32_t runs_max, struct diag *d)
{
    struct search *search = search_new(runs_max, false);
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

/* A busy machine may delay a run so much that the order is one the search did not consider. A real
 * difference shows every time. */
enum { REAL_TRIES = 4 };

/* Repeat the run on the real clock until its order is among `orders`. If it never is, the
 * difference stands. */
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
    assert(p->one_is_real);
    int exact = !p->real;
    struct orders orders;
    if (run_side(p, exact, c, run, d) < 0)
        return -1;
    if (run->died[exact] || p->trace[exact]->outcome != OUTCOME_FINISHED)
        return 1; /* a program without an end would run into the time-out on the real clock */
    if (run_side(p, p->real, c, run, d) < 0)
        return -1;
    if (run->end[p->real].end == SERVER_UNSUPPORTED)
        return 1;
    compare(p, run, p->aspects & ~(unsigned)FUZZ_TIME);
    if (run->difference == FUZZ_SAME)
        return 0;
    int result = explore_orders(&orders, &p->target[exact], c, p->bound, d);
    if (result == 0 && !orders.whole)
        result = 1;
    if (result == 0)
        result = seek_order(p, c, &orders, run, d);
    free(orders.digest);
    if (result == 0 && run->difference) /* run the default schedule again: its trace is shown */
        result = run_side(p, exact, c, run, d);
    return result;
}

static bool takes(const struct fuzz_pair *p, const struct scenario *s)
{
    if (p->one_is_real && fuzz_needs_virtual(s->program))
        return false;
    return target_takes(&p->target[0], s) && target_takes(&p->target[1], s);
}

int fuzz_pair_run(struct fuzz_pair *p, const struct program *program, const char *text,
                  struct fuzz_run *run, struct diag *d)
{
    struct suite_case c = case_of(program, text);
    if (!takes(p, &c.scenario))
        return 1;
    if (p->one_is_real)
        return run_real(p, &c, run, d);
    for (int side = 0; side < 2; side++)
        if (run_side(p, side, &c, run, d) < 0)
            return -1;
    compare(p, run, p->aspects);
    return 0;
}

/* ---- among others ---- */

int fuzz_pair_start(const struct fuzz_pair *p, int side, const struct program *program,
                    const char *text, struct server **on, struct diag *d)
{
    struct suite_case c = case_of(program, text);
    bool shares = p->sharing.server && side == p->real && program_may_share(program);
    if (!takes(p, &c.scenario))
        return 0;
    return target_start(shares ? &p->sharing : &p->target[side], &c, on, d);
}

uint64_t fuzz_pair_digest(const struct fuzz_pair *p, const struct trace *t)
{
    assert(p->one_is_real);
    return fuzz_digest(t, p->aspects & ~(unsigned)FUZZ_TIME);
}
