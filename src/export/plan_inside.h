/* plan_inside.h - what is known of a program before it is written: its steps, loops and
 * objects. Inner to this folder. Both exports make one; the names are theirs to give. */
#ifndef EXPORT_PLAN_INSIDE_H
#define EXPORT_PLAN_INSIDE_H
#include "base/mem.h"
#include "export/doubts.h"
#include "scenario/program.h"

/* A loop: the program's own, or that of a `loop` block. */
struct plan_loop {
    bool several;                 /* there may be more than one at a time */
    struct plan_object **by_name; /* [string id] */
    const char *text;             /* as libuv is given it: "loop", "&my_loop" */
    const char *result;           /* the variable for the latest call's; NULL if nobody looks */
    struct plan_loop *next;
};

/* What a name stands for, or a step makes that gives no name. */
struct plan_object {
    const struct plan_loop *loop;
    struct plan_step *maker, *last; /* the first step that makes it, and the last */
    uint32_t made;                  /* by so many */
    bool several;                   /* things, one after the other or at a time */
    bool used, again;               /* by a step that acts on it; by an `again` */
    bool started;                   /* by a `start` */
    bool several_delays;            /* the steps that make it differ in that */
    bool doubtful;                  /* somebody may look for it before it is made */
    /* C: */
    const char *type;    /* "uv_timer_t" */
    const char *address; /* "&my_t", or "my_t" where that is a pointer */
    bool pointer;        /* each has memory of its own; the variable stands for the latest */
    bool local;          /* the variable is the function's that makes it */
    bool switched;       /* a variable says which callback it has */
    /* Identifiers; NULL for one that is not needed. */
    const char *text;     /* the variable */
    const char *function; /* JavaScript: its callback */
    const char *delay;    /* JavaScript: in milliseconds */
    struct plan_object *next;
};

struct plan_step {
    const struct step *step;
    struct plan_loop *loop;             /* in which it is performed */
    struct plan_loop *own;              /* of a `loop`: the one it makes */
    struct plan_object *object, *from;  /* made or acted on; made from. NULL for none */
    struct plan_step *body, *otherwise; /* as in the step */
    bool dead;                          /* nobody ever calls its callback */
    bool straight;                      /* in the straight line of its loop's main part */
    /* The function with its body. */
    const char *function; /* NULL for none */
    bool written;         /* its definition is */
    bool early;           /* it is named before that */
    struct plan_step *next;
};

struct plan {
    const struct program *program;
    struct arena *arena;
    struct doubts doubts;
    struct plan_loop *loops;     /* the program's own first */
    struct plan_object *objects; /* in the order of the program */
    struct plan_step *main;      /* its steps */
    struct plan_step *steps;     /* all of them, in the order of the program */
    bool has[STEP_KIND_COUNT];   /* a step of that kind */
    bool observes[OBSERVE_COUNT];
    struct plan_loop **owner; /* [slot]: in which loop a `first` counts; NULL for nowhere */
    const char **reached;     /* [slot]: the counter */
};

/* A plan is of memory of the arena's, but for its doubts. */
void plan_make(struct plan *p, const struct program *program, struct arena *arena);
void plan_release(struct plan *p);
/* Does it make something that has a variable? */
bool plan_makes(const struct step *s);
/* Does its block run within the function that it stands in? */
bool plan_is_inline(const struct step *s);
/* Does the function of this body ask for that? */
bool plan_asks(const struct block *b, enum observe_what what);
#endif
