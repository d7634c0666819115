/* js_inside.h - what the files of the JavaScript export share. Nobody else
 * includes it. A plan is made of the whole program first (names, and which helpers
 * it calls), then the head is written, then the steps. */
#ifndef EXPORT_JS_INSIDE_H
#define EXPORT_JS_INSIDE_H
#include <stdio.h>
#include "scenario/program.h"

/* What the written steps call, beyond the platform. */
enum {
    NEED_LOG = 1 << 0,       /* log(label) */
    NEED_LOGS = 1 << 1,      /* log(label, label...) */
    NEED_FS = 1 << 2,        /* fs.stat, fs.readFile */
    NEED_RESOLVED = 1 << 3,  /* await resolved */
    NEED_MICROTASK = 1 << 4, /* queueMicrotask(f), which is missing in Node 10 */
    NEED_BUSY = 1 << 5,      /* busy(ms) */
    NEED_NOW = 1 << 6,       /* now() */
    NEED_WORK = 1 << 7,      /* work(ms, f) */
    NEED_PAIRS = 1 << 8,     /* withPairs(count, main) around everything */
    NEED_SOCKET = 1 << 9,    /* socket() */
    NEED_POLL = 1 << 10,     /* poll(f) */
    NEED_DRAIN = 1 << 11,    /* drain(p) */
    NEED_READY = 1 << 12,    /* ready(p) */
    NEED_LATER = 1 << 13,    /* readyAfter(p, ms) */
    NEED_SPEND = 1 << 14,    /* spend() in every callback */
    NEED_DNS = 1 << 15,      /* dns.lookup */
};

/* Lines of a program that begins again if it was not run as a main script. */
extern const char *const js_restart;

struct js_name {
    const struct step *maker; /* the last of them */
    uint32_t made;            /* by how many steps */
    bool used;                /* by a step that acts on it */
    bool again;               /* by one that queues its callback again */
    bool several_delays;      /* the steps that make it differ in that */
    bool straight;            /* made in the straight line of the main part, which runs once */
    /* Variables, borrowed from `taken`; NULL for one that is not needed. */
    char *text;     /* what was made */
    char *function; /* its callback */
    char *delay;    /* in milliseconds */
};

struct js {
    const struct program *program;
    FILE *out;
    uint32_t needs;       /* NEED_... */
    struct js_name *name; /* [string id] */
    char **reached;       /* [slot]: the counter of a `first` */
    char **taken;         /* all identifiers of the program's own; owned */
    size_t taken_count, taken_room;
    uint32_t jobs, pairs;          /* how many to prepare */
    bool has_err;                  /* the function that is written is told of an error */
    uint32_t loops;                /* `repeat` blocks around the step that is written */
    char *loop[PROGRAM_DEPTH_MAX]; /* their counters, as far as there were so many */
};

/* ---- js_plan.c ---- */
void js_plan(struct js *js);
void js_plan_release(struct js *js);
/* Is it made once? Then its variables are declared there, but for what `again` makes
 * anew. All others are declared above everything, since a name stands for the latest
 * that was made under it. */
bool js_is_const(const struct js_name *n);
/* The variable that the innermost `repeat` counts with; borrowed from `taken`. */
const char *js_loop_counter(struct js *js);

/* ---- js_head.c ---- */
/* The comment, the modules, the helpers and the variables. */
void js_put_head(struct js *js);
/* A comment's text, which must not end its line. */
void js_put_comment(struct js *js, const char *text);
#endif
