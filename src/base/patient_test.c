/* Waiting for others: as long as they take, but not after an interrupt. */
#include "base/patient.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/mem.h"
#include "base/temp.h"
#include "tap/tap.h"

/* Far more bytes than a pipe accepts without blocking. */
static void test_pipe(void)
{
    int end[2];
    char *sent = xmalloc(1 << 20), *got = xcalloc(1 << 20, 1);
    memset(sent, 'x', 1 << 20);
    if (pipe(end) != 0)
        abort();
    pid_t child = fork();
    if (child == 0) {
        FILE *out = patient_stream(end[1], true);
        fwrite(sent, 1, 1 << 20, out);
        _exit(fclose(out) == 0 ? 0 : 1);
    }
    close(end[1]);
    size_t length = 0;
    for (ssize_t n = 1; n > 0; length += (size_t)(n > 0 ? n : 0))
        n = patient_read(end[0], got + length, (1 << 20) - length);
    int status = 1;
    waitpid(child, &status, 0);
    is_int(status, 0, "a stream writes all that it is given");
    ok(length == 1 << 20 && memcmp(sent, got, length) == 0, "and all of it is read, to the end");
    close(end[0]);
    free(sent);
    free(got);
}

static void test_interrupted(const char *fifo)
{
    int end[2];
    char byte, more[4096] = "";
    if (pipe(end) != 0)
        abort();
    fcntl(end[1], F_SETFL, O_NONBLOCK);
    while (write(end[1], more, sizeof more) > 0)
        ;
    fcntl(end[1], F_SETFL, 0);
    close(interrupt_catch());
    ok(interrupt_is_caught() && !interrupt_is_pending(), "an interrupt can be caught");
    raise(SIGTERM);
    ok(interrupt_is_pending(), "and stays");

    is_int(patient_read(end[0], &byte, 1), 1, "what is there is read all the same");
    is_int(patient_write(end[1], more, sizeof more), -1, "a write that would wait");
    is_int(errno, EINTR, "  is ended by it");
    FILE *out = patient_stream(end[1], true);
    fputs("a", out);
    ok(fflush(out) != 0 && errno == EINTR, "so is that of a stream");
    fclose(out);
    is_int(patient_open(fifo, O_WRONLY), -1, "and the wait for a reader");
    is_int(errno, EINTR, "  with EINTR");
    int fd = patient_open(fifo, O_RDONLY);
    is_int(patient_read(fd, &byte, 1), -1, "and for a writer");
    is_int(errno, EINTR, "  with EINTR");
    close(fd);
    close(end[0]);
}

int main(void)
{
    char *folder = temp_make(), *fifo = xasprintf("%s/fifo", folder);
    signal(SIGPIPE, SIG_IGN);
    if (!folder || mkfifo(fifo, 0600) != 0)
        abort();
    test_pipe();
    ok(patient_open("/no/such", O_RDONLY) < 0 && errno == ENOENT, "a failure is as ever");
    test_interrupted(fifo);
    unlink(fifo);
    rmdir(folder);
    free(fifo);
    free(folder);
    return done_testing();
}
