/* figures.h - a trace in numbers: how late, how often, how long without a poll step. One pass over
 * the events. Equal neighbouring samples are stored once, so a long chain of equal calls takes no
 * memory; the worst case is linear in the trace.
 *
 * Late is begin minus due: the lateness of a timer, or the latency of I/O that was ready. A
 * handle's drift is the sum over its calls. Where each call is scheduled from the one before, as
 * loops do with repeating timers, that sum is how far the latest call is from where the first
 * deadline and the period would have put it.
 *
 * A stretch is the time between two poll steps. Poll steps are no events; phases and iterations
 * show where one was. Time passes in waits and in callbacks, so the time outside of all stretches
 * is the time spent waiting. Time that the main program takes before its first run is busy time;
 * after it, only as far as a later event shows it. */
#ifndef FIGURES_FIGURES_H
#define FIGURES_FIGURES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "profile/profile.h"
#include "trace/trace.h"

struct figures_spread {
    uint64_t count; /* number of samples; if 0, the rest is 0 */
    int64_t min_ns, mean_ns, p50_ns, p99_ns, max_ns;
};

/* What a kind of callback is measured as. */
enum figures_role {
    FIGURES_OTHER, /* called, but never late or ready: idle, check, ... */
    FIGURES_TIMER,
    FIGURES_IO, /* due when it was ready or had finished */
    FIGURES_TICK,
    FIGURES_MICROTASK,
    FIGURES_CLOSING, /* a close callback: not counted as a call of its handle */
    FIGURES_UNKNOWN, /* no kind of that name */
};

struct figures_handle {
    char *name;
    uint32_t label; /* its string id */
    enum trace_kind kind;
    enum figures_role role;
    uint64_t calls;
    struct figures_spread late;   /* of calls that have a due time */
    int64_t drift_ns;             /* their sum */
    struct figures_spread period; /* from the beginning of a call to the beginning of the next */
};

struct figures {
    /* Every name that was called, in the order of first calls. */
    struct figures_handle *handle;
    size_t handle_count;
    struct figures_spread lateness, latency; /* of all timers and all I/O, named or not */
    bool phases; /* the backend reports phases and iterations; else figures that need them are 0 */
#define FIGURE(type, member, ...) type member;
#include "figures/figure_table.h"
};

/* The role of a kind, by its name in traces and scenarios. */
enum figures_role figures_role(const char *kind);

/* `string` are the program's string ids; the profile says where timers run in an iteration. */
void figures_init(struct figures *f, const struct trace *t, const char *const *string,
                  uint32_t string_count, const struct profile *profile);
void figures_release(struct figures *f);
/* NULL if nothing of that name was called. */
const struct figures_handle *figures_find(const struct figures *f, const char *name);

/* As Node's event loop utilization: the busy share of all time, from 0 to 1. */
double figures_utilization(const struct figures *f);
/* "5ms", "-1ms". Returns `buffer`. */
char *figures_print_ns(int64_t ns, char buffer[32]);
/* As figures_print_ns(), for a table: a value that is no whole number of microseconds, such as a
 * mean, is rounded to "12.333ms". */
char *figures_print_short(int64_t ns, char buffer[32]);
#endif
