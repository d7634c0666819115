/* words.h - the words of the scenario language. One table, word_table.h, feeds the parser,
 * printers, exports, hosts, the generator of random programs, messages and the test of
 * cases/README.md. A statement is its word and then its parts, in the order of its row. */
#ifndef SCENARIO_WORDS_H
#define SCENARIO_WORDS_H
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "scenario/program.h"

enum part {
    PART_NONE,    /* ends a row */
    PART_NAME,    /* the handle acted on */
    PART_FROM,    /* the object that something is made from */
    PART_OVER,    /* `over` and the stream that carries it */
    PART_IN,      /* `in` and the stream that carries it */
    PART_DELAY,   /* for a timer: whole milliseconds, or `forever` */
    PART_EVERY,   /* `repeat` and a delay */
    PART_SPAN,    /* any duration */
    PART_AFTER,   /* `after` and a span */
    PART_STOPPED, /* `stopped` */
    PART_EVENT,   /* a poll's events */
    PART_SIGNAL,
    PART_TRANSPORT,
    PART_OPTION, /* an option of the loop */
    PART_TUNING, /* a setting of a socket */
    PART_QUESTION,
    PART_ON,     /* an event of the process or the page */
    PART_MODE,   /* a run's mode */
    PART_WHAT,   /* what to observe, and of which handle */
    PART_COUNT,  /* how often */
    PART_TIMES,  /* `times` and a count */
    PART_BYTES,  /* number of bytes */
    PART_BY,     /* `by` and a count */
    PART_LABELS, /* one or more */
    PART_BODY,   /* a block */
    PART_ELSE,   /* `else` and a block */
    PART_THEN,   /* `then` and a block, any number of times */
    /* Words that set the step's option, see below. */
    PART_THOROUGH,
    PART_ROOMLESS,
    PART_CRAMPED,
    PART_MISADDRESSED,
    PART_EMPTY,
    PART_DOUBLE,
    PART_ONCE,  /* `once` */
    PART_EXITS, /* `exits` and a status */
    PART_LASTS, /* `lasts` */
    PART_KIND_COUNT
};
enum { PART_OPTIONAL = 0x80, WORD_PARTS_MAX = 6 };

/* How the body runs; this decides which words may stand in it. */
enum word_body { BODY_CALLBACK, BODY_INLINE, BODY_FLOW, BODY_THREAD, BODY_LOOP };

/* What can be done with an object. The word that makes it has a set of traits, the word that acts
 * on it has one, too: one trait in common is enough. */
enum trait {
    TRAIT_HANDLE,  /* can be closed, is referenced, active, ... */
    TRAIT_STARTED, /* can be started and stopped */
    TRAIT_RANKED,  /* has a priority */
    TRAIT_TIMER,
    TRAIT_POLL,
    TRAIT_ASYNC,
    TRAIT_SIGNAL,
    TRAIT_STREAM,
    TRAIT_PAIRED, /* a stream whose other end `peer` can have */
    TRAIT_FED,    /* bytes or datagrams can be sent to it from outside of the loop */
    TRAIT_LISTENER,
    TRAIT_DATAGRAM,
    TRAIT_ADDRESSED, /* a datagram handle that can be attached to an address */
    TRAIT_HELD_UP,   /* a datagram handle whose room to send can be used up */
    TRAIT_BOUND,     /* a listener that does not listen yet */
    TRAIT_FILE,
    TRAIT_FOLDER,
    TRAIT_PLACE,    /* has a path: a file or a folder */
    TRAIT_WATCHFUL, /* watches a file or folder */
    TRAIT_REQUEST,
    TRAIT_QUEUED,  /* is called once and can be queued again by `again` */
    TRAIT_CLEARED, /* can be cleared */
    TRAIT_DELAYED, /* can be cleared or refreshed */
    TRAIT_REJECTION,
    TRAIT_CHILD,
    TRAIT_GIVEN, /* a start gives it its callback */
    TRAIT_BARE,  /* and can be asked to give it none */
    TRAIT_COUNT
};
#define TRAIT(trait) (UINT64_C(1) << TRAIT_##trait)
static_assert(TRAIT_COUNT <= 64, "a set of traits has 64 bits");

