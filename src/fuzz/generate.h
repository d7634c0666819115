/* generate.h - random programs, built as a tree, never as text. Seed, family and number determine a
 * program, on every machine. It is valid: printed and parsed it is the same program again. Mostly
 * it also makes sense: what it acts on exists and is seldom closed. Most callbacks log a label of
 * their own, and the budget is small. */
#ifndef FUZZ_GENERATE_H
#define FUZZ_GENERATE_H
#include "fuzz/family.h"

enum { FUZZ_BUDGET = 25 }; /* callbacks; more if streams are read */

struct fuzz_generator;

/* NULL: a random family for each program. */
struct fuzz_generator *fuzz_generator_new(uint64_t seed, const struct fuzz_family *family);
void fuzz_generator_free(struct fuzz_generator *g); /* NULL is fine */

/* Borrowed, until the next call. */
const struct program *fuzz_generate(struct fuzz_generator *g, uint64_t number);

/* Does it use what the whole process shares: signals, child processes, other loops? Then it needs a
 * process of its own. */
bool fuzz_is_solitary(const struct program *p);
/* Does it close its loop, or can it observe whether the loop is new? Before its first wait a loop
 * has not registered its own descriptor for wake-ups. So other descriptors may be reported before
 * that one, and the poll timeout is 0. */
bool fuzz_wants_new_loop(const struct program *p);
/* Can it not be compared with a runtime on the real clock? True for a program that shows the
 * clock's reading, or that waits for a thread of the pool or another process. Also for one with
 * both descriptors and unreferenced objects: a runtime connects descriptors before the program
 * begins, which takes an iteration, and unreferenced objects may be the first to miss it. */
bool fuzz_needs_virtual(const struct program *p);
#endif
