/* signals.c - handlers are called through one of ours, so that the world learns that a wait was
 * interrupted. The kernel reports that only to a thread in a system call; a thread of the world
 * waits for its turn instead, and another one looks for it. */
#include "preload/preload.h"

#include <dlfcn.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "preload/compute.h"
#include "preload/tsc.h"
#include "world/real.h"
#include "world/sched.h"
#include "world/time_page.h"

/* The C library's calls have no context argument. */
static struct {
    bool on;
    struct sigaction theirs[NSIG]; /* what the program asked for */
} signals;

static void handle(int sig, siginfo_t *info, void *context)
{
    const struct sigaction *a = &signals.theirs[sig];
    if (sig == SIGSEGV && (compute_tick(info, context) || tsc_read(context)))
        return;
    sched_note_signal(a->sa_flags & SA_RESTART);
    if (a->sa_flags & SA_SIGINFO)
        a->sa_sigaction(sig, info, context);
    else if (a->sa_handler != SIG_DFL && a->sa_handler != SIG_IGN)
        a->sa_handler(sig);
    else if (a->sa_handler == SIG_DFL ||
             info->si_code > 0) /* what the kernel sends is not ignored */
        tsc_give_up(sig, info->si_code <= 0);
}

static bool is_handler(const struct sigaction *a)
{
    return a->sa_flags & SA_SIGINFO || (a->sa_handler != SIG_DFL && a->sa_handler != SIG_IGN);
}

static int install(int sig, const struct sigaction *new)
{
    struct sigaction ours = *new;
    if (is_handler(new) || (sig == SIGSEGV && tsc_is_trapped())) {
        signals.theirs[sig] = *new;
        ours.sa_sigaction = handle;
        ours.sa_flags |= SA_SIGINFO;
    }
    return real()->sigaction(sig, &ours, NULL);
}

int sigaction(int sig, const struct sigaction *restrict new, struct sigaction *restrict old)
{
    struct sigaction before;
    if (!signals.on || sig < 1 || sig >= NSIG)
        return real()->sigaction(sig, new, old);
    if (real()->sigaction(sig, NULL, &before) < 0)
        return -1;
    if (before.sa_flags & SA_SIGINFO && before.sa_sigaction == handle)
        before = signals.theirs[sig];
    if (new &&install(sig, new) < 0)
        return -1;
    if (old)
        *old = before;
    return 0;
}

static sighandler_t set_handler(int sig, sighandler_t handler, int flags)
{
    struct sigaction new = { .sa_handler = handler, .sa_flags = flags }, old;
    sigemptyset(&new.sa_mask);
    if (!(flags & SA_NODEFER) && sig > 0 && sig < NSIG)
        sigaddset(&new.sa_mask, sig);
    return sigaction(sig, &new, &old) < 0 ? SIG_ERR : old.sa_handler;
}

sighandler_t signal(int sig, sighandler_t handler)
{
    return set_handler(sig, handler, SA_RESTART);
}

sighandler_t sysv_signal(int sig, sighandler_t handler)
{
    return set_handler(sig, handler, SA_RESETHAND | SA_NODEFER);
}

sighandler_t __sysv_signal(int sig, sighandler_t handler)
{
    return sysv_signal(sig, handler);
}

/* ---- signals to other threads ---- */

enum { HANDLER_WAIT_MAX = 100000 }; /* yields until a handler must have begun */

static bool is_handled(int sig)
{
    return signals.on && sched_has_turn() && sig > 0 && sig < NSIG &&
           is_handler(&signals.theirs[sig]);
}

/* The thread to which it went waits for its turn, so the call that it interrupts must not be taken
 * to go on: its handler begins before the caller goes on. `before` is how many handlers had begun
 * before it was sent. A thread that blocks the signal is not told from one that is slow. */
static int await_handler(int error, bool waits, uint64_t before)
{
    for (unsigned i = 0; error == 0 && waits && sched.handled == before && i < HANDLER_WAIT_MAX;
         i++)
        real()->sched_yield();
    return error;
}

