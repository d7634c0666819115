/* No expected trace is looser than it looks: if any two neighbouring lines with different labels
 * are swapped, the run must fail. This holds for each case and each profile for which it expects
 * something different. Each case runs once per profile on the reference loop; all swaps are judged
 * by that trace.
 *
 * Neighbours are those of the flat list of lines that apply to the profile, without blocks. Lines
 * in a choice or in `any order` are not swapped: the result may be another permitted order. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "match/match.h"
#include "runner/server/server.h"
#include "runner/suite/suite.h"
#include "runner/judge/target.h"
#include "tap/tap.h"

struct tally {
    size_t cases, runs, swaps;
};

/* A line has a label or a pattern. A pattern differs from every label. */
static bool is_swappable(const struct expect_item *a, const struct expect_item *b)
{
    if (a->kind != EXPECT_LINE || b->kind != EXPECT_LINE)
        return false;
    if (a->label && b->label)
        return strcmp(a->label, b->label) != 0;
    if (a->pattern_text && b->pattern_text)
        return strcmp(a->pattern_text, b->pattern_text) != 0;
    return true;
}

/* Casting const away is safe: the items belong to an expectation that this test has parsed. Ids are
 * not swapped, since they number the lines of the text. */
static void swap_items(const struct expect_item *a, const struct expect_item *b)
{
    struct expect_item kept = *a;
    uint32_t id = b->id;
    *(struct expect_item *)a = *b;
    ((struct expect_item *)a)->id = kept.id;
    *(struct expect_item *)b = kept;
    ((struct expect_item *)b)->id = id;
}

static enum match_verdict judge_trace(const struct target *t, const struct suite_case *c,
                                      const struct trace *trace, struct match_result *m)
{
    struct match_sight sight = { .phases = trace->phases, .exact_time = true };
    match_trace(c->expect, &t->profile, c->scenario.labels, trace, &sight, m);
    return m->verdict;
}

static void try_swaps(const struct target *t, const struct suite_case *c, const struct trace *trace,
                      const struct expect_item **flat, size_t count, struct tally *tally)
{
    struct match_result m;
    char profile[64];
    for (size_t i = 1; i < count; i++) {
        const struct expect_item *a = flat[i - 1], *b = flat[i];
        if (!is_swappable(a, b))
            continue;
        struct location at = b->at;
        swap_items(a, b);
        enum match_verdict verdict = judge_trace(t, c, trace, &m);
        swap_items(a, b);
        tally->swaps++;
        if (verdict != MATCH_FAIL)
            ok(false, "%s:%u for %s: swapped with the line before it, it still passes",
               c->expect_path, at.line, profile_print(&t->profile, profile));
    }
}

/* Do the same lines apply to an earlier profile? Then this one needs no test. */
static bool seen_before(const struct suite_case *c, size_t profile, const struct expect_item **flat,
                        size_t count)
{
    for (size_t i = 0; i < profile; i++) {
        struct profile earlier = profile_known(NULL, i), own = profile_known(NULL, profile);
        size_t other_count;
        if (earlier.host != own.host)
            continue;
        const struct expect_item **other = expect_flatten(c->expect, &earlier, &other_count);
        bool same = count == other_count && memcmp(flat, other, count * sizeof *flat) == 0;
        free(other);
        if (same)
            return true;
    }
    return false;
}

static void try_case(const struct target *t, const struct suite_case *c,
                     const struct expect_item **flat, size_t count, struct tally *tally)
{
    struct diag d;
    struct server_outcome end;
    struct match_result m;
    char profile[64];
    if (target_run(t, c, &end, &d) < 0) {
        diag_print(&d, stderr);
        exit(1);
    }
    tally->runs++;
    if (end.end == SERVER_DONE && judge_trace(t, c, end.trace, &m) == MATCH_PASS)
        try_swaps(t, c, end.trace, flat, count, tally);
    else
        ok(false, "%s passes for %s as it is", c->name, profile_print(&t->profile, profile));
}

/* Pages are judged by the browser's profile, all others by the rest. The reference behaves as
 * libuv, so profiles of other loops do not apply. */
static bool is_for(const struct target *t, const struct suite_case *c)
{
    if (t->profile.family != FAMILY_LIBUV && t->profile.family != FAMILY_ANY)
        return false;
    bool on_page = c->scenario.layer == LAYER_BROWSER;
    return target_takes(t, &c->scenario) && on_page == (t->profile.host == HOST_BROWSER);
}

static void try_profiles(struct target *t, const struct suite_case *c, struct tally *tally)
{
    bool tried = false;
    for (size_t i = 0; i < profile_known_count(NULL); i++) {
        size_t count;
        t->profile = profile_known(NULL, i);
        if (!is_for(t, c))
            continue;
        const struct expect_item **flat = expect_flatten(c->expect, &t->profile, &count);
        if (!seen_before(c, i, flat, count))
            try_case(t, c, flat, count, tally);
        free(flat);
        tried = true;
    }
    tally->cases += tried;
}

static void test_suite(const struct suite *s)
{
    struct diag d;
    struct target t;
    struct tally tally = { 0 };
    const struct options o = { .timeout_ms = 60 * 1000 };
    if (target_open(&t, "reference", &o, NULL, &d) < 0) {
        diag_print(&d, stderr);
        exit(1);
    }
    for (size_t i = 0; i < s->count; i++)
        try_profiles(&t, &s->item[i], &tally);
    target_close(&t);
    ok(tally.swaps > tally.cases, "%zu cases, %zu runs, %zu swaps tried", tally.cases, tally.runs,
       tally.swaps);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--server") == 0)
        return server_main(argc, argv);
    struct diag d;
    struct suite *s;
    const struct options o = { .level = LEVEL_MAY };
    if (suite_open(&o, &s, &d) != 0) {
        diag_print(&d, stderr);
        return 1;
    }
    test_suite(s);
    suite_close(s);
    return done_testing();
}
