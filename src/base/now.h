/* now.h - what time it is for whoever measures or waits; never for a scenario. */
#ifndef BASE_NOW_H
#define BASE_NOW_H
#include <stdint.h>

/* The monotonic clock: the machine's, and in a process that has entered a world the
 * world's (world/real.h has the other). */
uint64_t now_ns(void);
#endif
