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

/* False where the kernel does not tell; then nothing may be waited for. */
static int kill_children(void)
{
    char path[64];
    int pid, killed = 0;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *f = fopen(path, "r");
    if (!f)
        return 0;
    while (fscanf(f, "%d", &pid) == 1) {
        kill(pid, SIGKILL);
        killed++;
    }
    fclose(f);
    return killed;
}

void strays_end(void)
{
    while (waitpid(-1, NULL, WNOHANG) >= 0)
        if (kill_children() > 0)
            waitpid(-1, NULL, 0);
        else
            return;
}
