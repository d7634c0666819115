#include "runner/fuzz/orders.h"

#include <stdlib.h>

#include "base/mem.h"
#include "explore/search.h"
#include "fuzz/compare.h"

bool fuzz_orders_have(const struct fuzz_orders *o, const struct trace *t)
{
    uint64_t digest = fuzz_digest(t, 0);
    for (size_t i = 0; i < o->count; i++)
        if (o->digest[i] == digest)
            return true;
    return false;
}

static void add(struct fuzz_orders *o, const struct trace *t)
{
    if (fuzz_orders_have(o, t))
        return;
    GROW(o->digest, o->count, o->room);
    o->digest[o->count++] = fuzz_digest(t, 0);
}

/* False if the run tells nothing about its order: it was cut, or is not the schedule's. */
static bool take_run(struct fuzz_orders *o, struct search *search, const struct server_outcome *end)
{
    const struct trace *t = end->trace;
    if (end->end != SERVER_DONE || t->outcome != OUTCOME_FINISHED || !search_learn(search, t))
        return false;
    add(o, t);
    return true;
}

int fuzz_orders_explore(struct fuzz_orders *o, struct target *t, const struct suite_case *c,
                        uint32_t runs_max, struct diag *d)
{
    struct search *search = search_new(runs_max);
    bool goes_on = true;
    int result = 0;
    *o = (struct fuzz_orders){ .digest = NULL };
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

void fuzz_orders_release(struct fuzz_orders *o)
{
    free(o->digest);
    *o = (struct fuzz_orders){ .digest = NULL };
}
