#include "base/temp.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
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
