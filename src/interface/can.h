/* can.h - capabilities by name, as `needs`, skips and listings spell them. */
#ifndef INTERFACE_CAN_H
#define INTERFACE_CAN_H
#include <stddef.h>
#include <stdint.h>
#include "interface/backend.h"

/* Not in backend.h: only a runtime outside of this program can run scripts. */
#define CAN_JAVASCRIPT (UINT64_C(1) << 63)

/* The bits of a name such as "poll-timeout"; 0 if unknown. "clock" stands for two bits. */
uint64_t loop_can_find(const char *name);
size_t loop_can_count(void);
const char *loop_can_name(size_t i);
/* The name of the lowest set bit that has one; NULL if none has. */
const char *loop_can_first(uint64_t can);
/* All bits that have a name. */
uint64_t loop_can_known(void);
#endif
