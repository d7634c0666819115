/* search.h - do these lines explain this trace?
 *
 * Gaps cut the lines into segments, and since `* COUNT` is exact a segment has one
 * length. So each segment is taken at its leftmost place: a later place leaves
 * less room for the rest and can explain nothing more. The first segment starts
 * at the first log unless a gap stands before it, the last one ends at the last
 * log unless a gap stands behind it.
 *
 * A segment behind a gap is sought at all places at once. Each line keeps how many
 * logs in a row satisfied it and at which of its last COUNT logs a try began, so
 * one log costs at most one comparison a line: the whole is bounded by logs times
 * lines, however large the counts are, and costs one or two comparisons a log in
 * practice. Memory is a bit for each log at most. Inner to match/. */
#ifndef MATCH_SEARCH_H
#define MATCH_SEARCH_H
#include "match/lines.h"

enum search_end {
    SEARCH_FOUND,
    SEARCH_BROKEN,   /* a line was not met */
    SEARCH_LEFTOVER, /* every line was met; then came a log that none explains */
};

struct search_result {
    enum search_end end;
    size_t line;    /* SEARCH_BROKEN: which one, the furthest that any try came */
    uint64_t seen;  /* how often in a row it had been met by then */
    uint64_t event; /* the log that broke it; trace->count if the trace ended */
    uint64_t work;  /* comparisons made */
};

void search_trace(struct lines *ls, const struct trace *t, struct search_result *out);
#endif
