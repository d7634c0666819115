/* server_inside.h - what both sides of a server share. Inner to this folder. server.c is the runner's
 * side; of the server's, server_main.c has the service and the cases of loops in this program,
 * server_batch.c random programs, server_runtime.c the cases of runtimes outside of it. */
#ifndef RUNNER_SERVER_SERVER_INSIDE_H
#define RUNNER_SERVER_SERVER_INSIDE_H
#include "load/load.h"
#include "runner/server/server.h"
#include "runtime/runtime.h"
#include "scenario/program.h"

/* ---- what runner and server say to each other ---- */

struct wire_hello {
    bool failed;
    struct server_info info;
    struct diag diag; /* when it failed */
};

/* The head of a job. Its pointers are the sender's and say no more than whether they are NULL; followed by the schedule's
 * steps, the name of the scenario's file with its NUL, and the text. */
struct wire_job {
    struct server_job job;
    size_t steps, file_size;
};
/* The answer to a job is a struct server_outcome, and so many new labels as it says; to a
 * batch as many results as it has programs. */
enum { WIRE_LABEL_SIZE = PROGRAM_LABEL_MAX + 1 };

/* All of it, or -1: the other side is gone, or an interrupt came. Both sides ignore SIGPIPE; what is
 * said goes by patient_write(). */
int wire_read(int fd, void *data, size_t size);

/* ---- server_main.c ---- */

enum {
    LOOK_EVERY_MS = 50,                /* at the memory of a case that takes long */
    OUTPUT_MAX = 1 << 20,              /* bytes that a case may print */
    MEMORY_MAX_PAGES = 2 << (30 - 12), /* 2 GiB of its own */
};

struct service {
    struct backend_spec spec;
    const struct loop_backend *backend; /* this or the next three */
    struct find_command command;        /* how an adapter is started */
    struct runtime *runtime;            /* NULL after it failed: the next case starts another */
    struct label_table labels;          /* of the latest case */
    struct trace *trace;
    int control;
    pid_t pid;  /* of the server itself */
    int output; /* our end of the pipe that is everybody's stdout and stderr */
};

struct watch {
    pid_t pid;
    int pidfd;
    uint64_t began_ns, deadline_ns;
    size_t printed;
    struct server_outcome *out;
};

/* All that is there, or, while somebody may still write, no more than is too much. */
void service_take_output(const struct service *v, struct watch *w, bool all);
/* Pages that are its own: the trace is shared and does not count. */
long service_own_pages(pid_t pid);

/* Has this child ended? It stays to be reaped. */
bool service_has_ended(pid_t pid);

/* ---- server_batch.c ---- */

void service_run_batch(const struct service *v, const struct server_job *job,
                       struct server_batch_result *out);

/* ---- server_runtime.c ---- */

/* Start the adapter and learn what it is; -1 with `*d`. */
int service_open_runtime(struct service *v, struct server_info *info, struct diag *d);
void service_close_runtime(struct service *v);
void service_run_outside(struct service *v, const struct server_job *job,
                         struct server_outcome *out);
/* Labels that the scenario does not have; the numbers follow on its own. */
int service_send_labels(const struct service *v, const struct server_outcome *out);
#endif
