/* inside.h - a program in the making. Inner to this folder.
 *
 *   generate.c   the program: its family, its strings, its main block
 *   blocks.c     what a block holds, by whose it is
 *   steps.c      one step: its word, its parts, and which handle it may act on
 *   many_timers.c  programs with many timers */
#ifndef FUZZ_INSIDE_H
#define FUZZ_INSIDE_H
#include <assert.h>
#include "base/mem.h"
#include "fuzz/generate.h"
#include "fuzz/random.h"
#include "scenario/words.h"

enum {
    HANDLES_MAX = 24, /* handles with a name */
    LABELS_MAX = 40,  /* labels of logs; further callbacks share the last one */
    STEPS_MAX = 160,
    BLOCKS_MAX = 120,
    BLOCK_STEPS_MAX = 10,
    DEPTH_MAX = 3, /* depth of blocks in which handles are made */
    STRINGS = 1 + HANDLES_MAX + LABELS_MAX + OBSERVE_COUNT * HANDLES_MAX,
};

static_assert(SIGNAL_COUNT <= 64, "a set of signals has 64 bits");

struct handle {
    uint32_t name;
    enum step_kind kind;
    uint16_t option;  /* the option of the step that made it */
    uint8_t events;   /* likewise */
    bool is_closable; /* some step closes it, so others do not use it */
    bool is_closed;   /* the step that closes it was made */
    bool has_peer;
    bool has_body;
    bool is_repeated; /* its callback is called repeatedly, until it is ended */
    uint32_t block;   /* the number of the block that made it */
};

struct many_timers;

struct fuzz_generator {
    uint64_t seed;
    const struct fuzz_family *family; /* NULL: any */
    struct random random;
    struct program program;
    const uint8_t *weight;
    uint32_t weight_sum;
    struct step step[STEPS_MAX];
    uint32_t steps;
    struct block block[BLOCKS_MAX];
    uint32_t blocks;
    uint32_t block_count; /* blocks entered so far */
    struct handle handle[HANDLES_MAX];
    uint32_t handles; /* handles in scope */
    uint32_t names, labels;
    uint32_t slots;
    uint64_t watched;                /* watched signals, one bit each */
    struct many_timers *many_timers; /* NULL until a family has one */
    char title[120];
    const char *rule[1];
    /* All programs have the same strings. */
    char text[STRINGS][16];
    const char *string[STRINGS];
    uint32_t id[STRINGS]; /* id[i] is i, for labels of steps to point to */
};

/* The place in which a step is generated. */
struct scope {
    uint32_t depth;
    uint32_t number;        /* number of the block */
    uint32_t first_in_loop; /* handles before this index belong to another loop */
    struct handle *self;    /* the handle whose callback this is, or NULL */
    bool in_callback;
    bool may_repeat; /* it may run more than once */
    bool in_flow, in_exit, in_child;
    bool has_status; /* the callback has a status */
    uint32_t reads;  /* the name of the stream that is read here, or 0 */
};

/* A block under construction. */
struct draft {
    struct step step[BLOCK_STEPS_MAX];
    uint32_t count;
};

static inline bool chance(struct fuzz_generator *g, uint32_t percent)
{
    return random_percent(&g->random, percent);
}

#define PICK(g, array) ((array)[random_below(&(g)->random, (uint32_t)ARRAY_SIZE(array))])

/* ---- generate.c: strings ---- */
uint32_t handle_id(uint32_t n);
uint32_t label_id(uint32_t n);
uint32_t observe_id(enum observe_what what, uint32_t handle);

/* ---- many_timers.c ---- */
struct many_timers *many_timers_new(void);
void many_timers_free(struct many_timers *c); /* NULL is fine */
/* Make the whole program, once its family and its random numbers are known. */
void many_timers_fill(struct fuzz_generator *g);

/* ---- blocks.c ---- */
/* False if the program is nearly full: then only blocks that are required are added. */
bool block_has_room(const struct fuzz_generator *g);
const struct block *block_keep(struct fuzz_generator *g, const struct draft *d);
struct step block_blank_step(enum step_kind kind);
void block_add(struct draft *d, const struct step *s);
void block_add_log(struct fuzz_generator *g, struct draft *d);
void block_add_observe(struct fuzz_generator *g, struct draft *d, enum observe_what what);
/* Add up to `count` random steps. */
void block_fill(struct fuzz_generator *g, struct scope *scope, struct draft *d, uint32_t steps);
/* Make a block of the step `s`; `self` is the handle that the step makes, or NULL. */
const struct block *block_make(struct fuzz_generator *g, const struct scope *outer,
                               const struct step *s, struct handle *self);
/* first COUNT { STEP }; or, if `otherwise`, first COUNT { log } else { STEP }. */
struct step block_guard(struct fuzz_generator *g, const struct step *s, uint32_t count,
                        bool otherwise);

/* ---- steps.c ---- */
void step_add_random(struct fuzz_generator *g, struct scope *scope, struct draft *d);
/* Add a step of this kind, if possible here. */
void step_add(struct fuzz_generator *g, struct scope *scope, struct draft *d, enum step_kind kind);
/* Add what the step makes to the handles in scope; NULL if it gets no name. */
struct handle *step_name_handle(struct fuzz_generator *g, const struct scope *scope,
                                struct step *s);
/* A handle on which the step may act here; NULL if there is none. */
struct handle *step_pick_handle(struct fuzz_generator *g, const struct scope *scope,
                                enum step_kind act, uint64_t takes);
uint64_t step_pick_span(struct fuzz_generator *g, enum step_kind kind);
#endif
