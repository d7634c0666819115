/* words.h - the words of the scenario language: one table (word_table.h), read by the parser,
 * by printers, exports, hosts and the generator of random programs, by messages and by the
 * test of cases/README.md. A statement is its word and then its parts in the order of its row. */
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
    PART_FROM,    /* what something is made from */
    PART_OVER,    /* `over` and the stream that carries it */
    PART_IN,      /* `in` and the same */
    PART_DELAY,   /* for a timer: whole milliseconds, or `forever` */
    PART_EVERY,   /* `repeat` and a delay */
    PART_SPAN,    /* any duration */
    PART_AFTER,   /* `after` and a span */
    PART_STOPPED, /* `stopped` */
    PART_EVENT,   /* a poll's events */
    PART_SIGNAL,
    PART_TRANSPORT,
    PART_OPTION, /* of the loop */
    PART_TUNING, /* of a socket */
    PART_ON,     /* an event of the process or the page */
    PART_MODE,   /* a run's mode */
    PART_WHAT,   /* what to observe, and of which handle */
    PART_COUNT,  /* how often */
    PART_TIMES,  /* `times` and a count */
    PART_BYTES,  /* how many */
    PART_BY,     /* `by` and a count */
    PART_LABELS, /* one or more */
    PART_BODY,   /* a block */
    PART_ELSE,   /* `else` and a block */
    PART_THEN,   /* `then` and a block, any number of times */
    /* Words that are the step's option, see below. */
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

/* Who runs the body, and thereby which words may stand in it. */
enum word_body { BODY_CALLBACK, BODY_INLINE, BODY_FLOW, BODY_THREAD, BODY_LOOP };

/* What can be done with something that was made. The word that makes it has a set of them, and
 * so has the word that acts on it: one in common is enough. */
enum trait {
    TRAIT_HANDLE,  /* can be closed, is referenced, active, ... */
    TRAIT_STARTED, /* can be started and stopped */
    TRAIT_RANKED,  /* has a priority */
    TRAIT_TIMER,
    TRAIT_POLL,
    TRAIT_ASYNC,
    TRAIT_SIGNAL,
    TRAIT_STREAM,
    TRAIT_PAIRED, /* a stream whose other end can be had */
    TRAIT_FED,    /* bytes or datagrams can be sent to it from outside of the loop */
    TRAIT_LISTENER,
    TRAIT_DATAGRAM,
    TRAIT_ADDRESSED, /* a datagram handle that can be attached to an address */
    TRAIT_HELD_UP,   /* one whose room to send can be taken */
    TRAIT_BOUND,     /* a listener that does not listen yet */
    TRAIT_FILE,
    TRAIT_FOLDER,
    TRAIT_PLACE,    /* has a path: a file or a folder */
    TRAIT_WATCHFUL, /* watches one */
    TRAIT_REQUEST,
    TRAIT_QUEUED,  /* is called once and can be queued again */
    TRAIT_CLEARED, /* can be called off */
    TRAIT_DELAYED, /* called off or started over */
    TRAIT_REJECTION,
    TRAIT_CHILD,
    TRAIT_COUNT
};
#define TRAIT(trait) (UINT64_C(1) << TRAIT_##trait)
static_assert(TRAIT_COUNT <= 64, "a set of traits has 64 bits");

struct word {
    const char *text;             /* "stop" */
    uint64_t layers;              /* LAYER_BIT() of those that have it */
    const char *says;             /* what it does, one line */
    const char *second;           /* "loop"; NULL for most */
    const char *elsewhere;        /* the nearest word of another layer; NULL for none */
    uint8_t part[WORD_PARTS_MAX]; /* enum part, with PART_OPTIONAL */
    uint8_t body;                 /* enum word_body */
    uint64_t needs;               /* LOOP_CAN_*: what a loop must be able to do for it */
    uint64_t takes;               /* TRAIT() of what its NAME or FROM may be */
    uint64_t made;                /* TRAIT() of what it makes; 0 if it makes nothing */
    uint8_t ended_by;             /* the kind of step that ends callbacks which come again and
                                     again; 0 where they do not */
    bool main_only;               /* not in callbacks, threads and second loops */
    bool in_thread;               /* may stand in a thread's body */
    bool flow_only;               /* right in the body of a flow, and nowhere else */
    bool ends_block;              /* nothing behind it in its block is reached */
    bool off_loop;                /* can be performed when the loop is closed */
    bool answers;                 /* `observe result` behind it tells what it returned */
    bool gives_status;            /* its callback is given a status to observe */
    bool has_fd;                  /* the loop watches a descriptor for it */
    bool wakes_loop;              /* by a descriptor of the loop's own, which it opens for this */
    bool has_instant;             /* its AFTER is an instant of the world's, not of the loop's */
    bool of_process;              /* touches the whole process: no other program beside it */
    bool new_loop;                /* shows whether the loop is new */
};

