#include "runner/bench/measure.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/own_path.h"
#include "world/real.h"

enum { BARE_WAITS = 50 * 1000, BARE_STRETCHES = 20 };

/* The answer of a turn's process, in memory shared with it. */
struct answer {
    int result;
    struct diag diag;
    double figure[BENCH_FIGURES_MAX];
};

double bench_now_ns(void)
{
    struct timespec ts;
    real()->clock_gettime(CLOCK_MONOTONIC, &ts);
    return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

static double spent_by(int who)
{
    struct rusage u;
    getrusage(who, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e9 +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e3;
}

double bench_spent_ns(void)
{
    return spent_by(RUSAGE_SELF) + spent_by(RUSAGE_CHILDREN);
}

double bench_least_ns(unsigned stretches, int (*stretch)(void *arg), void *arg)
{
    double least = -1;
    for (unsigned i = 0; i < stretches; i++) {
        double began = bench_now_ns();
        if (stretch(arg) < 0)
            return -1;
        double took = bench_now_ns() - began;
        if (i == 0 || took < least)
            least = took;
    }
    return least;
}

pid_t bench_fork_empty(void)
{
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    return pid;
}

bool bench_lacks(const char *program)
{
    char *found = path_find(program);
    free(found);
    return !found;
}

static int wait_often(void *arg)
{
    struct epoll_event event;
    for (int i = 0; i < BARE_WAITS; i++)
        if (real()->epoll_wait(*(int *)arg, &event, 1, 0) < 0)
            return -1;
    return 0;
}

double bench_bare_wait_ns(void)
{
    struct epoll_event event = { .events = EPOLLIN };
    int epoll_fd = epoll_create1(EPOLL_CLOEXEC), quiet = eventfd(0, EFD_CLOEXEC);
    epoll_ctl(epoll_fd, EPOLL_CTL_ADD, quiet, &event);
    double took = bench_least_ns(BARE_STRETCHES, wait_often, &epoll_fd);
    close(quiet);
    close(epoll_fd);
    return took / BARE_WAITS;
}

int bench_apart(int (*measure)(const void *arg, double figure[BENCH_FIGURES_MAX], struct diag *d),
                const void *arg, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    int status = 0;
    struct answer *a = mmap(NULL, sizeof *a, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                            0);
    if (a == MAP_FAILED)
        return diag_system(d, NULL, "no memory to share: %s", strerror(errno));
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        a->result = measure(arg, a->figure, &a->diag);
        _exit(0);
    }
    int error = errno;
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    struct answer answer = *a;
    munmap(a, sizeof *a);
    if (pid < 0)
        return diag_system(d, NULL, "cannot fork: %s", strerror(error));
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return diag_system(d, NULL, "a measure died (wait status %#x)", (unsigned)status);
    if (answer.result < 0)
        *d = answer.diag;
    memcpy(figure, answer.figure, sizeof answer.figure);
    return answer.result;
}

struct turn {
    const struct bench_measure *measure;
    enum bench_side side;
};

static int take_turn(const void *arg, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    const struct turn *t = arg;
    return t->measure->turn(t->side, figure, d);
}

static void add_figure(struct bench_sample *s, double figure)
{
    if (s->count < BENCH_LOWEST)
        s->lowest[s->count++] = figure;
    else if (figure < s->lowest[BENCH_LOWEST - 1])
        s->lowest[BENCH_LOWEST - 1] = figure;
    for (unsigned i = s->count; --i > 0 && s->lowest[i] < s->lowest[i - 1];) {
        double lower = s->lowest[i];
        s->lowest[i] = s->lowest[i - 1];
        s->lowest[i - 1] = lower;
    }
}

double bench_spread(const struct bench_sample *s)
{
    assert(s->count > 0);
    return s->lowest[0] > 0 ? s->lowest[s->count - 1] / s->lowest[0] - 1 : 0;
}

int bench_round(const struct bench_measure *m, struct bench_samples *samples, struct diag *d)
{
    for (int side = 0; side < BENCH_SIDE_COUNT; side++) {
        double figure[BENCH_FIGURES_MAX];
        if (bench_apart(take_turn, &(struct turn){ m, (enum bench_side)side }, figure, d) < 0)
            return -1;
        for (int i = 0; i < BENCH_FIGURES_MAX; i++)
            add_figure(&samples->of[side][i], figure[i]);
    }
    samples->rounds++;
    return 0;
}
