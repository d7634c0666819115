/* tiny.c - the smallest loop that is one: timers, and nothing else. Its arguments
 * make it misbehave when the first timer fires, so that the tests can see what a
 * broken loop costs: ./tiny.so:crash */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/syscall.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "interface/backend.h"

#ifndef TINY_NAME
#define TINY_NAME    "tiny"
#define TINY_VERSION "0.1"
#endif

struct loop_handle {
    struct loop *loop;
    struct loop_handle *next;
    loop_callback *callback;
    void *arg;
    uint64_t due_ms;
    int active;
};

struct loop {
    struct loop_handle *timers;
    char misdeed[32];
};

static uint64_t clock_ms(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (uint64_t)ts.tv_sec * 1000 + (uint64_t)ts.tv_nsec / 1000000;
}

static const char *version(void)
{
    return TINY_VERSION;
}

static struct loop *open_loop(const struct loop_config *config, char *error, size_t size)
{
    if (strcmp(config->args, "refuse") == 0) {
        snprintf(error, size, "it was asked to refuse");
        return NULL;
    }
    struct loop *loop = calloc(1, sizeof *loop);
    snprintf(loop->misdeed, sizeof loop->misdeed, "%s", config->args);
    return loop;
}

static int close_loop(struct loop *loop)
{
    if (loop->timers)
        return -EBUSY;
    free(loop);
    return 0;
}

static void eat_memory(void)
{
    for (;;) {
        char *block = malloc(64 << 20);
        if (block)
            memset(block, 1, 64 << 20);
    }
}

static void leave_children(void)
{
    if (fork() == 0) {
        setsid(); /* out of the case's process group */
        for (;;)
            pause();
    }
}

/* Find memory that is shared with the runner or the server, and write nonsense into its first MiB:
 * a trace begins with choice points, which nobody reads if there are none. */
static void overwrite(const char *what)
{
    char line[512];
    char *start, *end;
    FILE *f = fopen("/proc/self/maps", "r");
    while (f && fgets(line, sizeof line, f))
        if (strstr(line, what) && sscanf(line, "%p-%p", (void **)&start, (void **)&end) == 2)
            memset(start, 0x5a, end - start < 1 << 20 ? (size_t)(end - start) : 1 << 20);
    if (f)
        fclose(f);
    _exit(0);
}

/* Find the file behind that memory among the descriptors of a process, and cut it to nothing:
 * whoever touches its memory then is killed. */
static void truncate_trace(int pid)
{
    char folder[32], path[300], target[64];
    snprintf(folder, sizeof folder, "/proc/%d/fd", pid);
    DIR *fds = opendir(folder);
    for (struct dirent *e = fds ? readdir(fds) : NULL; e; e = readdir(fds)) {
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        ssize_t n = readlink(path, target, sizeof target - 1);
        target[n > 0 ? n : 0] = '\0';
        int fd = strstr(target, "memfd:loopspec-trace") ? open(path, O_RDWR) : -1;
        if (fd >= 0 && ftruncate(fd, 0) == 0)
            puts("truncated");
        if (fd >= 0)
            close(fd);
    }
    if (fds)
        closedir(fds);
}

static int parent_of(int pid)
{
    char path[32];
    int parent = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *f = fopen(path, "r");
    if (f && fscanf(f, "%*d (%*[^)]) %*c %d", &parent) != 1)
        parent = 0;
    if (f)
        fclose(f);
    return parent;
}

/* Its own descriptors, the server's and the runner's. */
static void truncate_traces(void)
{
    truncate_trace(getpid());
    truncate_trace(getppid());
    truncate_trace(parent_of(getppid()));
}

/* Two strays of which the older is traced by the younger: it cannot be reaped before that one
 * is gone. */
static void leave_tracers(void)
{
    int end[2];
    char byte;
    if (pipe(end) < 0)
        return;
    pid_t traced = fork();
    if (traced == 0)
        for (;;)
            pause();
    if (fork() == 0) {
        ptrace(PTRACE_SEIZE, traced, NULL, NULL);
        if (write(end[1], ".", 1) == 1)
            for (;;)
                pause();
    }
    close(end[1]);
    if (read(end[0], &byte, 1) < 0)
        abort();
    close(end[0]);
}

/* A stray that traces whoever started it. */
static void leave_tracer_of(pid_t pid)
{
    int end[2];
    char byte;
    if (pipe(end) < 0)
        return;
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
    if (fork() == 0) {
        setsid();
        ptrace(PTRACE_SEIZE, pid, NULL, NULL);
        if (write(end[1], ".", 1) == 1)
            for (;;)
                pause();
    }
    close(end[1]);
    if (read(end[0], &byte, 1) < 0)
        abort();
    close(end[0]);
}

/* What a process has only one of. */
static int change(const char *what)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    return strcmp(what, "chdir") == 0    ? chdir("/")
           : strcmp(what, "umask") == 0  ? (int)umask(0)
           : strcmp(what, "mask") == 0   ? sigprocmask(SIG_BLOCK, &set, NULL)
           : strcmp(what, "nice") == 0   ? setpriority(PRIO_PROCESS, 0, 7)
           : strcmp(what, "locale") == 0 ? setlocale(LC_ALL, "C.UTF-8") == NULL
                                         : fesetround(FE_UPWARD);
}

/* Memory that is shared, printing all the while; and in a child. */
static void eat_shared(void)
{
    const size_t size = 64 << 20;
    for (;;) {
        char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED)
            abort();
        memset(p, 1, size);
        puts("more");
        fflush(stdout);
    }
}

static void eat_in_a_child(void)
{
    if (fork() == 0)
        eat_memory();
    for (volatile int i = 1; i;)
        continue;
}

