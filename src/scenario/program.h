/* program.h - a scenario program: what the parser makes, what hosts run and
 * printers print. It is built once, by program_parse(), and never changed.
 * All of its memory is one arena; places point into the program's own copy of
 * the file name. */
#ifndef SCENARIO_PROGRAM_H
#define SCENARIO_PROGRAM_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/diag.h"
#include "trace/labels.h"

enum program_layer { LAYER_CORE, LAYER_NODE, LAYER_BROWSER, LAYER_COUNT };
#define LAYER_BIT(layer) (1u << (layer))

enum step_kind {
    /* These make a handle or a request; the body is its callback. */
    STEP_TIMER,           /* timer [AFTER] [repeat EVERY] [stopped] { } */
    STEP_IDLE,            /* idle [stopped] { } */
    STEP_PREPARE,         /* prepare [stopped] { } */
    STEP_CHECK,           /* check [stopped] { } */
    STEP_POLL,            /* poll readable|writable [after AFTER] [stopped] { } */
    STEP_ASYNC,           /* async { } */
    STEP_WORK,            /* work AFTER [{ }] */
    STEP_STAT,            /* stat [{ }]: without a block it is made at once */
    STEP_LOOKUP,          /* lookup AFTER { } */
    STEP_SIGNAL,          /* signal SIGNAL { } */
    STEP_CHILD,           /* child { }: a process that ends at once */
    STEP_STREAM,          /* stream: one that is connected */
    STEP_PEER,            /* peer STREAM: its other end */
    STEP_LISTEN,          /* listen pipe|tcp { } */
    STEP_ACCEPT,          /* accept LISTENER */
    STEP_CONNECT,         /* connect LISTENER { } */
    STEP_CONNECT_NOWHERE, /* connect nowhere pipe|tcp { } */
    STEP_DATAGRAM,        /* datagram { } */
    /* The same, over the queues of a node or a browser host. */
    STEP_TIMEOUT,   /* timeout AFTER { } */
    STEP_INTERVAL,  /* interval AFTER { } */
    STEP_IMMEDIATE, /* immediate { } */
    STEP_READ_FILE, /* read-file { }: a whole file, in as many requests as the host makes of it */
    STEP_SOCKET,    /* socket: one that is connected */
    STEP_REJECT,    /* reject: a promise that is rejected and has no handler yet */
    STEP_TICK,      /* tick { } */
    STEP_MICROTASK, /* microtask { } */
    STEP_FRAME,     /* frame { }: an animation callback */
    /* These act on what has a name. */
    STEP_START,      /* start NAME [AFTER] [repeat EVERY] */
    STEP_STOP,       /* stop NAME */
    STEP_CLOSE,      /* close NAME [{ }] */
    STEP_REF,        /* ref NAME */
    STEP_UNREF,      /* unref NAME */
    STEP_AGAIN,      /* again NAME: a timer starts over; hosts queue the callback once more */
    STEP_SET_REPEAT, /* set NAME repeat EVERY */
    STEP_PREFER,     /* prefer NAME */
    STEP_DEFER,      /* defer NAME */
    STEP_READY,      /* ready NAME [after AFTER] */
    STEP_DRAIN,      /* drain NAME */
    STEP_SEND,       /* send NAME */
    STEP_CANCEL,     /* cancel NAME */
    STEP_READ,       /* read NAME [by COUNT] { } */
    STEP_WRITE,      /* write NAME COUNT [{ }] */
    STEP_SHUTDOWN,   /* shutdown NAME [{ }] */
    STEP_FEED,       /* feed NAME COUNT [after AFTER] */
    STEP_CLEAR,      /* clear NAME: a timeout, an interval, an immediate or a frame */
    STEP_REFRESH,    /* refresh NAME: a timeout or an interval starts over */
    STEP_CATCH,      /* catch NAME { }: a handler for a rejected promise */
    /* These queue callbacks that cannot be named. */
    STEP_PROMISE, /* promise { } [then { }]...: reactions of a chain that is resolved */
    STEP_FLOW,    /* flow { }: an asynchronous function, called at once */
    STEP_AWAIT,   /* await: only right in the body of a flow */
    /* These act on the host. */
    STEP_ON,    /* on EVENT { }: a handler of the process or the page */
    STEP_THROW, /* throw */
    STEP_EXIT,  /* exit */
    /* These act on the loop, the world or the trace. */
    STEP_LOG,         /* log LABEL... */
    STEP_OBSERVE,     /* observe WHAT [NAME] */
    STEP_BUSY,        /* busy AFTER */
    STEP_REPEAT,      /* repeat COUNT { } */
    STEP_FIRST,       /* first COUNT { } [else { }] */
    STEP_THREAD,      /* thread { } */
    STEP_LOOP,        /* loop { }: a second loop, in a thread of its own */
    STEP_RAISE,       /* raise SIGNAL [after AFTER] */
    STEP_INTERRUPT,   /* interrupt after AFTER [times COUNT] */
    STEP_RUN,         /* run default|once|nowait */
    STEP_STOP_LOOP,   /* stop loop */
    STEP_CLOSE_LOOP,  /* close loop */
    STEP_UPDATE_TIME, /* update time */
    STEP_KIND_COUNT
};

