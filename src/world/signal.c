#include "world/world.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "world/inside.h"
#include "world/real.h"
#include "world/sched.h"

/* Something that interrupts a wait at an instant, with or without a signal. */
struct call {
    int signal;            /* 0: interrupt only */
    struct thread *thread; /* virtual clock: the thread whose wait is interrupted */
    pid_t id;              /* real clock: the thread to signal */
};

enum { QUIET_SIGNAL = SIGUSR2 };    /* interrupts a wait on the real clock */
enum { HANDLER_WAIT_MAX = 100000 }; /* yields until a signal handler must have begun */

static void ignore(int sig)
{
    (void)sig;
}

void signals_prepare(void)
{
    /* Without SA_RESTART, so that the signal interrupts a wait. */
    struct sigaction quiet = { .sa_handler = ignore };
    sigaction(QUIET_SIGNAL, &quiet, NULL);
}

static bool is_ignored_by_default(int sig)
{
    return sig == SIGWINCH || sig == SIGCHLD || sig == SIGURG || sig == SIGCONT;
}

/* ---- who waits for a signal that has no handler ---- */

/* How many threads are in a real sigtimedwait() for each signal. /proc shows it as unblocked
 * there. */
static atomic_int awaited[NSIG];

void signals_awaited(const sigset_t *set, int more)
{
    for (int sig = 1; sig < NSIG; sig++)
        if (sigismember(set, sig) == 1)
            awaited[sig] += more;
}

