/* schedule.h - a schedule: which ways a run takes where the rules leave the order open.
 *
 * A run meets choice points, each with several ways to continue; they are numbered from 1 in the
 * order in which the run meets them. A schedule names the points at which the run does not take the
 * usual way. As text, "3,7:2" means: way 1 at point 3, way 2 at point 7, way 0 (the usual one) at
 * every other point. */
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
    struct schedule_step *step; /* in ascending order of points */
    size_t count;
};

/* -1 with `*d`; then there is nothing to release. */
int schedule_parse(const char *text, struct schedule *s, struct diag *d);
char *schedule_print(const struct schedule *s); /* owned by the caller; "" is the usual run */
void schedule_release(struct schedule *s);

/* The way to take at a point. */
uint32_t schedule_way(const struct schedule *s, uint32_t point);
/* The last point that it names; 0: none. */
uint32_t schedule_last(const struct schedule *s);
#endif
