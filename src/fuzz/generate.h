/* generate.h - random programs, made as a tree and never as text.
 *
 * A program is known by its seed, its family and its number, and is the same wherever
 * it is made. It obeys the parser: printed and parsed it is the same program again. It
 * mostly obeys the scenario too: what it acts on exists and is seldom closed. Most of
 * its callbacks log a label of their own, and its budget is small. */
#ifndef FUZZ_GENERATE_H
#define FUZZ_GENERATE_H
#include "fuzz/family.h"

enum { FUZZ_BUDGET = 25 }; /* callbacks; more where streams are read */

struct fuzz_generator;

/* NULL for all families in turn, as chance has it. */
struct fuzz_generator *fuzz_generator_new(uint64_t seed, const struct fuzz_family *family);
void fuzz_generator_free(struct fuzz_generator *g); /* NULL is fine */

/* Borrowed, until the next is made. */
const struct program *fuzz_generate(struct fuzz_generator *g, uint64_t number);

/* Does it touch what a whole process shares: signals, child processes, other loops?
 * Then it is to have a process of its own. */
bool fuzz_is_solitary(const struct program *p);
/* Does it close its loop, or show whether that is new? Until the first wait a loop has not
 * told the kernel of its own descriptor for wake-ups: then others may come before it, and
 * the next wait's length is 0. */
bool fuzz_wants_new_loop(const struct program *p);
/* Does it need more than the real clock and a program for a runtime have? One that shows the
 * clock's reading does, and one that waits for what takes its time elsewhere, in a thread of
 * the pool or in another process. So does one with descriptors and unreferenced things:
 * a runtime connects the former before the program begins, in an iteration that the latter
 * may be the first to miss. */
bool fuzz_needs_virtual(const struct program *p);
#endif
