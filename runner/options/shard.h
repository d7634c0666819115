/* shard.h - one part of a suite of several, for as many machines.
 * The cases that were chosen are dealt out like cards, so parts differ by one case at
 * most and families, which take alike, are spread. */
#ifndef RUNNER_OPTIONS_SHARD_H
#define RUNNER_OPTIONS_SHARD_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/diag.h"

enum { SHARD_TEXT_MAX = 24 };

struct shard {
    uint32_t number; /* from 1 */
    uint32_t count;  /* 0: the whole */
};

/* "2/8"; -1 with `*d`. */
int shard_parse(const char *text, struct shard *s, struct diag *d);
/* Without one on the command line, that of Bazel's variables: TEST_SHARD_INDEX, from 0,
 * and TEST_TOTAL_SHARDS. TEST_SHARD_STATUS_FILE is touched, by which Bazel knows that
 * they were heeded. -1 with `*d`: they make no sense, or it cannot be touched. */
int shard_adopt(struct shard *s, struct diag *d);
/* "2/8" into `text`, which is returned; NULL for the whole, and for the only part of one. */
const char *shard_print(const struct shard *s, char text[SHARD_TEXT_MAX]);
/* Is the i-th of all cases, from 0, in this part? */
bool shard_has(const struct shard *s, size_t i);
#endif
