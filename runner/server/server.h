/* server.h - a process per backend, and in it a child process per case.
 *
 * For each backend the runner executes itself again as a server. So the symbols of a libuv that
 * the user chose, or of a plug-in, never clash with those of another loop. A server is
 * single-threaded, loads the backend once and forks a child for each case. The case records its
 * trace into memory shared with the runner, so a crash loses nothing.
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
#include "scenario/word_set.h"
#include "trace/labels.h"
#include "trace/trace.h"

struct server;

struct server_info {
    char name[64];    /* "libuv" */
    char version[64]; /* "1.44.2" */
    uint64_t can;     /* LOOP_CAN_*, CAN_JAVASCRIPT */
    bool plugin;      /* the loop's adapter is a shared library */
    /* A runtime in a process of its own, such as Node: it reports logs, but neither callbacks nor
     * phases. If it has a virtual clock, that is not exact. */
    bool outside;
    struct word_set lacks; /* words of these layers that it cannot perform */
    uint32_t layers;       /* LAYER_BIT() of the API layers (loop, Node, browser) it can run */
    char profile[64];      /* the profile it asks for; "" for that of the newest Node */
    char why_real[120];    /* why it has no virtual clock: follows its name in a sentence; or "" */
    bool ring;             /* a libuv that hands its file calls to io_uring */
};

enum server_end {
    SERVER_DONE,      /* the case has ended by itself: the trace has its outcome */
    SERVER_EXITED,    /* the backend called exit(); `code` is the status */
    SERVER_SIGNAL,    /* a signal ended it; `code` is the signal */
    SERVER_TIMEOUT,   /* it took too long and was killed; `code`: the processor time in ms, or 0 */
    SERVER_MEMORY,    /* it and its processes took more than MEMORY_MAX and were killed */
    SERVER_PROCESSES, /* it had more than FOOTPRINT_PROCESSES_MAX processes and was killed */
    SERVER_FLOOD,     /* it printed more than OUTPUT_MAX bytes and was killed */
    SERVER_DAMAGED,   /* the trace is not valid: something wrote over it */
    SERVER_LOST,      /* the server itself died; the next job starts a new one */
    SERVER_CUT_OFF,   /* runner and server could not talk, by no fault of the case */
    SERVER_BROKEN,    /* a runtime's adapter died; the trace's message says how, `code` a signal */
    SERVER_UNSUPPORTED, /* the adapter says it cannot run this case; the trace's message says why */
};

/* How far an exploration has come. */
struct server_search {
    bool
        continues; /* server_go_on() is to be called; else this was the last answer, without a trace */
    bool left_schedule; /* the run did not meet the points that its schedule names */
    bool complete;      /* every schedule was run */
    uint32_t runs;      /* schedules so far */
    uint64_t known;     /* schedules that exist, as far as known */
};

struct server_outcome {
    enum server_end end;
    int code;
    int orphans; /* processes that the case left running; the server has killed them */
    uint64_t real_ns;
    uint32_t new_labels; /* labels in the trace that the scenario does not contain */
    /* The recorded trace and its labels, the new ones included. Both are borrowed until the
     * server's next job. */
    const struct trace *trace;
    struct labels labels;
    struct server_search search; /* of an exploration */
    uint32_t printed;            /* the length of `output` */
    /* Last member: the beginning of what it printed, NUL-terminated. Only that much is sent. */
    char output[4096];
};

/* A batch of random programs. The server generates them from the seed (fuzz/generate.h) and runs
 * them in one child where possible. Programs after one that hangs are not run. */
struct server_batch {
    uint64_t seed;
    char family[16];  /* "" for all */
    uint64_t from;    /* number of the first program */
    uint32_t count;   /* programs in the batch */
    uint32_t stride;  /* distance between the numbers of two neighbours */
    unsigned aspects; /* what the digests cover: see fuzz/compare.h */
    uint64_t
        until_ns; /* deadline by now_ns(); programs not done by then are BATCH_NOT_RUN; 0: none */
    uint64_t can; /* programs that need other capabilities are left out */
    uint32_t layers; /* programs of other layers are left out */
};
enum { SERVER_BATCH_MAX = 1024 };

