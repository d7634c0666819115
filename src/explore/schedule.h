/* schedule.h - what was chosen where the rules leave it open.
 *
 * A run meets points at which there are several ways to go on; they are numbered from
 * 1 in the order in which it comes to them. A schedule names the points at which a run
 * does not go the usual way. As text, "3,7:2": at point 3 way 1, at point 7 way 2, at
 * every other the usual one, way 0. */
#ifndef EXPLORE_SCHEDULE_H
#define EXPLORE_SCHEDULE_H
#include <stddef.h>
#include <stdint.h>
#include "base/diag.h"

struct schedule_step {
    uint32_t point; /* from 1 */
    uint32_t way;   /* not 0 */
};

struct schedule {
    struct schedule_step *step; /* points ascend */
    size_t count;
};

/* -1 with `*d`; then there is nothing to release. */
int schedule_parse(const char *text, struct schedule *s, struct diag *d);
char *schedule_print(const struct schedule *s); /* owned by the caller; "" for the usual run */
void schedule_release(struct schedule *s);

/* The way at a point. */
uint32_t schedule_way(const struct schedule *s, uint32_t point);
/* The last point that it names; 0 for none. */
uint32_t schedule_last(const struct schedule *s);
#endif
