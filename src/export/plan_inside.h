/* plan_inside.h - what is known about a program before it is written: its steps, loops and objects.
 * Inner to this folder. Both exports make a plan and add their own names to it. */
#ifndef EXPORT_PLAN_INSIDE_H
#define EXPORT_PLAN_INSIDE_H
#include "base/mem.h"
#include "export/maybe_missing.h"
#include "scenario/program.h"

/* The program's own loop, or that of a `loop` block. */
struct plan_loop {
    bool several;                 /* several of them may exist at a time */
    struct plan_object **by_name; /* [string id] */
    const char *text;             /* the argument for libuv: "loop", "&my_loop" */
    const char *result; /* variable for the result of the latest call; NULL if nothing reads it */
    struct plan_loop *next;
};

/* An object: what a name refers to, or what a step makes without a name. */
struct plan_object {
    const struct plan_loop *loop;
    struct plan_step *maker, *last; /* the first step that makes it, and the last */
    uint32_t made;                  /* number of steps that make it */
    bool several;        /* it refers to several objects, one after the other or at a time */
    bool used, again;    /* a step acts on it; an `again` step does */
    bool started;        /* a `start` step acts on it */
    bool given;          /* a `give` step gives it another callback, or none */
    bool several_delays; /* the steps that make it have different delays */
    bool maybe_missing;  /* a step may use it before it is made */
    /* C: */
    const char *type;     /* "uv_timer_t" */
    const char *address;  /* "&my_t", or "my_t" where that is a pointer */
    bool pointer;         /* each object is allocated; the variable points to the latest */
    bool local;           /* the variable is local to the function that makes it */
    bool callback_varies; /* a variable holds its callback */
    /* Identifiers; NULL if not needed. */
    const char *text;     /* the variable */
    const char *function; /* JavaScript: its callback */
    const char *delay;    /* JavaScript: its delay in milliseconds */
    struct plan_object *next;
};

struct plan_step {
    const struct step *step;
    struct plan_loop *loop; /* the loop in which it is performed */
    struct plan_loop *own;  /* a `loop` step: the loop that it makes */
    /* The object made or acted on; the one it is made from; or NULL. */
    struct plan_object *object, *from;
    struct plan_step *body, *otherwise; /* the steps of these blocks */
    bool never_runs;                    /* its callback is never called */
    bool runs_once;                     /* performed exactly once, by the main part of its loop */
    /* The function that holds its body: */
    const char *function; /* NULL for none */
    bool written;         /* it is defined */
    bool early;           /* it is used before it is defined */
    struct plan_step *next;
};

struct plan {
    const struct program *program;
    struct arena *arena;
    struct maybe_missing maybe_missing;
    struct plan_loop *loops;     /* the program's own first */
    struct plan_object *objects; /* in the order of the program */
    struct plan_step *main;      /* its steps */
    struct plan_step *steps;     /* all of them, in the order of the program */
    bool has[STEP_KIND_COUNT];   /* a step of that kind */
    bool observes[OBSERVE_COUNT];
    struct plan_loop **owner; /* by slot: the loop in which a `first` counts; NULL: none */
    const char **reached;     /* by slot: its counter */
};

/* The plan's memory is in the arena, except `maybe_missing`. */
void plan_make(struct plan *p, const struct program *program, struct arena *arena);
void plan_release(struct plan *p);
/* Does it make an object with a variable? */
bool plan_makes(const struct step *s);
/* Does its block run in the surrounding function? */
bool plan_is_inline(const struct step *s);
/* Does this body observe that, in its own function? */
bool plan_observes(const struct block *b, enum observe_what what);
#endif
