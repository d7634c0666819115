#include "base/temp.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

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

struct temp_file {
    pid_t owner; /* only this process removes it, not a child that exits */
    char *path;  /* NULL once it was kept or removed */
};

static void remove_at_exit(int status, void *arg)
{
    (void)status;
    struct temp_file *f = arg;
    if (f->path && f->owner == getpid())
        unlink(f->path);
    free(f->path);
    free(f);
}

struct temp_file *temp_file_new(char *path)
{
    struct temp_file *f = xmalloc(sizeof *f);
    *f = (struct temp_file){ getpid(), path };
    if (on_exit(remove_at_exit, f) != 0)
        mem_ran_out();
    return f;
}

const char *temp_file_path(const struct temp_file *f)
{
    return f->path;
}

/* An exit handler cannot be unregistered, so the struct must live until then. */
void temp_file_keep(struct temp_file *f)
{
    free(f->path);
    f->path = NULL;
}

void temp_file_remove(struct temp_file *f)
{
    unlink(f->path);
    temp_file_keep(f);
}

/* ---- beside the file that it will replace ---- */

/* The process in a name "BASE.PID-N.tmp"; 0 if it is no such name. */
static pid_t writer_of(const char *name, const char *base)
{
    size_t length = strlen(base);
    unsigned attempt;
    int pid, end = 0;
    if (strncmp(name, base, length) != 0)
        return 0;
    if (sscanf(name + length, ".%d-%u.tmp%n", &pid, &attempt, &end) != 2 ||
        name[length + (size_t)end])
        return 0;
    return end > 0 && pid > 0 ? pid : 0;
}

static void remove_if_left(const char *path, pid_t writer)
{
    if (kill(writer, 0) == 0 || errno != ESRCH)
        return;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        unlink(path);
    close(fd);
}

static void remove_left(const char *target)
{
    const char *slash = strrchr(target, '/');
    char *folder = slash ? xstrndup(target, (size_t)(slash - target) + 1) : xstrdup("./");
    DIR *entries = opendir(folder);
    const struct dirent *e;
    while (entries && (e = readdir(entries))) {
        pid_t writer = writer_of(e->d_name, slash ? slash + 1 : target);
        if (writer == 0)
            continue;
        char *path = xasprintf("%s%s", folder, e->d_name);
        remove_if_left(path, writer);
        free(path);
    }
    if (entries)
        closedir(entries);
    free(folder);
}

/* Not mkstemp(): its file is readable for the owner only, this one as the umask says. */
struct temp_file *temp_file_beside(const char *target, int *fd)
{
    remove_left(target);
    for (unsigned attempt = 0; attempt < 100; attempt++) {
        struct temp_file *f = temp_file_new(
            xasprintf("%s.%ld-%u.tmp", target, (long)getpid(), attempt));
        *fd = open(f->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (*fd >= 0) {
            flock(*fd, LOCK_EX | LOCK_NB);
            return f;
        }
        int why = errno;
        temp_file_keep(f); /* do not remove it: open() failed, so the file is not ours */
        errno = why;
        if (why != EEXIST)
            break;
    }
    return NULL;
}