/* What `option` holds for STEP_OBSERVE. Those from OBSERVE_ACTIVE on ask about a
 * handle. The event's label is the word, or word.name: `alive`, `active.t`. */
enum observe_what {
    OBSERVE_ALIVE,      /* 1 or 0 */
    OBSERVE_TIMEOUT,    /* the wait that poll would be given, in ms, -1 for no limit */
    OBSERVE_NOW,        /* the loop's cached clock, in ms since the program began */
    OBSERVE_RESULT,     /* what the latest call returned: 0, 1 or an errno name */
    OBSERVE_STATUS,     /* the status that the running callback was given */
    OBSERVE_CODE,       /* the exit code, as a handler of exit sees it */
    OBSERVE_THREADS,    /* that the loop has started */
    OBSERVE_TURNS,      /* iterations, as the loop itself counts them */
    OBSERVE_ACTIVE,     /* 1 or 0 */
    OBSERVE_CLOSING,    /* 1 or 0 */
    OBSERVE_REFERENCED, /* 1 or 0 */
    OBSERVE_DUE,        /* a timer's due-in, in ms */
    OBSERVE_COUNT
};

/* `option` of STEP_ON: uncaught, rejection, handled, before-exit, exit. */
enum step_event {
    EVENT_UNCAUGHT,
    EVENT_REJECTION, /* a rejected promise that has no handler */
    EVENT_HANDLED,   /* one that was reported as such has a handler now */
    EVENT_BEFORE_EXIT,
    EVENT_EXIT,
    EVENT_COUNT
};
enum step_run_mode { RUN_DEFAULT, RUN_ONCE, RUN_NOWAIT }; /* `option` of STEP_RUN */
enum step_poll_event { POLL_READABLE, POLL_WRITABLE };    /* `option` of STEP_POLL */
/* `option` of STEP_LISTEN and STEP_CONNECT_NOWHERE. */
enum step_transport { TRANSPORT_PIPE, TRANSPORT_TCP };
/* `option` of STEP_SIGNAL and STEP_RAISE. */
enum step_signal { SIGNAL_HUP, SIGNAL_USR1, SIGNAL_WINCH, SIGNAL_COUNT };

#define NO_TIME  UINT64_MAX /* no duration was written */
#define NO_COUNT UINT32_MAX
#define FOR_EVER (UINT64_MAX - 1) /* the word `forever`: the longest that a timer takes */

struct block {
    const struct step *step;
    uint32_t count;
    /* Comments between the last step and the closing brace. */
    const char *const *comment;
    uint32_t comment_count;
};

