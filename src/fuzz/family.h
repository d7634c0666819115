/* family.h - kinds of random programs. A family is a row that gives, for each of its layers, the
 * weight of each word. */
#ifndef FUZZ_FAMILY_H
#define FUZZ_FAMILY_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "scenario/program.h"

struct fuzz_family {
    const char *name, *says;
    const char *rule; /* the rule to name in a program that is saved */
    /* By layer: the weight of each kind of step, or NULL. */
    const uint8_t *weight[LAYER_COUNT];
    bool
        is_many_timers; /* many_timers.c makes its programs: the weights say which steps come, not how often */
};

size_t fuzz_family_count(void);
const struct fuzz_family *fuzz_family_at(size_t i);
const struct fuzz_family *fuzz_family_find(const char *name); /* NULL for none */
#endif
