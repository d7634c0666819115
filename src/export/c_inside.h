/* c_inside.h - what the files of the C export share. Inner to this folder.
 *
 *   c_words.c  the words: a row each
 *   c_help.c   headers, variables and helpers that are there if they are used (help/c_ files)
 *   c_plan.c   objects, what has no form in C, names
 *   c_step.c   statements
 *   c.c        functions, variables, the whole */
#ifndef EXPORT_C_INSIDE_H
#define EXPORT_C_INSIDE_H
#include "export/plan_inside.h"
#include "export/write_inside.h"

/* How a word of layer core is written. All texts are templates (write_inside.h); c_step.c has their
 * values. */
struct c_word {
    const char *call;              /* the statements of the step */
    const char *start;             /* the call that starts a handle */
    const char *type;              /* type of its variable; a pipe's may become that of TCP */
    const char *more_declarations; /* further declarations for the variable */
    const char *once; /* a helper function, written once even if several steps have the same text */
    const char *function;     /* name of its callback; NULL: "on_$name" */
    const char *takes;        /* parameters of the callback */
    const char *first, *last; /* lines before and after the body of the callback */
    const char *status;       /* expression for `observe status` in the callback; NULL: 0 */
    const char *named; /* expression for the name that `observe named` compares with; NULL: none */
    const char *reported; /* expression for `observe signal` and `observe events`; NULL: 0 */
    const char *lacks;    /* if it cannot be written: the reason */
};

extern const struct c_word c_words[STEP_KIND_COUNT];
extern const struct c_word c_send;                  /* a `write` to a datagram handle */
extern const char *const c_observes[OBSERVE_COUNT]; /* the call of an `observe` */
extern const struct language c_language;

struct c {
    struct writer w;
    struct plan plan;
    bool counts_threads;            /* threads of the written program itself must not be counted */
    const struct plan_step *inside; /* the step whose callback is being written; NULL: main() */
    /* Number of `repeat` blocks around the current step, and their product. */
    uint32_t repeats, times;
    uint32_t seconds; /* number of loops beside the first */
    uint32_t written; /* bytes of the longest `write` */
    const char *once; /* helper functions written so far */
};

/* ---- c_plan.c ---- */
const struct c_word *c_word_for(const struct plan_step *x);
const struct c_word *c_callback_for(const struct plan_step *x); /* how its callback looks */
/* 0, or -1 with `*d` filled in if the step cannot be written in C. */
int c_check(const struct c *c, const struct plan_step *x, struct diag *d);
void c_name(struct c *c); /* names all objects, loops and functions */

/* ---- c_step.c ---- */
enum { C_VALUES_MAX = 64 };
/* A step being written, with the values of its templates. */
struct c_line {
    struct c *c;
    struct plan_step *x;
    uint32_t depth;
    struct value value[C_VALUES_MAX];
    struct values values;
};
void c_begin_line(struct c_line *l, struct c *c, struct plan_step *x, uint32_t depth);
/* Add a value; its text may be changed later. */
struct value *c_add(struct c_line *l, const char *key, const char *text);
const char *c_block_text(struct c *c, const struct block *b, struct plan_step *steps,
                         uint32_t depth);
#endif
