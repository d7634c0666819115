#include "runner/server/deadline.h"

#include "runner/server/footprint.h"

enum { MOST_TIMES_ADDED = 9 };

void deadline_begin(struct deadline *d, uint64_t now_ns, uint64_t given_ns)
{
    *d = (struct deadline){ .at_ns = now_ns + given_ns, .given_ns = given_ns };
}

/* It is put off by what has been waited since the last time. So a process that waits while that passes
 * is looked at again and again. */
bool deadline_is_over(struct deadline *d, pid_t pid, uint64_t now_ns)
{
    if (now_ns < d->at_ns)
        return false;
    uint64_t most = MOST_TIMES_ADDED * d->given_ns;
    uint64_t waited = footprint_of(pid).waited_ns;
    if (waited > most)
        waited = most;
    if (waited > d->added_ns) {
        d->at_ns += waited - d->added_ns;
        d->added_ns = waited;
    }
    return now_ns >= d->at_ns;
}
