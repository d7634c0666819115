/* inject.c - runs a program, and one of its system calls fails.
 *
 *     inject KIND N COUNT-FILE PROGRAM ARG...
 *
 * The N-th call of the KIND, counted over the program and its servers, returns an error. N of 0: all
 * go well. How many there were is written to COUNT-FILE. What the dynamic loader does is not counted,
 * nor what a case does, which is a fork of a server: those are the loop's calls.
 *
 * The program runs under ptrace, and a seccomp filter stops it at calls of the KIND only. So the calls
 * that stdio makes inside of the C library are seen, too. Exits as the program did; 98 if one of its
 * processes is still there two seconds after its end, 99 if this cannot be done here. */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CALLS_MAX = 5, PROCESSES_MAX = 4096, CANNOT = 99, LEFT_BEHIND = 98 };

static const struct kind {
    const char *name;
    int error;
    long call[CALLS_MAX]; /* ends with -1 */
} kinds[] = {
    { "write", ENOSPC, { SYS_write, SYS_writev, SYS_pwrite64, -1 } },
    { "read", EIO, { SYS_read, SYS_readv, SYS_pread64, -1 } },
    { "open", EMFILE, { SYS_open, SYS_openat, -1 } },
    { "rename", EIO, { SYS_rename, SYS_renameat, SYS_renameat2, -1 } },
    { "sync", EIO, { SYS_fsync, SYS_fdatasync, -1 } },
    { "close", EIO, { SYS_close, -1 } },
    { "fork", EAGAIN, { SYS_clone, SYS_clone3, SYS_fork, SYS_vfork, -1 } },
    { "exec", ENOMEM, { SYS_execve, -1 } },
    { "mmap", ENOMEM, { SYS_mmap, SYS_mremap, -1 } },
    { "size", ENOSPC, { SYS_ftruncate, SYS_fallocate, SYS_memfd_create, -1 } },
    { "folder", EIO, { SYS_mkdir, SYS_unlink, SYS_unlinkat, SYS_getdents64, -1 } },
    { "pipe", EMFILE, { SYS_pipe, SYS_pipe2, SYS_socketpair, SYS_socket, -1 } },
    { "epoll", ENOMEM, { SYS_epoll_create1, SYS_epoll_ctl, SYS_eventfd2, SYS_signalfd4, -1 } },
};

/* What a process is to us. Before it executes the program it is STARTING. The first stop of a new
 * process may come before its parent's fork is reported: until then it is UNKNOWN and is held. */
enum role { UNKNOWN, STARTING, COUNTED, A_CASE };

struct process {
    pid_t pid;
    enum role role;
    bool is_server;
    bool is_held;            /* it has stopped, and continues when its role is known */
    bool at_exit;            /* its next stop is the end of the call that fails */
    unsigned long loader[2]; /* where the dynamic loader's code is; 0: not looked up */
};

struct injection {
    const struct kind *kind;
    unsigned long at, seen;
    struct process process[PROCESSES_MAX];
    size_t count;
};

static struct process *find(struct injection *in, pid_t pid)
{
    for (size_t i = 0; i < in->count; i++)
        if (in->process[i].pid == pid)
            return &in->process[i];
    if (in->count == PROCESSES_MAX)
        _exit(CANNOT);
    in->process[in->count] = (struct process){ .pid = pid };
    return &in->process[in->count++];
}

static void forget(struct injection *in, pid_t pid)
{
    *find(in, pid) = in->process[in->count - 1];
    in->count--;
}

/* Where the loader's code is in this process, from its list of mappings. */
static void find_loader(struct process *p)
{
    char path[40], line[512];
    snprintf(path, sizeof path, "/proc/%d/maps", p->pid);
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in)) {
        unsigned long from, to;
        if (sscanf(line, "%lx-%lx r-xp", &from, &to) == 2 && strstr(line, " r-xp ") &&
            strstr(line, "/ld-"))
            p->loader[0] = from, p->loader[1] = to;
    }
    if (in)
        fclose(in);
}

static bool by_loader(struct process *p, unsigned long instruction)
{
    if (!p->loader[1])
        find_loader(p);
    return instruction >= p->loader[0] && instruction < p->loader[1];
}

/* A call of the kind begins. If it is to fail it is not made, except that a descriptor is closed:
 * Linux closes it even if close() fails. */
static int enter(struct injection *in, struct process *p)
{
    struct user_regs_struct regs;
    if (p->role != COUNTED || ptrace(PTRACE_GETREGS, p->pid, NULL, &regs) < 0 ||
        by_loader(p, regs.rip) || ++in->seen != in->at)
        return PTRACE_CONT;
    if (regs.orig_rax != SYS_close) {
        regs.orig_rax = (unsigned long long)-1;
        ptrace(PTRACE_SETREGS, p->pid, NULL, &regs);
    }
    p->at_exit = true;
    return PTRACE_SYSCALL;
}

static void leave(struct injection *in, struct process *p)
{
    struct user_regs_struct regs;
    p->at_exit = false;
    if (ptrace(PTRACE_GETREGS, p->pid, NULL, &regs) < 0)
        return;
    regs.rax = (unsigned long long)-in->kind->error;
    ptrace(PTRACE_SETREGS, p->pid, NULL, &regs);
}