int pthread_kill(pthread_t thread, int sig)
{
    const uint64_t before = sched.handled;
    return await_handler(real()->pthread_kill(thread, sig), is_handled(sig), before);
}

int pthread_sigqueue(pthread_t thread, int sig, const union sigval value)
{
    const uint64_t before = sched.handled;
    return await_handler(real()->pthread_sigqueue(thread, sig, value), is_handled(sig), before);
}

/* A thread that does not block it gets it; perhaps all do. */
static bool is_to_us(pid_t pid, int sig)
{
    return pid == getpid() && is_handled(sig) && sched.thread_count > 1 && !signal_is_kept(sig);
}

int kill(pid_t pid, int sig)
{
    if (sig == SIGSTOP && pid > 0 && pid != getpid() && time_page_is_on())
        return time_page_stop(pid);
    const uint64_t before = sched.handled;
    const bool waits = is_to_us(pid, sig);
    return await_handler(real()->kill(pid, sig), waits, before);
}

int sigqueue(pid_t pid, int sig, const union sigval value)
{
    const uint64_t before = sched.handled;
    const bool waits = is_to_us(pid, sig);
    return await_handler(real()->sigqueue(pid, sig, value), waits, before);
}

/* ---- stacks of handlers ---- */

enum { WORLDS_ROOM = 128 * 1024 }; /* what the world needs of a stack, at most */

/* Of this thread. A handler's stack is often just large enough for itself, so the kernel gets a larger
 * one from us. It is never unmapped: a coroutine may live on it. */
static _Thread_local struct {
    stack_t theirs;
    void *ours;
} stack;

/* The kernel has accepted theirs. Without memory it stays as it is. */
static void enlarge_stack(const stack_t *theirs)
{
    stack_t larger = { .ss_size = theirs->ss_size + WORLDS_ROOM, .ss_flags = theirs->ss_flags };
    larger.ss_sp = mmap(NULL, larger.ss_size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE, -1, 0);
    if (larger.ss_sp == MAP_FAILED || real()->sigaltstack(&larger, NULL) < 0)
        return;
    stack.theirs = *theirs;
    stack.ours = larger.ss_sp;
}

int sigaltstack(const stack_t *restrict new, stack_t *restrict old)
{
    stack_t before;
    if (real()->sigaltstack(new, &before) < 0)
        return -1;
    if (stack.ours && before.ss_sp == stack.ours) {
        before.ss_sp = stack.theirs.ss_sp;
        before.ss_size = stack.theirs.ss_size;
    }
    if (new &&signals.on && !(new->ss_flags &SS_DISABLE))
        enlarge_stack(new);
    if (old)
        *old = before;
    return 0;
}

/* ---- handlers that do not return ---- */

typedef void jump_function(struct __jmp_buf_tag to[1], int value);

/* The last is what a program that was built with _FORTIFY_SOURCE calls instead. */
_Noreturn void __longjmp_chk(struct __jmp_buf_tag to[1], int value);

/* A look-up is slow, and not for signal handlers: so signals_begin() makes a jump of each kind known
 * before. Two threads that both look up store the same. */
#define JUMP(name)                                             \
    static jump_function *find_##name(void)                    \
    {                                                          \
        static jump_function *_Atomic found;                   \
        jump_function *function = found;                       \
        if (!function) {                                       \
            void *address = dlsym(RTLD_NEXT, #name);           \
            memcpy(&function, &address, sizeof function);      \
            found = function;                                  \
        }                                                      \
        return function;                                       \
    }                                                          \
    _Noreturn void name(struct __jmp_buf_tag to[1], int value) \
    {                                                          \
        sched_note_longjmp();                                  \
        find_##name()(to, value);                              \
        abort();                                               \
    }
JUMP(longjmp)
JUMP(_longjmp)
JUMP(siglongjmp)
JUMP(__longjmp_chk)

void signals_begin(void)
{
    signals.on = true;
    find_longjmp();
    find__longjmp();
    find_siglongjmp();
    find___longjmp_chk();
    if (tsc_trap())
        sigaction(SIGSEGV, &(struct sigaction){ .sa_handler = SIG_DFL }, NULL);
}
