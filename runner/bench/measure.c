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

_Noreturn static void be_the_turn(const struct bench_measure *m, enum bench_side side,
                                  struct answer *a)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    a->result = m->turn(side, a->figure, &a->diag);
    _exit(0);
}

static int take_turn(const struct bench_measure *m, enum bench_side side, struct answer *a,
                     struct diag *d)
{
    int status;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        be_the_turn(m, side, a);
    if (pid < 0)
        return diag_system(d, NULL, "cannot fork: %s", strerror(errno));
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return diag_system(d, NULL, "measure '%s' died (wait status %#x)", m->name,
                           (unsigned)status);
    if (a->result < 0)
        *d = a->diag;
    return a->result;
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
    int result = 0;
    struct answer *a = mmap(NULL, sizeof *a, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                            0);
    if (a == MAP_FAILED)
        return diag_system(d, NULL, "no memory to share: %s", strerror(errno));
    for (int side = 0; side < BENCH_SIDE_COUNT && result == 0; side++) {
        memset(a, 0, sizeof *a);
        result = take_turn(m, (enum bench_side)side, a, d);
        for (int i = 0; i < BENCH_FIGURES_MAX; i++)
            add_figure(&samples->of[side][i], a->figure[i]);
    }
    samples->rounds++;
    munmap(a, sizeof *a);
    return result;
}
