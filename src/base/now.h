/* now.h - the time, for code that measures or waits; never for a scenario. */
#ifndef BASE_NOW_H
#define BASE_NOW_H
#include <stdint.h>

/* The monotonic clock. In a process that is in a world it is the world's; world/real.h has the
 * machine's. */
uint64_t now_ns(void);
#endif
