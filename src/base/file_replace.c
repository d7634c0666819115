#include "base/file_replace.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/temp.h"

static int write_text(int fd, const char *text, mode_t mode)
{
    FILE *out = fdopen(fd, "w");
    if (!out) {
        close(fd);
        return -1;
    }
    /* Sync before the rename, else a power cut can leave an empty file. */
    bool good = fchmod(fd, mode) == 0 && fputs(text, out) >= 0 && fflush(out) == 0 &&
                fsync(fd) == 0;
    int saved = errno;
    if (fclose(out) != 0 && good)
        return -1;
    errno = saved;
    return good ? 0 : -1;
}

static int make_folders(const char *path)
{
    char *copy = xstrdup(path);
    int answer = 0;
    for (char *slash = strchr(copy + 1, '/'); slash && answer == 0;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(copy, 0777) < 0 && errno != EEXIST)
            answer = -1;
        *slash = '/';
    }
    free(copy);
    return answer;
}

static int write_beside(const char *target, const char *text, mode_t mode)
{
    int fd;
    struct temp_file *f = temp_file_beside(target, &fd);
    if (!f)
        return -1;
    if (write_text(fd, text, mode) == 0 && rename(temp_file_path(f), target) == 0) {
        temp_file_keep(f);
        return 0;
    }
    int saved = errno;
    temp_file_remove(f);
    errno = saved;
    return -1;
}

int file_replace(const char *path, const char *text, struct diag *d)
{
    struct stat st;
    char *real = mem_of(realpath(path, NULL));
    bool is_new = !real && errno == ENOENT;
    int answer = -1;
    if (is_new && make_folders(path) == 0)
        answer = write_beside(path, text, 0644);
    else if (real && stat(real, &st) == 0)
        answer = write_beside(real, text, st.st_mode & 07777);
    if (answer != 0)
        diag_system(d, NULL, "cannot write '%s': %s", path, strerror(errno));
    free(real);
    return answer;
}
