/* file.h - files and folders that change when they are told.
 *
 * Each change is one system call that the kernel reports as one event of a kind, at once; and
 * no two states of a file look the same, however fast they follow each other: what is written
 * makes it larger, what touches it later. The file system's own clock is too coarse for that. */
#ifndef WORLD_FILE_H
#define WORLD_FILE_H
#include <stdint.h>

enum world_file_change {
    WORLD_CHANGE, /* it has a byte more */
    WORLD_TOUCH,  /* it has another time, a second later than any before */
    WORLD_CREATE, /* it is there again, as another file */
    WORLD_REMOVE, /* it is gone */
    WORLD_RENAME, /* it has another name in its folder, and nothing is left under its own */
    WORLD_TANGLE, /* in its place is a link to itself: who asks for it is told ELOOP */
};

struct world_file;
struct world_file *world_folder_open(void); /* nothing is in it; NULL with errno */
/* It is there, in a folder that stays open longer; NULL: in one of its own. NULL with errno. */
struct world_file *world_file_open(struct world_file *folder);
const char *world_file_path(const struct world_file *f); /* borrowed, until it is closed */

/* Nothing happens to a file that is not there, and nothing is created where something is. */
void world_file_change(struct world_file *f, enum world_file_change what);
void world_file_change_after(struct world_file *f, enum world_file_change what, uint64_t after_ns);

void world_file_close(struct world_file *f); /* removes it, and what it was renamed to */
#endif
