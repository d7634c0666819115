#include "actions.h"

#include <aio.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int end[2]; /* of a pipe */

/* ---- the C library's streams ---- */

/* A line in two parts, then the end. */
static void *write_slowly(void *unused)
{
    sleep(3);
    (void)!write(end[1], "one ", 4);
    sleep(3);
    (void)!write(end[1], "line\nx", 6);
    sleep(3);
    close(end[1]);
    return unused;
}

void do_stream(void)
{
    char line[64];
    if (pipe(end) < 0)
        return;
    FILE *in = fdopen(end[0], "r");
    pthread_t id = start(write_slowly, NULL);
    say("a line", fgets(line, sizeof line, in) && strcmp(line, "one line\n") == 0);
    put("line");
    say("a byte", fgetc(in) == 'x' && fgetc(in) == EOF);
    put("end");
    join(id);
    fclose(in);
}

/* A number in two parts; then room for what does not fit into the pipe. */
static void *scan_slowly(void *unused)
{
    static char block[65536];
    sleep(3);
    (void)!write(end[1], "4", 1);
    sleep(3);
    (void)!write(end[1], "2\n", 2);
    sleep(3);
    while (read(end[0], block, sizeof block) > 0)
        sleep(1);
    return unused;
}

void do_stream_format(void)
{
    static char block[100000];
    int number = 0;
    if (pipe(end) < 0)
        return;
    FILE *in = fdopen(dup(end[0]), "r"), *out = fdopen(dup(end[1]), "w");
    pthread_t id = start(scan_slowly, NULL);
    say("a number", fscanf(in, "%d", &number) == 1 && number == 42);
    put("number");
    memset(block, 'x', sizeof block);
    say("a block", fwrite(block, sizeof block, 1, out) == 1 && fflush(out) == 0);
    put("block");
    say("a text", fputs("text", out) >= 0);
    fclose(out);
    close(end[1]);
    join(id);
    fclose(in);
}

/* Two threads wait in streams at once, and one is cancelled. */
static void *read_line(void *fd)
{
    char line[64];
    FILE *in = fdopen(*(int *)fd, "r");
    if (fgets(line, sizeof line, in))
        put(strtok(line, "\n"));
    return NULL;
}

void do_streams(void)
{
    int other[2], silent[2];
    if (pipe(end) < 0 || pipe(other) < 0 || pipe(silent) < 0)
        return;
    pthread_t id[] = { start(read_line, &end[0]), start(read_line, &other[0]),
                       start(read_line, &silent[0]) };
    sleep(2);
    (void)!write(other[1], "second\n", 7);
    sleep(2);
    (void)!write(end[1], "fi", 2);
    sleep(2);
    (void)!write(end[1], "rst\n", 4);
    join(id[0]);
    join(id[1]);
    (void)!write(silent[1], "half", 4);
    sleep(1);
    pthread_cancel(id[2]);
    join(id[2]);
    put("cancelled");
}

/* ---- named pipes ---- */

static char path[64];

static void *open_late(void *unused)
{
    sleep(4);
    int fd = open(path, O_WRONLY); /* the reader waits for this */
    sleep(1);
    (void)!write(fd, "x", 1);
    close(fd);
    return unused;
}

static void read_pipe(void)
{
    char byte = 0;
    int fd = open(path, O_RDONLY);
    put("opened");
    say("a byte", read(fd, &byte, 1) == 1 && byte == 'x');
    put("read");
    close(fd);
}

void do_named_pipe(void)
{
    snprintf(path, sizeof path, "/tmp/loopspec-actions-%d", (int)getpid());
    if (mkfifo(path, 0600) < 0)
        return;
    pthread_t id = start(open_late, NULL);
    read_pipe();
    join(id);
    pid_t pid = fork();
    if (pid == 0) {
        open_late(NULL);
        _exit(0);
    }
    read_pipe();
    waitpid(pid, NULL, 0);
    unlink(path);
}

/* ---- aio ---- */

static void *write_late(void *unused)
{
    sleep(5);
    (void)!write(end[1], "x", 1);
    return unused;
}

void do_aio(void)
{
    char byte;
    struct aiocb request = { .aio_buf = &byte, .aio_nbytes = 1 };
    const struct aiocb *list[] = { &request };
    if (pipe(end) < 0)
        return;
    request.aio_fildes = end[0];
    pthread_t id = start(write_late, NULL);
    aio_read(&request);
    say("not in time", aio_suspend(list, 1, &(struct timespec){ 3, 0 }) < 0);
    put("over");
    say("a byte", aio_suspend(list, 1, &(struct timespec){ 100, 0 }) == 0);
    put("read");
    join(id);
}

/* ---- a wait that a signal interrupts ---- */

static void note(int sig)
{
    (void)!write(end[1], "x", sig > 0);
}

/* Some go on with the sets that they gave it. */
void do_select(void)
{
    fd_set set;
    int n;
    if (pipe(end) < 0)
        return;
    sigaction(SIGALRM, &(struct sigaction){ .sa_handler = note }, NULL);
    alarm(4);
    FD_ZERO(&set);
    FD_SET(end[0], &set);
    do
        n = select(end[0] + 1, &set, NULL, NULL, &(struct timeval){ 60, 0 });
    while (n < 0);
    say("readable", n == 1 && FD_ISSET(end[0], &set));
    put("selected");
}

/* ---- the last thread ---- */

static void *end_late(void *unused)
{
    sleep(6);
    put("the last");
    return unused;
}

void do_last_thread(void)
{
    in_thread(end_late, NULL);
    pthread_exit(NULL);
}
