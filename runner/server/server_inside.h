/* server_inside.h - what the runner's side and the server's side share. Private to this folder.
 *
 * server.c          the runner's side
 * server_main.c     the server: takes jobs; runs the cases of loops that are linked or loaded
 * server_batch.c    the server: runs batches of random programs
 * server_explore.c  the server: runs every schedule of a case
 * server_runtime.c  the server: runs the cases of runtimes, each in a process of its own */
#ifndef RUNNER_SERVER_SERVER_INSIDE_H
#define RUNNER_SERVER_SERVER_INSIDE_H
#include "explore/search.h"
#include "host/host.h"
#include "load/load.h"
#include "runner/server/deadline.h"
#include "runner/server/server.h"
#include "runtime/runtime.h"
#include "scenario/program.h"

/* ---- the protocol between runner and server ---- */

/* The server's first message: the backend is loaded, or why it is not. */
struct wire_hello {
    bool failed;
    struct server_info info;
    struct diag diag; /* if it failed */
};

/* The head of a job. The receiver may only test its pointers for NULL: they are addresses in the
 * sender. After it come the schedule's steps, the file's name with its NUL, and the text. */
struct wire_job {
    struct server_job job;
    size_t steps, file_size;
};
/* The answer to a case is a struct server_outcome and then `new_labels` labels of this size; the
 * answer to a batch is a struct server_batch_result for each program. */
enum { WIRE_LABEL_SIZE = PROGRAM_LABEL_MAX + 1 };

/* Read exactly `size` bytes. Returns -1, with errno 0 if the other side has gone. Both sides
 * write with patient_write() and ignore SIGPIPE. */
int wire_read(int fd, void *data, size_t size);

/* The exit status of a server that can neither read its jobs nor answer. */
enum { SERVER_GAVE_UP = 3 };

/* ---- server_main.c ---- */

enum {
    CHECK_EVERY_MS = 50,  /* how often the memory of a long case is checked */
    OUTPUT_MAX = 1 << 20, /* bytes that a case may print */
};

/* The state of a server process. */
struct service {
    struct backend_spec spec;
    /* A loop in this program: */
    const struct loop_backend *backend; /* NULL for a runtime */
    struct program *program;            /* of the case under way; NULL between cases */
    /* A runtime in a process of its own: */
    struct find_command command; /* how its adapter is started */
    struct runtime *runtime;     /* NULL after it failed: the next case starts another */
    struct label_table labels;   /* of the latest case */

    struct trace *trace; /* shared with the runner and the case */
    int control;         /* socket to the runner */
    pid_t pid;           /* of the server itself */
    int output;          /* read end of the pipe that is stdout and stderr of all processes here */
};

#define MEMORY_MAX (UINT64_C(2) << 30) /* bytes that a case and its processes may take */

/* A case under way. */
struct watch {
    pid_t pid;
    int pidfd;
    int asks; /* readable when the child has a message; -1: it never has */
    uint64_t began_ns;
    struct deadline deadline;
    uint64_t processor_ns;       /* see struct server_job; 0: no limit */
    const struct search *search; /* the child plays its schedules; or NULL */
    uint32_t runs;               /* of the search, at the latest look */
    uint64_t looked_ns;          /* when its memory was measured last */
    size_t printed;
    struct server_outcome *out;
};

/* Read what was printed and keep the beginning. If not `all`, stop after OUTPUT_MAX bytes: the
 * writer still runs and may never stop. */
void service_take_output(const struct service *v, struct watch *w, bool all);
/* SERVER_MEMORY or SERVER_PROCESSES if the case takes too much; else, and between two looks,
 * SERVER_DONE. */
enum server_end service_check_footprint(struct watch *w);

/* In a child that was started for a case: become a case's process. */
void service_enter_case(const struct service *v, const struct server_job *job);
/* Record in the trace that a case cannot be run, and why. */
__attribute__((format(printf, 2, 3))) void service_cannot_run(const struct service *v,
                                                              const char *fmt, ...);
/* Record that no process could be made for the case; errno says why. */
void service_lacks_process(const struct service *v);
/* The configuration with which its host runs the program. */
struct host_config service_host(const struct service *v, const struct server_job *job);
/* Start a child that calls `run`, which does not return. False if it cannot be: the trace says why.
 * `*w` has its `out`, `asks` and `search`. */
typedef void service_child(const struct service *v, const struct server_job *job, void *arg);
bool service_start(const struct service *v, const struct server_job *job, struct watch *w,
                   service_child *run, void *arg);
/* Wait for the child's end. SERVER_DONE: it has ended by itself, or has sent a message. Otherwise
 * it still runs and must be killed. */
enum server_end service_watch(const struct service *v, struct watch *w);
/* Kill the child if it still runs, reap it and what it left, and record how it ended. */
void service_finish(const struct service *v, struct watch *w, enum server_end end);

/* Has this child ended? Does not reap it. */
bool service_has_ended(pid_t pid);

/* Send the runner an outcome, without its trace. In one write if it printed little, since the
 * runner wakes for each. -1 if the runner cannot be reached. */
int service_answer(const struct service *v, struct server_outcome *out);

/* ---- server_batch.c ---- */

void service_run_batch(const struct service *v, const struct server_job *job,
                       struct server_batch_result *out);

/* Stay on the current processor. The threads of a simulated world run one at a time. Waking the
 * next one on another processor takes longer than everything else that a program does. */
void service_pin_to_processor(void);

/* ---- server_explore.c ---- */

/* Run every schedule of a case and answer. -1 if the runner cannot be reached. */
int service_explore(const struct service *v, const struct server_job *job);

/* ---- server_runtime.c ---- */

/* Start the adapter and fill in `*info`; -1 with `*d`. */
int service_open_runtime(struct service *v, struct server_info *info, struct diag *d);
void service_close_runtime(struct service *v);
void service_run_outside(struct service *v, const struct server_job *job,
                         struct server_outcome *out);
/* Send the labels that the case logged and the scenario does not contain. They are numbered after
 * the scenario's own. */
int service_send_labels(const struct service *v, const struct server_outcome *out);
#endif
