/* runtime.h - a runtime outside of this program, behind its adapter: a process that
 * performs scenarios when it is told to and says what they logged.
 *
 *     runtime_open -> runtime_info -> { runtime_begin, runtime_step... until it has
 *     ended }* -> runtime_close
 *
 * The happy path of a run: one line asks for it, lines of logs come back, one line
 * ends it. Ways to fail: the adapter dies, or says what is no message, or a message
 * of another run, or more than anyone will read. Then it cannot be trusted any more:
 * the run has ended and the runtime must be closed. Whether it takes too long is for
 * the caller to see; no call here waits but runtime_open(), and briefly for an adapter
 * that is about to leave. */
#ifndef RUNTIME_RUNTIME_H
#define RUNTIME_RUNTIME_H
#include <poll.h>
#include <sys/types.h>
#include "runtime/find.h"
#include "runtime/message.h"
#include "trace/trace.h"

struct runtime;

enum runtime_state {
    RUNTIME_GOING,       /* a run is under way */
    RUNTIME_ENDED,       /* the scenario came to its end */
    RUNTIME_OVERTIME,    /* the adapter ended it when its time was up */
    RUNTIME_STUCK,       /* nothing could ever wake it: `reason` */
    RUNTIME_SIGNAL,      /* it was killed by signal `code` */
    RUNTIME_UNSUPPORTED, /* the adapter cannot perform it: `reason` */
    RUNTIME_ERROR,       /* the adapter failed to: `reason` */
    RUNTIME_FULL,        /* the trace has no room left */
    RUNTIME_NONSENSE,    /* the adapter said what it may not: `reason` */
    RUNTIME_DIED,        /* the adapter itself is gone: `reason`, and `code` if by a signal */
};

struct runtime_end {
    enum runtime_state state;
    int code;
    char reason[200];
};

/* Start the command, in a process group of its own, and hear its hello. NULL with
 * `*d`, the system's fault. */
struct runtime *runtime_open(const struct find_command *command, struct diag *d);
const struct runtime_info *runtime_info(const struct runtime *r);
pid_t runtime_pid(const struct runtime *r); /* of the adapter */
void runtime_close(struct runtime *r);      /* ends the adapter's group; NULL is fine */

/* Ask for a run. The trace must be empty; its labels are numbered by `labels`, and
 * those that are not among them are added. Both are used until the run has ended. */
void runtime_begin(struct runtime *r, const struct scenario *s, const char *file, bool real_clock,
                   uint32_t timeout_ms, struct trace *trace, struct label_table *labels);
/* Beyond the run's own time: what an adapter has that cannot begin yet and said so. */
enum { RUNTIME_WAIT_MS = 30 * 1000 };
uint32_t runtime_wait_ms(const struct runtime *r); /* that or 0 */
/* What to wait for before the next step. */
enum { RUNTIME_POLLS = 2 };
void runtime_poll(const struct runtime *r, struct pollfd pfd[RUNTIME_POLLS]);
/* Send and hear what can be, at once. Fills `*end` once the answer is another than
 * RUNTIME_GOING. */
enum runtime_state runtime_step(struct runtime *r, struct runtime_end *end);
#endif
