/* can.h - the capabilities by name, as `needs`, skips and listings spell them. */
#ifndef INTERFACE_CAN_H
#define INTERFACE_CAN_H
#include <stddef.h>
#include <stdint.h>
#include "interface/backend.h"

/* Beyond what backend.h has: only a runtime outside of this program runs scripts. */
#define CAN_JAVASCRIPT (UINT64_C(1) << 63)

/* The bits of "poll-timeout", 0 for a name that is none. "clock" is the name of two. */
uint64_t loop_can_find(const char *name);
size_t loop_can_count(void);
const char *loop_can_name(size_t i);
/* The name of the lowest bit that is set; NULL for none that has a name. */
const char *loop_can_first(uint64_t can);
/* Every bit that has a name. */
uint64_t loop_can_known(void);
#endif
