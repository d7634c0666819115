/* tally.h - how often each of some names was met, worst first: "TIMER-2 in 5 cases, TIMER-4 in 2". */
#ifndef REPORTS_RESULT_TALLY_H
#define REPORTS_RESULT_TALLY_H
#include "reports/result/result.h"

struct tally {
    struct tally_row {
        char *name; /* cleaned, for people */
        size_t count;
    } * row;
    size_t count, room;
};

void tally_add(struct tally *t, const char *name, int length);
/* The rules of a result that is not as expected. An error breaks none: what the machine lacks is
 * not the loop's fault. */
void tally_add_broken(struct tally *t, const struct result *r);
/* The most frequent first, of equals the one that came first. */
void tally_sort(struct tally *t);
void tally_release(struct tally *t);
#endif
