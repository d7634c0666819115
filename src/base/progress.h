/* progress.h - how far something is that takes its time, on standard error: a line that moves at a
 * terminal, a line each ten seconds in a log. */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H
#include <stdbool.h>
#include <stdint.h>

enum progress_kind { PROGRESS_NONE, PROGRESS_MOVES, PROGRESS_LOGS };

struct progress {
    enum progress_kind kind;
    uint64_t shown_ns; /* when it was, the last time; in a log, at first when it began */
    bool stands;       /* there is a line to take back */
};

struct progress progress_begin(enum progress_kind kind);
/* Is it time to show something again? */
bool progress_is_due(const struct progress *p, uint64_t now_ns);
/* As printf() would write it, if that is due; cut at the terminal's edge, for a line that is broken
 * in two cannot be taken back. */
__attribute__((format(printf, 2, 3))) void progress_show(struct progress *p, const char *fmt, ...);
/* Take the line back: something else is to be told. */
void progress_clear(struct progress *p);
#endif
