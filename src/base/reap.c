#include "base/reap.h"

#include <assert.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/now.h"

enum { KILLED_MS = 2000 };

bool reap_now(pid_t pid, int *status)
{
    return waitpid(pid, status, WNOHANG | __WALL) != 0;
}

bool reap_within(pid_t pid, int *status, int ms)
{
    if (reap_now(pid, status))
        return true;
    struct pollfd end = { (int)syscall(SYS_pidfd_open, pid, 0), POLLIN, 0 };
    uint64_t until_ns = now_ns() + (uint64_t)ms * 1000000;
    if (end.fd >= 0) {
        poll(&end, 1, ms);
        close(end.fd);
    }
    /* Look once a millisecond if there is no pidfd (valgrind), if a signal has ended the wait, or
     * if the child has ended and its tracer keeps it. */
    while (!reap_now(pid, status)) {
        if (now_ns() >= until_ns)
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
