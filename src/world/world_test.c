/* The world alone, under plain C library calls: time moves only when no thread can run, and the
 * order never varies. thread_test.c has what several threads do. */
#include "world/world.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "tap/tap.h"
#include "world/fixture_test.h"

/* ---- plain calls ---- */

static void sleeps(struct record *r)
{
    struct timespec before, after, ts = { 0, 5 * MS };
    clock_gettime(CLOCK_MONOTONIC, &before);
    nanosleep(&ts, NULL);
    note(r, "nanosleep");
    usleep(3000);
    note(r, "usleep");
    sleep(60);
    note(r, "sleep");
    clock_gettime(CLOCK_REALTIME, &after);
    ts = after;
    ts.tv_sec += 1;
    clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &ts, NULL);
    note(r, "absolute");
    note(r, after.tv_sec - before.tv_sec == 60 ? "clocks-agree" : "clocks-differ");
}

static void descriptors(struct record *r)
{
    struct world_fd *a = world_fd_open(WORLD_FD_READABLE);
    struct world_fd *b = world_fd_open(WORLD_FD_WRITABLE);
    struct pollfd pfd[2] = { { world_fd_number(a), POLLIN, 0 },
                             { world_fd_number(b), POLLOUT, 0 } };
    note(r, poll(pfd, 2, 10) == 0 ? "none" : "some");
    world_fd_ready_after(a, WORLD_FD_READABLE, 20 * MS);
    world_fd_ready_after(b, WORLD_FD_WRITABLE, 5 * MS);
    note(r, world_planned_ns() == world_now_ns() + 20 * MS ? "planned" : "wrong");
    note(r, poll(pfd, 2, -1) == 1 && pfd[1].revents == POLLOUT ? "b" : "wrong");
    world_fd_drain(b, WORLD_FD_WRITABLE);
    note(r, poll(pfd, 2, -1) == 1 && pfd[0].revents == POLLIN ? "a" : "wrong");
    note(r, world_planned_ns() == 0 ? "nothing-planned" : "wrong");
    fd_set set;
    FD_ZERO(&set);
    FD_SET(world_fd_number(a), &set);
    note(r, select(FD_SETSIZE, &set, NULL, NULL, NULL) == 1 ? "select" : "wrong");
    world_fd_drain(a, WORLD_FD_READABLE);
    struct timeval tv = { 0, 7000 };
    note(r, select(FD_SETSIZE, &set, NULL, NULL, &tv) == 0 ? "timeout" : "wrong");
    world_fd_close(a);
    world_fd_close(b);
}

static short poll_now(const struct world_fd *f)
{
    struct pollfd pfd = { world_fd_number(f), POLLIN | POLLOUT | POLLRDHUP | POLLPRI, 0 };
    poll(&pfd, 1, 0);
    return pfd.revents;
}

/* Each state comes and goes alone. */
static void states(struct record *r)
{
    struct world_fd *a = world_fd_open(WORLD_FD_READABLE | WORLD_FD_WRITABLE | WORLD_FD_ENDED);
    struct world_fd *b = world_fd_open(WORLD_FD_READABLE | WORLD_FD_URGENT);
    note(r, poll_now(a) == 0 ? "none" : "some");
    world_fd_ready(a, WORLD_FD_READABLE);
    note(r, poll_now(a) == POLLIN ? "in" : "wrong");
    world_fd_ready(a, WORLD_FD_WRITABLE);
    note(r, poll_now(a) == (POLLIN | POLLOUT) ? "both" : "wrong");
    world_fd_drain(a, WORLD_FD_READABLE);
    note(r, poll_now(a) == POLLOUT ? "out" : "wrong");
    world_fd_drain(a, WORLD_FD_WRITABLE);
    note(r, poll_now(a) == 0 ? "none" : "some");
    world_fd_ready(a, WORLD_FD_ENDED);
    note(r, poll_now(a) == (POLLIN | POLLRDHUP) ? "ended" : "wrong");
    world_fd_break(a);
    note(r, poll_now(a) & POLLERR ? "broken" : "wrong");
    int number = world_fd_number(a);
    world_fd_free(a);
    struct world_fd *c = world_fd_open(WORLD_FD_READABLE);
    note(r, world_fd_number(a) < 0 && world_fd_number(c) == number ? "free" : "wrong");
    world_fd_ready(b, WORLD_FD_URGENT);
    note(r, (poll_now(b) & ~POLLOUT) == POLLPRI ? "urgent" : "wrong");
    world_fd_drain(b, WORLD_FD_URGENT);
    note(r, (poll_now(b) & ~POLLOUT) == 0 ? "none" : "some");
    world_fd_close(a);
    world_fd_close(b);
    world_fd_close(c);
}

