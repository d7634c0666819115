#include "runner/server/startup.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/mem.h"
#include "base/patient.h"
#include "runner/options/command.h"
#include "runner/server/server.h"

/* The caller may have closed a standard descriptor. The next file that we open would then get its
 * number, and results would be written into that file. So /dev/null takes the number, opened in
 * the wrong direction: a read from stdin or a write to stdout still fails. */
static void hold_standard_descriptors(void)
{
    static const int mode[] = { O_WRONLY, O_RDONLY, O_RDONLY };
    for (int fd = 0; fd < (int)ARRAY_SIZE(mode); fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", mode[fd]) != fd)
            exit(STATUS_SYSTEM);
}

/* stdout and stderr may be pipes that nobody reads. A write must wait, but an interrupt must end
 * the wait. */
static void wait_patiently(void)
{
    struct stat st;
    if (fstat(STDOUT_FILENO, &st) == 0 && !S_ISREG(st.st_mode)) {
        stdout = patient_stream(STDOUT_FILENO, false);
        setvbuf(stdout, NULL, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF, BUFSIZ);
    }
    if (fstat(STDERR_FILENO, &st) == 0 && !S_ISREG(st.st_mode)) {
        stderr = patient_stream(STDERR_FILENO, false);
        setvbuf(stderr, NULL, _IONBF, 0);
    }
}

/* If standard output could not be written, the results are lost and the status says so, even after
 * a run without findings. An interrupt wins over both. With the status of a system error one sentence
 * has been said already. */
static int finish_output(int status)
{
    errno = 0;
    if (interrupt_is_pending())
        status = STATUS_INTERRUPTED;
    if ((fflush(stdout) == 0 && !ferror(stdout)) || status == STATUS_SYSTEM)
        return status;
    struct diag d;
    diag_system(&d, NULL, "cannot write to standard output: %s",
                errno ? strerror(errno) : "an earlier write failed");
    diag_print(&d, stderr);
    return status == STATUS_INTERRUPTED ? status : STATUS_SYSTEM;
}

int startup_main(int argc, char **argv, int (*dispatch)(int argc, char **argv))
{
    hold_standard_descriptors();
    signal(SIGCHLD, SIG_DFL); /* if it was ignored, the kernel would reap children before we can */
    json_set_alloc_funcs(xmalloc, free);
    if (argc > 1 && strcmp(argv[1], "--server") == 0) {
        /* libuv asks its users to ignore SIGPIPE, so backends under test run with it ignored:
         * a write to a closed pipe is an error, not the end of the process. */
        signal(SIGPIPE, SIG_IGN);
        return server_main(argc, argv);
    }
    /* If the reader has gone or the file may not grow, the write fails; without this the signal
     * would end the process before it can report that. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    wait_patiently();
    return finish_output(dispatch(argc, argv));
}
