#include "base/own_path.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"

char *own_folder(void)
{
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n <= 0)
        return NULL;
    path[n] = '\0';
    *strrchr(path, '/') = '\0';
    return xstrdup(path);
}

char *own_find(const char *const *place, size_t count, const char *name, int mode)
{
    char *folder = own_folder(), *path = NULL;
    for (size_t i = 0; folder && i < count && !path; i++) {
        path = xasprintf("%s/%s%s", folder, place[i], name);
        if (access(path, mode) == 0)
            continue;
        free(path);
        path = NULL;
    }
    free(folder);
    return path;
}

char *path_find(const char *name)
{
    const char *folders = getenv("PATH");
    char *found = NULL;
    if (strchr(name, '/'))
        return access(name, X_OK) == 0 ? xstrdup(name) : NULL;
    for (const char *at = folders ? folders : ""; *at && !found; at += *at == ':') {
        int length = (int)strcspn(at, ":");
        char *path = xasprintf("%.*s/%s", length, at, name);
        if (length > 0 && access(path, X_OK) == 0)
            found = path;
        else
            free(path);
        at += length;
    }
    return found;
}
