/* own_path.h - what stands beside this program, where it was built or where it was installed; and
 * other programs. */
#ifndef BASE_OWN_PATH_H
#define BASE_OWN_PATH_H
#include <stddef.h>

/* The folder of this program; owned by the caller, NULL where nobody can tell. */
char *own_folder(void);
/* The file `name` in the first of these places that has it, if it can be used in that way (X_OK,
 * R_OK): a place is relative to the folder, and ends in '/' or is "". Owned; NULL for none. */
char *own_find(const char *const *place, size_t count, const char *name, int mode);

/* The program of this name on PATH; owned, NULL for none. */
char *path_find(const char *name);
#endif