struct word {
    const char *text;             /* "stop" */
    uint64_t layers;              /* LAYER_BIT() of those that have it */
    const char *says;             /* what it does, in one line */
    const char *second;           /* "loop"; NULL for most */
    const char *elsewhere;        /* the nearest word of another layer; NULL for none */
    uint8_t part[WORD_PARTS_MAX]; /* enum part, with PART_OPTIONAL */
    uint8_t body;                 /* enum word_body */
    uint64_t needs;               /* LOOP_CAN_*: what a loop must be able to do for it */
    uint64_t takes;               /* TRAIT()s that its NAME or FROM may have */
    uint64_t made;                /* TRAIT()s of what it makes; 0 if it makes nothing */
    /* The kind of step that ends repeated callbacks; 0 if they are not repeated. */
    uint8_t ended_by;
    bool main_only;    /* only in the main program, not in callbacks, threads and second loops */
    bool in_thread;    /* may stand in a thread's body */
    bool flow_only;    /* only directly in the body of a flow */
    bool ends_block;   /* steps after it in its block are not reached */
    bool off_loop;     /* may be performed after the loop was closed */
    bool answers;      /* `observe result` after it shows what it returned */
    bool gives_status; /* its callback has a status to observe */
    bool has_fd;       /* the loop watches a descriptor for it */
    bool wakes_loop;   /* the loop opens a descriptor of its own for it */
    bool has_instant;  /* its AFTER is a time of the world, not of the loop */
    bool of_process;   /* affects the whole process: no other program may run beside it */
    bool new_loop;     /* shows whether the loop is new */
    bool lingers;      /* in a runtime: may leave something behind, or end the process */
};

bool word_in_layer(const struct word *w, enum program_layer layer);
const struct word *word_of(enum step_kind kind);
enum step_kind word_kind(const struct word *w);
bool word_makes(const struct word *w); /* does it make an object, which can have a name? */
/* Does its row have this part; and is that optional? */
bool word_has(const struct word *w, enum part part);
bool word_may_lack(const struct word *w, enum part part);
/* May it be made stopped and without a callback, to see what starting it returns? */
bool word_may_lie_still(const struct word *w);

/* Write "stop loop" to `buffer` and return it. */
enum { WORD_TEXT_SIZE = 24 };
char *word_whole(const struct word *w, char buffer[WORD_TEXT_SIZE]);
/* Write "timer [AFTER] [repeat EVERY] [stopped] { }" to `buffer` and return it. */
enum { WORD_SYNTAX_SIZE = 96 };
char *word_syntax(const struct word *w, char buffer[WORD_SYNTAX_SIZE]);
/* Words by number within their group. find: -1 if there is none; name: NULL after the last. */
enum word_group {
    GROUP_NONE,
    GROUP_HEADER,    /* enum program_header */
    GROUP_LAYER,     /* enum program_layer */
    GROUP_EVENT,     /* enum step_poll_event */
    GROUP_SIGNAL,    /* enum step_signal */
    GROUP_TRANSPORT, /* enum step_transport */
    GROUP_OPTION,    /* enum step_loop_option */
    GROUP_TUNING,    /* enum step_tuning */
    GROUP_QUESTION,  /* enum loop_question */
    GROUP_ON,        /* enum step_event */
    GROUP_MODE,      /* enum step_run_mode */
    GROUP_OBSERVE,   /* enum observe_what */
    GROUP_OTHER,     /* words within statements: repeat, after, loop, ... */
    GROUP_COUNT
};
struct choice {
    const char *text;
    uint64_t layers; /* LAYER_BIT() of the layers that have it */
    uint64_t needs;  /* LOOP_CAN_* */
    /* TRAIT()s that the NAME in `observe WHAT NAME` may have; 0: it takes no name. */
    uint64_t takes;
    int number;        /* a signal: the system's number; a tuning: its value */
    bool tells_code;   /* `on`: its handler can observe the exit code */
    bool names_errors; /* `observe`: the value can be an errno name */
    bool off_loop, has_instant, of_process, new_loop, lingers; /* as in struct word */
};
int word_find(enum word_group group, const char *text);
const char *word_name(enum word_group group, size_t i);
const struct choice *word_choice(enum word_group group, size_t i);
/* The row of the step's option; an empty row if it has none. */
const struct choice *step_choice(const struct step *s);

/* How a part is written and named. */
struct part_form {
    const char *shown;     /* its form in a syntax line; NULL: the words of its group */
    const char *lead;      /* the word it begins with, "repeat"; NULL for none */
    enum word_group group; /* one of this group's words is the step's option */
    const char *expected;  /* a group: what a message says is missing */
    const char *key;       /* a group: its key in the JSON tree of a program */
    bool again;            /* it may be repeated */
    bool counts;           /* it is the step's count */
    uint8_t option;        /* a lead word alone: the step's option that it sets, or 0 */
};
const struct part_form *part_form(enum part part);

/* Is it a word of the language, which can be neither a name nor, unquoted, a label? */
bool word_is_reserved(const char *text);

/* May it stand after `needs`: `exact-time`, `real-clock`, `file-pool` or a capability of
 * interface/can.h? */
bool word_is_need(const char *text);
const char *word_need(size_t i); /* NULL after the last */
#endif
