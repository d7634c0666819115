/* c_inside.h - what the files of the C export share. Inner to this folder.
 *
 *   c_words.c  the words: a row each
 *   c_help.c   headers, variables and helpers that are there if they are used
 *   c_plan.c   objects, what has no form in C, names
 *   c_step.c   statements
 *   c.c        functions, variables, the whole */
#ifndef EXPORT_C_INSIDE_H
#define EXPORT_C_INSIDE_H
#include "export/plan_inside.h"
#include "export/write_inside.h"

/* A word of layer core. All texts are templates, whose values are those of c.c. */
struct c_word {
    const char *call;         /* the statements */
    const char *start;        /* of a handle: the call that starts it */
    const char *type;         /* the variable's; one over a pipe may be over TCP */
    const char *beside;       /* declarations of what goes with that */
    const char *once;         /* a function, once for all whose text is the same */
    const char *function;     /* what its callback is called; "on_$name" unless said */
    const char *takes;        /* what libuv calls that with */
    const char *first, *last; /* lines before the block and behind it */
    const char *status;       /* what `observe status` is there; unless said 0 */
    const char *named;        /* the name that `observe named` compares with; NULL for none */
    const char *told;         /* what `observe signal` and `observe events` are; unless said 0 */
    const char *lacks;        /* instead of a call: why there is none */
};

extern const struct c_word c_words[STEP_KIND_COUNT];
extern const struct c_word c_send;                  /* a `write` to a datagram handle */
extern const char *const c_observes[OBSERVE_COUNT]; /* the call of an `observe` */
extern const struct language c_language;

struct c {
    struct writer w;
    struct plan plan;
    bool counts_threads;            /* those that we start ourselves must be left out */
    const struct plan_step *inside; /* whose function is written; NULL: main() */
    uint32_t repeats, times;        /* around the step that is written: blocks, calls */
    uint32_t seconds;               /* loops beside the first */
    uint32_t written;               /* bytes, by the longest `write` */
    const char *once;               /* functions that several steps may call for */
};

/* ---- c_plan.c ---- */
const struct c_word *c_word_for(const struct plan_step *x);
/* 0, or -1 with `*d` filled in where it has no form in C. */
int c_check(const struct c *c, const struct plan_step *x, struct diag *d);
void c_name(struct c *c); /* all objects, loops and functions */

/* ---- c_step.c ---- */
enum { C_VALUES_MAX = 64 };
/* A step in the writing, with the values of its templates. */
struct c_line {
    struct c *c;
    struct plan_step *x;
    uint32_t depth;
    struct value value[C_VALUES_MAX];
    struct values values;
};
void c_begin_line(struct c_line *l, struct c *c, struct plan_step *x, uint32_t depth);
/* One more value; the text may still be changed. */
struct value *c_add(struct c_line *l, const char *key, const char *text);
const char *c_block_text(struct c *c, const struct block *b, struct plan_step *steps,
                         uint32_t depth);
#endif
