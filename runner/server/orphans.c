#include "runner/server/orphans.h"

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/reap.h"

void orphans_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* What a look at all children found. */
struct look {
    int found;  /* in all; none also where the kernel does not tell */
    int stayed; /* they were killed, and have not yet been reaped */
    int slain;  /* they have been reaped, and a kill was their end */
};

/* Kill every child but one, and reap those that have ended. What they leave is ours then. */
static struct look kill_children(pid_t but)
{
    char path[64];
    int pid, status;
    struct look look = { 0 };
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *f = fopen(path, "r");
    while (f && fscanf(f, "%d", &pid) == 1) {
        if (pid == but)
            continue;
        look.found++;
        if (reap_now(pid, &status)) {
            look.slain += WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
        } else {
            look.stayed++;
            kill(pid, SIGKILL);
        }
    }
    if (f)
        fclose(f);
    return look;
}

/* Those that a first look reaps had ended by themselves, whatever their end was. */
static int end_all_but(pid_t child)
{
    int running = 0;
    struct look look = kill_children(child);
    for (int ms = 0; look.found > 0 && ms<ORPHANS_WAIT_MS; ms += look.stayed> 0) {
        if (look.stayed > 0)
            poll(NULL, 0, 1);
        look = kill_children(child);
        running += look.slain;
    }
    return running + look.stayed;
}

int orphans_reap(pid_t child, int *status)
{
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

int orphans_kill(void)
{
    return reap_has_children() ? end_all_but(0) : 0;
}
