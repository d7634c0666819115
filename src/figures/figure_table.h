/* figure_table.h - the figures of a whole trace, a row each: a member of struct figures, which
 * reports spell alike, its word in expected traces and what is to be known of that (match/bound.h).
 * Who includes it defines FIGURE, for all rows, or one of the two for some. It has no guard. */
#ifndef FIGURE_OF_PHASES /* of traces whose backend told phases and iterations */
#define FIGURE_OF_PHASES FIGURE
#endif
#ifndef FIGURE
#define FIGURE(...)
#endif
/* clang-format off */
/* The last that an event belongs to. */
FIGURE_OF_PHASES(uint32_t, iterations,           "iterations", 0)
/* The longest stretches without poll. */
FIGURE_OF_PHASES(uint64_t, starvation_ns,        "starvation", TIME | CALLBACKS)
FIGURE_OF_PHASES(uint64_t, starvation_callbacks, NULL,         0)
FIGURE_OF_PHASES(uint64_t, busy_ns,              "busy-time",  TIME)
FIGURE_OF_PHASES(uint64_t, idle_ns,              "idle-time",  TIME | LESS)
/* The longest, in callbacks. */
FIGURE(uint64_t, tick_run,      "tick-run",      0)
FIGURE(uint64_t, microtask_run, "microtask-run", 0)
/* clang-format on */
#undef FIGURE_OF_PHASES
#undef FIGURE