enum server_batch_end {
    BATCH_NOT_RUN,
    BATCH_LEFT_OUT, /* outside of the batch's `can` or `layers` */
    BATCH_RAN,      /* `digest` is the digest of its trace */
    BATCH_DIED,     /* `digest` is the signal; 0 if it called exit() */
    BATCH_HUNG,
};

struct server_batch_result {
    uint64_t digest;
    enum server_batch_end end;
};

/* Explore a case: run every schedule of it, many in one process where possible. There is an answer
 * for each run whose trace differs from those before it, and one at the end. */
struct server_explore {
    uint32_t bound;   /* the most schedules; 0: run the case once, as `schedule` says */
    bool own_process; /* each schedule in a process of its own */
    bool full;        /* run also those that lead to the same orders as others */
};

/* A case or, if `batch.count` is not 0, a batch. The struct goes to the server byte by byte. */
struct server_job {
    const char *file;   /* for messages; the extension selects the parser (.loop or .js) */
    const char *source; /* the scenario's text */
    size_t length;
    const struct labels *labels; /* of the scenario; borrowed until the next job */
    struct profile profile;
    bool real_clock;
    uint64_t begin_ns;     /* what the virtual clock shows at first; 0: the usual */
    uint32_t timeout_ms;   /* real time after which the case is killed */
    uint32_t processor_ms; /* processor time after which a loop's case is killed; 0: no limit */
    const struct schedule *schedule; /* choices where the rules allow several orders; or NULL */
    bool share;      /* on a runtime: in a process that has performed others, if it may */
    uint32_t mutant; /* index into mutant_table plus 1; 0 for no mutant */
    struct server_batch batch;
    struct server_explore explore;
};

/* Start the server for a backend, spelled as after -b. Returns NULL with `*d`: an unknown name is
 * the user's fault (exit 2), a backend that does not load the system's (exit 4). */
struct server *server_open(const char *spec, struct diag *d);
/* The two halves of server_open(), for a caller with other work to do while a loop is loaded: start
 * the process, if it is one of ours; and wait until the backend is loaded. After a failure of the
 * second the server is still to be closed. */
struct server *server_begin(const char *spec, struct diag *d);
int server_greet(struct server *s, struct diag *d);
const struct server_info *server_info(const struct server *s);
/* A server of the same backend without a job: this one or another, started if all are busy.
 * Borrowed: server_close(s) closes the others, too. NULL with `*d`. */
struct server *server_idle(struct server *s, struct diag *d);
/* Begin a job. The server must have none under way. */
int server_start(struct server *s, const struct server_job *job, struct diag *d);
/* Readable when the job has ended: server_finish() does not block then. */
int server_fd(const struct server *s);
/* Kill the server if its answer is long overdue; server_fd() becomes readable then. */
void server_watch(struct server *s);
/* Take the answer of a case. Blocks until it comes. */
void server_finish(struct server *s, struct server_outcome *out);
/* After an answer of an exploration that continues: go on, or end it here. The outcome's trace is
 * not valid any more. Returns 0; -1 with `*d` if the server cannot be reached: then it is ended. */
int server_go_on(struct server *s, bool wanted, struct diag *d);
/* A resource that the machine lacked, such as memory; "" for none. Borrowed from `*out`. The host
 * writes it to the trace; a server or a host that ran out of memory has printed it. */
const char *server_shortage(const struct server_outcome *out);
/* Take the answer of a batch; `out` has room for `batch.count` results. Returns -1 with `*d` if the
 * server died. */
int server_finish_batch(struct server *s, struct server_batch_result *out, struct diag *d);
/* End the server, the others that server_idle() started, and their cases; NULL is fine. */
void server_close(struct server *s);

/* The server's own main(), for a process that was started as a server; called by startup_main(). */
int server_main(int argc, char **argv);
#endif
