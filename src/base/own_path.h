/* own_path.h - find files beside this program, both in the build folder and installed; and programs
 * on PATH. */
#ifndef BASE_OWN_PATH_H
#define BASE_OWN_PATH_H
#include <stddef.h>

/* The folder of this program. Owned by the caller; NULL if unknown. */
char *own_folder(void);
/* The file `name` in the first of these places where access(2) allows `mode` (X_OK, R_OK). A place
 * is relative to this program's folder, and ends in '/' or is "". Owned by the caller; NULL if
 * there is none. */
char *own_find(const char *const *place, size_t count, const char *name, int mode);

/* The program of this name on PATH; a name with a slash is a path itself. Owned by the caller; NULL if there is none. */
char *path_find(const char *name);
#endif
