/* record.h - records the trace, with phase and iteration.
 *
 * Phase and iteration are defined in the same way for every loop. The phase of a timer, idle,
 * prepare, check or close callback follows from its kind. Any other callback is in `poll` between
 * the wait and the first check callback, else in `pending`. An iteration is one poll step, counted
 * from 1. So the recorder must know when a poll step begins and ends: record_poll_begin() and
 * record_poll_end(). If a program has two loops, each has a record; they share one trace and one
 * lock. */
#ifndef HOST_RECORD_H
#define HOST_RECORD_H
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include "trace/trace.h"

struct record {
    struct trace *trace;
    pthread_mutex_t *lock;  /* if another loop records into the same trace; else NULL */
    uint64_t callbacks_max; /* the budget */
    uint64_t callbacks;     /* of this loop; the trace counts those of all */
    uint64_t room;          /* events up to here can be written; begins as 0 */
    bool timers_at_tail;    /* timers belong to the ending iteration: libuv from 1.45 */
    /* Everything called after the wait belongs to the ending iteration: other loops. */
    bool all_at_tail;
    bool polling;           /* between the wait and the first check callback */
    uint32_t polls;         /* poll steps begun */
    uint32_t running;       /* 1 + index of the running callback; 0 in the main program */
    enum trace_phase phase; /* of the running callback */
    uint32_t iteration;     /* likewise */
    /* Of the latest callback of the loop: what is drained after it has the same. */
    enum trace_phase around_phase;
    uint32_t around_iteration;
    /* The budget or the trace's room is used up. Must not return. */
    void (*full)(void *arg, enum trace_outcome outcome);
    void *arg;
};

void record_poll_begin(struct record *r);
void record_poll_end(struct record *r);

/* The loop's run has returned: callbacks from now on are made by the main program. */
void record_main(struct record *r);

/* A callback begins. Pass the index to record_callback_end(). */
uint32_t record_callback(struct record *r, enum trace_kind kind, uint32_t label, uint64_t due_ns,
                         uint32_t cause);
void record_callback_end(struct record *r, uint32_t index);

void record_log(struct record *r, uint32_t label);
void record_value(struct record *r, uint32_t label, int64_t value);
/* A call of the loop failed: which call, for which handle, and what it returned. */
void record_call(struct record *r, uint32_t call, uint32_t label, int64_t result);
#endif