bool word_in_layer(const struct word *w, enum program_layer layer);
const struct word *word_of(enum step_kind kind);
enum step_kind word_kind(const struct word *w);
bool word_makes(const struct word *w); /* does it make what can be named? */
/* Has its row such a part, and may that be left out? */
bool word_has(const struct word *w, enum part part);
bool word_may_lack(const struct word *w, enum part part);
/* Made stopped, it needs no callback: it is about what starting it answers. */
bool word_may_lie_still(const struct word *w);

/* "stop loop" in `buffer`, which it returns. */
enum { WORD_TEXT_SIZE = 24 };
char *word_whole(const struct word *w, char buffer[WORD_TEXT_SIZE]);
/* "timer [AFTER] [repeat EVERY] [stopped] { }" in `buffer`, which it returns. */
enum { WORD_SYNTAX_SIZE = 96 };
char *word_syntax(const struct word *w, char buffer[WORD_SYNTAX_SIZE]);
/* Words by number within their group. find: -1 for none; name: NULL beyond the last. */
enum word_group {
    GROUP_NONE,
    GROUP_HEADER,    /* enum program_header */
    GROUP_LAYER,     /* enum program_layer */
    GROUP_EVENT,     /* enum step_poll_event */
    GROUP_SIGNAL,    /* enum step_signal */
    GROUP_TRANSPORT, /* enum step_transport */
    GROUP_OPTION,    /* enum step_loop_option */
    GROUP_TUNING,    /* enum step_tuning */
    GROUP_ON,        /* enum step_event */
    GROUP_MODE,      /* enum step_run_mode */
    GROUP_OBSERVE,   /* enum observe_what */
    GROUP_OTHER,     /* what stands within statements: repeat, after, loop, ... */
    GROUP_COUNT
};
struct choice {
    const char *text;
    uint64_t layers;   /* LAYER_BIT() of those in which it has its meaning */
    uint64_t needs;    /* LOOP_CAN_* */
    uint64_t takes;    /* TRAIT() of what `observe WHAT NAME` takes; 0: it takes no name */
    int number;        /* of a signal, the system's; the value of a tuning */
    bool tells_code;   /* on: the exit code can be observed */
    bool names_errors; /* observe: the value can be an errno name */
    bool off_loop, has_instant, new_loop; /* as in struct word */
};
int word_find(enum word_group group, const char *text);
const char *word_name(enum word_group group, size_t i);
const struct choice *word_choice(enum word_group group, size_t i);
/* What is to be known of the step's option; of a step that has none, nothing. */
const struct choice *step_choice(const struct step *s);

/* How a part is written and called. */
struct part_form {
    const char *shown;     /* in a syntax line; NULL: the words of its group */
    const char *lead;      /* the word it begins with, "repeat"; NULL for none */
    enum word_group group; /* one of its words is the step's option */
    const char *expected;  /* what a message says is missing, of a group */
    const char *key;       /* in the tree of a program, of a group */
    bool again;            /* any number of times */
    bool counts;           /* it is the step's count */
    uint8_t option;        /* what it makes the step's option, of a lead word alone; or 0 */
};
const struct part_form *part_form(enum part part);

/* A word of the language: neither a name nor, unquoted, a label. */
bool word_is_reserved(const char *text);

/* What may stand after `needs`: `exact-time`, `real-clock`, `file-pool` and the capabilities of interface/can.h. */
bool word_is_need(const char *text);
const char *word_need(size_t i); /* NULL beyond the last */
#endif
