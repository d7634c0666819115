/* aside.h - calls of the C library or the kernel that may block in a way that the world does not
 * know. Inner to this folder. */
#ifndef PRELOAD_ASIDE_H
#define PRELOAD_ASIDE_H
#include <stdbool.h>

#include "world/sched.h"

/* Make such a call without the turn, so that others can run meanwhile. It must not call anything of
 * the world. `wait` says what it waits for, and who may end that. `always`: else only if the process
 * has other threads. */
void aside_call(void (*call)(void *arg), void *arg, const struct sched_wait *wait, bool always);
/* As sched_park(), for what threads do that are not the world's: the C library's for aio. */
enum sched_wake aside_await_strangers(const struct sched_wait *wait);
#endif
