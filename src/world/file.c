#include "world/file.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/temp.h"
#include "world/inside.h"
#include "world/sched.h"
#include "world/world.h"

struct world_file {
    char *base; /* the folder that was made for it; NULL: it is in another file's folder */
    char *path;
    char *draft;         /* where it is made before it is renamed to its path */
    off_t size;          /* each write makes it larger */
    long time;           /* each touch makes it later, by a millisecond */
    unsigned count;      /* files in a folder; new names of a file */
    atomic_uint planned; /* changes that are still to come */
};

static struct world_file *add(char *base, char *path, char *draft)
{
    struct world_file *f = xcalloc(1, sizeof *f);
    f->base = base;
    f->path = path;
    f->draft = draft;
    return f;
}

/* The file is made under another name and then renamed: so its creation is one event, and its size
 * is there at once. */
static int create(struct world_file *f)
{
    int fd = open(f->draft, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0)
        return -1;
    int result = ftruncate(fd, ++f->size);
    close(fd);
    if (result == 0)
        result = link(f->draft, f->path);
    int why = errno;
    unlink(f->draft);
    errno = why;
    return result;
}

static int change(struct world_file *f)
{
    int fd = open(f->path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (fd < 0)
        return -1;
    f->size++;
    ssize_t n = write(fd, "", 1);
    close(fd);
    return n == 1 ? 0 : -1;
}

static int touch(struct world_file *f)
{
    struct timespec both = { .tv_sec = 1, .tv_nsec = ++f->time % 1000 * 1000000 };
    return utimensat(AT_FDCWD, f->path, (struct timespec[]){ both, both }, 0);
}

static int rename_away(struct world_file *f)
{
    char *other = xasprintf("%s.%u", f->path, ++f->count);
    int result = rename(f->path, other);
    free(other);
    return result;
}

void world_file_change(struct world_file *f, enum world_file_change what)
{
    int result = 0;
    switch (what) {
    case WORLD_CHANGE: result = change(f); break;
    case WORLD_TOUCH: result = touch(f); break;
    case WORLD_CREATE: result = create(f); break;
    case WORLD_REMOVE: result = unlink(f->path); break;
    case WORLD_RENAME: result = rename_away(f); break;
    case WORLD_TANGLE: result = symlink(strrchr(f->path, '/') + 1, f->path); break;
    }
    if (result != 0 && errno != ENOENT && errno != EEXIST && errno != ELOOP)
        world_fail("a file could not be changed: %s", strerror(errno));
}

struct world_file *world_folder_open(void)
{
    char *base = temp_make();
    if (!base)
        return NULL;
    struct world_file *f = add(base, xasprintf("%s/folder", base), xasprintf("%s/draft", base));
    if (mkdir(f->path, 0700) == 0)
        return f;
    world_file_close(f);
    return NULL;
}

struct world_file *world_file_open(struct world_file *folder)
{
    char *base = folder ? NULL : temp_make();
    if (!folder && !base)
        return NULL;
    struct world_file *f = folder
                               ? add(NULL, xasprintf("%s/file%u", folder->path, ++folder->count),
                                     xstrdup(folder->draft))
                               : add(base, xasprintf("%s/file", base), xasprintf("%s/draft", base));
    if (create(f) == 0)
        return f;
    world_file_close(f);
    return NULL;
}

const char *world_file_path(const struct world_file *f)
{
    return f->path;
}

struct planned {
    struct world_file *file;
    enum world_file_change what;
};

static void change_now(void *arg)
{
    struct planned p = *(struct planned *)arg;
    free(arg);
    world_file_change(p.file, p.what);
    p.file->planned--; /* last: then it may be freed */
}

void world_file_change_after(struct world_file *f, enum world_file_change what, uint64_t after_ns)
{
    struct planned *p = xmalloc(sizeof *p);
    *p = (struct planned){ f, what };
    f->planned++;
    world_after(after_ns, f, change_now, p);
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st, (void)type, (void)ftw;
    return remove(path);
}

void world_file_close(struct world_file *f)
{
    int why = errno;
    if (sched_governs()) {
        sched_cancel(f);
        f->planned = 0;
    }
    if (f->base)
        nftw(f->base, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    errno = why;
    if (f->planned > 0) /* a real thread will still use it; so leak it, at most once per case */
        return;
    free(f->base);
    free(f->path);
    free(f->draft);
    free(f);
}
