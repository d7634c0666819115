/* runtime.h - a runtime outside of this program, driven through its adapter: a process that runs
 * scenarios on request and reports what they log.
 *
 *     runtime_open -> runtime_info
 *         -> { runtime_begin, runtime_step... until it has ended }* -> runtime_close
 *
 * The happy path of a run: one line requests it, lines of logs come back, one line ends it. Ways to
 * fail: the adapter dies, sends something that is no message, a message of another run, or more
 * than a limit. After that it cannot be trusted: the run has ended and the runtime must be closed.
 * The caller must watch the time; no call here waits except runtime_open(), and briefly for an
 * adapter that is about to exit. */
#ifndef RUNTIME_RUNTIME_H
#define RUNTIME_RUNTIME_H
#include <poll.h>
#include <sys/types.h>
#include "runtime/find.h"
#include "runtime/message.h"
#include "trace/trace.h"

struct runtime;

enum runtime_state {
    RUNTIME_GOING,       /* a run is in progress */
    RUNTIME_ENDED,       /* the scenario came to its end */
    RUNTIME_OVERTIME,    /* the adapter ended it when its time was up */
    RUNTIME_STUCK,       /* nothing could ever wake it: `reason` */
    RUNTIME_SIGNAL,      /* it was killed by signal `code` */
    RUNTIME_UNSUPPORTED, /* the adapter cannot run it: `reason` */
    RUNTIME_ERROR,       /* the adapter tried and failed: `reason` */
    RUNTIME_FULL,        /* the trace has no room left */
    RUNTIME_NONSENSE,    /* the adapter sent an invalid message: `reason` */
    RUNTIME_DIED,        /* the adapter itself has ended: `reason`, and `code` if by a signal */
};

struct runtime_end {
    enum runtime_state state;
    int code;
    char reason[200];
};

/* Start the command, in a process group of its own, and read its hello. NULL with `*d` (the
 * system's fault). */
struct runtime *runtime_open(const struct find_command *command, struct diag *d);
const struct runtime_info *runtime_info(const struct runtime *r);
pid_t runtime_pid(const struct runtime *r); /* of the adapter */
void runtime_close(struct runtime *r);      /* ends the adapter's process group; NULL is fine */

/* Request a run. The trace must be empty. `labels` numbers its labels; new ones are added to it.
 * Both are used until the run has ended. */
void runtime_begin(struct runtime *r, const struct scenario *s, const char *file,
                   const struct message_way *way, struct trace *trace, struct label_table *labels);
/* Extra time for an adapter that has said that it cannot begin yet. */
enum { RUNTIME_WAIT_MS = 30 * 1000 };
uint32_t runtime_wait_ms(const struct runtime *r); /* RUNTIME_WAIT_MS or 0 */
/* The descriptors to poll before the next step. */
enum { RUNTIME_POLLS = 2 };
void runtime_poll(const struct runtime *r, struct pollfd pfd[RUNTIME_POLLS]);
/* Send and receive what is possible without waiting. Fills `*end` when it returns anything but
 * RUNTIME_GOING. */
enum runtime_state runtime_step(struct runtime *r, struct runtime_end *end);
#endif
