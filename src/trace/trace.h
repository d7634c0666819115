/* trace.h - what a loop did, in the order it did it.
 * The host appends, reports and matchers read, nobody edits. A trace lives in
 * shared memory: the process that runs a case may die at any instant, and what it
 * had recorded is still there for the runner to read. Nothing is allocated per
 * event. Times are nanoseconds since the program began. */
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
    bool has_handle; /* it is a handle's own callback, not a request's */
    bool is_drained; /* it has no phase of its own, but that of the callback before it */
    uint8_t phase;   /* that the kind says by itself; PHASE_MAIN: it hangs on the poll step */
};
const struct trace_kind_row *trace_kind_row(enum trace_kind kind);

#define TRACE_NO_DUE   UINT64_MAX
#define TRACE_TOOK_MAX ((1ull << 40) - 1) /* a longer callback is recorded as this long */

struct trace_event {
    uint64_t at_ns;
    union {
        /* Callbacks: the earliest it was meant to begin, or TRACE_NO_DUE. Of a timer, its
         * deadline, or its start if that came later. */
        uint64_t due_ns;
        int64_t value; /* TRACE_OBSERVE; of TRACE_CALL what it returned */
    };
    uint64_t took_ns : 40; /* callbacks: how long it ran; of TRACE_CALL which call it was */
    uint64_t label : 24;   /* string id in the program; of a callback or a call, its handle's name
                              or 0 */
    uint32_t cause : 29;   /* 1 + index of the callback that asked for it; 0 for the main program */
    uint32_t phase : 3;
    uint32_t iteration : 24; /* from 1; 0 in the main program before any run */
    uint32_t kind : 8;
};
static_assert(sizeof(struct trace_event) == 32, "an event is 32 bytes");

/* How the run ended, as the process that ran it saw it. */
enum trace_outcome {
    OUTCOME_NONE,     /* it never said: it crashed, hung or left */
    OUTCOME_FINISHED, /* the program came to its end */
    OUTCOME_STUCK,    /* nothing could ever wake it again */
    OUTCOME_BUDGET,   /* it was cut after its budget of callbacks */
    OUTCOME_FULL,     /* the trace has no room left */
    OUTCOME_ERROR,    /* the scenario could not go on; see `message` */
};

enum {
    TRACE_EVENTS_MAX = 31 * 1000 * 1000, /* under 1 GiB; pages are used as they are written */
    TRACE_CHOICES_MAX = 4096,
};

/* What differs between the ways of a point: see enum world_choice. */
enum trace_choice_kind {
    CHOICE_TURN,
    CHOICE_TIME,
    CHOICE_TASK,
    CHOICE_FRAME,
    CHOICE_ENGINE,
    CHOICE_KIND_COUNT
};

/* A point at which the run could go on in several ways; recorded where it is explored. */
struct trace_choice {
    uint32_t event; /* how many there were before it */
    uint32_t kind;
    uint32_t ways; /* two or more */
    uint32_t way;  /* that it went; 0 is the usual one */
};

/* Where in the program the process is: what to name if it does not come back from there. */
struct trace_site {
    uint32_t call;  /* of the loop, that has not returned; 0 for none */
    uint32_t label; /* string id of the handle that it is about or, in a run, of the one that was
                       called last; 0 for none */
    uint32_t line;  /* of the step that calls or, in a run, that made what was called last; or 0 */
    uint8_t phase;
    uint8_t kind; /* in a run: enum trace_kind of what was called last; 0 for nothing */
};

struct trace {
    uint64_t count;        /* events */
    uint64_t callbacks;    /* among them */
    uint64_t end_ns;       /* when it ended */
    uint64_t run_ns;       /* when the main program first ran its loop; 0 if it never did */
    uint64_t cpu_delay_ns; /* on the real clock: how long a thread was held up */
    uint32_t outcome;      /* enum trace_outcome */
    uint32_t phases;       /* 1 if phase and iteration could be told */
    struct trace_site site;
    char message[220];  /* OUTCOME_ERROR and OUTCOME_STUCK: a sentence */
    char shortage[124]; /* what the machine had no more of, whatever came of it; or "" */
    uint32_t choices;   /* points met; only the first TRACE_CHOICES_MAX are open */
    struct trace_choice choice[TRACE_CHOICES_MAX]; /* last: only what is counted is valid */
    struct trace_event event[];
};

/* A memory file that can hold a trace, close-on-exec; -1 with errno. Its size is sealed: whoever
 * has it mapped can write nonsense into it, but cannot take the memory away. */
int trace_create(void);
/* Map it, read and write; NULL with errno. */
struct trace *trace_map(int fd);
void trace_unmap(struct trace *t);
/* Empty it for the next case; gives the pages of a large one back. */
void trace_reset(struct trace *t);

/* Can it be read? The process that wrote it may have gone wild: counts beyond the
 * room, kinds, labels (of which there are `labels`) or causes that cannot be. If not it
 * is emptied. */
bool trace_check(struct trace *t, uint32_t labels);

/* Did the run go another way than the usual one where the clock decides? Then the
 * instants of its events are not those that were expected. */
bool trace_shifts_time(const struct trace *t);
/* Of its points, how many are open to choice. */
uint32_t trace_open_choices(const struct trace *t);

bool trace_is_callback(enum trace_kind kind);
bool trace_is_log(enum trace_kind kind); /* what the program says itself, a value or not */
const char *trace_choice_name(enum trace_choice_kind kind); /* of another way than the usual */
const char *trace_kind_name(enum trace_kind kind);          /* "timer" */
const char *trace_phase_name(enum trace_phase phase);       /* "timers" */
/* The phase of that name, or -1. */
int trace_phase_find(const char *name);

#define TRACE_END_OF_FILE (-4095) /* the status of a read that found the end */

/* A value as traces show it: observations of results are errno names.
 * `names_errors` says whether this one is such. Returns `buffer`. */
char *trace_value_print(int64_t value, bool names_errors, char buffer[32]);
/* "EBUSY" to -EBUSY; false if it is no errno name. */
bool trace_errno_find(const char *name, int64_t *value);
#endif
