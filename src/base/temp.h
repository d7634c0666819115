/* temp.h - temporary files: below TMPDIR, else in /tmp. */
#ifndef BASE_TEMP_H
#define BASE_TEMP_H

/* TMPDIR or /tmp; borrowed, until the environment changes. */
const char *temp_folder(void);
/* Make a new folder in it. Owned by the caller; NULL with errno. */
char *temp_make(void);

/* A file that is removed when this process exits in any way (out of memory, for one), unless it was
 * kept. Takes `path`; the file need not exist yet. */
struct temp_file;
struct temp_file *temp_file_new(char *path);
const char *temp_file_path(
    const struct temp_file *f); /* borrowed until temp_file_keep() or temp_file_remove() */
/* Do not remove the file; usually it has another name by now. Do not use `f` afterwards. */
void temp_file_keep(struct temp_file *f);
void temp_file_remove(struct temp_file *f); /* at once. Do not use `f` afterwards */

/* Make and open a file "TARGET.PID-N.tmp", to be renamed to `target`. Sets `*fd`; NULL with errno.
 * First it removes such files that a process which was killed has left: the process is gone, and
 * nobody holds the lock that each writer has on its file until it closes it. */
struct temp_file *temp_file_beside(const char *target, int *fd);
#endif
