/* file_replace.h - a file gets a new text as a whole or not at all. */
#ifndef BASE_FILE_REPLACE_H
#define BASE_FILE_REPLACE_H
#include "base/diag.h"

/* Write `text` beside `path` and rename it over. The old file's mode is kept, a
 * symbolic link stays one, missing folders of a new file are made. -1 with `*d`, the
 * system's fault; then the old file is as it was. */
int file_replace(const char *path, const char *text, struct diag *d);
#endif
