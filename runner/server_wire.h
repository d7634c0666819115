/* server_wire.h - what runner and server say to each other. */
#ifndef RUNNER_SERVER_WIRE_H
#define RUNNER_SERVER_WIRE_H
#include "backend/load.h"
#include "runner/server.h"
#include "scenario/program.h"

struct wire_hello {
    bool failed;
    struct server_info info;
    struct diag diag; /* when it failed */
};

/* Followed by the schedule's steps, and `length` bytes of the scenario. */
struct wire_job {
    struct profile profile;
    bool real_clock;
    uint32_t timeout_ms;
    bool has_schedule;
    size_t steps; /* of it */
    size_t length;
    char file[256];
    struct server_batch batch; /* if its count is not 0: these, and no scenario */
};
/* The answer to a job is a struct server_outcome, and so many new labels as it says; to a
 * batch as many results as it has programs. */
enum { WIRE_LABEL_SIZE = PROGRAM_LABEL_MAX + 1 };

/* What a batch needs of the server. */
struct batch_stage {
    const struct loop_backend *backend;
    backend_host *play;
    const char *args;
    bool foreign; /* the backend is a plug-in */
    struct trace *trace;
    int output; /* everybody's stdout and stderr, of which nobody wants to know */
};
void batch_serve(const struct batch_stage *stage, const struct wire_job *job,
                 struct server_batch_result *out);

/* All of it, or -1: the other side is gone. Never a signal. */
int wire_write(int fd, const void *data, size_t size);
int wire_read(int fd, void *data, size_t size);
#endif
