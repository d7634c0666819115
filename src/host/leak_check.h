/* leak_check.h - what a loop leaves behind in its process after it was released: descriptors that
 * it did not close, descriptors of others that it closed, limits that it changed, and what else a
 * process has only one of: working directory, umask, signal mask, priority, locale, rounding mode.
 * The libraries inside of this program keep some for the next loop on purpose, so only plug-ins are
 * checked. */
#ifndef HOST_LEAK_CHECK_H
#define HOST_LEAK_CHECK_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

enum { LEAK_CHECK_FDS_MAX = 4096, LEAK_CHECK_LIMITS = 8, LEAK_CHECK_STATES = 6 };

struct leak_check {
    uint8_t open[LEAK_CHECK_FDS_MAX / 8]; /* a bit for each descriptor that was there before */
    struct rlimit limit[LEAK_CHECK_LIMITS];
    uint64_t
        state[LEAK_CHECK_STATES]; /* a number for each of the others, different if it changed */
};

/* Call it before the loop is opened. */
void leak_check_begin(struct leak_check *r);
/* Call it after the loop was released. True, with a sentence in `says`, if something is not as it
 * was. */
bool leak_check_end(const struct leak_check *r, char *says, size_t size);
#endif
