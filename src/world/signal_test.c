/* Signals that a loop blocks and fetches: with a signalfd, by waiting for them, or by a wait with
 * another mask. They come at their instant, on either clock; a signal that nobody asks for is
 * reported. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "world/fixture_test.h"

static sigset_t block(int sig)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, sig);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    return set;
}

static sigset_t nothing(void)
{
    sigset_t none;
    sigemptyset(&none);
    return none;
}

static int open_signals(int sig)
{
    sigset_t set = block(sig);
    return signalfd(-1, &set, SFD_NONBLOCK);
}

/* The name of the signal that can be read from `fd`, or why none can. */
static const char *fetch(int fd)
{
    struct signalfd_siginfo info;
    if (read(fd, &info, sizeof info) != sizeof info)
        return "none";
    return sigabbrev_np((int)info.ssi_signo);
}

static void by_signalfd(struct record *r)
{
    int fd = open_signals(SIGUSR1);
    struct pollfd pfd = { fd, POLLIN, 0 };
    world_raise(SIGUSR1);
    note(r, poll(&pfd, 1, -1) == 1 ? fetch(fd) : "wrong");
    world_raise_after(5 * MS, SIGUSR1);
    note(r, poll(&pfd, 1, -1) == 1 ? fetch(fd) : "wrong");
    note(r, poll(&pfd, 1, 10) == 0 ? fetch(fd) : "wrong");
}

static void by_signalfd_in_epoll(struct record *r)
{
    struct epoll_event event = { .events = EPOLLIN };
    int fd = open_signals(SIGHUP), epoll = epoll_create1(0);
    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
    world_raise_after(5 * MS, SIGHUP);
    world_raise_after(7 * MS, SIGHUP);
    note(r, epoll_wait(epoll, &event, 1, -1) == 1 ? fetch(fd) : "wrong");
    note(r, epoll_wait(epoll, &event, 1, -1) == 1 ? fetch(fd) : "wrong");
}

static void *wait_in_thread(void *arg)
{
    sigset_t set;
    int sig = 0;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigwait(&set, &sig);
    note(arg, sigabbrev_np(sig));
    return NULL;
}

static void by_waiting(struct record *r)
{
    sigset_t set = block(SIGUSR1);
    pthread_t thread;
    world_raise_after(5 * MS, SIGUSR1);
    note(r, sigwaitinfo(&set, NULL) == SIGUSR1 ? "info" : "wrong");
    pthread_create(&thread, NULL, wait_in_thread, r);
    world_raise_after(5 * MS, SIGUSR1);
    pthread_join(thread, NULL);
}

static int called; /* file scope: a signal handler has no argument for it */

static void on_signal(int sig)
{
    called = sig;
}

/* A signal that comes while the loop is busy stays pending until it waits. */
static void note_masked(struct record *r, const char *label, int result)
{
    note(r, result < 0 && errno == EINTR && called == SIGUSR1 ? label : "wrong");
    called = 0;
}

static void by_another_mask(struct record *r)
{
    sigset_t none = nothing();
    struct epoll_event event;
    int epoll = epoll_create1(0);
    block(SIGUSR1);
    signal(SIGUSR1, on_signal);
    world_raise(SIGUSR1);
    note(r, called ? "wrong" : "kept");
    note_masked(r, "ppoll", ppoll(NULL, 0, NULL, &none));
    world_raise(SIGUSR1);
    note_masked(r, "epoll", epoll_pwait(epoll, &event, 1, -1, &none));
    world_raise_after(5 * MS, SIGUSR1);
    note_masked(r, "epoll", epoll_pwait(epoll, &event, 1, -1, &none));
    world_raise_after(5 * MS, SIGUSR1);
    note_masked(r, "pselect", pselect(0, NULL, NULL, NULL, NULL, &none));
    world_raise_after(5 * MS, SIGUSR1);
    note_masked(r, "suspend", sigsuspend(&none));
}

/* What a wait blocks comes when it is over, and does not end it. */
static void after_a_masked_wait(struct record *r)
{
    sigset_t profiling = nothing();
    struct epoll_event event;
    int epoll = epoll_create1(0);
    sigaddset(&profiling, SIGPROF);
    signal(SIGPROF, on_signal);
    world_raise_after(5 * MS, SIGPROF);
    note(r, epoll_pwait(epoll, &event, 1, 10, &profiling) == 0 && called == SIGPROF ? "after"
                                                                                    : "wrong");
    called = 0;
    world_raise_after(5 * MS, SIGPROF);
    note(r, epoll_wait(epoll, &event, 1, 10) < 0 && called == SIGPROF ? "within" : "wrong");
    called = 0;
    signal(SIGUSR1, on_signal);
    world_raise_after(3 * MS, SIGUSR1);
    note_masked(r, "another", epoll_pwait(epoll, &event, 1, 10, &profiling));
}

