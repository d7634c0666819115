/* figures.h - what a trace says in numbers: how late, how often, how long without poll.
 * One pass over the events; equal neighbours are one sample, so a long chain of
 * calls alike costs no memory, and the worst case is linear in the trace.
 *
 * Late is begin less due: lateness of a timer, latency of I/O that was ready. The
 * drift of a handle is the sum over its calls. Where each call is planned from the
 * one before, as loops plan repeating timers, that sum is how far the latest call
 * stands from where the first due instant and the period would have put it.
 *
 * A stretch is what lies between two poll steps. Poll steps are no events: where
 * one was follows from phases and iterations. Time passes in waits and in what is
 * called, so the time outside of all stretches is the time spent waiting. What the
 * main program takes before its first run is busy time; what it takes after it, as
 * far as an event behind it shows it. */
#ifndef FIGURES_FIGURES_H
#define FIGURES_FIGURES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "profile/profile.h"
#include "trace/trace.h"

struct figures_spread {
    uint64_t count; /* of samples; without any the rest is 0 */
    int64_t min_ns, mean_ns, p50_ns, p99_ns, max_ns;
};

/* What a kind of callback is measured as. */
enum figures_role {
    FIGURES_OTHER, /* called, but neither late nor ready: idle, check, ... */
    FIGURES_TIMER,
    FIGURES_IO, /* due when it was ready or had finished */
    FIGURES_TICK,
    FIGURES_MICROTASK,
    FIGURES_CLOSING, /* no call of the handle whose name it bears */
    FIGURES_UNKNOWN, /* no kind of that name */
};

struct figures_handle {
    char *name;
    uint32_t label; /* its string id */
    enum trace_kind kind;
    enum figures_role role;
    uint64_t calls;
    struct figures_spread late;   /* of calls that have a due instant */
    int64_t drift_ns;             /* their sum */
    struct figures_spread period; /* from the beginning of a call to that of the next */
};

struct figures {
    /* Each name that was called, by its first call. */
    struct figures_handle *handle;
    size_t handle_count;
    struct figures_spread lateness, latency; /* of all timers and all I/O, nameless ones too */
    uint64_t tick_run, microtask_run;        /* the longest, in callbacks */
    bool phases;         /* the backend told phases and iterations; else what follows is 0 */
    uint32_t iterations; /* the last that an event belongs to */
    uint64_t starvation_ns, starvation_callbacks; /* the longest stretches without poll */
    uint64_t busy_ns, idle_ns;
};

/* The role of a kind by its name, as traces and scenarios alike spell it. */
enum figures_role figures_role(const char *kind);

/* `string` are the program's; the profile says where timers stand in an iteration. */
void figures_init(struct figures *f, const struct trace *t, const char *const *string,
                  uint32_t string_count, const struct profile *profile);
void figures_release(struct figures *f);
/* NULL if nothing of that name was called. */
const struct figures_handle *figures_find(const struct figures *f, const char *name);

/* Node's event loop utilization: busy of all time, from 0 to 1. */
double figures_utilization(const struct figures *f);
/* "5ms", "-1ms". Returns `buffer`. */
char *figures_print_ns(int64_t ns, char buffer[32]);
/* The same for a table: what is no whole number of microseconds, as a mean, is told as
 * "12.333ms". */
char *figures_print_short(int64_t ns, char buffer[32]);
#endif
