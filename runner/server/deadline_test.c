/* A process has the time that it was given, and as much again as it waited for a processor; nine times
 * as much at most. */
#include "runner/server/deadline.h"

#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/now.h"
#include "runner/server/footprint.h"
#include "tap/tap.h"

enum { MS = 1000000 };

/* A child that sleeps until it is killed. It never waits for a processor once it sleeps. */
static pid_t start_sleeper(void)
{
    pid_t pid = fork();
    if (pid == 0)
        for (;;)
            pause();
    return pid;
}

static void test_sleeper(pid_t pid)
{
    struct deadline d;
    deadline_begin(&d, 1000 * MS, 100 * MS);
    ok(!deadline_is_over(&d, pid, 1099 * MS), "a process has the time that it was given");
    ok(deadline_is_over(&d, pid, 2000ull * MS), "and no more if it sleeps");
}

/* What it has waited is read from the kernel, so any process that has waited serves. This one may not
 * have waited at all on a quiet machine, so the time given is nothing. */
static void test_limit(pid_t pid)
{
    struct deadline d;
    deadline_begin(&d, 1000 * MS, 0);
    ok(deadline_is_over(&d, pid, 1000 * MS), "what is given nothing gets nothing more");
    d = (struct deadline){ .at_ns = 1000 * MS, .given_ns = MS, .added_ns = 9 * MS };
    ok(deadline_is_over(&d, pid, 1000 * MS), "nine times as much is the most that is added");
    ok(d.at_ns == 1000 * MS, "the end stays where it was then");
}

static void test_never(void)
{
    struct deadline d = { .at_ns = UINT64_MAX, .given_ns = MS };
    ok(!deadline_is_over(&d, getpid(), now_ns()), "an end that never comes is never over");
}

/* Two that never sleep share a processor, so each waits while the other runs. */
static void test_busy(void)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    pid_t pid = fork();
    if (pid == 0)
        for (volatile unsigned spins = 0;; spins++)
            continue;
    uint64_t waited_ns = 0, until_ns = now_ns() + 60000ull * MS;
    while (waited_ns == 0 && now_ns() < until_ns)
        waited_ns = footprint_of(pid).waited_ns;
    struct deadline d;
    deadline_begin(&d, 1000 * MS, 100 * MS);
    ok(!deadline_is_over(&d, pid, 1100 * MS), "what it waited for a processor is added");
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

int main(void)
{
    plan(7);
    pid_t pid = start_sleeper();
    test_sleeper(pid);
    test_limit(pid);
    test_never();
    test_busy();
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    return done_testing();
}