/* Every child forks again, and so on: as a fork bomb does, except that it ends after some thousands,
 * so that a runner which fails to stop it does not take the machine along. */
static void fork_for_ever(void)
{
    enum { FORKS_MAX = 4000 };
    int *forks = mmap(NULL, sizeof *forks, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                      0);
    if (forks == MAP_FAILED)
        abort();
    while (__atomic_add_fetch(forks, 1, __ATOMIC_SEQ_CST) < FORKS_MAX)
        if (fork() < 0)
            usleep(100);
    /* By number, since virtual time would come to the alarm at once. */
    const struct itimerval minute = { .it_value.tv_sec = 60 };
    syscall(SYS_setitimer, ITIMER_REAL, &minute, NULL);
    for (;;)
        syscall(SYS_ppoll, NULL, 0, NULL, NULL, 0);
}

static void write_everywhere(void)
{
    for (int fd = 3; fd < 64; fd++)
        if (write(fd, "rubbish rubbish rubbish", 23) < 0)
            continue;
}

static void raise_everything(void)
{
    for (int signal = 1; signal < 32; signal++)
        if (signal != SIGKILL && signal != SIGSTOP)
            kill(0, signal);
}

static void misbehave(const char *how)
{
    if (strcmp(how, "crash") == 0)
        raise(SIGSEGV);
    else if (strcmp(how, "abort") == 0)
        abort();
    else if (strcmp(how, "exit") == 0)
        exit(0);
    else if (strcmp(how, "exit3") == 0)
        _exit(3);
    else if (strcmp(how, "hang") == 0)
        for (volatile int i = 1; i;)
            continue;
    else if (strcmp(how, "stuck") == 0)
        poll(NULL, 0, -1);
    else if (strcmp(how, "memory") == 0)
        eat_memory();
    else if (strcmp(how, "flood") == 0)
        for (;;)
            puts("all work and no play makes a loop a dull boy");
    else if (strcmp(how, "print") == 0)
        puts("a word on \033[31mstdout");
    else if (strcmp(how, "nul") == 0)
        fwrite("before\0after\n", 1, 13, stdout);
    else if (strncmp(how, "change-", 7) == 0)
        change(how + 7);
    else if (strcmp(how, "shared") == 0)
        eat_shared();
    else if (strcmp(how, "child-memory") == 0)
        eat_in_a_child();
    else if (strcmp(how, "bomb") == 0)
        fork_for_ever();
    else if (strcmp(how, "scribble") == 0)
        write_everywhere();
    else if (strcmp(how, "signals") == 0)
        raise_everything();
    else if (strcmp(how, "children") == 0)
        leave_children();
    else if (strcmp(how, "tracers") == 0)
        leave_tracers();
    else if (strcmp(how, "tracer-of-case") == 0)
        leave_tracer_of(getpid());
    else if (strcmp(how, "tracer-of-server") == 0) {
        leave_tracer_of(getppid());
        kill(getppid(), SIGKILL);
    } else if (strcmp(how, "truncate") == 0)
        truncate_traces();
    else if (strcmp(how, "overwrite") == 0)
        overwrite("memfd:");
    else if (strcmp(how, "overwrite-board") == 0)
        overwrite("/dev/zero");
    else if (strcmp(how, "kill-parent") == 0)
        kill(getppid(), SIGKILL);
}

static struct loop_handle *earliest(struct loop *loop)
{
    struct loop_handle *first = NULL;
    for (struct loop_handle *h = loop->timers; h; h = h->next)
        if (h->active && (!first || h->due_ms < first->due_ms))
            first = h;
    return first;
}

static int run(struct loop *loop, enum loop_mode mode)
{
    struct loop_handle *h;
    (void)mode;
    while ((h = earliest(loop))) {
        uint64_t now = clock_ms();
        if (h->due_ms > now)
            poll(NULL, 0, (int)(h->due_ms - now));
        h->active = 0;
        misbehave(loop->misdeed);
        h->callback(h->arg, 0);
    }
    return 0;
}

static struct loop_handle *handle_new(struct loop *loop, enum loop_kind kind, int fd,
                                      loop_callback *callback, void *arg)
{
    (void)kind;
    (void)fd;
    struct loop_handle *h = calloc(1, sizeof *h);
    h->loop = loop;
    h->callback = callback;
    h->arg = arg;
    h->next = loop->timers;
    loop->timers = h;
    return h;
}

static int timer_start(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms)
{
    (void)repeat_ms;
    h->due_ms = clock_ms() + after_ms;
    h->active = 1;
    return 0;
}

static int handle_stop(struct loop_handle *h)
{
    h->active = 0;
    return 0;
}

static unsigned handle_state(struct loop_handle *h)
{
    return h->active ? LOOP_IS_ACTIVE : 0;
}

static void handle_close(struct loop_handle *h, loop_callback *closed)
{
    struct loop_handle **link = &h->loop->timers;
    (void)closed; /* not declared: LOOP_CAN_CLOSE */
    while (*link != h)
        link = &(*link)->next;
    *link = h->next;
    free(h);
}

#ifndef TINY_ABI
#define TINY_ABI LOOP_BACKEND_ABI
#define TINY_CAN 0
#endif

const struct loop_backend loopspec_backend = {
    .abi = TINY_ABI,
    .can = LOOP_CAN_TIMER | LOOP_CAN_ENDS | LOOP_CAN_VIRTUAL_CLOCK | TINY_CAN,
    .name = TINY_NAME,
    .version = version,
    .open = open_loop,
    .close = close_loop,
    .run = run,
    .handle_new = handle_new,
    .timer_start = timer_start,
    .handle_stop = handle_stop,
    .handle_state = handle_state,
    .handle_close = handle_close,
};