static struct world_child *start_child(unsigned status, uint64_t after_ns, pid_t *pid)
{
    struct world_child *c = world_child_open(status);
    *pid = fork();
    if (*pid == 0) {
        execvp("sh", world_child_argv(c));
        _exit(126);
    }
    world_child_started(c, *pid, after_ns);
    return c;
}

static const char *how(pid_t pid)
{
    int status = 0;
    if (waitpid(pid, &status, WNOHANG) != pid)
        return "lives";
    return WIFEXITED(status) && WEXITSTATUS(status) == 7        ? "exited"
           : WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM ? "killed"
                                                                : "otherwise";
}

/* A child ends at its instant, or by a signal, and has ended when the world says so. */
static void children(struct record *r)
{
    pid_t a, b, c;
    struct world_child *exits = start_child(7, 5 * MS, &a);
    struct world_child *killed = start_child(0, UINT64_MAX, &b);
    struct world_child *left = start_child(7, UINT64_MAX, &c);
    note(r, how(a));
    usleep(4999);
    note(r, how(a));
    usleep(2);
    note(r, how(a));
    note(r, how(b));
    kill(b, SIGTERM);
    world_child_killed(killed);
    note(r, how(b));
    world_child_close(exits);
    world_child_close(killed);
    world_child_close(left);
    note(r, how(c));
}

static void timer_descriptor(struct record *r)
{
    uint64_t count = 0;
    int fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    struct itimerspec every = { { 0, 10 * MS }, { 0, 25 * MS } };
    timerfd_settime(fd, 0, &every, NULL);
    struct pollfd pfd = { fd, POLLIN, 0 };
    poll(&pfd, 1, -1);
    note(r, "first");
    world_busy(31 * MS);
    ssize_t got = read(fd, &count, sizeof count);
    note(r, got == 8 && count == 4 ? "four" : "wrong");
    timerfd_gettime(fd, &every);
    note(r, every.it_value.tv_nsec == 9 * MS ? "nine-left" : "wrong");
    close(fd);
}

static void on_alarm(int sig)
{
    (void)sig;
}

static void interruptions(struct record *r)
{
    signal(SIGALRM, on_alarm);
    struct epoll_event ev;
    int fd = epoll_create1(0);
    world_interrupt_after(3 * MS);
    note(r, epoll_wait(fd, &ev, 1, -1) == -1 && errno == EINTR ? "injected" : "wrong");
    struct itimerval it = { { 0, 0 }, { 0, 4000 } };
    setitimer(ITIMER_REAL, &it, NULL);
    note(r, epoll_wait(fd, &ev, 1, 100) == -1 && errno == EINTR ? "alarm" : "wrong");
    note(r, epoll_wait(fd, &ev, 1, 100) == 0 ? "late" : "wrong");
    world_interrupt_after(0);
    world_busy(10 * MS);
    note(r, "busy-is-not-interrupted");
}

static void signals(struct record *r)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    struct timespec ts = { 0, 8 * MS };
    note(r, sigtimedwait(&set, NULL, &ts) == -1 && errno == EAGAIN ? "none" : "wrong");
    raise(SIGUSR1);
    note(r, sigtimedwait(&set, NULL, &ts) == SIGUSR1 ? "one" : "wrong");
}

static void raises(struct record *r)
{
    struct epoll_event ev;
    int fd = epoll_create1(0);
    world_raise(SIGUSR1); /* nobody handles it */
    signal(SIGUSR1, on_alarm);
    world_raise(SIGUSR1);
    note(r, "raised");
    world_raise_after(4 * MS, SIGUSR1);
    note(r, epoll_wait(fd, &ev, 1, 100) == -1 && errno == EINTR ? "interrupted" : "wrong");
    signal(SIGUSR1, SIG_DFL);
    world_raise_after(2 * MS, SIGUSR1);
    world_raise(SIGWINCH); /* its default action is to do nothing */
    note(r, epoll_wait(fd, &ev, 1, 10) == 0 ? "late" : "wrong");
}

static void *blocks_signals(void *arg)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    world_busy(20 * MS);
    return arg;
}

static volatile sig_atomic_t usr1_seen;

static void on_usr1(int sig)
{
    (void)sig;
    usr1_seen = 1;
}

