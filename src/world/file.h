/* file.h - files and folders that change at an instant of the world.
 *
 * Each change is one system call, which the kernel reports at once as one event of one kind. No two
 * states of a file look the same, however fast they follow each other: a write makes it larger, a
 * touch later. The file system's own clock is too coarse to show that. */
#ifndef WORLD_FILE_H
#define WORLD_FILE_H
#include <stdint.h>

enum world_file_change {
    WORLD_CHANGE, /* it has a byte more */
    WORLD_TOUCH,  /* its time is a second later than any before */
    WORLD_CREATE, /* it exists again, as another file */
    WORLD_REMOVE, /* it is removed */
    WORLD_RENAME, /* it gets another name in its folder, and its own name is free */
    WORLD_TANGLE, /* its path becomes a link to itself: whoever opens it gets ELOOP */
};

struct world_file;
struct world_file *world_folder_open(void); /* an empty folder; NULL with errno */
/* An existing file, in a folder that stays open longer than the file; NULL: in a folder of its own.
 * NULL with errno. */
struct world_file *world_file_open(struct world_file *folder);
const char *world_file_path(const struct world_file *f); /* borrowed, until it is closed */

/* Changing a missing file does nothing; nor does creating one that exists. */
void world_file_change(struct world_file *f, enum world_file_change what);
void world_file_change_after(struct world_file *f, enum world_file_change what, uint64_t after_ns);

void world_file_close(struct world_file *f); /* removes it, and what it was renamed to */
#endif
