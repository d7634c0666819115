/* Two kinds of delay are seen: a sleeper that wakes late, and a thread that shares its
 * processor. */
#include "world/cpu_delay.h"

#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tap/tap.h"

static void test_sleepers(void)
{
    uint64_t before = cpu_delay_ns();
    cpu_delay_note(before + 7000000000);
    ok(cpu_delay_ns() >= before + 7000000000, "the latest sleeper counts");
    cpu_delay_note(1);
    ok(cpu_delay_ns() >= before + 7000000000, "and is not forgotten for one that was in time");
}

/* Two processes compute on one processor, so each waits while the other runs. Forked, so that no
 * earlier delay counts. */
static int share_a_processor(void)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    if (sched_setaffinity(0, sizeof one, &one) != 0)
        return 2;
    pid_t other = fork();
    if (other < 0)
        return 1; /* pid is -1: do not kill(-1) */
    if (other == 0)
        for (volatile unsigned i = 0;; i++)
            continue;
    int seen = 1;
    for (int round = 0; round < 1000 && seen != 0; round++) {
        for (volatile unsigned i = 0; i < 1000000; i++)
            continue;
        seen = cpu_delay_ns() >= 1000000 ? 0 : 1;
    }
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
    return seen;
}

static void test_sharing(void)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        _exit(share_a_processor());
    waitpid(child, &status, 0);
    if (access("/proc/self/schedstat", R_OK) != 0 || WEXITSTATUS(status) == 2)
        skip(1, "this kernel does not count how long a thread waits");
    else
        is_int(WEXITSTATUS(status), 0, "a thread that shares its processor is held up");
}

int main(void)
{
    test_sharing();
    test_sleepers();
    return done_testing();
}
