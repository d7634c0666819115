#include "runner/server/orphans.h"

#include <assert.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/reap.h"

void orphans_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* What one pass over all children found. */
struct pass {
    int found;    /* children; 0 also if the kernel does not list them */
    int unreaped; /* killed just now, not reaped yet */
    int killed;   /* reaped, and SIGKILL was their end */
};

/* Kill every child except one, and reap those that have ended. Children of a reaped child become
 * ours, so callers repeat this until nothing is found. */
static struct pass kill_children(pid_t except)
{
    char path[64];
    int pid, status;
    struct pass pass = { 0 };
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *f = fopen(path, "r");
    while (f && fscanf(f, "%d", &pid) == 1) {
        if (pid == except)
            continue;
        pass.found++;
        if (reap_now(pid, &status)) {
            pass.killed += WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
        } else {
            pass.unreaped++;
            kill(pid, SIGKILL);
        }
    }
    if (f)
        fclose(f);
    return pass;
}

/* Returns how many were still running. Children that the first pass reaps do not count: they had
 * ended before we killed anything. */
static int end_all_but(pid_t child)
{
    int running = 0, ms = 0;
    struct pass pass = kill_children(child);
    while (pass.found > 0 && ms < ORPHANS_WAIT_MS) {
        if (pass.unreaped > 0)
            poll(NULL, 0, 1);
        pass = kill_children(child);
        running += pass.killed;
        ms += pass.unreaped > 0;
    }
    return running + pass.unreaped;
}

int orphans_reap(pid_t child, int *status)
{
    assert(child > 0);
    int running = 0;
    *status = 0;
    for (int ms = 0; !reap_now(child, status) && ms < ORPHANS_WAIT_MS; ms++) {
        running += end_all_but(child);
        poll(NULL, 0, 1);
    }
    return running;
}

void orphans_kill_except(pid_t child)
{
    end_all_but(child);
}

/* Its descriptor is readable once it has ended, be it reaped or not. */
static bool is_running(pid_t pid)
{
    struct pollfd p = { (int)syscall(SYS_pidfd_open, pid, 0), POLLIN, 0 };
    bool is = p.fd >= 0 && poll(&p, 1, 0) == 0;
    if (p.fd >= 0)
        close(p.fd);
    return is;
}

int orphans_kill_of(pid_t parent)
{
    char path[64];
    int pid, running = 0;
    assert(parent > 0);
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)parent);
    FILE *f = fopen(path, "r");
    while (f && fscanf(f, "%d", &pid) == 1) {
        running += is_running(pid);
        kill(pid, SIGKILL);
    }
    if (f)
        fclose(f);
    return running;
}

void orphans_kill_below(pid_t reaper)
{
    kill(reaper, SIGSTOP);
    for (int ms = 0; ms < ORPHANS_WAIT_MS && orphans_kill_of(reaper) > 0; ms++)
        poll(NULL, 0, 1);
    kill(reaper, SIGKILL);
}

int orphans_kill(void)
{
    return reap_has_children() ? end_all_but(0) : 0;
}
