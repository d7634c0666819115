/* temp.h - where files go that nobody is to keep: below TMPDIR, else in /tmp. */
#ifndef BASE_TEMP_H
#define BASE_TEMP_H

/* Of the user's choice; borrowed, until the environment changes. */
const char *temp_folder(void);
/* A folder of the caller's own in there; NULL with errno. */
char *temp_make(void);

/* A file that is gone when this process exits, unless it was kept: how it comes to exit, out of
 * memory for one, does not matter. Takes `path`; the file need not be there yet. */
struct temp_file;
struct temp_file *temp_file_new(char *path);
const char *temp_file_path(const struct temp_file *f); /* borrowed until one of the next two */
/* The file is another's from now on, under another name mostly. Do not use `f` afterwards. */
void temp_file_keep(struct temp_file *f);
void temp_file_remove(struct temp_file *f); /* now. Do not use `f` afterwards */
#endif