/* Another thread has the turn when the instant comes. */
static void raised_over_a_thread_that_blocks(struct record *r)
{
    pthread_t id;
    signal(SIGUSR1, on_usr1);
    pthread_create(&id, NULL, blocks_signals, NULL);
    world_raise_after(5 * MS, SIGUSR1);
    world_busy(10 * MS);
    note(r, usr1_seen ? "seen" : "lost");
    pthread_join(id, NULL);
}

static void *is_interrupted(void *arg)
{
    world_interrupt_after(5 * MS);
    note(arg, usleep(20000) < 0 && errno == EINTR ? "thread" : "wrong");
    return NULL;
}

static void interrupts_who_asked(struct record *r)
{
    pthread_t id;
    pthread_create(&id, NULL, is_interrupted, r);
    note(r, usleep(10000) == 0 ? "main" : "wrong");
    pthread_join(id, NULL);
}

static void child_has_ended(struct record *r)
{
    pid_t pid = fork();
    if (pid == 0) {
        for (volatile int i = 0; i < 1000000; i++)
            continue;
        _exit(7);
    }
    world_child_settle(pid);
    int status;
    note(r, waitpid(pid, &status, WNOHANG) == pid && WEXITSTATUS(status) == 7 ? "seven" : "wrong");
}

static void waits_for_ever(struct record *r)
{
    struct epoll_event ev;
    note(r, "before");
    epoll_wait(epoll_create1(0), &ev, 1, -1);
    note(r, "after");
}

static void spins(struct record *r)
{
    struct epoll_event ev;
    int fd = epoll_create1(0);
    for (int i = 0; i < 3 * WORLD_SPINS - 1; i++)
        epoll_wait(fd, &ev, 1, 0);
    note(r, "spun");
    epoll_wait(fd, &ev, 1, 0);
    note(r, "spun");
}

static int64_t read_ns(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return ts.tv_sec * 1000000000ll + ts.tv_nsec;
}

static void ticks(struct record *r)
{
    world_end();
    world_begin(&(struct world_config){ .ticks = true, .stuck = stuck_here, .arg = r });
    int64_t first = read_ns(), second = read_ns(), last = second;
    note(r, second > first ? "later" : "the-same");
    for (int i = 0; i < 2000000; i++)
        last = read_ns();
    note(r, last - first < 1000000 ? "below" : "ahead");
    usleep(5000);
    note(r, "slept");
}

static const struct stage_row rows[] = {
    { "sleeps move the clock by what they ask for", sleeps,
      "nanosleep@5 usleep@8 sleep@60008 absolute@61008 clocks-agree@61008", 1 },
    { "descriptors become ready at their instant", descriptors,
      "none@10 planned@10 b@15 a@30 nothing-planned@30 select@30 timeout@37", 1 },
    { "a descriptor's states come and go alone", states,
      "none@0 in@0 both@0 out@0 none@0 ended@0 broken@0 free@0 urgent@0 none@0", 1 },
    { "a child ends at its instant or by a signal", children,
      "lives@0 lives@4 exited@5 lives@5 killed@5 exited@5", 1 },
    { "a timer descriptor counts expirations", timer_descriptor, "first@25 four@56 nine-left@56",
      1 },
    { "a wait can be interrupted, busy time cannot", interruptions,
      "injected@3 alarm@7 late@107 busy-is-not-interrupted@117", 1 },
    { "a signal wait ends by signal or by time", signals, "none@8 one@8", 1 },
    { "a signal is raised at its instant, unless it would end the process", raises,
      "SIGUSR1 is raised and nobody watches it: it would end the process@0 raised@0 "
      "interrupted@4 SIGUSR1 is raised and nobody watches it: it would end the process@6 late@14",
      1 },
    { "a signal is raised over a thread that has it blocked", raised_over_a_thread_that_blocks,
      "seen@10", 1 },
    { "an interruption is for the thread that asked for it", interrupts_who_asked,
      "thread@5 main@10", 1 },
    { "a child that was waited for has ended, and is there to be reaped", child_has_ended,
      "seven@0", 5 },
    { "a wait that nothing can end is reported and does not hang", waits_for_ever,
      "before@0 stuck@0|thread 0 in epoll", 1 },
    { "a spin is charged in whole milliseconds", spins, "spun@2 spun@3", 1 },
    { "a ticking clock shows no instant twice, and is never a millisecond ahead", ticks,
      "later@0 below@0 slept@5", 1 },
};

int main(void)
{
    plan(ARRAY_SIZE(rows));
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        run_row(&rows[i]);
    return done_testing();
}
