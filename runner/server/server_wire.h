/* server_wire.h - what runner and server say to each other. */
#ifndef RUNNER_SERVER_SERVER_WIRE_H
#define RUNNER_SERVER_SERVER_WIRE_H
#include "load/load.h"
#include "runner/server/server.h"
#include "scenario/program.h"

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

/* All of it, or -1: the other side is gone, or an interrupt came. Both sides ignore SIGPIPE. */
int wire_write(int fd, const void *data, size_t size);
int wire_read(int fd, void *data, size_t size);
#endif
