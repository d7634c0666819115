/* file_replace.h - replace a file's text, completely or not at all. */
#ifndef BASE_FILE_REPLACE_H
#define BASE_FILE_REPLACE_H
#include "base/diag.h"

/* Write `text` to a file beside `path` and rename it. Keeps the old file's mode, follows a symbolic
 * link, makes the missing folders of a new file. -1 with `*d` (the system's fault); the old file is
 * then unchanged. */
int file_replace(const char *path, const char *text, struct diag *d);
#endif
