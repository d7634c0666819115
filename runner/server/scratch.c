#include "runner/server/scratch.h"

#include <errno.h>
#include <ftw.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/temp.h"

enum { PATIENCE_MS = 2 * 1000 };

int scratch_make(char path[SCRATCH_PATH_MAX], struct diag *d)
{
    static const char hint[] = "TMPDIR names the folder for such";
    path[0] = '\0';
    char *made = temp_make();
    if (!made)
        return diag_system(d, hint, "cannot make a folder in '%s': %s", temp_folder(),
                           strerror(errno));
    bool fits = strlen(made) < SCRATCH_PATH_MAX;
    if (fits)
        strcpy(path, made);
    else
        rmdir(made);
    free(made);
    return fits ? 0
                : diag_system(d, hint, "the path is too long for sockets to be made below: '%s'",
                              temp_folder());
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st;
    (void)type;
    (void)ftw;
    remove(path); /* if that fails, go on: the rest can still be removed */
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
