/* cpu_delay.h - how long threads had to wait for a processor. Inner to this folder. */
#ifndef WORLD_CPU_DELAY_H
#define WORLD_CPU_DELAY_H
#include <stdint.h>

/* Record that a thread that slept until an instant woke `late_ns` after it. For any thread. */
void cpu_delay_note(uint64_t late_ns);

/* The longest that a thread of this process was held up so far. */
uint64_t cpu_delay_ns(void);
#endif
