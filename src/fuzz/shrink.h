/* shrink.h - reduces a program about which two backends disagree to a small one. */
#ifndef FUZZ_SHRINK_H
#define FUZZ_SHRINK_H
#include "scenario/program.h"

/* Do the backends still disagree about this program? `text` is its source. */
typedef bool shrink_test(void *arg, const struct program *p, const char *text);

enum { SHRINK_TRIES_MAX = 4000 };

/* Delta debugging on the tree: try the edits of fuzz/edit.h and keep those that the test accepts,
 * until none is left or the limit of tries is reached. The result is owned by the caller; `*tries`
 * is the number of tests. */
char *shrink(const char *text, shrink_test *test, void *arg, uint32_t *tries);
#endif
