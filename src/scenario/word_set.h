/* word_set.h - a set of words of the language: statements, and the words after `on` and `observe`.
 * A runtime lists those that it cannot perform. */
#ifndef SCENARIO_WORD_SET_H
#define SCENARIO_WORD_SET_H
#include <stdbool.h>
#include <stdint.h>
#include "scenario/program.h"

struct word_set {
    uint64_t step[(STEP_KIND_COUNT + 63) / 64]; /* bits by enum step_kind */
    uint64_t on;                                /* by enum step_event */
    uint64_t observe[(OBSERVE_COUNT + 63) / 64];
};

/* Add "immediate", "stop loop", "on uncaught" or "observe now". False if there is no such word. */
bool word_set_add(struct word_set *set, const char *text);

/* Write the first word of the program that is in the set to `buffer` and return it; NULL if it has
 * none of them. */
enum { WORD_SET_TEXT_SIZE = 40 };
char *word_set_first(const struct word_set *set, const struct program *p,
                     char buffer[WORD_SET_TEXT_SIZE]);
#endif
