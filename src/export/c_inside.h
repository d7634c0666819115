/* c_inside.h - what the files of the C export share. Nobody else includes it.
 * A plan is made of the whole program first (variables, functions, and which helpers
 * it calls), then the head is written, then the functions.
 *
 *   c.c        the whole: functions and main()
 *   c_plan.c   what is declared: variables, functions
 *   c_name.c   how that is called
 *   c_words.c  identifiers that cannot clash
 *   c_needs.c  which helpers are called
 *   c_head.c   the comment, includes, variables
 *   c_help.c   the helpers
 *   c_make.c   the statements of steps that make something
 *   c_step.c   the others */
#ifndef EXPORT_C_INSIDE_H
#define EXPORT_C_INSIDE_H
#include <stdio.h>
#include "base/mem.h"
#include "scenario/program.h"

/* Helpers of the written program, and headers that it calls for by other means. */
enum {
    NEED_BUSY = 1 << 0,
    NEED_VALUE = 1 << 1,       /* print_value() */
    NEED_SPEND = 1 << 2,       /* spend() in every callback */
    NEED_PAIR = 1 << 3,        /* open_pair() */
    NEED_LIMIT = 1 << 4,       /* limit_buffer() */
    NEED_FEED = 1 << 5,        /* feed() */
    NEED_FILL = 1 << 6,        /* fill() */
    NEED_EMPTY = 1 << 7,       /* empty() */
    NEED_AFTER = 1 << 8,       /* after() */
    NEED_RAISE_AFTER = 1 << 9, /* raise_after() */
    NEED_INTERRUPT = 1 << 10,  /* interrupt_after() */
    NEED_WRITE = 1 << 11,      /* write_bytes() */
    NEED_SHUTDOWN = 1 << 12,   /* shut_down() */
    NEED_PATH = 1 << 13,       /* bind_path() */
    NEED_PORT = 1 << 14,       /* bind_port() */
    NEED_PIPE = 1 << 15,       /* connect_pipe() */
    NEED_TCP = 1 << 16,        /* connect_tcp() */
    NEED_NOWHERE = 1 << 17,    /* connect_nowhere() */
    NEED_DATAGRAM = 1 << 18,   /* bind_datagrams(), feed_each() */
    NEED_CHILD = 1 << 19,      /* spawn_true() */
    NEED_STAT_NOW = 1 << 20,   /* stat_now() */
    NEED_LOOKUP = 1 << 21,     /* getaddrinfo() */
    NEED_THREADS = 1 << 22,    /* threads() */
    NEED_TURNS = 1 << 23,      /* turns() */
    NEED_NOW = 1 << 24,        /* `start` */
    NEED_FREE_HANDLE = 1 << 25,
    NEED_MALLOC = 1 << 26,
    NEED_SIGNAL = 1 << 27,
    NEED_OWN_THREADS = 1 << 28, /* that threads() must not count */
    NEED_DUE_IN = 1 << 29,      /* due_in() */
};

/* A loop: the program's own, or that of a `loop` block. */
struct c_loop {
    const struct step *step; /* the block's; NULL for the program's own */
    const char *text;        /* as libuv is given it: "loop", "&loop2" */
    const char *result;      /* the variable for the latest call's; NULL if nobody looks */
    bool several;            /* it may be there more than once: its variables are the threads' */
    struct c_object **by_name;
    struct c_loop *next;
};

/* What a name stands for, or a step makes that gives no name. */
struct c_object {
    const struct c_loop *loop;
    const struct step *maker; /* the first of them */
    uint32_t made;            /* by so many steps */
    bool several;             /* things at a time: each is allocated */
    bool local;               /* a variable of the function that makes it */
    bool started;             /* by a `start` */
    const char *type;         /* "uv_timer_t" */
    const char *text;         /* the variable */
    const char *address;      /* "&t", or "t" where that is a pointer */
    const char *ends;         /* the variable for its descriptors; NULL for none */
    const char *where;        /* the same for a listener's address */
    const char *callback;     /* the same for its callback, where several steps make it */
    struct c_object *next;
};

/* What is known of a step. */
struct c_step {
    const struct step *step;
    struct c_loop *loop;
    struct c_object *object, *from; /* made or acted on; made from. NULL for none */
    const struct c_step *inside;    /* in whose function it stands; NULL for main() */
    bool dead;                      /* its callback is never called, and not written */
    bool straight;                  /* in the straight line of its loop's main part */
    uint32_t calls;                 /* from main(), as far as can be told */
    const char *function;           /* with its body; NULL for none */
    uint32_t order;                 /* of the function's definition */
    bool forward;                   /* the function is named before that */
};

