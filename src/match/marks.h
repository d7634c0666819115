/* marks.h - for each line of an expected trace, what a run made of it: one character per line of
 * the file, to be shown beside the trace. If a line holds several items, the most important mark
 * wins. */
#ifndef MATCH_MARKS_H
#define MATCH_MARKS_H
#include "match/match.h"

enum {
    MARK_BROKEN = '!',  /* the trace broke here */
    MARK_UNKNOWN = '?', /* after the break: not examined */
    MARK_MET = '+',     /* met; a promise: kept */
    MARK_NOT_SO = '~',  /* an alternative that was not taken, or it cannot be known */
    MARK_NOTHING = ' ', /* a comment, a brace, a block for other profiles */
};

/* `m` is the result of match_trace() for the same arguments; `lines` is the number of lines in the
 * file. "" if nothing was judged. Owned by the caller. */
char *match_marks(const struct expect *e, const struct profile *profile, struct labels labels,
                  const struct trace *t, const struct match_sight *sight,
                  const struct match_result *m, size_t lines);
#endif
