#include "fuzz/inside.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- strings ---- */

uint32_t handle_id(uint32_t n)
{
    return 1 + n;
}

uint32_t label_id(uint32_t n)
{
    return 1 + HANDLES_MAX + n;
}

uint32_t observe_id(enum observe_what what, uint32_t handle)
{
    return 1 + HANDLES_MAX + LABELS_MAX + what * HANDLES_MAX + handle;
}

static void fill_strings(struct fuzz_generator *g)
{
    for (uint32_t i = 0; i < HANDLES_MAX; i++)
        snprintf(g->text[handle_id(i)], sizeof g->text[0], "h%u", i + 1);
    for (uint32_t i = 0; i < LABELS_MAX; i++)
        snprintf(g->text[label_id(i)], sizeof g->text[0], "l%u", i + 1);
    for (size_t what = 0; what < OBSERVE_COUNT; what++) {
        const struct choice *c = word_choice(GROUP_OBSERVE, what);
        for (uint32_t i = 0; i < HANDLES_MAX; i++)
            snprintf(g->text[observe_id((enum observe_what)what, i)], sizeof g->text[0],
                     c->takes ? "%s.h%u" : "%s", c->text, i + 1);
    }
    for (uint32_t i = 0; i < STRINGS; i++) {
        g->string[i] = g->text[i];
        g->id[i] = i;
    }
}

/* ---- the program ---- */

enum { BUDGET_OF_READS = 45 }; /* more than a stream reads per event */

/* Returns it. */
static const struct fuzz_family *choose_family(struct fuzz_generator *g, uint64_t number)
{
    uint32_t count = (uint32_t)fuzz_family_count();
    const struct fuzz_family *f = g->family;
    enum program_layer layer;
    if (!f)
        f = fuzz_family_at(random_below(&g->random, count));
    do
        layer = (enum program_layer)random_below(&g->random, LAYER_COUNT);
    while (!f->weight[layer]);
    g->weight = f->weight[layer];
    g->weight_sum = 0;
    for (int i = 0; i < STEP_KIND_COUNT; i++)
        g->weight_sum += g->weight[i];
    snprintf(g->title, sizeof g->title, "program %llu of seed %llu, family %s",
             (unsigned long long)number, (unsigned long long)g->seed, f->name);
    g->rule[0] = f->rule;
    g->program.layer = layer;
    g->program.budget = g->weight[STEP_FEED] ? BUDGET_OF_READS : FUZZ_BUDGET;
    g->program.string = g->string;
    g->program.string_count = STRINGS;
    return f;
}

/* Sometimes set the pool's size, in programs with jobs. */
static void choose_workers(struct fuzz_generator *g)
{
    static const char *const sizes[] = { "1", "2", "2", "3", "5", "8", "8", "129", "0", "x" };
    bool sets_workers = g->weight[STEP_WORK] >= 6 &&
                        chance(g, 8); /* it needs a process of its own */
    g->program.workers = sets_workers ? PICK(g, sizes) : NULL;
}

/* The main block. If the family has errors, there is mostly a handler for them; a program that runs
 * the loop itself does so at the end. */
static void fill_main(struct fuzz_generator *g, struct draft *d)
{
    struct scope scope = { .number = ++g->block_count };
    bool on_uncaught = g->weight[STEP_THROW] && chance(g, 75);
    if (on_uncaught) {
        struct step on = block_blank_step(STEP_ON);
        on.option = EVENT_UNCAUGHT;
        on.body = block_make(g, &scope, &on, NULL);
        block_add(d, &on);
    }
    if (g->weight[STEP_FILE] > 1) /* most of its words need a file */
        step_add(g, &scope, d, STEP_FILE);
    if (g->weight[STEP_CONNECT] > 2 && chance(g, 30)) { /* two ends that can be reset */
        step_add(g, &scope, d, STEP_LISTEN);
        step_add(g, &scope, d, STEP_CONNECT);
    }
    block_fill(g, &scope, d, 2 + random_below(&g->random, 4));
    if (d->count == 0)
        block_add_log(g, d);
    if (g->program.workers && g->program.layer == LAYER_CORE)
        block_add_observe(g, d, OBSERVE_THREADS);
    if (on_uncaught && chance(g, 10)) {
        struct step throw = block_blank_step(STEP_THROW);
        block_add(d, &throw);
    }
    if (!g->weight[STEP_RUN])
        return;
    struct step run = block_blank_step(STEP_RUN), close = block_blank_step(STEP_CLOSE_LOOP);
    block_add(d, &run);
    if (chance(g, 50))
        block_add_observe(g, d, OBSERVE_RESULT);
    if (g->weight[STEP_CLOSE_LOOP] && chance(g, 15)) {
        block_add(d, &close);
        block_add_observe(g, d, OBSERVE_RESULT);
    }
}

const struct program *fuzz_generate(struct fuzz_generator *g, uint64_t number)
{
    struct draft d = { .count = 0 };
    g->random = random_of(g->seed, number);
    g->steps = g->blocks = g->block_count = g->handles = 0;
    g->names = g->labels = g->slots = g->watched = 0;
    if (choose_family(g, number)->is_many_timers) {
        g->many_timers = g->many_timers ? g->many_timers : many_timers_new();
        many_timers_fill(g);
        return &g->program;
    }
    choose_workers(g);
    fill_main(g, &d);
    g->program.main = *block_keep(g, &d);
    g->program.slot_count = g->slots;
    return &g->program;
}

struct fuzz_generator *fuzz_generator_new(uint64_t seed, const struct fuzz_family *family)
{
    struct fuzz_generator *g = xcalloc(1, sizeof *g);
    g->seed = seed;
    g->family = family;
    fill_strings(g);
    g->program = (struct program){
        .file = "fuzz", .title = g->title, .rule = g->rule, .rule_count = 1, .budget = FUZZ_BUDGET
    };
    return g;
}

void fuzz_generator_free(struct fuzz_generator *g)
{
    if (g)
        many_timers_free(g->many_timers);
    free(g);
}

bool fuzz_is_solitary(const struct program *p)
{
    return p->workers || program_is_of_process(p);
}

static bool is_descriptor(const struct step *s)
{
    return word_of(s->kind)->has_fd;
}

static bool is_wakeup(const struct step *s)
{
    return word_of(s->kind)->wakes_loop;
}

static bool needs_new_loop(const struct step *s)
{
    return word_of(s->kind)->new_loop || step_choice(s)->new_loop;
}

bool fuzz_wants_new_loop(const struct program *p)
{
    return program_has(p, needs_new_loop) ||
           (program_has(p, is_descriptor) && program_has(p, is_wakeup));
}

/* Runtimes print a warning about a delay that is too long, which takes time. */
static bool hangs_on_instants(const struct step *s)
{
    if (s->kind == STEP_TIMEOUT || s->kind == STEP_INTERVAL)
        return s->after_ns > 1000 * 1000000000ull;
    return step_choice(s)->has_instant || (word_of(s->kind)->has_instant && s->after_ns != NO_TIME);
}

static bool is_unref(const struct step *s)
{
    return s->kind == STEP_UNREF;
}

bool fuzz_needs_virtual(const struct program *p)
{
    return program_has(p, hangs_on_instants) ||
           (program_has(p, is_descriptor) && program_has(p, is_unref));
}
