/* shard.h - one of several parts of a suite, for as many machines. The chosen cases are dealt out
 * like cards, so parts differ by at most one case, and cases of one family, which take about the
 * same time, are spread. */
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
/* If the command line names no shard, use Bazel's: TEST_SHARD_INDEX, from 0, and TEST_TOTAL_SHARDS.
 * Touch TEST_SHARD_STATUS_FILE, which tells Bazel that they were used. -1 with `*d` if they make no
 * sense or the file cannot be touched. */
int shard_adopt(struct shard *s, struct diag *d);
/* Write "2/8" to `text` and return it; NULL for the whole suite, and for 1/1. */
const char *shard_print(const struct shard *s, char text[SHARD_TEXT_MAX]);
/* Is the i-th case, from 0, in this part? */
bool shard_has(const struct shard *s, size_t i);
#endif
