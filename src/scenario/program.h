/* program.h - a scenario program: the parser makes it, hosts run it, printers print it. Built once
 * by program_parse() and never changed. All of its memory is one arena; locations point to the
 * program's own copy of the file name. */
#ifndef SCENARIO_PROGRAM_H
#define SCENARIO_PROGRAM_H
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/diag.h"
#include "trace/labels.h"

enum program_layer { LAYER_CORE, LAYER_NODE, LAYER_BROWSER, LAYER_COUNT };
#define LAYER_BIT(layer) (UINT64_C(1) << (layer))

static_assert(LAYER_COUNT <= 64, "a set of layers has 64 bits");

/* The words of the language: STEP_TIMER, ... The rows of word_table.h say what each is. */
enum step_kind {
#define WORD(kind, ...) STEP_##kind,
#include "scenario/word_table.h"
    STEP_KIND_COUNT
};

/* What a step's `option` holds: a row of the group that its word takes, see word_table.h. */
enum observe_what {
#define OBSERVATION(kind, ...) OBSERVE_##kind,
#include "scenario/word_table.h"
    OBSERVE_COUNT
};
enum step_event {
#define EVENT(kind, ...) EVENT_##kind,
#include "scenario/word_table.h"
    EVENT_COUNT
};
enum step_signal {
#define SIGNAL(kind, ...) SIGNAL_##kind,
#include "scenario/word_table.h"
    SIGNAL_COUNT
};
enum step_run_mode {
#define MODE(kind, ...) RUN_##kind,
#include "scenario/word_table.h"
    RUN_MODE_COUNT
};
enum step_poll_event {
#define READINESS(kind, ...) POLL_##kind,
#include "scenario/word_table.h"
    POLL_EVENT_COUNT
};
enum step_transport {
#define TRANSPORT(kind, ...) TRANSPORT_##kind,
#include "scenario/word_table.h"
    TRANSPORT_COUNT
};
/* For optional words in a statement; 0 if none was written. */
enum step_datagram { DATAGRAM_THOROUGH = 1, DATAGRAM_ROOMLESS, DATAGRAM_CRAMPED };
enum { SEND_MISADDRESSED = 1, FEED_EMPTY = 1, FEED_DOUBLE };
enum step_loop_option {
#define OPTION(kind, ...) CONFIGURE_##kind,
#include "scenario/word_table.h"
    CONFIGURE_COUNT
};
enum step_tuning {
#define TUNING(kind, ...) TUNE_##kind,
#include "scenario/word_table.h"
    TUNE_COUNT
};

#define NO_TIME   UINT64_MAX /* no duration was written */
#define NO_COUNT  UINT32_MAX
#define NO_OPTION UINT16_MAX
#define FOR_EVER  (UINT64_MAX - 1) /* the word `forever`: the longest that a timer takes */

struct block {
    const struct step *step;
    uint32_t count;
    /* Comments between the last step and the closing brace. */
    const char *const *comment;
    uint32_t comment_count;
};

struct step {
    enum step_kind kind;
    uint16_t option;   /* see the enums above; NO_OPTION for a `start` without a signal */
    uint8_t events;    /* one bit for each enum step_poll_event that was written */
    bool stopped;      /* made but not started */
    bool once;         /* a signal: called once */
    bool lasts;        /* a child: until it is killed */
    bool blank_before; /* there was a blank line before it (and its comments) */
    uint32_t name;     /* string id: the name given, or the handle acted on; 0 for none */
    /* String id: the object that it is made from, as in `peer`, `accept` or `connect`. */
    uint32_t from;
    uint32_t count;     /* COUNT or STATUS; NO_COUNT if an optional `by` or `exits` was left out */
    uint32_t slot;      /* STEP_FIRST: its counter, from 0 to program.slot_count */
    uint64_t after_ns;  /* NO_TIME, FOR_EVER or a duration */
    uint64_t repeat_ns; /* likewise */
    const uint32_t *label; /* STEP_LOG: string ids; STEP_OBSERVE: one id, the label of the event */
    uint32_t label_count;
    const struct block *body;      /* NULL for none */
    const struct block *otherwise; /* after `else`; NULL for none */
    const struct block *then;      /* STEP_PROMISE: the blocks after `then`, in order */
    uint32_t then_count;
    struct location at;
    /* Comment lines above it, with their '#'; "" is a blank line between. */
    const char *const *comment;
    uint32_t comment_count;
    const char *trailing; /* comment at the end of its line; NULL: none */
};

