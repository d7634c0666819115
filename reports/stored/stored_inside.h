/* stored_inside.h - calls used while stored results are read and merged. Private to this folder. */
#ifndef REPORTS_STORED_STORED_INSIDE_H
#define REPORTS_STORED_STORED_INSIDE_H
#include "reports/stored/stored.h"

/* Add a run or merge it; takes what `run` owns, even on failure. Returns -1 with `*d` if it
 * contradicts an earlier run. */
int stored_add_run(struct stored *s, struct stored_run *run, struct diag *d);
void stored_run_release(struct stored_run *run);

/* ---- parts ---- */

/* Parse the shard of a run, "2/8" or "1,3/8", which `file` contains. False if it is not valid. */
bool stored_parts_read(struct stored_run *run, const char *text, const char *file);
/* The first part that both runs contain; NULL if there is none. */
const struct stored_part *stored_parts_shared(const struct stored_run *a,
                                              const struct stored_run *b);
/* Add the parts of `from` to `to`. They must have none in common. */
void stored_parts_add(struct stored_run *to, const struct stored_run *from);
/* Set the run's `shard` and its summary's `missing` by the parts that it has. */
void stored_parts_describe(struct stored_run *run, struct arena *a);
#endif
