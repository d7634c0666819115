#include "runner/fuzz/reduce.h"

#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/mem.h"
#include "base/now.h"
#include "base/text.h"
#include "fuzz/edit.h"
#include "fuzz/shrink.h"

enum {
    HUNG_MAX = 40,      /* candidates that may hang before the reduction gives up */
    LIMIT_MS_MIN = 250, /* shortest time-out of a candidate: a busy machine may delay any run */
    LIMIT_TIMES = 20,   /* the time-out in multiples of what the original program took */
};

/* ---- limits ---- */

/* The time-out of candidates: they are smaller than the original program and should take less
 * time. If that hung on one backend, only the other's time counts. A runtime gets the full
 * time-out: most of its time is its start, and killing it costs another start. */
static uint32_t limit_of(const struct fuzz_reduction *r)
{
    uint64_t limit_ms = LIMIT_MS_MIN;
    for (int side = 0; side < 2; side++) {
        const struct server_outcome *end = &r->whole.end[side];
        uint64_t ms = end->real_ns / 1000000 * LIMIT_TIMES;
        if (end->end != SERVER_TIMEOUT && ms > limit_ms)
            limit_ms = ms;
    }
    bool whole = r->pair->one_is_real || limit_ms > r->timeout_ms;
    return whole ? r->timeout_ms : (uint32_t)limit_ms;
}

/* Must the reduction end? Once true it stays true: later candidates are not run. */
static bool is_over(struct fuzz_reduction *r)
{
    if (r->end != REDUCED_WHOLLY)
        return true;
    if (interrupt_is_pending())
        r->end = REDUCED_UNTIL_INTERRUPTED;
    else if (r->until_ns && now_ns() >= r->until_ns)
        r->end = REDUCED_UNTIL_TIME_UP;
    else if (r->hung == HUNG_MAX)
        r->end = REDUCED_UNTIL_TOO_MANY_HUNG;
    return r->end != REDUCED_WHOLLY;
}

static void show_progress(struct fuzz_reduction *r)
{
    progress_show(r->progress, "program %llu differs: %u statement%s left after %u run%s, %u hung",
                  (unsigned long long)r->number, r->statements, text_plural(r->statements), r->runs,
                  text_plural(r->runs), r->hung);
}

/* ---- candidates ---- */

/* False if the candidate was not run, or if its run proves nothing, since the time was up. */
static bool run_candidate(struct fuzz_reduction *r, const struct program *p, const char *text,
                          struct fuzz_run *run)
{
    if (is_over(r))
        return false;
    show_progress(r);
    r->runs++;
    int answer = fuzz_pair_run(r->pair, p, text, run, &r->diag);
    if (answer < 0)
        r->end = REDUCED_FAILED;
    if (answer != 0)
        return false;
    bool hung = run->end[0].end == SERVER_TIMEOUT || run->end[1].end == SERVER_TIMEOUT;
    r->hung += hung;
    return !hung || !r->until_ns || now_ns() < r->until_ns;
}

/* Does the candidate show the same kind of difference or a stronger one? The same backends must
 * die. If events differed before, it is not enough that one run is now cut short. */
static bool still_differs(void *arg, const struct program *p, const char *text)
{
    struct fuzz_reduction *r = arg;
    struct fuzz_run run;
    bool good = run_candidate(r, p, text, &run) && run.difference >= r->whole.difference &&
                run.died[0] == r->whole.died[0] && run.died[1] == r->whole.died[1];
    if (good)
        r->statements = edit_steps(p);
    return good;
}

/* As still_differs(), and neither run waits for ever. */
static bool ends_and_differs(void *arg, const struct program *p, const char *text)
{
    const struct fuzz_reduction *r = arg;
    return still_differs(arg, p, text) && r->pair->trace[0]->outcome != OUTCOME_STUCK &&
           r->pair->trace[1]->outcome != OUTCOME_STUCK;
}

static bool text_passes(struct fuzz_reduction *r, const char *text, shrink_test *test)
{
    struct diag ignored;
    struct program *p = program_parse("shrunk", text, strlen(text), &ignored);
    bool passes = p && test(r, p, text);
    program_free(p);
    return passes;
}

/* True if neither run of the program has this outcome. */
static bool ends_without(struct fuzz_reduction *r, const char *text, enum trace_outcome outcome)
{
    struct diag ignored;
    struct fuzz_run run;
    struct program *p = program_parse("shrunk", text, strlen(text), &ignored);
    bool fine = p && run_candidate(r, p, text, &run);
    for (int side = 0; fine && side < 2; side++)
        fine = run.died[side] || r->pair->trace[side]->outcome != outcome;
    program_free(p);
    return fine;
}

/* ---- a good case ---- */

/* Takes both texts and returns the new one if the difference is still there, else the old one. */
static char *prefer(struct fuzz_reduction *r, char *new, char *old)
{
    bool good = text_passes(r, new, still_differs);
    free(good ? old : new);
    return good ? new : old;
}

/* Add a timer that ends the program: one that waits for ever is no use as a case. */
static char *with_an_end(const char *text)
{
    bool node = strstr(text, "\nlayer node\n");
    const char *blank = strstr(text, "\n\n"), *body = blank ? blank + 2 : text;
    return xasprintf("%.*s%s\n%s", (int)(body - text), text,
                     node ? "timeout 20ms { exit }" : "timer 20ms { stop loop }", body);
}

static char *with_budget(const char *text, uint32_t budget)
{
    struct diag ignored;
    struct program *p = program_parse("shrunk", text, strlen(text), &ignored);
    char *edited = edit_apply(p, &(struct edit){ .kind = EDIT_BUDGET, .count = budget });
    program_free(p);
    return edited;
}

static char *shrink_by(struct fuzz_reduction *r, const char *text, shrink_test *test)
{
    uint32_t tries;
    char *small = shrink(text, test, r, &tries);
    r->tired |= tries >= SHRINK_TRIES_MAX;
    return small;
}

/* Add an end if the difference survives that, and shrink again: the rest may be smaller now. Takes
 * the text. */
static char *give_end(struct fuzz_reduction *r, char *text)
{
    char *ending = with_an_end(text);
    char *better = text_passes(r, ending, ends_and_differs) ? shrink_by(r, ending, ends_and_differs)
                                                            : xstrdup(text);
    free(ending);
    free(text);
    return better;
}

/* Make the program a better case: give it an end, and a small budget of callbacks, or no budget if
 * it ends without one. Takes the text. */
static char *make_case(struct fuzz_reduction *r, char *text)
{
    static const uint32_t budgets[] = { 20, 10, 5, 2 };
    if (!ends_without(r, text, OUTCOME_STUCK))
        text = give_end(r, text);
    if (ends_without(r, text, OUTCOME_BUDGET)) /* after shrinking: without one a try may not end */
        return prefer(r, with_budget(text, 0), text);
    for (size_t i = 0; i < ARRAY_SIZE(budgets); i++)
        text = prefer(r, with_budget(text, budgets[i]), text);
    return text;
}

char *fuzz_reduce(struct fuzz_reduction *r, const char *text)
{
    r->limit_ms = limit_of(r);
    fuzz_pair_bound(r->pair, r->limit_ms, r->until_ns);
    char *small = make_case(r, shrink_by(r, text, still_differs));
    if (r->end == REDUCED_WHOLLY && r->tired)
        r->end = REDUCED_UNTIL_TOO_MANY_TRIED;
    return small;
}
