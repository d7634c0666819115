/* marks.h - an expected trace, line by line: what a run made of it.
 * One character for each line of the file, for people who look at it beside the
 * trace. Several items on one line have the mark that matters most. */
#ifndef MATCH_MARKS_H
#define MATCH_MARKS_H
#include "match/match.h"

enum {
    MARK_BROKEN = '!',  /* here it broke */
    MARK_UNKNOWN = '?', /* behind the break: nobody looked */
    MARK_MET = '+',     /* met, or kept if it is a promise */
    MARK_NOT_SO = '~',  /* an alternative that was not taken, or nobody can tell */
    MARK_NOTHING = ' ', /* a comment, a brace, a block for other profiles */
};

/* `m` is what match_trace() said of the same arguments; `lines` is how many lines the
 * file has. "" if nothing was judged. Owned by the caller. */
char *match_marks(const struct expect *e, const struct profile *profile, struct labels labels,
                  const struct trace *t, const struct match_sight *sight,
                  const struct match_result *m, size_t lines);
#endif
