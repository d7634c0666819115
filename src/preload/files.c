/* files.c - files that exist only for open(), in ticking time. */
#include "preload/preload.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "preload/aside.h"
#include "preload/ticking.h"
#include "world/sched.h"

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

typedef int open_function(int folder, const char *path, int flags, ...);

static const struct file *find_file(const char *path)
{
    for (size_t i = 0; ticking_is_on() && i < sizeof files / sizeof *files; i++)
        if (strncmp(path, files[i].path, strlen(files[i].path)) == 0)
            return &files[i];
    return NULL;
}

/* ---- named pipes ----
 * Opening one waits for the other side. */

struct opening {
    open_function *function;
    int folder;
    const char *path;
    int flags;
    mode_t mode;
    int result;
};

static bool is_named_pipe(int folder, const char *path, int flags)
{
    const int error = errno;
    struct stat st;
    bool is = sched_has_turn() && !(flags & (O_NONBLOCK | O_DIRECTORY | O_PATH)) &&
              (flags & O_ACCMODE) != O_RDWR && fstatat(folder, path, &st, 0) == 0 &&
              S_ISFIFO(st.st_mode);
    errno = error;
    return is;
}

static bool may_come(void *unused)
{
    return !unused; /* whoever can see the pipe */
}

static void open_now(void *arg)
{
    struct opening *o = arg;
    o->result = o->function(o->folder, o->path, o->flags, o->mode);
}

static int open_pipe(struct opening o)
{
    struct sched_wait wait = { .what = "the opening of a pipe", .is_outside = may_come };
    aside_call(open_now, &o, &wait, true);
    return o.result;
}

/* ---- the calls ---- */

static int open_behind(const char *name, int folder, const char *path, int flags, mode_t mode)
{
    struct opening o = { NULL, folder, path, flags, mode, -1 };
    void *address = dlsym(RTLD_NEXT, name);
    memcpy(&o.function, &address, sizeof address);
    if (is_named_pipe(folder, path, flags))
        return open_pipe(o);
    open_now(&o);
    return o.result;
}

static mode_t mode_of(int flags, va_list args)
{
    return flags & (O_CREAT | __O_TMPFILE) ? va_arg(args, mode_t) : 0;
}

int __open_2(const char *path, int flags,
             ...); /* of programs that were built with _FORTIFY_SOURCE */
int __open64_2(const char *path, int flags, ...);

/* The mode is given only if a file may be created; otherwise it is ignored. `behind` is the C library's
 * call with a folder that does the same. */
#define OPEN(name, behind)                                               \
    int name(const char *path, int flags, ...)                           \
    {                                                                    \
        va_list args;                                                    \
        va_start(args, flags);                                           \
        mode_t mode = mode_of(flags, args);                              \
        va_end(args);                                                    \
        const struct file *file = find_file(path);                       \
        return file ? file->open(path + strlen(file->path))              \
                    : open_behind(#behind, AT_FDCWD, path, flags, mode); \
    }
#define OPEN_AT(name)                                         \
    int name(int folder, const char *path, int flags, ...)    \
    {                                                         \
        va_list args;                                         \
        va_start(args, flags);                                \
        mode_t mode = mode_of(flags, args);                   \
        va_end(args);                                         \
        return open_behind(#name, folder, path, flags, mode); \
    }

OPEN(open, openat)
OPEN(open64, openat64)
OPEN(__open_2, openat)
OPEN(__open64_2, openat64)
OPEN_AT(openat)
OPEN_AT(openat64)
