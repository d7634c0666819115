/* family.h - what random programs are about. A family is a row: for each layer that it
 * speaks of, how often each word of the language comes in it. */
#ifndef FUZZ_FAMILY_H
#define FUZZ_FAMILY_H
#include <stddef.h>
#include <stdint.h>
#include "scenario/program.h"

struct fuzz_family {
    const char *name, *says;
    const char *rule; /* that stands at the head of a program which is kept */
    /* By layer: the weight of each kind of step, or NULL. */
    const uint8_t *weight[LAYER_COUNT];
};

size_t fuzz_family_count(void);
const struct fuzz_family *fuzz_family_at(size_t i);
const struct fuzz_family *fuzz_family_find(const char *name); /* NULL for none */
#endif
