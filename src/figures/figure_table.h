/* figure_table.h - the figures of a whole trace, one row each: the member of struct figures
 * (reports use the same name), its word in expected traces and the flags of that word
 * (match/bound.h). The file has no include guard. Whoever includes it defines FIGURE for all rows,
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
/* The last iteration that an event belongs to. */
FIGURE_OF_PHASES(uint32_t, iterations,           "iterations", 0)
/* The longest stretch without a poll step, in time and in callbacks. */
FIGURE_OF_PHASES(uint64_t, starvation_ns,        "starvation", TIME | CALLBACKS)
FIGURE_OF_PHASES(uint64_t, starvation_callbacks, NULL,         0)
FIGURE_OF_PHASES(uint64_t, busy_ns,              "busy-time",  TIME)
FIGURE_OF_PHASES(uint64_t, idle_ns,              "idle-time",  TIME | LESS)
/* The longest run of each, in callbacks. */
FIGURE(uint64_t, tick_run,      "tick-run",      0)
FIGURE(uint64_t, microtask_run, "microtask-run", 0)
/* How often a loop came back from its wait. */
FIGURE_OF_WORLD(uint64_t, wakeups, "wakeups", 0)
/* clang-format on */
#undef FIGURE_OF_WORLD
#undef FIGURE_OF_PHASES
#undef FIGURE
