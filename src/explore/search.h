/* search.h - enumerate every schedule of a case, each once. Those that leave the usual run at the
 * fewest points come first, so that a limit cuts off the far-fetched ones.
 *
 * The search is stateless: each schedule is a run from the beginning. After the last point that its
 * schedule names, a run takes the usual ways, and reports which points it met. Each of those, with
 * each other way, makes a further schedule.
 *
 * A search lives in shared memory. The children of a process that made it can go on with it in
 * turn, so a child may run many schedules, and nothing is lost if one of them ends it.
 *
 *     search_new -> { search_next, run it, search_learn }* -> search_free */
#ifndef EXPLORE_SEARCH_H
#define EXPLORE_SEARCH_H
#include <stdbool.h>
#include "explore/schedule.h"
#include "trace/trace.h"

struct search;

/* `full`: return those schedules, too, that lead to the same orders as others. */
struct search *search_new(uint32_t runs_max, bool full);
void search_free(struct search *s); /* NULL is fine */

/* The next schedule to run; NULL if there is none or the limit is reached. Borrowed until the next
 * call. The first is the usual run. */
const struct schedule *search_next(struct search *s);
bool search_has_next(const struct search *s);
/* The one that search_next() returned last, in whichever process. Borrowed likewise. */
const struct schedule *search_latest(struct search *s);

/* Record the points that the run of that schedule met. False if it did not meet the points that its
 * schedule names: then the run depends on something outside of the world. */
bool search_learn(struct search *s, const struct trace *t);

/* The first step of a schedule that a run could not take, because there is no such point or no such
 * way at it. NULL if it took them all. */
const struct schedule_step *search_misstep(const struct schedule *s, const struct trace *t);

/* The schedule by which a run went; the caller releases it. */
void search_taken(const struct trace *t, struct schedule *s);

uint32_t search_runs(const struct search *s);  /* returned by search_next() so far */
uint64_t search_known(const struct search *s); /* schedules that exist, as far as known */
bool search_is_whole(const struct search *s);  /* were all of them returned? */
#endif