struct c {
    const struct program *program;
    FILE *out;
    uint32_t needs;           /* NEED_... */
    struct arena arena;       /* of the plan */
    struct c_loop *loops;     /* the program's own first */
    struct c_object *objects; /* in the order of the program */
    struct c_step *step;      /* the same */
    struct c_step **by_step;  /* by address */
    size_t step_count, step_room;
    const char **reached;        /* [slot]: the counter of a `first` */
    const struct c_loop **owner; /* [slot]: whose it is */
    const char **taken;          /* all identifiers of the program's own */
    size_t taken_count, taken_room;
    uint64_t *span; /* different ones of `work`, in ns */
    size_t span_count, span_room;
    uint32_t *room; /* different ones of `read` */
    size_t room_count, room_room;
    uint32_t seconds; /* loops beside the first */
    uint32_t written; /* bytes, by the longest `write` */
    bool has_run, has_close;
    uint32_t repeats;                       /* around the step that is written */
    const char *counter[PROGRAM_DEPTH_MAX]; /* theirs, as far as there were so many */
};

/* ---- c_plan.c ---- */
int c_plan(struct c *c, struct diag *d); /* 0, or -1 with `*d` filled in */
void c_plan_release(struct c *c);
struct c_step *c_find(const struct c *c, const struct step *s);
/* Does it make a variable? */
bool c_is_maker(const struct step *s);
/* Does it run within the function that it stands in? */
bool c_is_inline(const struct step *s);
/* Is it made with a stream over TCP, not AF_UNIX? */
bool c_is_tcp(const struct c *c, const struct c_step *x);
/* Does the function of this body ask for that? */
bool c_asks(const struct block *b, enum observe_what what);

/* ---- c_name.c ---- */
void c_name(struct c *c); /* its objects, loops and functions */

/* ---- c_needs.c ---- */
void c_find_needs(struct c *c);

/* ---- c_words.c ---- */
/* An identifier like `wanted` that is nobody else's; borrowed. */
const char *c_take(struct c *c, const char *wanted);
/* The same; `wanted`, `wanted_noun`, or one with a number. */
const char *c_take_noun(struct c *c, const char *wanted, const char *noun);
const char *c_print(struct c *c, const char *fmt, ...) /* kept with the plan */
    __attribute__((format(printf, 2, 3)));
/* The counter of the innermost `repeat`. */
const char *c_counter(struct c *c);

/* ---- c_head.c ---- */
void c_put_head(struct c *c);
void c_put_comments(struct c *c, const char *const *comment, uint32_t count, uint32_t depth);
void c_put_helpers(struct c *c); /* c_help.c */

/* A step in the writing: where it stands, and what its statements have in common. */
struct c_line {
    struct c *c;
    const struct c_step *x;
    const struct step *s;
    const struct c_object *o;
    uint32_t depth;
    const char *loop;     /* "loop" */
    const char *at;       /* "&t" */
    const char *result;   /* "result = ", or "" */
    const char *callback; /* or "NULL" */
};

#define C_ALL "65536" /* bytes: more than any buffer here holds */

#define C_PUT(l, ...) c_put_line((l)->c, (l)->depth, __VA_ARGS__)

/* ---- c_make.c ---- */
void c_put_made(const struct c_line *l);
/* The call that starts a handle with this callback. */
void c_put_start(const struct c_line *l, const char *callback);
void c_put_stop(const struct c_line *l);
void c_put_ready(const struct c_line *l);
void c_put_thread(const struct c_line *l, const char *id);

/* ---- c_step.c ---- */
/* Does the call's result count as the latest? */
bool c_has_result(const struct step *s);
/* Signals by their names. */
const char *c_signal(const struct step *s);
/* The status that such a step's callback is given; NULL where that is always 0. */
const char *c_status(enum step_kind kind);
void c_put_line(struct c *c, uint32_t depth, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void c_put_steps(struct c *c, const struct block *b, uint32_t depth);
/* Milliseconds, with what they have behind the point; kept with the plan. */
const char *c_ms(struct c *c, uint64_t ns);
/* A timer's delay: whole milliseconds. */
const char *c_delay(struct c *c, uint64_t ns);
/* "work_95ms" */
const char *c_span_name(struct c *c, uint64_t ns);
#endif
