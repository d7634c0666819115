/* words.h - the words of the scenario language: one table, read by the parser, by
 * the printer, by messages and by the test of cases/README.md. A statement is its
 * word and then its parts in the order of its row; to add one is to add a row. */
#ifndef SCENARIO_WORDS_H
#define SCENARIO_WORDS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "scenario/program.h"

enum part {
    PART_NONE,    /* ends a row */
    PART_NAME,    /* the handle acted on */
    PART_FROM,    /* what something is made from */
    PART_DELAY,   /* for a timer: whole milliseconds, or `forever` */
    PART_EVERY,   /* `repeat` and a delay */
    PART_SPAN,    /* any duration */
    PART_AFTER,   /* `after` and a span */
    PART_STOPPED, /* `stopped` */
    PART_EVENT,   /* a poll's event */
    PART_SIGNAL,
    PART_TRANSPORT,
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
    PART_KIND_COUNT
};
enum { PART_OPTIONAL = 0x80, WORD_PARTS_MAX = 5 };

/* Who runs the body, and thereby which words may stand in it. */
enum word_body { BODY_INLINE, BODY_CALLBACK, BODY_FLOW, BODY_THREAD, BODY_LOOP };

struct word {
    const char *text;             /* "stop" */
    const char *second;           /* "loop"; NULL for most */
    const char *says;             /* what it does, one line */
    uint8_t part[WORD_PARTS_MAX]; /* enum part, with PART_OPTIONAL */
    uint8_t body;                 /* enum word_body */
    uint8_t layers;               /* LAYER_BIT() of those that have it */
    bool main_only;               /* not in callbacks, threads and second loops */
    bool in_thread;               /* may stand in a thread's body */
    bool flow_only;               /* right in the body of a flow, and nowhere else */
    bool ends_block;              /* nothing behind it in its block is reached */
    uint64_t takes;               /* WORD_BIT() of the kinds that its NAME or FROM may be */
    const char *elsewhere;        /* the nearest word of another layer; NULL for none */
};

#define WORD_BIT(kind) (UINT64_C(1) << (kind))
bool word_in_layer(const struct word *w, enum program_layer layer);
/* WORD_BIT() of all that can be made in a layer. */
uint64_t word_made_in(enum program_layer layer);
/* What `observe WHAT NAME` takes. */
uint64_t word_observe_takes(enum observe_what what);

const struct word *word_of(enum step_kind kind);
enum step_kind word_kind(const struct word *w);
bool word_makes(const struct word *w); /* does it make what can be named? */

/* "stop loop" in `buffer`, which it returns. */
enum { WORD_TEXT_SIZE = 24 };
char *word_whole(const struct word *w, char buffer[WORD_TEXT_SIZE]);
/* "timer [AFTER] [repeat EVERY] [stopped] { }" in `buffer`, which it returns. */
enum { WORD_SYNTAX_SIZE = 96 };
char *word_syntax(const struct word *w, char buffer[WORD_SYNTAX_SIZE]);
/* The word that a part begins with, "repeat"; NULL for none. */
const char *part_lead(enum part part);

/* Words by number within their group. find: -1 for none; name: NULL beyond the last. */
enum word_group {
    GROUP_HEADER,    /* enum program_header */
    GROUP_LAYER,     /* enum program_layer */
    GROUP_EVENT,     /* enum step_poll_event */
    GROUP_SIGNAL,    /* enum step_signal */
    GROUP_TRANSPORT, /* enum step_transport */
    GROUP_ON,        /* enum step_event */
    GROUP_MODE,      /* enum step_run_mode */
    GROUP_OBSERVE,   /* enum observe_what */
    GROUP_OTHER,     /* what stands within statements: repeat, after, loop, ... */
    GROUP_COUNT
};
int word_find(enum word_group group, const char *text);
const char *word_name(enum word_group group, size_t i);
/* LAYER_BIT() of the layers in which it has its meaning. */
unsigned word_name_layers(enum word_group group, size_t i);

/* A word of the language: neither a name nor, unquoted, a label. */
bool word_is_reserved(const char *text);

/* What may stand after `needs`: `exact-time`, `real-clock`, `file-pool` and the capabilities of interface/can.h. */
bool word_is_need(const char *text);
const char *word_need(size_t i); /* NULL beyond the last */
#endif
