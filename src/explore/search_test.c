/* A search returns every schedule of a tree of choices once, those with fewer departures first, and
 * never more than its limit; it counts what it leaves out. */
#include "explore/search.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "tap/tap.h"
#include "world/world.h"

/* A case that consists of choices only: how many ways there are at a point, given those taken so
 * far. 0 ends the run. */
typedef uint32_t ways_of(const uint32_t *taken, uint32_t point);

static uint32_t two_by_three(const uint32_t *taken, uint32_t point)
{
    (void)taken;
    return point == 0 ? 2 : point == 1 ? 3 : 0;
}

/* Way 1 at the first point leads to two further points, way 0 to one with three ways. */
static uint32_t lopsided(const uint32_t *taken, uint32_t point)
{
    if (point == 0)
        return 2;
    if (taken[0] == 1)
        return point < 3 ? 2 : 0;
    return point == 1 ? 3 : 0;
}

static uint32_t none(const uint32_t *taken, uint32_t point)
{
    (void)taken;
    (void)point;
    return 0;
}

/* Permutations of four: at each point, which of those left is next. */
static uint32_t four(const uint32_t *taken, uint32_t point)
{
    (void)taken;
    return point < 3 ? 4 - point : 0;
}

static uint32_t endless(const uint32_t *taken, uint32_t point)
{
    (void)taken;
    return point < TRACE_CHOICES_MAX + 5 ? 2 : 0;
}

/* Record what a run of the case under a schedule leaves in the trace. */
static void run(ways_of *ways, const struct schedule *s, struct trace *t)
{
    uint32_t taken[TRACE_CHOICES_MAX + 8], n;
    memset(t, 0, sizeof *t);
    for (uint32_t point = 0; (n = ways(taken, point)) > 0; point++) {
        taken[point] = schedule_way(s, point + 1);
        t->choices++;
        if (point < TRACE_CHOICES_MAX)
            t->choice[point] = (struct trace_choice){ .ways = n, .way = taken[point] };
    }
}

static void test_search(void)
{
    static const struct {
        const char *what;
        ways_of *ways;
        uint32_t bound;
        const char *schedules; /* NULL: too many to list */
        uint32_t runs;
        uint64_t known;
        bool whole;
    } rows[] = {
        { "without points there is one run", none, 9, "|", 1, 1, true },
        { "two points", two_by_three, 9, "||1|2|2:2|1,2|1,2:2|", 6, 6, true },
        { "points that depend on earlier ones", lopsided, 9, "||1|2|2:2|1,2|1,3|1,2,3|", 7, 7,
          true },
        { "every permutation", four, 99, NULL, 24, 24, true },
        { "a bound keeps the nearest", two_by_three, 3, "||1|2|", 3, 6, false },
        { "a bound of one is the usual run", lopsided, 1, "||", 1, 4, false },
        { "a bound that is just enough", two_by_three, 6, NULL, 6, 6, true },
        { "more points than are recorded", endless, 5, "||1|2|3|4|", 5, 0, false },
    };
    struct trace *t = xmalloc(sizeof *t);
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        char seen[400] = "|";
        struct search *s = search_new(rows[i].bound, true);
        const struct schedule *next;
        while ((next = search_next(s))) {
            char *text = schedule_print(next);
            if (rows[i].schedules && strcmp(rows[i].schedules, "|") != 0)
                snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s|", text);
            free(text);
            run(rows[i].ways, next, t);
            if (!search_learn(s, t))
                fail("%s: a run did not follow its schedule", rows[i].what);
        }
        if (rows[i].schedules)
            is(seen, rows[i].schedules, "%s", rows[i].what);
        is_int(search_runs(s), rows[i].runs, "%s: runs", rows[i].what);
        if (rows[i].known)
            is_int(search_known(s), rows[i].known, "%s: known", rows[i].what);
        ok(search_is_whole(s) == rows[i].whole, "%s: all of them, or not", rows[i].what);
        search_free(s);
    }
    free(t);
}

/* A run that does not meet the points of its schedule depends on something else. */
static void test_strange_runs(void)
{
    struct trace *t = xmalloc(sizeof *t);
    struct search *s = search_new(9, true);
    run(two_by_three, search_next(s), t);
    ok(search_learn(s, t), "the usual run");
    const struct schedule *next = search_next(s);
    run(none, next, t);
    ok(!search_learn(s, t), "a run without the point is strange");
    is_int(search_misstep(next, t)->point, 1, "the point is reported");
    run(two_by_three, next, t);
    t->choice[0].way = 0;
    ok(!search_learn(s, t), "so is one that went another way there");
    ok(search_misstep(next, t) == &next->step[0], "the step is reported");
    t->choice[0].way = 1;
    ok(search_learn(s, t) && !search_misstep(next, t), "and one that followed is not");
    search_free(s);
    search_free(NULL);
    free(t);
}

/* Three points with two ways each. At the second, the other way leads to what way 0 leads to. */
static uint32_t runs_of_three(bool full, uint64_t alike, uint64_t state)
{
    static const uint32_t points = 3;
    struct trace *t = xmalloc(sizeof *t);
    struct search *s = search_new(99, full);
    const struct schedule *next;
    while ((next = search_next(s))) {
        memset(t, 0, sizeof *t);
        t->choices = points;
        for (uint32_t i = 0; i < points; i++)
            t->choice[i] = (struct trace_choice){ .ways = 2, .way = schedule_way(next, i + 1) };
        for (uint32_t i = 0; i < points; i++) /* the state tells which ways were taken before */
            for (uint32_t k = 0; k < i; k++)
                t->choice[i].state |= state & t->choice[k].way << k;
        t->choice[1].alike = alike;
        search_learn(s, t);
    }
    uint32_t runs = search_runs(s);
    ok(search_is_whole(s), "all of them");
    search_free(s);
    free(t);
    return runs;
}

static void test_left_out(void)
{
    is_int(runs_of_three(false, 0, UINT64_MAX), 8, "points that lead to different states");
    is_int(runs_of_three(false, world_way(1), UINT64_MAX), 4, "a way that is like another");
    is_int(runs_of_three(true, world_way(1), UINT64_MAX), 8, "which a full search takes");
    is_int(runs_of_three(false, 0, 0), 4, "ways that come back to the usual run");
    is_int(runs_of_three(false, 0, 2), 5, "ways of which the second does not");
    is_int(runs_of_three(true, 0, 0), 8, "a full search takes all of them");
}

int main(void)
{
    test_search();
    test_left_out();
    test_strange_runs();
    return done_testing();
}
