/* A child that has ended is reaped; one that does not end is not waited for. */
#include "base/reap.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tap/tap.h"

static pid_t start(bool stays)
{
    pid_t pid = fork();
    if (pid != 0)
        return pid;
    if (stays)
        for (;;)
            pause();
    _exit(7);
}

int main(void)
{
    int status = 0;
    ok(!reap_has_children(), "there is no child");
    pid_t pid = start(false);
    ok(reap_within(pid, &status, 60 * 1000), "a child that ends is reaped");
    is_int(WEXITSTATUS(status), 7, "with its status");
    ok(reap_now(pid, NULL), "once it has ended, it counts as reaped");

    pid = start(true);
    ok(reap_has_children(), "there is a child");
    ok(!reap_now(pid, NULL), "one that stays is not reaped");
    ok(!reap_within(pid, NULL, 1), "nor waited for");
    reap_killed(pid);
    ok(!reap_has_children(), "it is when it was killed");
    return done_testing();
}
