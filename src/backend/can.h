/* can.h - the capabilities by name, as `needs`, skips and listings spell them. */
#ifndef BACKEND_CAN_H
#define BACKEND_CAN_H
#include <stddef.h>
#include <stdint.h>
#include "backend/backend.h"

/* Beyond what backend.h has: only a runtime outside of this program runs scripts. */
#define CAN_JAVASCRIPT (2u * LOOP_CAN_PRIORITY)

/* The bit of "poll-timeout", 0 for a name that is none. */
uint32_t loop_can_find(const char *name);
size_t loop_can_count(void);
const char *loop_can_name(size_t i);
/* The name of the lowest bit that is set; NULL for none. */
const char *loop_can_first(uint32_t can);
#endif
