/* search.h - enumerate every schedule of a case, each once. Those that leave the usual run at the
 * fewest points come first, so that a limit cuts off the far-fetched ones.
 *
 * The search is stateless: each schedule is a run from the beginning. After the last point that its
 * schedule names, a run takes the usual ways, and reports which points it met. Each of those, with
 * each other way, makes a further schedule.
 *
 *     search_new -> { search_next, run it, search_learn }* -> search_free */
#ifndef EXPLORE_SEARCH_H
#define EXPLORE_SEARCH_H
#include <stdbool.h>
#include "explore/schedule.h"
#include "trace/trace.h"

struct search;

struct search *search_new(uint32_t runs_max);
void search_free(struct search *s); /* NULL is fine */

/* The next schedule to run; NULL if there is none or the limit is reached. Borrowed until the next
 * call. The first is the usual run. */
const struct schedule *search_next(struct search *s);

/* Record the points that the run of that schedule met. False if it did not meet the points that its
 * schedule names: then the run depends on something outside of the world. */
bool search_learn(struct search *s, const struct trace *t);

/* The first step of a schedule that a run could not take, because there is no such point or no such
 * way at it. NULL if it took them all. */
const struct schedule_step *search_misstep(const struct schedule *s, const struct trace *t);

uint32_t search_runs(const struct search *s);  /* returned by search_next() so far */
uint64_t search_known(const struct search *s); /* schedules that exist, as far as known */
bool search_is_whole(const struct search *s);  /* were all of them returned? */
#endif
