/* signal.c - interruptions, signals, and the ends of child processes. */
#include "world/world.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "world/inside.h"
#include "world/sched.h"

/* An interruption at an instant, by a signal or by nothing that can be seen. */
struct call {
    int signal;            /* 0: only interrupt */
    struct thread *thread; /* whose wait it is, on the virtual clock */
    pid_t id;              /* the same on the real one */
};

enum { QUIET_SIGNAL = SIGUSR2 }; /* it interrupts a wait on the real clock */

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

void signal_raise_here(int sig)
{
    sigset_t set, before;
    sigemptyset(&set);
    sigaddset(&set, sig);
    pthread_sigmask(SIG_UNBLOCK, &set, &before);
    raise(sig);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void world_raise(int sig)
{
    if (may_be_raised(sig))
        signal_raise_here(sig);
}

static void make_call(void *arg)
{
    struct call call = *(struct call *)arg;
    free(arg);
    if (call.signal && !may_be_raised(call.signal))
        return;
    if (world_is_real()) {
        tgkill(getpid(), call.id, call.signal ? call.signal : QUIET_SIGNAL);
        return;
    }
    if (call.signal)
        signal_raise_here(call.signal);
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

/* The kernel has queued SIGCHLD for the thread that started the child before it lets
 * that thread go on, so afterwards its handler has run. */
void world_child_settle(int pid)
{
    siginfo_t info;
    while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR)
        continue;
}
