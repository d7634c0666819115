/* stored_inside.h - stored results while they are read and joined. Inner to this folder. */
#ifndef REPORTS_STORED_STORED_INSIDE_H
#define REPORTS_STORED_STORED_INSIDE_H
#include "reports/stored/stored.h"

/* Takes what `run` owns, whatever it answers. -1 with `*d`: it does not go with the others. */
int stored_add_run(struct stored *s, struct stored_run *run, struct diag *d);
void stored_run_release(struct stored_run *run);

/* ---- parts ---- */

/* "2/8" or "1,3/8", of which `file` says that it is. False for anything else. */
bool stored_parts_read(struct stored_run *run, const char *text, const char *file);
/* The part of `a` that `b` has, too; NULL if there is none. */
const struct stored_part *stored_parts_shared(const struct stored_run *a,
                                              const struct stored_run *b);
/* `to` gets the parts of `from`, of which it has none yet. */
void stored_parts_add(struct stored_run *to, const struct stored_run *from);
/* Write into the run and its summary what is there and what is missing. */
void stored_parts_tell(struct stored_run *run, struct arena *a);
#endif