/* The header lines in the order of the canonical form. */
enum program_header {
    HEADER_TITLE,   /* title "..." */
    HEADER_RULES,   /* rules ID... */
    HEADER_LAYER,   /* layer core|node|browser */
    HEADER_NEEDS,   /* needs WORD... */
    HEADER_WORKERS, /* workers N|"..." */
    HEADER_BUDGET,  /* budget N */
    HEADER_UPTIME,  /* uptime TIME */
    HEADER_COUNT
};

/* What the printer needs to know of a header line besides its meaning. */
struct program_head {
    uint32_t line;              /* its line; 0 if it was not written */
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
    const char *workers; /* the pool's size as the environment would have it; NULL: unset */
    uint32_t budget;     /* callbacks after which the run is cut short; 0: the default limit */
    uint64_t begin_ns;   /* what the clock shows when it begins; 0: the default */
    struct block main;
    const char *const *string; /* names and labels; [0] is "" */
    uint32_t string_count;
    const uint32_t *index; /* string ids by hash; 0: empty */
    uint32_t index_size;   /* a power of two */
    uint32_t slot_count;
    bool is_fine;               /* some duration is not a whole number of milliseconds */
    bool exact_time;            /* `needs exact-time` was written */
    bool real_clock;            /* `needs real-clock` was written */
    bool file_pool;             /* `needs file-pool` was written */
    const char *const *comment; /* comments above the first header line; as in struct step */
    uint32_t comment_count;
    struct program_head head[HEADER_COUNT];
    struct arena *arena;
};

/* Limits; exceeding one is an error that names it. */
enum {
    PROGRAM_DEPTH_MAX = 32,      /* nested blocks */
    PROGRAM_STEPS_MAX = 10000,   /* steps in a file */
    PROGRAM_COUNT_MAX = 1000000, /* repeat, first, times */
    PROGRAM_LABEL_MAX = 64,      /* bytes in a label or a name */
    PROGRAM_TITLE_MAX = 200,     /* bytes */
    PROGRAM_WORKERS_MAX = 1024,
    PROGRAM_WORKERS_TEXT_MAX = 16, /* bytes */
    PROGRAM_BUDGET_MAX = 20000000,
    PROGRAM_STATUS_MAX = 255, /* exits */
};
/* Ns, about 31 years, so that sums of several stay exact. */
/* ns; far below the civil clocks, by which the preloaded world knows their deadlines. */
#define PROGRAM_UPTIME_MIN 1000000ull
#define PROGRAM_UPTIME_MAX (3650 * 24 * 3600 * 1000000000ull)
#define PROGRAM_TIME_MAX   1000000000000000000ull

/* Parse `source`. NULL with `*d` filled in: place, line, caret, hint. A program
 * without title, rules or a step is an error; `needs`, `workers`, `budget`, `uptime` are
 * optional; `layer` defaults to core. */
struct program *program_parse(const char *file, const char *source, size_t length, struct diag *d);
/* Parse the head alone; the program has no step. What follows the head may be anything. */
struct program *program_parse_head(const char *file, const char *source, size_t length,
                                   struct diag *d);
void program_free(struct program *p); /* NULL is fine */

/* The canonical text, comments kept: program_print(program_parse(x)) is a fixed
 * point. Owned by the caller. */
char *program_print(const struct program *p);

/* Its strings, as the labels of its traces. */
struct labels program_labels(const struct program *p);

/* The id of a string, 0 if the program does not have it. */
uint32_t program_find(const struct program *p, const char *text);

const char *program_layer_name(enum program_layer layer);

/* Does it use what the whole process shares: signals, child processes, other loops? */
bool program_is_of_process(const struct program *p);
/* May a runtime perform it in a process that has performed others, and will perform more? */
bool program_may_share(const struct program *p);
/* Does it have such a step, anywhere? */
bool program_has(const struct program *p, bool (*is_such)(const struct step *s));
/* The word that a step is written with: "timer", "stop", ... */
const char *step_word(enum step_kind kind);
const char *observe_word(enum observe_what what);
#endif
