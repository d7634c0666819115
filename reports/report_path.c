#include "reports/report_path.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/mem.h"

enum {
    LINKS_MAX = 40,     /* the kernel's limit for symbolic links in a path */
    MEMORY_DEVICES = 1, /* Linux: major number of /dev/null, /dev/zero and such */
};

static int folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (int)(slash - path) + 1 : 0;
}

/* The target of a relative link is relative to the folder of the link. */
char *report_path_follow(const char *path)
{
    char *at = xstrdup(path);
    for (int i = 0; i < LINKS_MAX; i++) {
        char to[PATH_MAX];
        ssize_t n = readlink(at, to, sizeof to - 1);
        if (n < 0)
            return at;
        to[n] = '\0';
        char *next = xasprintf("%.*s%s", to[0] == '/' ? 0 : folder_length(at), at, to);
        free(at);
        at = next;
    }
    free(at);
    errno = ELOOP;
    return NULL;
}

static char *identity_of_new(const char *path)
{
    char *name = report_path_follow(path);
    if (!name)
        return xstrdup(path);
    int length = folder_length(name);
    char *folder = length > 0 ? xstrndup(name, (size_t)length) : xstrdup(".");
    char *full = mem_of(realpath(folder, NULL));
    char *place = xasprintf("%s/%s", full ? full : folder, name + length);
    free(full);
    free(folder);
    free(name);
    return place;
}

char *report_path_identity(const char *spec)
{
    const char *colon = strchr(spec, ':');
    struct stat st;
    if ((colon ? stat(colon + 1, &st) : fstat(STDOUT_FILENO, &st)) < 0)
        return colon ? identity_of_new(colon + 1) : xstrdup("standard output");
    if (S_ISCHR(st.st_mode) && major(st.st_rdev) == MEMORY_DEVICES)
        return NULL;
    return xasprintf("%llu %llu", (unsigned long long)st.st_dev, (unsigned long long)st.st_ino);
}
