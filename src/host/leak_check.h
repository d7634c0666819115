/* leak_check.h - what a loop leaves behind in its process once it is released: descriptors that
 * nobody closed, descriptors of others that it closed, limits that it changed. The
 * libraries that are part of this program keep some for the next loop, on purpose, so
 * only plug-ins are asked. */
#ifndef HOST_LEAK_CHECK_H
#define HOST_LEAK_CHECK_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

enum { LEAK_CHECK_FDS_MAX = 4096, LEAK_CHECK_LIMITS = 8 };

struct leak_check {
    uint8_t open[LEAK_CHECK_FDS_MAX / 8]; /* a bit for each descriptor that was there before */
    struct rlimit limit[LEAK_CHECK_LIMITS];
};

/* Before the loop is opened. */
void leak_check_begin(struct leak_check *r);
/* After it was released: false, or a sentence about what is not as it was in `says`. */
bool leak_check_end(const struct leak_check *r, char *says, size_t size);
#endif
