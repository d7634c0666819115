/* server.h - one backend in a process of its own, and a process per case in that.
 *
 * The runner re-executes itself as a server for each backend, so that a libuv of
 * the user's choice or a plug-in never meets another loop's symbols. A server is
 * single-threaded, loads the backend once and forks once per case; the case
 * records into memory shared with the runner, so a crash loses nothing.
 *
 *     server_open -> { server_start, server_fd readable, server_finish }* -> server_close
 */
#ifndef RUNNER_SERVER_SERVER_H
#define RUNNER_SERVER_SERVER_H
#include <stdbool.h>
#include <stdint.h>
#include "base/diag.h"
#include "explore/schedule.h"
#include "profile/profile.h"
#include "trace/labels.h"
#include "trace/trace.h"

struct server;

struct server_info {
    char name[64];    /* "libuv" */
    char version[64]; /* "1.44.2" */
    uint64_t can;     /* LOOP_CAN_*, CAN_JAVASCRIPT */
    bool plugin;      /* a loop behind an adapter that is a library of its own */
    /* Of a runtime outside of this program: it logs, but shows neither callbacks nor
     * phases, and a virtual clock of its own is not exact. */
    bool outside;
    uint32_t layers;    /* LAYER_BIT() of those that it performs */
    char profile[64];   /* as it calls itself, "" for the newest of Node */
    char why_real[120]; /* why it has no virtual clock, behind its name; or "" */
    bool ring;          /* a libuv that hands its file calls to io_uring */
};

enum server_end {
    SERVER_DONE,    /* the case ran to an outcome of its own: see the trace */
    SERVER_EXITED,  /* the backend left by exit(): `code` */
    SERVER_SIGNAL,  /* `code` is the signal */
    SERVER_TIMEOUT, /* the watchdog ended it */
    SERVER_MEMORY,  /* it grew beyond the limit */
    SERVER_FLOOD,   /* it printed more than anyone will read */
    SERVER_DAMAGED, /* it wrote over the trace */
    SERVER_LOST,    /* the server itself died; it has been started again */
    SERVER_BROKEN,  /* the adapter of a runtime died: the trace has a message, `code` a signal */
    SERVER_UNSUPPORTED, /* it says that it cannot perform this one: likewise */
};

struct server_outcome {
    enum server_end end;
    int code;
    int orphans; /* processes that it left running, and that were ended */
    uint64_t real_ns;
    uint32_t new_labels; /* how many of the trace's the scenario does not have */
    /* What it recorded, and the labels of that, the new ones included. Both are borrowed until
     * the server is given another job. */
    const struct trace *trace;
    struct labels labels;
    char output[4096]; /* the beginning of what it printed, NUL-terminated */
};

/* Random programs, some in a row: the server makes them itself, see fuzz/generate.h, and
 * runs them in one process as far as that goes. Those behind one that hangs are not run. */
struct server_batch {
    uint64_t seed;
    char family[16];       /* "" for all */
    uint64_t from;         /* the first one's number */
    uint32_t count, apart; /* so many, their numbers so far apart */
    unsigned aspects;      /* of fuzz/compare.h, for the digests */
    uint64_t until_ns;     /* of now_ns(): those that have not ended by then were not run; or 0 */
    uint64_t can;          /* programs that need more are left out, */
    uint32_t layers;       /* and those of other layers */
};
enum { SERVER_BATCH_MAX = 1024 };

enum server_batch_end {
    BATCH_NOT_RUN,
    BATCH_LEFT_OUT, /* it needs what is not there */
    BATCH_RAN,      /* `digest` is of its trace */
    BATCH_DIED,     /* `digest` is the signal; 0 if it left by exit() */
    BATCH_HUNG,
};

struct server_batch_result {
    uint64_t digest;
    enum server_batch_end end;
};

/* A case or, if `batch.count` is not 0, a batch. The server hears it as it stands here. */
struct server_job {
    const char *file;   /* for messages; what it ends in says what the text is */
    const char *source; /* the scenario's text */
    size_t length;
    const struct labels
        *labels; /* of the scenario; what they show is borrowed until the next job */
    struct profile profile;
    bool real_clock;
    uint32_t timeout_ms;             /* of real time, for the watchdog */
    const struct schedule *schedule; /* where the rules leave it open; NULL for the usual */
    uint32_t mutant; /* at work in the reference's twin: its place in the table, from 1; or 0 */
    struct server_batch batch;
};

/* Start the process for what stands after -b. NULL with `*d`: an unknown name is
 * the user's fault, a backend that does not load the system's. */
struct server *server_open(const char *spec, struct diag *d);
const struct server_info *server_info(const struct server *s);
/* One of the same backend that has no job under way: this one, or another beside it, which is
 * started if there is none. NULL with `*d`. */
struct server *server_idle(struct server *s, struct diag *d);
/* Begin a job; exactly one may be under way. */
int server_start(struct server *s, const struct server_job *job, struct diag *d);
int server_fd(const struct server *s); /* readable when server_finish() will not block */
/* End the server if it is long past the time that the case may take; server_fd()
 * becomes readable then. */
void server_watch(struct server *s);
void server_finish(struct server *s, struct server_outcome *out);
/* As server_finish(), of a batch; `out` has room for all of it. A server that died over it is
 * -1 with `*d`. */
int server_finish_batch(struct server *s, struct server_batch_result *out, struct diag *d);
/* End every process of it, and of those beside it; NULL is fine. */
void server_close(struct server *s);

/* The other side: main() calls this when the program was started as a server. */
int server_main(int argc, char **argv);
#endif
