/* footprint.h - how much of the machine a case takes, with the processes that it has started. Memory
 * that it shares counts, too, divided among those who share it; files that are mapped do not. And how
 * much a busy machine held it up. */
#ifndef RUNNER_SERVER_FOOTPRINT_H
#define RUNNER_SERVER_FOOTPRINT_H
#include <stdint.h>
#include <sys/types.h>

enum { FOOTPRINT_PROCESSES_MAX = 1000 };

struct footprint {
    uint64_t bytes;
    unsigned processes; /* those it has started, and itself; not counted above the limit */
    uint64_t waited_ns; /* sum over the processes: how long the thread of each that was held up most
                         * was ready to run but had no processor */
};

/* All zero if the process has ended. */
struct footprint footprint_of(pid_t pid);
#endif
