/* orders.h - every order that a program may have on a backend.
 * On the real clock two runs of one program need not be alike: what is compared then is a
 * run with the set of those that the rules permit, as another backend explores it. */
#ifndef RUNNER_FUZZ_ORDERS_H
#define RUNNER_FUZZ_ORDERS_H
#include "runner/judge/target.h"

struct fuzz_orders {
    uint64_t *digest; /* of fuzz/compare.h, without further aspects */
    size_t count, room;
    bool whole; /* there are no others, and every run came to its end */
};

/* At most `runs_max` schedules. -1 with `*d`; either way fuzz_orders_release() frees it. */
int fuzz_orders_explore(struct fuzz_orders *o, struct target *t, const struct suite_case *c,
                        uint32_t runs_max, struct diag *d);
bool fuzz_orders_have(const struct fuzz_orders *o, const struct trace *t);
void fuzz_orders_release(struct fuzz_orders *o);
#endif
