/* disturbed.h - was the processor there when the run needed it? Inner to world/. */
#ifndef WORLD_DISTURBED_H
#define WORLD_DISTURBED_H
#include <stdint.h>

/* A thread that slept until an instant has woken so much later. From any thread. */
void disturbed_note(uint64_t late_ns);

/* The longest that a thread of this process has been held up so far. */
uint64_t disturbed_ns(void);
#endif
