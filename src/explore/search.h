/* search.h - every schedule of a case, each once; those that depart from the usual run
 * at the fewest points come first, so that a bound cuts off the far-fetched ones.
 *
 * The search is stateless: a run is a schedule, begun anew. It goes the usual way behind
 * the last point that its schedule names, and tells which points it met. Each of those,
 * with each other way, makes a further schedule.
 *
 *     search_new -> { search_next, run it, search_learn }* -> search_free
 */
#ifndef EXPLORE_SEARCH_H
#define EXPLORE_SEARCH_H
#include <stdbool.h>
#include "explore/schedule.h"
#include "trace/trace.h"

struct search;

struct search *search_new(uint32_t runs_max);
void search_free(struct search *s); /* NULL is fine */

/* The next to run; NULL if there is none, or the bound is reached. Borrowed, until the
 * next call. The first is the usual one. */
const struct schedule *search_next(struct search *s);

/* What the run of that schedule met. False if it did not meet what its schedule names:
 * then the run hangs on something that the world does not rule. */
bool search_learn(struct search *s, const struct trace *t);

/* The first step of a schedule that a run could not take: there is no such point, or no
 * such way at it. NULL if it took them all. */
const struct schedule_step *search_misstep(const struct schedule *s, const struct trace *t);

uint32_t search_runs(const struct search *s);  /* given out so far */
uint64_t search_known(const struct search *s); /* schedules that there are, as far as known */
bool search_is_whole(const struct search *s);  /* all of them were given out */
#endif
