/* figure_table.h - the figures of a whole trace, one row each: the member of struct figures
 * (reports use the same name), its word in expected traces, the flags of that word (match/bound.h),
 * and what it is. The file has no include guard. Whoever includes it defines FIGURE for all rows,
 * or several of the macros to distinguish them. */
#ifndef FIGURE_OF_PHASES /* only if the backend reports phases and iterations */
#define FIGURE_OF_PHASES FIGURE
#endif
#ifndef FIGURE_OF_WORLD /* only on the virtual clock, where the world sees every wait */
#define FIGURE_OF_WORLD FIGURE
#endif
#ifndef FIGURE
#define FIGURE(...)
#endif
/* clang-format off */
FIGURE_OF_PHASES(uint32_t, iterations,           "iterations", 0,
    "the last iteration with an event")
FIGURE_OF_PHASES(uint64_t, starvation_ns,        "starvation", TIME | CALLBACKS,
    "the longest stretch without reaching poll; as a bound also in callbacks, if that word follows the number")
FIGURE_OF_PHASES(uint64_t, starvation_callbacks, NULL,         0,
    "the longest stretch without reaching poll, in callbacks")
FIGURE_OF_PHASES(uint64_t, busy_ns,              "busy-time",  TIME,
    "the time outside of waits; with that in waits the time of the run, as in Node's event loop utilization")
FIGURE_OF_PHASES(uint64_t, idle_ns,              "idle-time",  TIME | LESS,
    "the time in waits")
FIGURE(uint64_t, tick_run,      "tick-run",      0,
    "how many ticks in a row, at most")
FIGURE(uint64_t, microtask_run, "microtask-run", 0,
    "how many microtasks in a row, at most")
FIGURE_OF_WORLD(uint64_t, wakeups, "wakeups", 0,
    "how often a loop came back from a wait, whatever it found: a call of epoll_wait, poll or select that returned; a loop that spins has thousands")
/* clang-format on */
#undef FIGURE_OF_WORLD
#undef FIGURE_OF_PHASES
#undef FIGURE
