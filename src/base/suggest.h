/* suggest.h - "did you mean" for a misspelt word. */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H
#include <stdbool.h>
#include <stddef.h>

struct suggest {
    const char *wanted;  /* what the user wrote */
    const char *nearest; /* borrowed from the candidates; NULL if none is near enough */
    size_t distance;
    bool begun; /* the nearest begins with `wanted` */
};

/* Offer candidates one by one, then ask for the hint. A candidate counts if its edit distance, or
 * that of its last path component, is at most a third of the wanted length. */
void suggest_init(struct suggest *s, const char *wanted);
void suggest_offer(struct suggest *s, const char *candidate);
/* Write "did you mean 'timeout'?" to `buffer` and return it; without a candidate, return
 * `otherwise` (which may be NULL). */
const char *suggest_hint(const struct suggest *s, const char *otherwise, char *buffer, size_t size);
#endif
