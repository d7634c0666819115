/* edit.h - one small change that makes a program simpler.
 * Edits are made of a program in passes: all that remove something, all that lift a block
 * out of its step, all that make a step plainer. Not every edit leaves a sound program:
 * the parser says which. */
#ifndef FUZZ_EDIT_H
#define FUZZ_EDIT_H
#include "scenario/program.h"

enum edit_kind {
    EDIT_REMOVE,     /* `count` steps from `step` on, all of one block */
    EDIT_LIFT,       /* the step by what its body holds */
    EDIT_LIFT_ELSE,  /* the step by what stands after its `else` */
    EDIT_DROP_ELSE,  /* and its block */
    EDIT_DROP_THEN,  /* the last one, and its block */
    EDIT_DROP_BODY,  /* where it may be left out */
    EDIT_AFTER,      /* `time` in place of the duration */
    EDIT_DROP_AFTER, /* where it may be left out */
    EDIT_REPEAT,     /* `time` in place of the repeat */
    EDIT_DROP_REPEAT,
    EDIT_COUNT,        /* `count` in place of the count */
    EDIT_DROP_STOPPED, /* the word */
    EDIT_DROP_NAME,    /* that nothing uses */
    EDIT_OPTION,       /* the first of the words that it may have there */
    EDIT_FEWER_LABELS, /* of a log: the first one */
    EDIT_DROP_WORKERS, /* in the head; `step` is none */
    EDIT_BUDGET,       /* `count` in the head; 0 for no such line. In no pass: see cmd_fuzz.c */
    EDIT_KIND_COUNT
};

struct edit {
    enum edit_kind kind;
    uint32_t step; /* by number: as they stand in the text, from 0 */
    uint32_t count;
    uint64_t time;
};

enum edit_pass { PASS_REMOVE, PASS_LIFT, PASS_PLAIN, PASS_COUNT };

struct edits {
    struct edit *item;
    size_t count, room;
};

/* All edits of a pass, those first that take away most. For edits_release(). */
void edits_list(struct edits *e, const struct program *p, enum edit_pass pass);
void edits_release(struct edits *e);

/* The text of the program after the edit, owned by the caller. */
char *edit_apply(const struct program *p, const struct edit *e);

/* The text with names and labels that are short and in order, owned by the caller. */
char *edit_rename(const struct program *p);

/* Steps in all. */
uint32_t edit_steps(const struct program *p);
#endif
