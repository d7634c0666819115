/* shrink.h - from a program that two backends disagree about to the smallest one. */
#ifndef FUZZ_SHRINK_H
#define FUZZ_SHRINK_H
#include "scenario/program.h"

/* Do they still disagree about this one? `text` is what it was parsed from. */
typedef bool shrink_test(void *arg, const struct program *p, const char *text);

enum { SHRINK_TRIES_MAX = 4000 };

/* Delta debugging on the tree: edits of fuzz/edit.h are kept that the test still says yes
 * to, until none is left, or after so many tries. The result is owned by the caller;
 * `*tries` is how often the test was asked. */
char *shrink(const char *text, shrink_test *test, void *arg, uint32_t *tries);
#endif