/* A fork of a server is a case. A fork of the program is a server to be, and becomes one. */
static void forked(struct injection *in, struct process *p)
{
    unsigned long child = 0;
    ptrace(PTRACE_GETEVENTMSG, p->pid, NULL, &child);
    enum role role = p->is_server || p->role == A_CASE ? A_CASE : COUNTED;
    struct process *c = find(in, (pid_t)child);
    c->role = role;
    if (c->is_held)
        ptrace(PTRACE_CONT, c->pid, NULL, NULL);
    c->is_held = false;
}

static void executed(struct process *p)
{
    p->loader[1] = 0;
    p->is_server = p->role == COUNTED;
    if (p->role == STARTING)
        p->role = COUNTED;
}

/* What to continue a stopped process with; `*signal` is delivered to it. */
static int handle_stop(struct injection *in, struct process *p, int status, int *signal)
{
    *signal = 0;
    switch (status >> 8) {
    case SIGTRAP | PTRACE_EVENT_SECCOMP << 8: return enter(in, p);
    case SIGTRAP | PTRACE_EVENT_FORK << 8:
    case SIGTRAP | PTRACE_EVENT_VFORK << 8:
    case SIGTRAP | PTRACE_EVENT_CLONE << 8: forked(in, p); return PTRACE_CONT;
    case SIGTRAP | PTRACE_EVENT_EXEC << 8: executed(p); return PTRACE_CONT;
    case SIGTRAP | 0x80: /* of a system call: only the one that fails stops so */
        if (p->at_exit)
            leave(in, p);
        return PTRACE_CONT;
    default:
        if (status >> 16 == 0 && WSTOPSIG(status) != SIGSTOP)
            *signal = WSTOPSIG(status);
        return PTRACE_CONT;
    }
}

static void install_filter(const struct kind *k)
{
    struct sock_filter code[CALLS_MAX * 2 + 2] = { BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                                                            offsetof(struct seccomp_data, nr)) };
    unsigned short n = 1;
    for (const long *call = k->call; *call >= 0; call++) {
        code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)*call, 0, 1);
        code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
    }
    code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = { .len = n, .filter = code };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0)
        _exit(CANNOT);
}

static pid_t start(const struct kind *k, char **argv)
{
    pid_t pid = fork();
    if (pid != 0)
        return pid;
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0)
        _exit(CANNOT);
    raise(SIGSTOP);
    install_filter(k);
    execvp(argv[0], argv);
    _exit(CANNOT);
}

/* Wait until a process stops or ends; after the program's own end at most until `deadline`. */
static pid_t wait_any(int *status, time_t deadline)
{
    if (!deadline)
        return waitpid(-1, status, __WALL);
    for (;;) {
        pid_t pid = waitpid(-1, status, __WALL | WNOHANG);
        if (pid != 0)
            return pid;
        if (time(NULL) > deadline)
            return 0;
        usleep(1000);
    }
}

/* A process whose parent was killed within its fork is told of by nobody. */
static void release(const struct injection *in)
{
    for (size_t i = 0; i < in->count; i++)
        if (in->process[i].is_held)
            ptrace(PTRACE_CONT, in->process[i].pid, NULL, NULL);
}

static int follow(struct injection *in, pid_t program)
{
    int result = CANNOT, status, signal;
    time_t deadline = 0;
    pid_t pid;
    while ((pid = wait_any(&status, deadline)) > 0) {
        struct process *p = find(in, pid);
        if (WIFSTOPPED(status) && p->role == UNKNOWN && !deadline) {
            p->is_held = true;
        } else if (WIFSTOPPED(status)) {
            int how = handle_stop(in, p, status, &signal);
            ptrace(how, pid, NULL, (void *)(long)signal);
        } else {
            forget(in, pid);
            if (pid == program) {
                result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
                deadline = time(NULL) + 2;
                release(in);
            }
        }
    }
    return pid == 0 ? LEFT_BEHIND : result;
}

int main(int argc, char **argv)
{
    static struct injection in;
    for (size_t i = 0; argc > 4 && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, argv[1]) == 0)
            in.kind = &kinds[i];
    if (!in.kind)
        return CANNOT;
    in.at = strtoul(argv[2], NULL, 10);
    pid_t program = start(in.kind, argv + 4);
    int status;
    if (program < 0 || waitpid(program, &status, 0) != program)
        return CANNOT;
    find(&in, program)->role = STARTING;
    ptrace(PTRACE_SETOPTIONS, program, NULL,
           (void *)(PTRACE_O_TRACESECCOMP | PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK |
                    PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC |
                    PTRACE_O_EXITKILL));
    ptrace(PTRACE_CONT, program, NULL, NULL);
    int result = follow(&in, program);
    FILE *count = fopen(argv[3], "w");
    if (!count || fprintf(count, "%lu\n", in.seen) < 0 || fclose(count) != 0)
        return CANNOT;
    return result;
}
