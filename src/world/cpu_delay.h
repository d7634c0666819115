/* cpu_delay.h - was the processor there when the run needed it? Inner to this folder. */
#ifndef WORLD_CPU_DELAY_H
#define WORLD_CPU_DELAY_H
#include <stdint.h>

/* A thread that slept until an instant has woken so much later. From any thread. */
void cpu_delay_note(uint64_t late_ns);

/* The longest that a thread of this process has been held up so far. */
uint64_t cpu_delay_ns(void);
#endif