static bool read_of_thread(int tasks, const char *thread, const char *name, char *text, size_t size)
{
    char path[32];
    snprintf(path, sizeof path, "%.16s/%s", thread, name);
    int fd = openat(tasks, path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : real()->read(fd, text, size - 1);
    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = '\0';
    return n > 0;
}

bool world_thread_status(int tasks, const char *thread, char text[WORLD_STATUS_SIZE])
{
    return read_of_thread(tasks, thread, "status", text, WORLD_STATUS_SIZE);
}

/* "wchan" is the place in the kernel where a thread sleeps; "0" if it does not, or if this kernel
 * does not say. So "0" counts only once another answer was seen. */
bool world_thread_sleeps(int tasks, const char *thread, const char text[WORLD_STATUS_SIZE])
{
    static atomic_bool has_places;
    char place[64];
    const char *state = strstr(text, "State:\t");
    if (!state || !strchr("StT", state[strlen("State:\t")]))
        return false;
    if (!read_of_thread(tasks, thread, "wchan", place, sizeof place))
        return true;
    if (strcmp(place, "0") == 0)
        return !has_places;
    has_places = true;
    return true;
}

/* "SigBlk:\t0000000000000200": bit 0 is signal 1. */
static bool is_blocked_by(int tasks, const char *thread, int sig)
{
    char text[WORLD_STATUS_SIZE];
    if (!world_thread_status(tasks, thread, text))
        return true; /* the thread has ended */
    const char *mask = strstr(text, "\nSigBlk:");
    return mask && strtoull(mask + strlen("\nSigBlk:"), NULL, 16) >> (sig - 1) & 1;
}

/* Does every thread block it? Then the kernel keeps it until somebody fetches it: a signalfd,
 * sigtimedwait(), or a wait with another mask. */
bool signal_is_kept(int sig)
{
    sigset_t own; /* mostly this thread does not block it, and the others need not be asked */
    pthread_sigmask(SIG_BLOCK, NULL, &own);
    if (awaited[sig] == 0 && sigismember(&own, sig) == 0)
        return false;
    DIR *tasks = awaited[sig] > 0 ? NULL : opendir("/proc/self/task");
    bool kept = true;
    for (const struct dirent *e = tasks ? readdir(tasks) : NULL; e && kept; e = readdir(tasks))
        if (e->d_name[0] != '.')
            kept = is_blocked_by(dirfd(tasks), e->d_name, sig);
    if (tasks)
        closedir(tasks);
    return awaited[sig] > 0 || (tasks && kept);
}

/* ---- raising ---- */

static bool may_be_raised(int sig)
{
    struct sigaction now;
    sigaction(sig, NULL, &now);
    if (now.sa_handler != SIG_DFL || is_ignored_by_default(sig))
        return true;
    world_fail("SIG%s is raised and nobody watches it: it would end the process",
               sigabbrev_np(sig));
    return false;
}

static void raise_unblocked(int sig)
{
    sigset_t set, before;
    sigemptyset(&set);
    sigaddset(&set, sig);
    pthread_sigmask(SIG_UNBLOCK, &set, &before);
    raise(sig);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

bool signal_raise_here(int sig)
{
    bool kept = signal_is_kept(sig);
    if (kept)
        kill(getpid(), sig); /* to the process: any thread can fetch it */
    else
        raise_unblocked(sig);
    return !kept;
}

/* The kernel chooses a thread that does not block it, the first if it can. */
void signal_process(int sig, bool is_handled)
{
    const uint64_t before = sched.handled;
    bool waits = is_handled && !signal_is_kept(sig);
    kill(getpid(), sig);
    for (unsigned i = 0; waits && sched.handled == before && i < HANDLER_WAIT_MAX; i++)
        real()->sched_yield();
}

bool signals_are_deliverable(const sigset_t *mask)
{
    sigset_t pending;
    if (!mask)
        return false;
    sigpending(&pending);
    for (int sig = 1; sig < NSIG; sig++)
        if (sigismember(&pending, sig) == 1 && sigismember(mask, sig) == 0)
            return true;
    return false;
}

bool signals_deliver(const sigset_t *mask)
{
    sigset_t before;
    if (!signals_are_deliverable(mask))
        return false;
    pthread_sigmask(SIG_SETMASK, mask, &before);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return true;
}

/* Signals that were raised meanwhile are delivered now, even if whoever watched for them has
 * stopped. */
void signals_unmask(const sigset_t *mask)
{
    sigset_t pending, one;
    sigpending(&pending);
    for (int sig = 1; sig < NSIG; sig++) {
        if (sigismember(&pending, sig) != 1 || sigismember(mask, sig) == 1 || may_be_raised(sig))
            continue;
        sigemptyset(&one);
        sigaddset(&one, sig);
        real()->sigtimedwait(&one, NULL, &(struct timespec){ 0 });
    }
    pthread_sigmask(SIG_SETMASK, mask, NULL);
}

void world_raise(int sig)
{
    assert(sig > 0);
    assert(sig < NSIG);
    if (signal_is_kept(sig) || may_be_raised(sig))
        signal_raise_here(sig);
}

void world_signals_unblock(const sigset_t *before)
{
    sigset_t pending;
    sigpending(&pending);
    for (int sig = 1; sig < NSIG; sig++)
        if (sigismember(&pending, sig) == 1 && sigismember(before, sig) == 0 && !may_be_raised(sig))
            return;
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

static void make_call(void *arg)
{
    struct call call = *(struct call *)arg;
    free(arg);
    bool kept = call.signal && signal_is_kept(call.signal);
    if (call.signal && !kept && !may_be_raised(call.signal))
        return;
    if (kept)
        kill(getpid(), call.signal);
    else if (world_is_real())
        tgkill(getpid(), call.id, call.signal ? call.signal : QUIET_SIGNAL);
    else if (!call.signal || signal_raise_here(call.signal))
        sched_interrupt(call.thread);
}

void world_raise_after(uint64_t after_ns, int sig)
{
    struct call *call = xmalloc(sizeof *call);
    *call = (struct call){ sig, sched_self(), gettid() };
    world_after(after_ns, call->thread, make_call, call);
}

void world_interrupt_after(uint64_t after_ns)
{
    world_raise_after(after_ns, 0);
}
