#include "runner/strays.h"

#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

void strays_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* How many; 0 also where the kernel does not tell. */
static int kill_children(pid_t but)
{
    char path[64];
    int pid, killed = 0;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *f = fopen(path, "r");
    if (!f)
        return 0;
    while (fscanf(f, "%d", &pid) == 1) {
        if (pid == but)
            continue;
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0); /* what it leaves is ours from then on */
        killed++;
    }
    fclose(f);
    return killed;
}

void strays_end_but(pid_t child)
{
    while (kill_children(child) > 0)
        ;
}

void strays_end(void)
{
    /* Mostly there are none, which is asked cheaply. */
    while (waitpid(-1, NULL, WNOHANG) >= 0 && kill_children(0) > 0)
        ;
}
