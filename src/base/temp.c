#include "base/temp.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"

const char *temp_folder(void)
{
    const char *chosen = getenv("TMPDIR");
    return chosen && chosen[0] ? chosen : P_tmpdir;
}

char *temp_make(void)
{
    char *path = xasprintf("%s/loopspec-XXXXXX", temp_folder());
    if (mkdtemp(path))
        return path;
    int why = errno;
    free(path);
    errno = why;
    return NULL;
}
