/* sleeper.c - jobs that take as long as they are told, on the ticking clock. A program that
 * wants one of its threads to be occupied for a while has it write to a pipe which somebody
 * else reads late. Another process would do that in real time; here it is a thread of ours.
 *
 * The environment names a file that only open() knows (files.c), LOOPSPEC_SLEEPER. Opened for writing
 * it is a new pipe. Its other end reads a line, sleeps so many seconds, and then reads all the
 * rest. If the line has a second number, a byte is written to that descriptor in between. */
#include "preload/preload.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "preload/ticking.h"

enum { LINE_SIZE = 64 };

/* As far as the newline; -1 if it does not come. */
static int read_line(int fd, char line[LINE_SIZE])
{
    for (size_t n = 0; n + 1 < LINE_SIZE && read(fd, &line[n], 1) == 1; n++)
        if (line[n] == '\n') {
            line[n] = '\0';
            return 0;
        }
    return -1;
}

static void *serve(void *arg)
{
    int fd = (int)(intptr_t)arg, target = -1;
    char line[LINE_SIZE], rest[4096];
    double seconds;
    if (read_line(fd, line) == 0 && sscanf(line, "%lf %d", &seconds, &target) >= 1 &&
        seconds >= 0) {
        ticking_pass((uint64_t)(seconds * 1e9 + 0.5));
        if (target >= 0 && write(target, ".", 1) < 0)
            target = -1; /* it was closed meanwhile: nobody is told */
    }
    while (read(fd, rest, sizeof rest) > 0)
        continue;
    close(fd);
    return NULL;
}

int sleeper_open(void)
{
    int end[2];
    if (pipe2(end, O_CLOEXEC) < 0)
        return -1;
    int error = ticking_start_thread(serve, (void *)(intptr_t)end[0]);
    if (error == 0)
        return end[1];
    close(end[0]);
    close(end[1]);
    errno = error;
    return -1;
}

void sleeper_offer(void)
{
    setenv("LOOPSPEC_SLEEPER", SLEEPER_PATH, 1);
}
