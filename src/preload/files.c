/* files.c - files that exist only for open(), in ticking time. */
#include "preload/preload.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "preload/ticking.h"

/* The frequency of the processor's counter. If the kernel does not report it, absl (in Node from 26
 * on) measures it when a lock is first contended, with sleeps of 1, 2, 4 and so on to 128 ms: in
 * the middle of a scenario, since our sleeps take no real time and no two measurements agree. It
 * only needs it for statistics, so any number will do. */
static int open_frequency(const char *rest)
{
    (void)rest;
    static const char text[] = "1000000\n";
    int fd = memfd_create("tsc_freq_khz", MFD_CLOEXEC);
    if (fd >= 0 && pwrite(fd, text, strlen(text), 0) < 0) {
        close(fd);
        fd = -1;
    }
    return fd;
}

/* `path` is a prefix; open() gets what follows it. */
static const struct file {
    const char *path;
    int (*open)(const char *rest);
} files[] = {
    { SLEEPER_PATH, sleeper_open },
    { "/sys/devices/system/cpu/cpu0/tsc_freq_khz", open_frequency },
};

static const struct file *find_file(const char *path)
{
    for (size_t i = 0; ticking_is_on() && i < sizeof files / sizeof *files; i++)
        if (strncmp(path, files[i].path, strlen(files[i].path)) == 0)
            return &files[i];
    return NULL;
}

/* ---- the calls ---- */

typedef int open_function(const char *path, int flags, ...);

static int open_behind(const char *name, const char *path, int flags, mode_t mode)
{
    open_function *function;
    void *address = dlsym(RTLD_NEXT, name);
    memcpy(&function, &address, sizeof function);
    return function(path, flags, mode);
}

/* The mode is given only if a file may be created; otherwise it is ignored. */
#define OPEN(name)                                           \
    int name(const char *path, int flags, ...)               \
    {                                                        \
        mode_t mode = 0;                                     \
        if (flags & (O_CREAT | __O_TMPFILE)) {               \
            va_list args;                                    \
            va_start(args, flags);                           \
            mode = va_arg(args, mode_t);                     \
            va_end(args);                                    \
        }                                                    \
        const struct file *file = find_file(path);           \
        return file ? file->open(path + strlen(file->path))  \
                    : open_behind(#name, path, flags, mode); \
    }

OPEN(open)
OPEN(open64)
