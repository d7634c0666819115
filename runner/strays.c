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

/* How many; 0 also where the kernel does not tell. Adds those that had not ended to `*running`. */
static int kill_children(pid_t but, int *running)
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
        if (waitpid(pid, NULL, WNOHANG) == 0) {
            ++*running;
            kill(pid, SIGKILL);
            waitpid(pid, NULL, 0); /* what it leaves is ours from then on */
        }
        killed++;
    }
    fclose(f);
    return killed;
}

void strays_end_but(pid_t child)
{
    int running = 0;
    while (kill_children(child, &running) > 0)
        ;
}

int strays_end(void)
{
    int running = 0;
    /* Mostly there are none, which is asked cheaply. */
    while (waitpid(-1, NULL, WNOHANG) >= 0 && kill_children(0, &running) > 0)
        ;
    return running;
}
