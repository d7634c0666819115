#include "runner/scratch.h"

#include <errno.h>
#include <ftw.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE_MS = 2 * 1000 };

int scratch_make(char path[SCRATCH_PATH_MAX], struct diag *d)
{
    snprintf(path, SCRATCH_PATH_MAX, "/tmp/loopspec-XXXXXX");
    if (mkdtemp(path))
        return 0;
    path[0] = '\0';
    return diag_system(d, NULL, "cannot make a folder in /tmp: %s", strerror(errno));
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st;
    (void)type;
    (void)ftw;
    remove(path); /* one that cannot be removed keeps its folder, and no other */
    return 0;
}

void scratch_remove(const char *path)
{
    for (int ms = 0; ms < PATIENCE_MS; ms++) {
        nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
        if (access(path, F_OK) < 0)
            return;
        poll(NULL, 0, 1);
    }
}