struct step {
    enum step_kind kind;
    uint8_t option;        /* see the enums above */
    bool stopped;          /* made but not started */
    bool blank_before;     /* a blank line stood before it (and its comments) */
    uint32_t name;         /* string id: the name given, or the handle acted on; 0 for none */
    uint32_t from;         /* string id: what a `peer`, `accept` or `connect` is made from */
    uint32_t count;        /* COUNT; of `read` without `by` NO_COUNT */
    uint32_t slot;         /* STEP_FIRST: its counter, from 0 to program.slot_count */
    uint64_t after_ns;     /* NO_TIME, FOR_EVER or a duration */
    uint64_t repeat_ns;    /* the same */
    const uint32_t *label; /* STEP_LOG: string ids; STEP_OBSERVE: one, the event's label */
    uint32_t label_count;
    const struct block *body;      /* NULL for none */
    const struct block *otherwise; /* after `else`; NULL for none */
    const struct block *then;      /* STEP_PROMISE: the blocks after `then`, in order */
    uint32_t then_count;
    struct location at;
    const char *const *comment; /* lines above it, with their '#'; "" is a blank line between */
    uint32_t comment_count;
    const char *trailing; /* comment on its line; NULL for none */
};

/* The header lines in the order of the canonical form. */
enum program_header {
    HEADER_TITLE,   /* title "..." */
    HEADER_RULES,   /* rules ID... */
    HEADER_LAYER,   /* layer core|node|browser */
    HEADER_NEEDS,   /* needs WORD... */
    HEADER_WORKERS, /* workers N|"..." */
    HEADER_BUDGET,  /* budget N */
    HEADER_COUNT
};

/* What the printer must know of a header line beyond its meaning. */
struct program_head {
    uint32_t line;              /* where it stood; 0 if it was not written */
    const char *const *comment; /* as in struct step */
    uint32_t comment_count;
    const char *trailing;
};

struct program {
    const char *file;
    const char *title;
    const char *const *rule;
    uint32_t rule_count;
    const char *const *need; /* as written after `needs` */
    uint32_t need_count;
    enum program_layer layer;
    const char *workers; /* the pool's size as the environment has it; NULL: unset */
    uint32_t budget;     /* callbacks after which the run is cut; 0 for the common limit */
    struct block main;
    const char *const *string; /* names and labels; [0] is "" */
    uint32_t string_count;
    const uint32_t *index; /* string ids by hash, 0 for an empty place */
    uint32_t index_size;   /* a power of two */
    uint32_t slot_count;
    bool exact_time;            /* `needs exact-time` is among the needs */
    bool real_clock;            /* `needs real-clock` is */
    bool file_pool;             /* `needs file-pool` is */
    const char *const *comment; /* above the first header line; as in struct step */
    uint32_t comment_count;
    struct program_head head[HEADER_COUNT];
    struct arena *arena;
};

/* Bounds; crossing one is an error that names it. */
enum {
    PROGRAM_DEPTH_MAX = 32,      /* nested blocks */
    PROGRAM_STEPS_MAX = 10000,   /* steps in a file */
    PROGRAM_COUNT_MAX = 1000000, /* repeat, first, times */
    PROGRAM_LABEL_MAX = 64,      /* bytes in a label or a name */
    PROGRAM_TITLE_MAX = 200,     /* bytes */
    PROGRAM_WORKERS_MAX = 1024,
    PROGRAM_WORKERS_TEXT_MAX = 16, /* bytes */
    PROGRAM_BUDGET_MAX = 20000000,
};
#define PROGRAM_TIME_MAX 1000000000000000000ull /* ns, some 31 years: sums of a few stay exact */

/* Parse `source`. NULL with `*d` filled in: place, line, caret, hint. A program
 * without title, rules or a step is an error; `needs`, `workers`, `budget` are
 * optional; `layer` defaults to core. */
struct program *program_parse(const char *file, const char *source, size_t length, struct diag *d);
void program_free(struct program *p); /* NULL is fine */

/* The canonical text, comments kept: program_print(program_parse(x)) is a fixed
 * point. Owned by the caller. */
char *program_print(const struct program *p);

/* Its strings, as the labels of its traces. */
struct labels program_labels(const struct program *p);

/* The id of a string, 0 if the program does not have it. */
uint32_t program_find(const struct program *p, const char *text);

const char *program_layer_name(enum program_layer layer);
/* The word that a step is written with: "timer", "stop", ... */
const char *step_word(enum step_kind kind);
const char *observe_word(enum observe_what what);
#endif
