/* deadline.h - until when a process may run. The time is real time, but what a busy machine lets the
 * process and its children wait for a processor is added, up to nine times as much as they were given. A
 * process that sleeps for ever does not wait for a processor. Inner to this folder. */
#ifndef RUNNER_SERVER_DEADLINE_H
#define RUNNER_SERVER_DEADLINE_H
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct deadline {
    uint64_t at_ns;    /* by now_ns() */
    uint64_t given_ns; /* the time from its begin to its first end */
    uint64_t added_ns;
};

/* From `now_ns` on. */
void deadline_begin(struct deadline *d, uint64_t now_ns, uint64_t given_ns);
/* False may put it off. */
bool deadline_is_over(struct deadline *d, pid_t pid, uint64_t now_ns);
#endif
