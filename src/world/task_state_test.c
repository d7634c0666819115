/* What the kernel says about other processes: gone, running, asleep; and their children. */
#include "world/task_state.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tap/tap.h"

static void compute(void)
{
    for (volatile unsigned i = 0;; i++)
        continue;
}

static void sleep_on(void)
{
    for (;;)
        pause();
}

static void *compute_too(void *arg)
{
    compute();
    return arg;
}

static void sleep_beside_a_thread(void)
{
    pthread_t id;
    if (pthread_create(&id, NULL, compute_too, NULL) != 0)
        abort();
    sleep_on();
}

static void sleep_above_a_child(void)
{
    if (fork() == 0)
        compute();
    sleep_on();
}

/* In a group of its own, so that its children end with it. */
static pid_t start(void (*body)(void))
{
    pid_t pid = fork();
    if (pid == 0) {
        setpgid(0, 0);
        body();
    }
    setpgid(pid, pid);
    return pid;
}

static void end(pid_t pid)
{
    kill(-pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

/* A process needs a moment to come to where it stays. */
static bool comes_to(pid_t pid, enum task_state wanted)
{
    enum { LOOKS = 100000 };
    for (int i = 0; i < LOOKS; i++)
        if (task_state(pid) == wanted)
            return true;
    return false;
}

static bool is_nobody(pid_t pid)
{
    (void)pid;
    return false;
}

static bool is_anybody(pid_t pid)
{
    (void)pid;
    return true;
}

static void test_states(void)
{
    uint64_t before, after;
    pid_t pid = start(sleep_on);
    ok(comes_to(pid, TASK_SLEEPS), "a process that pauses sleeps");
    ok(!task_is_stopped(pid), "and is not stopped");
    task_state_marked(pid, &before);
    is_int(task_state_marked(pid, &after), TASK_SLEEPS, "and still does");
    ok(before == after, "its mark is the same");
    kill(pid, SIGSTOP);
    waitpid(pid, NULL, WUNTRACED);
    is_int(task_state(pid), TASK_SLEEPS, "one that is stopped counts as asleep");
    ok(!task_is_gone(pid), "and is not gone");
    ok(task_is_stopped(pid), "but it is stopped");
    task_state_marked(pid, &after);
    ok(before != after, "its mark is another: it has run for a moment");
    kill(pid, SIGKILL);
    ok(comes_to(pid, TASK_GONE), "one that was killed is gone, though nobody has waited for it");
    ok(task_is_gone(pid), "by its descriptor, too");
    end(pid);
    is_int(task_state(pid), TASK_GONE, "and when somebody has");
    ok(task_is_gone(pid), "by its number");
    pid = start(compute);
    is_int(task_state(pid), TASK_RUNS, "one that computes runs");
    end(pid);
    pid = start(sleep_beside_a_thread);
    ok(comes_to(pid, TASK_RUNS), "so does one of which a thread computes");
    end(pid);
}

static void test_trees(void)
{
    pid_t pid = start(sleep_above_a_child);
    ok(comes_to(pid, TASK_SLEEPS), "a process sleeps though its child computes");
    is_int(task_state_of_tree(pid, is_nobody), TASK_RUNS, "with its child it runs");
    is_int(task_state_of_tree(pid, is_anybody), TASK_SLEEPS, "a child that is known is left out");
    end(pid);
}

int main(void)
{
    test_states();
    test_trees();
    return done_testing();
}
