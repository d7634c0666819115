/* sample_test.h - scenarios for the tests of this folder, run as cases are: each in a
 * process of its own. */
#ifndef HOST_SAMPLE_TEST_H
#define HOST_SAMPLE_TEST_H
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/host.h"
#include "scenario/program.h"

enum { SAMPLE_SIZE = 2000 };

/* The steps of a scenario; a mistake in them is the test's. */
static inline struct program *sample_parse(const char *text)
{
    char source[SAMPLE_SIZE];
    struct diag d;
    int n = snprintf(source, sizeof source, "title \"x\"\nrules POLL-1\n%s", text);
    struct program *p = program_parse("row", source, (size_t)n, &d);
    if (!p) {
        fprintf(stderr, "%s\n%s", d.message, source);
        abort();
    }
    return p;
}

static inline void sample_run(const struct host_config *config)
{
    trace_reset(config->trace);
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        alarm(60); /* one that hangs is a failed row */
        host_run(config);
    }
    waitpid(pid, NULL, 0);
}
#endif
