/* remains.h - what a loop leaves behind in its process once it is released: descriptors that
 * nobody closed, descriptors of others that it closed, limits that it changed. The
 * libraries that are part of this program keep some for the next loop, on purpose, so
 * only plug-ins are asked. */
#ifndef HOST_REMAINS_H
#define HOST_REMAINS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

enum { REMAINS_FDS_MAX = 4096, REMAINS_LIMITS = 8 };

struct remains {
    uint8_t open[REMAINS_FDS_MAX / 8]; /* a bit for each descriptor that was there before */
    struct rlimit limit[REMAINS_LIMITS];
};

/* Before the loop is opened. */
void remains_note(struct remains *r);
/* After it was released: false, or a sentence about what is not as it was in `says`. */
bool remains_find(const struct remains *r, char *says, size_t size);
#endif
