/* stored_inside.h - inner to stored*.c. */
#ifndef REPORTS_STORED_INSIDE_H
#define REPORTS_STORED_INSIDE_H
#include "reports/stored.h"

/* Takes the results of `run`. */
void stored_add_run(struct stored *s, struct stored_run *run);
#endif