static void by_handler(struct record *r)
{
    signal(SIGUSR1, on_signal);
    world_raise(SIGUSR1);
    note(r, called ? "called" : "wrong");
    called = 0;
    world_raise_after(5 * MS, SIGUSR1);
    note_masked(r, "pause", pause());
}

static void by_alarm(struct record *r)
{
    int fd = open_signals(SIGALRM);
    struct pollfd pfd = { fd, POLLIN, 0 };
    setitimer(ITIMER_REAL, &(struct itimerval){ { 0, 0 }, { 0, 5000 } }, NULL);
    note(r, poll(&pfd, 1, -1) == 1 ? fetch(fd) : "wrong");
}

static void by_nobody(struct record *r)
{
    signal(SIGHUP, SIG_DFL); /* nohup ignores it */
    world_raise(SIGUSR1);
    world_raise_after(5 * MS, SIGHUP);
    usleep(10 * 1000);
    note(r, "alive");
}

/* This thread does not block the signal, so the kernel would deliver it here. */
static void *park(void *arg)
{
    (void)arg;
    usleep(20 * 1000);
    return NULL;
}

static void by_some_thread(struct record *r)
{
    pthread_t thread;
    pthread_create(&thread, NULL, park, NULL);
    usleep(1000);
    open_signals(SIGUSR1);
    world_raise(SIGUSR1);
    pthread_join(thread, NULL);
    note(r, "alive");
}

static atomic_uint ends;

static void count_end(int sig)
{
    (void)sig;
    ends++;
}

/* The thread that starts the child blocks its signal, as posix_spawn() does for a while: so the kernel
 * wakes the other one. */
static void of_a_child(struct record *r)
{
    enum { CHILDREN = 20 };
    pthread_t thread;
    signal(SIGCHLD, count_end);
    pthread_create(&thread, NULL, park, NULL);
    usleep(1000);
    block(SIGCHLD);
    for (unsigned i = 1; i <= CHILDREN; i++) {
        pid_t pid = fork();
        if (pid == 0)
            _exit(0);
        world_child_settle(pid);
        if (ends != i)
            note(r, "late");
        waitpid(pid, NULL, 0);
    }
    pthread_join(thread, NULL);
    note(r, "alive");
}

/* As note(), without the instant, which is not exact on the real clock. */
static void say(struct record *r, const char *word)
{
    snprintf(r->text + strlen(r->text), sizeof r->text - strlen(r->text), "%s ", word);
}

static void on_the_real_clock(struct record *r)
{
    sigset_t set;
    world_end();
    world_begin(&(struct world_config){ .clock = WORLD_REAL, .arg = r, .failed = failed_here });
    int fd = open_signals(SIGUSR1);
    struct pollfd pfd = { fd, POLLIN, 0 };
    world_raise(SIGUSR1);
    say(r, poll(&pfd, 1, 30 * 1000) == 1 ? fetch(fd) : "wrong");
    world_raise_after(5 * MS, SIGUSR1);
    say(r, poll(&pfd, 1, 30 * 1000) == 1 ? fetch(fd) : "wrong");
    set = block(SIGHUP);
    world_raise_after(5 * MS, SIGHUP);
    say(r, sigwaitinfo(&set, NULL) == SIGHUP ? "HUP" : "wrong");
}

static const struct stage_row rows[] = {
    { "a blocked signal is read by a signalfd", by_signalfd, "USR1@0 USR1@5 none@15", 1 },
    { "also if that is in an epoll set", by_signalfd_in_epoll, "HUP@5 HUP@7", 1 },
    { "or it is waited for, by any thread", by_waiting, "info@5 USR1@10", 1 },
    { "or it is kept for a wait with another mask", by_another_mask,
      "kept@0 ppoll@0 epoll@0 epoll@5 pselect@10 suspend@15", 1 },
    { "what a wait blocks comes after it", after_a_masked_wait, "after@10 within@15 another@18",
      1 },
    { "a handler is called at once", by_handler, "called@0 pause@5", 1 },
    { "an alarm can be read, too", by_alarm, "ALRM@5", 1 },
    { "a signal that nobody asks for is not raised", by_nobody,
      "SIGUSR1 is raised and nobody watches it: it would end the process@0 "
      "SIGHUP is raised and nobody watches it: it would end the process@5 alive@10",
      1 },
    { "nor one that some thread does not block", by_some_thread,
      "SIGUSR1 is raised and nobody watches it: it would end the process@1 alive@20", 1 },
    { "the handler of a child's end has run, on whichever thread", of_a_child, "alive@20", 1 },
    { "on the real clock it is the same", on_the_real_clock, "USR1 USR1 HUP ", 20 },
};

int main(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        run_row(&rows[i]);
    return done_testing();
}
