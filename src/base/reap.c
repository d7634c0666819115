#include "base/reap.h"

#include <assert.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>

enum { KILLED_MS = 2000 };

bool reap_now(pid_t pid, int *status)
{
    return waitpid(pid, status, WNOHANG | __WALL) != 0;
}

bool reap_within(pid_t pid, int *status, int ms)
{
    for (; !reap_now(pid, status); ms--) {
        if (ms <= 0)
            return false;
        poll(NULL, 0, 1);
    }
    return true;
}

void reap_killed(pid_t pid)
{
    assert(pid > 0); /* 0 and less mean groups of processes */
    kill(pid, SIGKILL);
    reap_within(pid, NULL, KILLED_MS);
}

bool reap_has_children(void)
{
    siginfo_t info;
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0;
}
