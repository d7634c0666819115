/* trace.h - what a loop did, in the order it did it. The host appends, reports and matchers read,
 * nobody edits. A trace lives in shared memory: if the process that runs a case dies, the runner
 * can still read what it recorded. Nothing is allocated per event. Times are nanoseconds since the
 * program began. */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum trace_kind {
#define KIND(id, ...) TRACE_##id,
#include "trace/kind_table.h"
    TRACE_KIND_COUNT
};

enum trace_phase {
    PHASE_MAIN, /* outside run(): the program's own lines */
    PHASE_TIMERS,
    PHASE_PENDING,
    PHASE_IDLE,
    PHASE_PREPARE,
    PHASE_POLL,
    PHASE_CHECK,
    PHASE_CLOSING,
    PHASE_COUNT
};

struct trace_kind_row {
    const char *name;
    bool has_handle;      /* it is a handle's own callback, not a request's */
    bool is_drained;      /* it has the phase of the callback before it, none of its own */
    uint8_t phase;        /* its fixed phase; PHASE_MAIN: depends on the poll step */
    bool status_is_error; /* or 0; of other kinds it may be a number */
};
const struct trace_kind_row *trace_kind_row(enum trace_kind kind);

#define TRACE_NO_DUE   UINT64_MAX
#define TRACE_TOOK_MAX ((1ull << 40) - 1) /* a longer callback is recorded as this long */

struct trace_event {
    uint64_t at_ns;
    union {
        /* Callbacks: the earliest time at which it was meant to begin, or TRACE_NO_DUE. For a timer
         * its deadline, or its start if that came later. */
        uint64_t due_ns;
        int64_t value; /* TRACE_OBSERVE; TRACE_CALL: the result */
    };
    uint64_t took_ns : 40; /* callbacks: how long it ran; TRACE_CALL: which call it was */
    /* String id in the program; callbacks and calls: the handle's name, or 0. */
    uint64_t label : 24;
    uint32_t cause : 29; /* 1 + index of the callback that asked for it; 0: the main program */
    uint32_t phase : 3;
    uint32_t iteration : 24; /* from 1; 0: the main program, before any run */
    uint32_t kind : 8;
};
static_assert(sizeof(struct trace_event) == 32, "an event is 32 bytes");

/* How the run ended, as recorded by the process that ran it. */
enum trace_outcome {
    OUTCOME_NONE,     /* nothing recorded: it crashed, hung or exited */
    OUTCOME_FINISHED, /* the program came to its end */
    OUTCOME_STUCK,    /* nothing could ever wake it again */
    OUTCOME_BUDGET,   /* it was stopped after its budget of callbacks */
    OUTCOME_FULL,     /* the trace has no room left */
    OUTCOME_ERROR,    /* the scenario could not continue; see `message` */
    /* It went on for ever at what nobody waits for, while others had to wait; see `message`. */
    OUTCOME_STARVED,
    OUTCOME_HINDERED, /* the world could not do what the program asked of it; see `message` */
};

enum {
    TRACE_EVENTS_MAX = 31 * 1000 *
                       1000, /* under 1 GiB; pages are allocated when they are written */
    TRACE_CHOICES_MAX = 4096,
};

/* What a choice point decides: see enum world_choice. */
enum trace_choice_kind {
    CHOICE_TURN,
    CHOICE_TIME,
    CHOICE_TASK,
    CHOICE_FRAME,
    CHOICE_ENGINE,
    CHOICE_PART,
    CHOICE_KIND_COUNT
};

/* A choice point that the run met; recorded only while schedules are explored. */
struct trace_choice {
    uint32_t event; /* number of events before it */
    uint32_t kind;
    uint32_t ways;  /* how many, at least 2 */
    uint32_t way;   /* the one taken; 0 is the usual one */
    uint64_t alike; /* ways that can be left out; see world_way() */
    uint64_t state; /* a hash of where clock, threads and actions of the world stand */
};

/* Where in the program the process is: what to report if it never returns from there. */
struct trace_site {
    uint32_t call; /* the loop's call that has not returned; 0: none */
    /* String id of the call's handle or, in a run, of the handle called last; 0: none. */
    uint32_t label;
    /* Line of the step that calls or, in a run, that made the handle called last; or 0. */
    uint32_t line;
    uint8_t phase;
    uint8_t kind; /* in a run: enum trace_kind of the callback called last; 0: none */
};

struct trace {
    /* Only the first `choices` are valid. Few runs have any: here they do not separate the head
     * from the first events, which are in the same page of memory. */
    struct trace_choice choice[TRACE_CHOICES_MAX];
    uint64_t count;        /* events */
    uint64_t callbacks;    /* how many of them are callbacks */
    uint64_t end_ns;       /* when it ended */
    uint64_t run_ns;       /* when the main program first ran its loop; 0: never */
    uint64_t wakeups;      /* virtual clock: how often a loop came back from its wait */
    uint64_t cpu_delay_ns; /* real clock: the longest that a thread was held up */
    uint32_t outcome;      /* enum trace_outcome */
    uint32_t phases;       /* 1 if phase and iteration are known */
    struct trace_site site;
    char message[220];  /* OUTCOME_ERROR and OUTCOME_STUCK: a sentence */
    char shortage[124]; /* what the machine had no more of, even if nothing came of it; or "" */
    uint32_t choices;   /* choice points met; only the first TRACE_CHOICES_MAX can be chosen at */
    struct trace_event event[];
};

/* Make a memory file for a trace, close-on-exec; -1 with errno. Its size is sealed: a process that
 * has it mapped can write nonsense into it, but cannot shrink it. */
int trace_create(void);
/* Map it for reading and writing; NULL with errno. */
struct trace *trace_map(int fd);
void trace_unmap(struct trace *t);
/* Empty it for the next case; frees the pages of a large one. */
void trace_reset(struct trace *t);

/* Is the trace readable? The process that wrote it may have been broken: counts beyond the room;
 * impossible kinds, causes, or labels (valid are those below `labels`). If not, the trace is
 * emptied. */
bool trace_check(struct trace *t, uint32_t labels);

/* A hash of all that a trace says of its run; where it was at its end and the choice points are no
 * part of it. Traces with equal digests are equal, except by a chance of 1 in 2^64. */
uint64_t trace_digest(const struct trace *t);

/* Did the run take an unusual way at a choice point about time? Then the times of its events are
 * not those that were expected. */
bool trace_shifts_time(const struct trace *t);
/* How many of its choice points can be chosen at. */
uint32_t trace_open_choices(const struct trace *t);

bool trace_is_callback(enum trace_kind kind);
bool trace_is_log(enum trace_kind kind); /* a log or an observation */
const char *
trace_choice_name(enum trace_choice_kind kind);       /* what the way other than the usual means */
const char *trace_kind_name(enum trace_kind kind);    /* "timer" */
const char *trace_phase_name(enum trace_phase phase); /* "timers" */
/* The phase of that name, or -1. */
int trace_phase_find(const char *name);

#define TRACE_END_OF_FILE (-4095) /* the status of a read that found the end */

/* A value as traces print it; with `names_errors`, a negative one is an errno name. Returns
 * `buffer`. */
char *trace_value_print(int64_t value, bool names_errors, char buffer[32]);
/* "EBUSY" gives -EBUSY; false if it is no errno name. */
bool trace_errno_find(const char *name, int64_t *value);
#endif
