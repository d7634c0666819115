/* edit.h - one small change that makes a program simpler. There are three passes: edits that remove
 * something, edits that replace a step by its block, and edits that simplify a step. Not every edit
 * leaves a valid program: the parser decides. */
#ifndef FUZZ_EDIT_H
#define FUZZ_EDIT_H
#include "scenario/program.h"

enum edit_kind {
    EDIT_REMOVE,     /* remove `count` steps from `step` on, all in one block */
    EDIT_LIFT,       /* replace the step by the steps of its body */
    EDIT_LIFT_ELSE,  /* replace the step by the steps of its `else` block */
    EDIT_DROP_ELSE,  /* remove `else` and its block */
    EDIT_DROP_THEN,  /* remove the `then` of index `count`, and its block */
    EDIT_DROP_BODY,  /* remove the body, if it is optional */
    EDIT_AFTER,      /* set the duration to `time` */
    EDIT_DROP_AFTER, /* remove the duration, if it is optional */
    EDIT_REPEAT,     /* set the repeat to `time` */
    EDIT_DROP_REPEAT,
    EDIT_COUNT,        /* set the count to `count` */
    EDIT_DROP_STOPPED, /* remove the word `stopped` */
    EDIT_DROP_NAME,    /* remove a name that nothing uses */
    EDIT_OPTION,       /* use the first word of its group instead */
    EDIT_FEWER_LABELS, /* keep only the first label of a log */
    EDIT_DROP_WORKERS, /* remove `workers` from the head; `step` is unused */
    /* Set the budget in the head to `count`, 0: remove it. Part of no pass: see
     * runner/fuzz/reduce.c. */
    EDIT_BUDGET,
    EDIT_KIND_COUNT
};

struct edit {
    enum edit_kind kind;
    uint32_t step; /* index of the step in the order of the text, from 0 */
    uint32_t count;
    uint64_t time;
};

enum edit_pass { PASS_REMOVE, PASS_LIFT, PASS_PLAIN, PASS_COUNT };

struct edits {
    struct edit *item;
    size_t count, room;
};

/* List all edits of a pass, the largest removals first. Free with edits_release(). */
void edits_list(struct edits *e, const struct program *p, enum edit_pass pass);
void edits_release(struct edits *e);

/* The text of the program after the edit, owned by the caller. */
char *edit_apply(const struct program *p, const struct edit *e);

/* The text with names and labels that are short and in order, owned by the caller. */
char *edit_rename(const struct program *p);

/* The number of steps in the program. */
uint32_t edit_steps(const struct program *p);
#endif
